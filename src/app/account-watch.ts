/**
 * The accounts of a data folder as a running server sees them: looked at several times a second,
 * so that a key that the command line revokes is refused within one. Keys that are used for the first
 * time are noted at the same occasion, so that they are known after a restart too.
 *
 * Invariant: while the accounts cannot be read no key is valid.
 */
import { Accounts } from '../accounts/accounts.js';
import { systemClock } from '../kernel/clock.js';
import { messageOf } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';

/** Well within the second that a revocation may take. One look costs 10 µs. */
const LOOK_MS = 250;

/** The accounts of a data folder, for a command. @throws TagwireError STORE_DAMAGED. */
export function openAccounts(dataFolder: string): Accounts {
  return Accounts.open(dataFolder, systemClock);
}

export class AccountWatch {
  readonly accounts: Accounts;
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;
  #isBroken = false;
  #isErasing = false;
  /** Keys whose first use is still to be noted. */
  #used: number[] = [];
  #noting: Promise<void> = Promise.resolve();

  /** @throws TagwireError STORE_DAMAGED. */
  constructor(dataFolder: string, logger: Logger) {
    this.accounts = openAccounts(dataFolder);
    this.#logger = logger;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  /** Notes soon that a key was used for the first time. */
  noteUse(keyId: number): void {
    this.#used.push(keyId);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#note();
    await this.#noting;
  }

  /** What the journal says of users who were removed goes, by whichever process. */
  #erase(): void {
    if (!this.accounts.holdsRemoved || this.#isErasing) return;
    this.#isErasing = true;
    this.#noting = this.#noting
      .then(() => this.accounts.erase())
      .catch((error: unknown) => {
        const reason = messageOf(error);
        this.#logger.warn({ reason }, 'removed users still stand in the accounts journal');
      })
      .finally(() => {
        this.#isErasing = false;
      });
  }

  #note(): void {
    const ids = this.#used.splice(0);
    if (ids.length === 0) return;
    this.#noting = this.#noting
      .then(() => this.accounts.markUsed(ids))
      .catch((error: unknown) => {
        const reason = messageOf(error);
        this.#logger.warn({ reason }, 'after a restart, keys count as never used');
      });
  }

  #look(): void {
    this.#note();
    try {
      this.accounts.refresh();
      this.#isBroken = false;
      this.#erase();
    } catch (error) {
      if (!this.#isBroken) this.#logger.error({ reason: messageOf(error) }, 'no key is valid now');
      this.#isBroken = true;
    }
  }
}
