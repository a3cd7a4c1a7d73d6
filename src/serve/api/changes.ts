/**
 * `/api/v1/changes` of both services: all changes in the order of the log, for programs with a
 * copy.
 *
 * A token is a cursor: a place in the log of this store, with part of the log's chain hash there.
 * So a token of another store is malformed, and one of a history that a restored store lacks is
 * gone.
 */
import { HTTP, NEWS } from '../../kernel/limits.js';
import { normalTag } from '../../kernel/text/tag.js';
import { Turns } from '../../kernel/turns.js';
import { gone, HttpError, invalidQuery, tooManyWait } from '../http/errors.js';
import { compileQuery } from '../http/query.js';
import { type Reply, streamReply } from '../http/reply.js';
import { type Route, route } from '../http/route.js';
import {
  type Change,
  FEED_PLACE_MS_MAX,
  type FeedPage,
  type FeedPlace,
  feedStart,
} from '../streams/change-feed.js';
import { StreamFilter, type StreamQuestion } from '../streams/stream-filter.js';
import { type Computed, StreamHub } from '../streams/stream-hub.js';
import type { CursorSealer } from './cursor.js';
import * as Type from './schema.js';
import type { ServiceSources } from './sources.js';

/** Pages that are made at once, and those that wait: the log's thread has one processor. */
const AT_ONCE_MAX = 4;
const WAITING_MAX = 256;
/** A page of the longest changes is about a megabyte, some milliseconds of two threads. */
const LIMIT_MAX = 2000;

const TOKEN_RULE = 'since must be a nextToken of this service and this store, unmodified';
const TOKEN_GONE =
  'since names a place that this store does not have: it is older than 30 days, or the store was restored from an older copy; begin again without since';

const Query = {
  since: Type.freeText(
    HTTP.cursorMax,
    '`nextToken` of the page before; absent or empty: from the beginning',
  ),
  limit: Type.within(
    1,
    LIMIT_MAX,
    500,
    'Changes of one page, at most; a page may be shorter, or empty, and still not the last',
  ),
};

/** Texts that differ between the two services. */
export interface ChangesTexts {
  item: Type.TSchema;
  owner: Type.TSchema;
  ownerKind: 'media' | 'blog';
  what: string;
}

type ChangesSources = Pick<ServiceSources, 'clock' | 'cursors' | 'changes'>;

/** Seals places and opens tokens of one service. */
export class ChangeTokens {
  readonly #cursors: CursorSealer;
  readonly #scope: string;

  constructor(cursors: CursorSealer, kind: string) {
    this.#cursors = cursors;
    this.#scope = `changes ${kind}`;
  }

  seal({ sequence, id, chain, nowMs }: FeedPlace): string {
    return this.#cursors.seal([sequence, id, chain, nowMs], this.#scope);
  }

  /** @throws HttpError 400 for a text that is no token of this service, 410 for an old token. */
  open(token: string, nowMs: number): FeedPlace {
    const numbers = this.#cursors.opened(token, 4, this.#scope, TOKEN_RULE);
    const [sequence, id, chain, atMs] = numbers as [number, number, number, number];
    if (atMs < nowMs - FEED_PLACE_MS_MAX) throw gone(TOKEN_GONE);
    return { sequence, id, chain, nowMs: atMs };
  }
}

export function changesRoute(sources: ChangesSources, texts: ChangesTexts): Route {
  const { clock, cursors, changes } = sources;
  const tokens = new ChangeTokens(cursors, texts.ownerKind);
  const turns = new Turns(AT_ONCE_MAX, WAITING_MAX, tooManyWait);
  return route({
    path: '/api/v1/changes',
    summary: 'What was added, changed or removed, in order',
    description: `For programs that keep a copy: ${texts.what} in the order in which they changed, each once with its newest state, \`gone\` for what is not shown any more (or not yet). Begin without \`since\`, follow \`nextToken\`, and come back with the last one: it survives restarts, and is good for 30 days.`,
    tag: 'service',
    query: Query,
    response: responseOf(texts),
    errors: {
      400: 'A malformed parameter, or a `since` that is no token of this service',
      410: 'The token names a place that this store does not have: begin again without `since`',
    },
    revalidates: false,
    handle: async ({ query: { since, limit } }) => {
      const nowMs = clock.nowMs();
      const place = since ? tokens.open(since, nowMs) : feedStart(nowMs);
      const page = await turns.take(() => changes.page(place, nowMs, limit));
      if (page === null) throw gone(TOKEN_GONE);
      return pageReply(page, tokens);
    },
  });
}

