/**
 * Replies of one route that took work, given again while nothing that they show has changed.
 *
 * Invariant: a reply is given again only in the state that it was made in, so what was hidden
 * meanwhile is hidden.
 */
import type { Reply } from '../../http/reply.js';
import { articlesJson } from '../caching.js';
import type { CachePart } from './reply-cache.js';

export class RouteReplies {
  readonly #part: CachePart<Reply>;
  #state = '';

  constructor(part: CachePart<Reply>) {
    this.#part = part;
  }

  /** The reply to `question` in a state; `make` is called when it is not in memory. */
  async reply(state: string, question: string, make: () => Promise<Reply>): Promise<Reply> {
    if (this.#state !== state) {
      this.#part.clear();
      this.#state = state;
    }
    const known = this.#part.get(question);
    if (known !== undefined) return known;
    this.#part.missed();
    const made = await make();
    if (this.#state === state) this.#part.offer(question, made, made.body.byteLength);
    return made;
  }

  /** The same, where what is made tells of articles as JSON. */
  articles(state: string, question: string, make: () => Promise<unknown>): Promise<Reply> {
    return this.reply(state, question, async () => articlesJson(await make()));
  }
}
