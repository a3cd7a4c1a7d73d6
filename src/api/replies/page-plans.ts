/**
 * Questions of one route that have been understood, with the places of their pages in an index.
 *
 * A plan holds for one state of the index and one "now": all of them go as soon as either changes,
 * which is before a change is acknowledged. So what is hidden is in no reply that begins after the
 * hide, and nothing outlives the state that it was read from. Within that state a page is joined anew
 * for each request; one that is asked for again stays joined as the budget allows, because its slices
 * may lie apart in memory, and to gather them costs as much as half of the reply.
 */
import type { FramedPage } from '../../columns/framed-page.js';
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

  /** The reply to a question that has been understood before; null otherwise. */
  reply(question: string, nowMs: number): Reply | null {
    if (this.#generation !== this.#index.generation || this.#nowMs !== nowMs) {
      this.#part.clear();
      this.#generation = this.#index.generation;
      this.#nowMs = nowMs;
      return null;
    }
    const plan = this.#part.get(question);
    if (plan === undefined) return null;
    if (!plan.page.isCached) this.#stayJoined(question, plan);
    plan.reply.body = plan.page.render();
    return plan.reply;
  }

  /** Remembers where the answer to a question lies, and gives the reply, whose body it sets. */
  add(question: string, page: FramedPage, rest: Omit<Reply, 'body'>): Reply {
    this.#part.missed();
    const reply: Reply = { ...rest, body: page.render() };
    this.#part.put(question, { page, reply }, page.memoryBytes);
    return reply;
  }

  #stayJoined(question: string, plan: Plan): void {
    const { memoryBytes, byteLength } = plan.page;
    if (this.#part.offer(question, plan, memoryBytes + byteLength)) plan.page.cache();
  }
}
