/**
 * Routes whose answers take work: each is made once, and given again while nothing that it shows has changed.
 *
 * A declaration says what a question is, on which indices and which "now" its answer depends, and what the
 * answer is; everything else is the same for all of them.
 */
import type { Reply } from '../../http/reply.js';
import { type Route, type RouteDeclaration, type RouteRequest, route } from '../../http/route.js';
import type { TProperties, TSchema } from '../../http/type.js';
import { articlesJson, cacheUntilRefresh, taggedJson } from '../caching.js';
import type { ServiceSources } from '../sources.js';
import { RouteReplies } from './replies.js';

type Declared<Q extends TProperties, P extends TProperties, R extends TSchema> = Omit<
  RouteDeclaration<Q, P, R>,
  'handle' | 'fast' | 'refuse'
>;

/** What a route of cached answers says of itself. */
export interface CachedAnswers<Q extends TProperties, P extends TProperties, A, N, V> {
  /** What is asked, read and checked. @throws HttpError. */
  ask(request: RouteRequest<Q, P>): A;
  /** "Now" as answers know it. */
  now(): N;
  /** What else answers depend on, such as the generations of indices. */
  state(question: A): readonly (number | string)[];
  /** Names a question that is long as JSON. */
  key?(question: A): string;
  answer(question: A, now: N): V | Promise<V>;
  /** How an answer is sent: as JSON that tells of articles unless said otherwise. */
  send?(answer: V): Reply;
  /** How often what answers show is computed, where they tell of no articles: they may be used until then. */
  refreshMs?: number;
}

/** Declares a route whose answers are given again. */
export function cachedRoute<
  A,
  N extends number | null,
  V,
  Q extends TProperties = Record<never, never>,
  P extends TProperties = Record<never, never>,
  R extends TSchema = TSchema,
>(
  { cachePart, clock }: Pick<ServiceSources, 'cachePart' | 'clock'>,
  declaration: Declared<Q, P, R> & CachedAnswers<Q, P, A, N, V>,
): Route {
  const { ask, now, state, answer, refreshMs, ...declared } = declaration;
  const keyOf = declaration.key ?? JSON.stringify;
  const send = declaration.send ?? (refreshMs === undefined ? articlesJson : taggedJson);
  const replies = new RouteReplies(cachePart(declared.path));
  return route<Q, P, R>({
    ...(declared as Declared<Q, P, R>),
    handle: async (request) => {
      const question = ask(request);
      const nowIs = now();
      const stateIs = [...state(question), nowIs].join(' ');
      const reply = await replies.reply(stateIs, keyOf(question), async () =>
        send(await answer(question, nowIs)),
      );
      if (refreshMs === undefined) return reply;
      return { ...reply, cacheControl: cacheUntilRefresh(clock.nowMs(), refreshMs) };
    },
  });
}
