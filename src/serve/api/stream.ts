/**
 * `/api/v1/stream` of both services: changes as they happen, as server-sent events.
 */

import { HTTP, NEWS } from '../../kernel/limits.js';
import { normalTag } from '../../kernel/text/tag.js';
import { HttpError, invalidQuery } from '../http/errors.js';
import { compileQuery } from '../http/query.js';
import { streamReply } from '../http/reply.js';
import type { RawRequest, Route } from '../http/route.js';
import { route } from '../http/route.js';
import * as Type from '../http/type.js';
import { StreamFilter, type StreamQuestion } from '../streams/stream-filter.js';
import { type Computed, StreamHub } from '../streams/stream-hub.js';
import { addChange, type ChangeTokens } from './changes.js';
import type { ServiceSources } from './sources.js';

const EVENT_STREAM = 'text/event-stream';

export type StreamSources = Pick<
  ServiceSources,
  'clock' | 'monotonic' | 'logger' | 'cursors' | 'changes' | 'streamsPerAddress'
>;

export const StreamQuery = {
  since: Type.Optional(
    Type.String({
      minLength: 0,
      maxLength: HTTP.cursorMax,
      description:
        '`nextToken` of `/api/v1/changes`, or the last id of a stream; without it the stream begins now. The header `Last-Event-ID` wins',
    }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 0,
      maxLength: NEWS.searchQueryMax,
      description: 'Text that an article contains, as the `q` of lists',
    }),
  ),
};

export const StreamErrors = {
  400: 'A malformed parameter, or an id that is no token of this service',
  410: 'The id names a place that this store does not have: begin again without it',
  429: 'Too many streams of this address, or too many requests',
  503: 'Too many streams in all, or the service cannot answer at the moment',
};

/** How a service reads filters of changes, and what they look up. */
export interface ChangeFilters {
  /** @throws HttpError 400. */
  questionOf(query: object): StreamQuestion;
  /** Whether a media belongs to a category. */
  isIn(owner: string, category: string): boolean;
}

/**
 * Reads a standing question as a stream reads its query, of changes alone: what is computed comes
 * from no log. @throws HttpError 400.
 */
export function standingQuestion(
  { questionOf }: ChangeFilters,
  properties: Type.TProperties,
  kinds: readonly string[],
): (rawQuery: string) => StreamQuestion {
  const { since: _, ...filters } = properties;
  const read = compileQuery(filters, 'reject');
  return (rawQuery) => {
    const question = questionOf(read(rawQuery));
    checkKinds(question.kinds, kinds);
    return question;
  };
}

/** @throws HttpError 400 where a kind is none of those that there are. */
export function checkKinds(asked: readonly string[] | null, kinds: readonly string[]): void {
  const unknown = asked?.find((one) => !kinds.includes(one));
  if (unknown !== undefined) throw invalidQuery(`kind must be some of ${kinds.join(', ')}`);
}

/** Makes the hub of a service; streams end with the process. */
export function streamHub(
  sources: StreamSources,
  tokens: ChangeTokens,
  computed: readonly Computed[],
): StreamHub {
  const { clock, monotonic, logger, changes, streamsPerAddress } = sources;
  return new StreamHub({
    feed: changes,
    ...{ monotonic, logger, computed },
    nowMs: () => clock.nowMs(),
    tokenOf: (place) => tokens.seal(place),
    jsonOf: (change) => {
      const parts: Uint8Array[] = [];
      addChange(parts, change);
      return Buffer.concat(parts);
    },
    perAddressMax: streamsPerAddress,
  });
}

/** Opens a stream for a question. @throws HttpError 400, 410, 429, 503. */
export function openStream(
  { clock }: StreamSources,
  hub: StreamHub,
  tokens: ChangeTokens,
  question: StreamQuestion,
  { lastEventId, client }: RawRequest,
  since: string | undefined,
  isIn: (owner: string, category: string) => boolean,
) {
  const id = lastEventId === '' ? since : lastEventId;
  if (id !== undefined && id.length > HTTP.cursorMax) {
    throw invalidQuery(`Last-Event-ID must be at most ${HTTP.cursorMax} characters`);
  }
  const place = id ? tokens.open(id, clock.nowMs()) : null;
  const refusal = hub.refusalOf(client);
  if (refusal === 'address') {
    const message = 'this address holds as many streams as it may; end one of them first';
    throw new HttpError(429, 'rate_limit_exceeded', message, RETRY);
  }
  if (refusal === 'all')
    throw new HttpError(503, 'unavailable', 'too many streams are open', RETRY);
  return streamReply(EVENT_STREAM, hub.receiver(client, new StreamFilter(question, isIn), place));
}

const RETRY = [['retry-after', '5']] as const;

/** The normal form of a tag that was sent, or null. @throws HttpError 400. */
export function tagOf(tag: string | undefined): string | null {
  if (tag === undefined) return null;
  const normal = normalTag(tag);
  if (normal === null) throw invalidQuery('tag must be a tag of 1 to 40 characters');
  return normal;
}

const ABOUT =
  'Server-sent events: `event` is the kind, `data` one change as `/api/v1/changes` tells it. Each run of changes ends with an `id`: send it as `Last-Event-ID` (browsers do) to go on without loss after a cut or a restart; a change may then come twice. `live` comes when nothing is left to tell, `behind` to a client that reads more slowly than things change, `gone` where the id is none of this store. A comment every 15 seconds shows that the stream is alive. Filters look at what articles show; what is `gone` passes all of them.';

/** The declaration that both services share. */
export function streamRouteOf(
  declaration: Pick<Parameters<typeof route>[0], 'query' | 'handle' | 'tag'> & { also: string },
): Route {
  const { also, ...rest } = declaration;
  return route({
    path: '/api/v1/stream',
    summary: 'Changes as they happen',
    description: `${ABOUT}${also}`,
    response: Type.String(),
    errors: StreamErrors,
    produces: EVENT_STREAM,
    revalidates: false,
    streams: true,
    ...rest,
  });
}
