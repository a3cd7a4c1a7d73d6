/**
 * `/api/status`: whether the data of public queries can be reached, and the purpose of the
 * endpoints. Browsers get a page instead (web/blog/front.tsx).
 *
 * Invariants: the check is bounded in time and made at most once in five seconds, for any number of
 * callers; the answer contains nothing of hosts, paths or the crawler.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { isoOf, type Monotonic, SECOND_MS } from '../../../kernel/clock.js';
import { jsonReply } from '../../http/reply.js';
import { type Route, route } from '../../http/route.js';
import * as Type from '../schema.js';
import type { BlogSources } from './sources.js';

/** Time for which the result of a check is used. From the contract. */
const CHECK_CACHE_MS = 5 * SECOND_MS;
/** A check that takes longer has failed. */
const CHECK_MS_MAX = SECOND_MS;

const Response = Type.named('Status', {
  status: Type.Enum(['ok', 'degraded']),
  version: Type.String(),
  endpoints: Type.Array(Type.Object({ path: Type.String(), summary: Type.String() })),
  updatedAt: Type.instant('When this answer was made; it says nothing about the age of the data'),
});

export type StatusAnswer = Type.Static<typeof Response>;

const STATUS_PATH = '/api/status';
const STATUS_SUMMARY = 'Status of the service';
const OPENAPI = { path: '/api/v1/openapi.json', summary: 'OpenAPI document' };

const HEADERS = [['vary', 'accept']] as const;

/** The route of the status; it lists the endpoints of `routes`. */
export function statusRoute(sources: BlogSources, routes: readonly Route[]): Route {
  const { clock, version, monotonic } = sources;
  const check = new AvailabilityCheck(() => sources.isAvailable(), monotonic);
  const own = { path: STATUS_PATH, summary: STATUS_SUMMARY };
  const endpoints = [own, ...routes.map(({ path, summary }) => ({ path, summary })), OPENAPI];
  return route({
    ...own,
    description:
      'A page for browsers; JSON with `Accept: application/json`. The check behind it is at most five seconds old.',
    tag: 'service',
    response: Response,
    errors: {},
    handle: async () => {
      const status = (await check.passes()) ? 'ok' : 'degraded';
      const body: StatusAnswer = { status, version, endpoints, updatedAt: isoOf(clock.nowMs()) };
      return jsonReply(body, { headers: HEADERS });
    },
  });
}

/** Shares one check among all callers, and its result for CHECK_CACHE_MS. */
class AvailabilityCheck {
  readonly #isAvailable: () => Promise<boolean>;
  readonly #monotonic: Monotonic;
  #checkedMs = Number.NEGATIVE_INFINITY;
  #result: Promise<boolean> = Promise.resolve(false);

  constructor(isAvailable: () => Promise<boolean>, monotonic: Monotonic) {
    this.#isAvailable = isAvailable;
    this.#monotonic = monotonic;
  }

  passes(): Promise<boolean> {
    const nowMs = this.#monotonic.nowMs();
    if (nowMs - this.#checkedMs >= CHECK_CACHE_MS) {
      this.#checkedMs = nowMs;
      this.#result = this.#ask();
    }
    return this.#result;
  }

  async #ask(): Promise<boolean> {
    const late = sleep(CHECK_MS_MAX, false, { ref: false });
    return Promise.race([this.#isAvailable(), late]).catch(() => false);
  }
}
