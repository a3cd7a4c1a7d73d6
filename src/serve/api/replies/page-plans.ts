/**
 * Questions of one route that have been understood, with the places of their pages in an index.
 *
 * A plan holds for one state of the index and one "now": all of them go as soon as either changes,
 * which is before a change is acknowledged. So what is hidden is in no reply that begins after the
 * hide, and nothing outlives the state that it was read from. Within that state a page is joined anew
 * for each request; one that is asked for again stays joined as the budget allows, because its slices
 * may lie apart in memory, and to gather them costs as much as half of the reply.
 */
import type { FramedPage } from '../../../engine/columns/framed-page.js';
import type { Reply } from '../../http/reply.js';
import type { CachePart } from './reply-cache.js';

/** A framed page with the reply that it goes into. */
interface Plan {
  page: FramedPage;
  /** Its body is set anew for each request. */
  reply: Reply;
}

export class PagePlans {
  readonly #part: CachePart<Plan>;
  readonly #index: { readonly generation: number };
  #generation = -1;
  #nowMs = -1;

  /** `index` is what pages are read from. */
  constructor(part: CachePart<Plan>, index: { readonly generation: number }) {
    this.#part = part;
    this.#index = index;
  }

  /**
   * The reply to a question that has been understood before; null otherwise.
   * @param query as it came. @param path as it came, where it has a parameter.
   */
  reply(query: string, nowMs: number, path: string = ''): Reply | null {
    if (this.#generation !== this.#index.generation || this.#nowMs !== nowMs) {
      this.#part.clear();
      this.#generation = this.#index.generation;
      this.#nowMs = nowMs;
      return null;
    }
    const plan = this.#part.get(query, path);
    if (plan === undefined) return null;
    if (!plan.page.isCached) this.#stayJoined(plan, query, path);
    plan.reply.body = plan.page.render();
    return plan.reply;
  }

  /**
   * Remembers where the answer to a question lies, and gives the reply. `replyOf` writes it as an object
   * literal: the body of a reply that was copied from another object takes the front longer to read and
   * to set, 3% of a page. Shown by `bench blog-page`.
   */
  add(
    query: string,
    page: FramedPage,
    replyOf: (body: Uint8Array) => Reply,
    path: string = '',
  ): Reply {
    this.#part.missed();
    const reply = replyOf(page.render());
    this.#part.put(query, { page, reply }, page.memoryBytes, path);
    return reply;
  }

  #stayJoined(plan: Plan, query: string, path: string): void {
    const { memoryBytes, byteLength } = plan.page;
    if (this.#part.offer(query, plan, memoryBytes + byteLength, path)) plan.page.cache();
  }
}
