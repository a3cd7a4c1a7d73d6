/**
 * Answers that took work, kept while nothing that they show has changed.
 *
 * Invariant: an answer is given again only in the state that it was made in, so what was hidden
 * meanwhile is hidden. Bounded in bytes.
 */
import type { Reply } from '../http/reply.js';
import { ByteCache } from '../kernel/byte-cache.js';

/** Answers of one route: some hundreds of the usual size. */
const BYTES_MAX = 8 * 1024 * 1024;

export class AnswerCache {
  readonly #kept = new ByteCache<Reply>(BYTES_MAX, ({ body }) => body.byteLength);
  #state = '';

  /** The answer to `question` in a state; `make` is called when it is not at hand. */
  async answer(state: string, question: string, make: () => Promise<Reply>): Promise<Reply> {
    if (this.#state !== state) {
      this.#kept.clear();
      this.#state = state;
    }
    const known = this.#kept.get(question);
    if (known !== undefined) return known;
    const made = await make();
    if (this.#state === state) this.#kept.set(question, made);
    return made;
  }
}
