/**
 * The accounts of a data folder, as a running server reads them and as a command changes them.
 *
 * The server reads changes of the accounts several times a second: it refuses a key within a second after the command
 * line has revoked it. The server writes first uses of keys at the same time, so that they are known after a restart.
 * Accounts that several nodes share are read in the same way, and at once when another node announces a change.
 *
 * Invariant: while the accounts cannot be read no key is valid.
 */
import { systemClock, systemMonotonic } from '../kernel/clock.js';
import type { Config } from '../kernel/config.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import { Accounts, type AccountsOptions } from '../store/accounts/accounts.js';
import type { AccountChange, AccountOrder, Sharing } from '../store/accounts/shared-roster-file.js';
import type { NodeSettings } from '../store/log/node-state.js';
import type { AccountStream } from '../store/nodes/account-stream.js';
import { nodeSettingsOf } from '../store/nodes/settings.js';

/** Well within the second that a revocation may take. One reading without changes costs 10 µs. */
const LOOK_MS = 250;

export class AccountWatch {
  readonly accounts: Accounts;
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;
  #isBroken = false;
  #isErasing = false;
  /** Keys whose first use is not yet written. */
  #used: number[] = [];
  #noting: Promise<void> = Promise.resolve();
  /** The order of changes of accounts that nodes share; null on a single server. */
  readonly #order: { close(): Promise<void> } | null;
  #following: Promise<void> | null = null;
  #isAway = false;

  /** @throws TagwireError STORE_DAMAGED. */
  private constructor(
    dataFolder: string,
    logger: Logger,
    options: AccountsOptions,
    order: { close(): Promise<void> } | null,
  ) {
    this.#order = order;
    this.accounts = Accounts.open(dataFolder, systemClock, options);
    this.#logger = logger;
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /**
   * Opens the accounts of a server. A node first tries to follow shared accounts to the end of their order.
   * @throws TagwireError STORE_DAMAGED; CONFIG_INVALID where this folder and the nodes have different accounts, or
   * where the engine cannot be reached.
   */
  static async open(
    dataFolder: string,
    logger: Logger,
    node: NodeSettings | null,
  ): Promise<AccountWatch> {
    // A server without nodes has a store and accounts of its own.
    if (node === null) return new AccountWatch(dataFolder, logger, { takesOver: true }, null);
    // The client of the engine is loaded by nodes alone.
    const { openAccountStream } = await import('../store/nodes/open-node.js');
    const order = await openAccountStream(node, true);
    const options = sharingOf(node, order.stream, (what, isTrouble) =>
      isTrouble ? logger.warn({}, what) : logger.info({}, what),
    );
    const watch = new AccountWatch(dataFolder, logger, options, order);
    order.stream.onChange = () => void watch.#follow();
    try {
      await watch.#follow(true);
    } catch (error) {
      await watch.stop();
      throw error;
    }
    return watch;
  }

  /** Lines of `/readyz`; none on a single server. */
  get lines(): string[] {
    if (this.#order === null) return [];
    const { trouble } = this;
    return [
      `accounts ${this.accounts.entry ?? 0}`,
      ...(trouble === null ? [] : [`accounts-trouble ${trouble}`]),
    ];
  }

  /** Why no key and no session is valid on this node; null where they are. */
  get trouble(): string | null {
    if (this.accounts.isCurrent) return null;
    return (
      this.accounts.doubt ?? 'this node does not know whether its users and keys are the newest'
    );
  }

  /** Notes that a key was used for the first time; the next look writes it. */
  noteUse(keyId: number): void {
    this.#used.push(keyId);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#note();
    await this.#noting;
    await this.#following?.catch(() => undefined);
    await this.#order?.close();
  }

  /** Removes users from the journal who were removed from the accounts, by whichever process. */
  #erase(): void {
    if (!this.accounts.holdsRemoved || this.#isErasing) return;
    this.#isErasing = true;
    this.#write(() => this.accounts.erase(), 'removed users still stand in the accounts journal');
    void this.#noting.then(() => {
      this.#isErasing = false;
    });
  }

  #note(): void {
    const ids = this.#used.splice(0);
    if (ids.length === 0) return;
    this.#write(() => this.accounts.markUsed(ids), 'after a restart, keys count as never used');
  }

  /** Writes to the accounts after the writes under way; `warning` is logged where that fails. */
  #write(work: () => Promise<void>, warning: string): void {
    this.#noting = this.#noting.then(work).catch((error: unknown) => {
      this.#logger.warn({ reason: messageOf(error) }, warning);
    });
  }

  /** @param mayFail whether CONFIG_INVALID is thrown, which no later attempt can mend. */
  async #follow(mayFail = false): Promise<void> {
    if (this.#order === null) return;
    this.#following ??= this.accounts
      .follow()
      .then(() => {
        this.#isAway = false;
      })
      .finally(() => {
        this.#following = null;
      });
    try {
      await this.#following;
    } catch (error) {
      if (mayFail && error instanceof TagwireError && error.code === 'CONFIG_INVALID') throw error;
      const reason = messageOf(error);
      if (!this.#isAway) this.#logger.warn({ reason }, 'the shared accounts wait');
      this.#isAway = true;
    }
  }

  #look(): void {
    void this.#follow();
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

/** The accounts of a command, which connects to other nodes for a change. @throws TagwireError STORE_DAMAGED. */
export function commandAccounts(config: Config): Accounts {
  const settings = nodeSettingsOf(config, false);
  const tell = (what: string): void => void process.stderr.write(`${what}\n`);
  const options = settings === null ? {} : sharingOf(settings, new BriefOrder(settings), tell);
  return Accounts.open(config.data, systemClock, options);
}

function sharingOf(
  { trustedMs: believedMs }: NodeSettings,
  order: AccountOrder,
  tell: Sharing['tell'],
): AccountsOptions {
  return { sharing: { order, monotonic: systemMonotonic, believedMs, tell } };
}

/** The order of account changes, connected when it is first read. */
class BriefOrder implements AccountOrder {
  readonly log: string;
  readonly #settings: NodeSettings;
  #opened: { stream: AccountStream; close(): Promise<void> } | null = null;

  constructor(settings: NodeSettings) {
    this.#settings = settings;
    this.log = settings.name;
  }

  get end(): number {
    return this.#opened?.stream.end ?? 0;
  }

  get isLong(): boolean {
    return this.#opened?.stream.isLong ?? false;
  }

  async read(): Promise<AccountChange[]> {
    if (this.#opened === null) {
      const { openAccountStream } = await import('../store/nodes/open-node.js');
      this.#opened = await openAccountStream(this.#settings, false);
    }
    return this.#opened.stream.read();
  }

  restart(): void {
    this.#opened?.stream.restart();
  }

  append(change: AccountChange): Promise<boolean> {
    return this.#opened!.stream.append(change);
  }

  dropOlder(): Promise<void> {
    return this.#opened!.stream.dropOlder();
  }

  tell(entry: number): void {
    this.#opened?.stream.tell(entry);
  }

  async settled(entry: number): Promise<void> {
    await this.#opened?.stream.settled(entry);
  }

  async rest(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await opened?.close();
  }
}