const OPEN = Buffer.from('{"changes":[');
const COMMA = 0x2c;
const BRACE = 0x7d;

/** Written into one buffer: thousands of small buffers take longer than their bytes. */
function pageReply({ changes, next, caughtUp }: FeedPage, tokens: ChangeTokens): Reply {
  const rest = JSON.stringify({ nextToken: tokens.seal(next), caughtUp });
  const end = Buffer.from(`],${rest.slice(1)}`);
  const heads = changes.map(headOf);
  let byteLength = OPEN.length + end.length + Math.max(0, changes.length - 1);
  changes.forEach(({ json }, at) => {
    byteLength += Buffer.byteLength(heads[at]!) + (json === null ? 0 : json.length + 1);
  });
  const body = Buffer.allocUnsafe(byteLength);
  body.set(OPEN);
  let to = OPEN.length;
  changes.forEach(({ json }, at) => {
    if (at > 0) body[to++] = COMMA;
    to += body.write(heads[at]!, to);
    if (json === null) return;
    body.set(json, to);
    to += json.length;
    body[to++] = BRACE;
  });
  body.set(end, to);
  return { status: 200, body, owned: true };
}

/** The JSON of a change up to the item; all of it for a change without an item. */
function headOf({ kind, id, json }: Change): string {
  const head = `{"kind":"${kind}","id":${typeof id === 'number' ? id : JSON.stringify(id)},`;
  return json === null ? `${head}"gone":true}` : `${head}"${kind}":`;
}

export function changeJson(change: Change): Uint8Array {
  const head = Buffer.from(headOf(change));
  return change.json === null ? head : Buffer.concat([head, change.json, CLOSE]);
}

const CLOSE = Buffer.from('}');

function responseOf({ item, owner, ownerKind }: ChangesTexts): Type.TSchema {
  const itemId = Type.Integer();
  const ownerId = Type.text('Its code');
  const goneFlag = Type.flag('True: it is not shown any more, or not yet');
  const changeOf = (kind: string, id: Type.TSchema, shown: Type.TSchema) => [
    Type.Object({ kind: Type.Literal(kind), id, [kind]: shown }),
    Type.Object({ kind: Type.Literal(kind), id, gone: goneFlag }),
  ];
  return Type.named('Changes', {
    changes: Type.Array(
      Type.Union([...changeOf('article', itemId, item), ...changeOf(ownerKind, ownerId, owner)]),
      { description: 'What changed, oldest first' },
    ),
    nextToken: Type.text('Where to go on; opaque'),
    caughtUp: Type.flag('Nothing more has changed so far'),
  });
}

/** `/api/v1/stream` of both services: changes as they happen, as server-sent events. */
const EVENT_STREAM = 'text/event-stream';

export type StreamSources = Pick<
  ServiceSources,
  'clock' | 'monotonic' | 'logger' | 'cursors' | 'changes' | 'streamsPerAddress' | 'onClose'
>;

export const StreamQuery = {
  since: Type.freeText(
    HTTP.cursorMax,
    '`nextToken` of `/api/v1/changes`, or the last id of a stream; without it the stream begins now. The header `Last-Event-ID` wins',
  ),
  q: Type.freeText(NEWS.searchQueryMax, 'Text that an article contains, as the `q` of lists'),
};

