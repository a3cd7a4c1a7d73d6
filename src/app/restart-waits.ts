/**
 * Asks actors through a restart of their threads, so that callers do not see that one died.
 *
 * Invariants: a question is asked at most twice, since it may be what kills; it waits a bounded time,
 * and a bounded number of questions wait.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../engine/actor/actor.js';
import { TagwireError } from '../kernel/errors.js';
import { ACTORS } from '../kernel/limits.js';

/** A question that waits for a new thread looks for it this often. */
const LOOK_MS = 20;

type Asked = Pick<Actor, 'ask' | 'figures'>;

export class RestartWaits {
  #waiting = 0;
  #isOver = false;

  /** Questions that wait for a thread. */
  get waiting(): number {
    return this.#waiting;
  }

  /** @throws TagwireError ACTOR_DOWN, ACTOR_OVERLOADED. */
  async ask(actor: Asked, question: unknown): Promise<unknown> {
    try {
      return await actor.ask(question);
    } catch (error) {
      const isDown = error instanceof TagwireError && error.code === 'ACTOR_DOWN';
      if (!isDown || !(await this.#isBack(actor))) throw error;
      return actor.ask(question);
    }
  }

  /** Nothing comes back any more. */
  end(): void {
    this.#isOver = true;
  }

  async #isBack(actor: Asked): Promise<boolean> {
    if (this.#waiting >= ACTORS.questionsWaitingMax) return false;
    this.#waiting += 1;
    try {
      for (let leftMs = ACTORS.questionWaitMsMax; leftMs > 0 && !this.#isOver; leftMs -= LOOK_MS) {
        if (actor.figures.isFollowing) return true;
        await sleep(LOOK_MS);
      }
      return false;
    } finally {
      this.#waiting -= 1;
    }
  }
}
