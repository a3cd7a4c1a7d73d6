/**
 * Asks indices by name, with the types of their questions and answers.
 */
import type { Actor } from '../engine/actor/actor.js';
import type { Ask } from '../engine/index/questions.js';
import { assert } from '../kernel/assert.js';
import type { BlogDialogues, IndexDialogues, NewsDialogues } from './indices.js';
import type { RestartWaits } from './restart-waits.js';

/**
 * Questions overtake ingest work, and wait while a thread restarts.
 * Each function throws TagwireError ACTOR_DOWN, ACTOR_OVERLOADED.
 */
export class Asking {
  readonly #actors: readonly Actor[];
  readonly #waits: RestartWaits;

  constructor(actors: readonly Actor[], waits: RestartWaits) {
    this.#actors = actors;
    this.#waits = waits;
  }

  readonly any: Ask<IndexDialogues> = (index, question) => this.#ask(index, question);
  readonly news: Ask<NewsDialogues> = (index, question) => this.#ask(index, question);
  readonly blogs: Ask<BlogDialogues> = (index, question) => this.#ask(index, question);

  async #ask(index: string, question: unknown): Promise<never> {
    const actor = this.#actors.find(({ name }) => name === index);
    assert(actor !== undefined, `there is an index ${index}`);
    // The writer answers by a table of the same types.
    return (await this.#waits.ask(actor, question)) as never;
  }
}