const STREAM_ERRORS = {
  400: 'A malformed parameter, or an id that is no token of this service',
  410: 'The id names a place that this store does not have: begin again without it',
  429: 'Too many streams of this address, or too many requests',
  503: 'Too many streams in all, or the service cannot answer at the moment',
};

/** The filters of a service for changes, and their look-ups. */
export interface ChangeFilters {
  /** @throws HttpError 400. */
  questionOf(query: object): StreamQuestion;
  /** Whether a media belongs to a category. */
  isIn(owner: string, category: string): boolean;
}

/**
 * Parses a standing question like the query of a stream, but for changes alone: computed answers
 * are not in the log. @throws HttpError 400.
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

/** @throws HttpError 400 for an unknown kind. */
export function checkKinds(asked: readonly string[] | null, kinds: readonly string[]): void {
  const unknown = asked?.find((one) => !kinds.includes(one));
  if (unknown !== undefined) throw invalidQuery(`kind must be some of ${kinds.join(', ')}`);
}

/** The normal form of the parameter `tag`, or null. @throws HttpError 400. */
export function tagOf(tag: string | undefined): string | null {
  if (tag === undefined) return null;
  const normal = normalTag(tag);
  if (normal === null) throw invalidQuery('tag must be a tag of 1 to 40 characters');
  return normal;
}

const ABOUT =
  'Server-sent events: `event` is the kind, `data` one change as `/api/v1/changes` tells it. Each run of changes ends with an `id`: send it as `Last-Event-ID` (browsers do) to go on without loss after a cut or a restart; a change may then come twice. `live` comes when nothing is left to tell, `behind` to a client that reads more slowly than things change, `gone` where the id is none of this store. A comment every 15 seconds shows that the stream is alive. Filters look at what articles show; what is `gone` passes all of them.';

/** Parts of the route that differ between the two services. */
interface StreamDeclaration {
  ownerKind: ChangesTexts['ownerKind'];
  query: Type.TProperties;
  filters: ChangeFilters;
  /** Computed answers that are sent whole besides changes, and their documentation. */
  computed: readonly Computed[];
  also: string;
}

/** The route of a stream; streams end with the process. */
export function streamRoute(
  sources: StreamSources,
  { ownerKind, query, filters, computed, also }: StreamDeclaration,
): Route {
  const { clock, monotonic, logger, changes, streamsPerAddress } = sources;
  const tokens = new ChangeTokens(sources.cursors, ownerKind);
  const hub = new StreamHub({
    feed: changes,
    ...{ monotonic, logger, computed },
    nowMs: () => clock.nowMs(),
    tokenOf: (place) => tokens.seal(place),
    jsonOf: changeJson,
    perAddressMax: streamsPerAddress,
  });
  sources.onClose(() => hub.stop());
  return route({
    path: '/api/v1/stream',
    summary: 'Changes as they happen',
    description: `${ABOUT}${also}`,
    tag: 'service',
    query,
    response: Type.String(),
    errors: STREAM_ERRORS,
    produces: EVENT_STREAM,
    revalidates: false,
    streams: true,
    handle: ({ query: asked, raw: { lastEventId, client } }) => {
      const filter = new StreamFilter(filters.questionOf(asked), filters.isIn);
      const { since } = asked as { since?: string };
      const id = lastEventId === '' ? since : lastEventId;
      if (id !== undefined && id.length > HTTP.cursorMax) {
        throw invalidQuery(`Last-Event-ID must be at most ${HTTP.cursorMax} characters`);
      }
      const place = id ? tokens.open(id, clock.nowMs()) : null;
      const refusal = hub.refusalOf(client);
      if (refusal !== null) throw REFUSALS[refusal];
      return streamReply(EVENT_STREAM, hub.receiver(client, filter, place));
    },
  });
}

const RETRY = [['retry-after', '5']] as const;
const REFUSALS = {
  address: new HttpError(
    429,
    'rate_limit_exceeded',
    'this address holds as many streams as it may; end one of them first',
    RETRY,
  ),
  all: new HttpError(503, 'unavailable', 'too many streams are open', RETRY),
};
