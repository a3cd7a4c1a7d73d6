/**
 * Accounts that several nodes share: how a server follows their order, and how a command changes
 * something in them.
 */

import { systemMonotonic } from '../kernel/clock.js';
import type { Config } from '../kernel/config.js';
import type { Logger } from '../kernel/logger.js';
import type { AccountChange, AccountOrder } from '../store/accounts/account-order.js';
import type { AccountsOptions } from '../store/accounts/accounts.js';
import type { Sharing } from '../store/accounts/shared-roster-file.js';
import type { NodeSettings } from '../store/log/node-state.js';
import type { AccountStream } from '../store/nodes/account-stream.js';
import { nodeSettingsOf } from '../store/nodes/settings.js';

/** What a server has of the order. */
export interface AccountLink {
  options: AccountsOptions;
  /** Asks to be called when other nodes have changed something. */
  onChange(look: () => void): void;
  close(): Promise<void>;
}

/** @throws TagwireError CONFIG_INVALID where the engine cannot be reached. */
export async function openAccountLink(
  settings: NodeSettings,
  logger: Logger,
): Promise<AccountLink> {
  // The client of the engine is loaded by nodes alone.
  const { openAccountStream } = await import('../store/nodes/open-node.js');
  const { stream, close } = await openAccountStream(settings, true);
  return {
    options: sharingOf(settings, stream, (what, isTrouble) =>
      isTrouble ? logger.warn({}, what) : logger.info({}, what),
    ),
    onChange: (look) => {
      stream.onChange = look;
    },
    close,
  };
}

/** The same for a command, which connects when it changes something. */
export function accountsOfCommand(config: Config): AccountsOptions {
  const settings = nodeSettingsOf(config, false);
  if (settings === null) return {};
  const tell = (what: string): void => void process.stderr.write(`${what}\n`);
  return sharingOf(settings, new BriefOrder(settings), tell);
}

function sharingOf(
  { trustedMs: believedMs }: NodeSettings,
  order: AccountOrder,
  tell: Sharing['tell'],
): AccountsOptions {
  return { sharing: { order, monotonic: systemMonotonic, believedMs, tell } };
}

/** The order for the time of one piece of work. */
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
