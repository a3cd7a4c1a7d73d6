/**
 * What the log says of itself, also while its thread does not answer: then it takes no writes, whatever
 * it said last, and those who ask are told so.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { STORE } from '../kernel/limits.js';
import type { Logger } from '../kernel/logger.js';
import type { LogState } from '../store/log/protocol.js';

const TROUBLE = 'the thread of the log does not answer';

export class LogWatch {
  readonly #ask: () => Promise<LogState>;
  readonly #logger: Logger;
  readonly #answerMsMax: number;
  #isSilent = false;

  constructor(
    ask: () => Promise<LogState>,
    logger: Logger,
    answerMsMax: number = STORE.answerMsMax,
  ) {
    this.#ask = ask;
    this.#logger = logger;
    this.#answerMsMax = answerMsMax;
  }

  /** @param last what it said last, which is all that is known while it is silent. */
  async state(last: LogState): Promise<LogState> {
    const waiting = new AbortController();
    const late = sleep(this.#answerMsMax, null, { signal: waiting.signal }).catch(() => null);
    try {
      const state = await Promise.race([this.#ask(), late]);
      if (state === null) return this.#silent(last);
      if (this.#isSilent) this.#logger.info('the thread of the log answers again');
      this.#isSilent = false;
      return state;
    } finally {
      waiting.abort();
    }
  }

  #silent(last: LogState): LogState {
    if (!this.#isSilent) this.#logger.error({ ms: this.#answerMsMax }, TROUBLE);
    this.#isSilent = true;
    return { ...last, degraded: true, trouble: TROUBLE };
  }
}
