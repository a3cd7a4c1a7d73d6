/**
 * Keys of people while nodes are broken: each is made on one node and revoked on another, and must be
 * refused everywhere from then on.
 *
 * A change that failed without an answer may have been made: it counts from its acknowledgement on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { commandAccounts } from '../../src/app/account-watch.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { messageOf } from '../../src/kernel/errors.js';
import type { ApiKey } from '../../src/store/accounts/roster-events.js';
import type { Dice } from './fault.js';
import { type Cluster, type NodeProcess, until } from './nodes-cluster.js';

const PATIENCE_MS = 60_000;
/** Of the told bounds the longer one: for a node that is cut off, with what it takes to ask. */
const REFUSED_MS_MAX = 10_000;
const LOGIN = 'ann';
const PATH = '/api/v1/blogs?limit=1';

interface Made {
  key: ApiKey;
  apiKey: string;
}

export class ClusterKeys {
  readonly #cluster: Cluster;
  readonly #dice: Dice;
  readonly #revoked: string[] = [];
  #made: Made | null = null;
  /** The longest time from an acknowledged revocation to the last node's refusal. */
  slowestMs = 0;

  constructor(cluster: Cluster, dice: Dice) {
    this.#cluster = cluster;
    this.#dice = dice;
  }

  /** Makes the key of a round; it must be valid on every node. */
  async make(): Promise<void> {
    const made = await this.#insist(async (accounts) => {
      if (accounts.find(LOGIN) === null) await accounts.addUser(LOGIN, '');
      // One that was made without an answer is in the way of the next.
      for (const { id } of accounts.keysOf(accounts.user(LOGIN))) await accounts.revokeKey(id);
      return accounts.createKey(LOGIN, '');
    });
    this.#made = made;
    await until(PATIENCE_MS, () => this.#looked(made.apiKey, 200));
  }

  /** Revokes it while something is broken, and looks that nobody takes it any more. @returns what is wrong. */
  async revoke(): Promise<string | null> {
    const { key, apiKey } = this.#made!;
    await this.#insist(async (accounts) => {
      const isThere = accounts.keysOf(accounts.user(LOGIN)).some(({ id }) => id === key.id);
      if (isThere) await accounts.revokeKey(key.id);
      // Nothing to revoke: that has to be known from the newest state.
      else await accounts.erase();
    });
    this.#revoked.push(apiKey);
    const sinceMs = performance.now();
    try {
      await until(REFUSED_MS_MAX, () => this.#looked(apiKey, 'refused'));
    } catch (error) {
      return `a revoked key holds: ${messageOf(error)}`;
    }
    this.slowestMs = Math.max(this.slowestMs, Math.round(performance.now() - sinceMs));
    return null;
  }

  /** What is wrong when all nodes are ready: keys that were revoked, of this round and before. */
  async wrong(): Promise<string | null> {
    const asked = [this.#revoked.at(-1)!, this.#revoked[this.#dice(this.#revoked.length)]!];
    for (const apiKey of asked) {
      const missing = await this.#looked(apiKey, 'refused');
      if (missing !== null) return `a revoked key is back: ${missing}`;
    }
    return null;
  }

  /** Null when every node that answers does so with a status. */
  async #looked(apiKey: string, wanted: 200 | 'refused'): Promise<string | null> {
    for (const node of this.#running) {
      const status = await statusOf(node, apiKey);
      const isRight = wanted === 200 ? status === 200 : status !== 200;
      if (!isRight && status !== null) return `${node.name} answers ${status}`;
    }
    return null;
  }

  get #running(): NodeProcess[] {
    return this.#cluster.nodes.filter(({ isRunning, isStopped }) => isRunning && !isStopped);
  }

  /** Changes something as the command line of some node does, again and again until it is acknowledged. */
  async #insist<T>(work: (accounts: ReturnType<typeof commandAccounts>) => Promise<T>): Promise<T> {
    const endMs = performance.now() + PATIENCE_MS;
    for (;;) {
      const running = this.#running;
      const node = running[this.#dice(running.length)];
      try {
        if (node === undefined) throw new Error('no node runs');
        const config = resolveConfig({
          flags: { data: node.data, log: node.log },
          environment: {},
          file: {},
        });
        return await work(commandAccounts(config));
      } catch (error) {
        if (performance.now() > endMs) throw error;
        await sleep(50);
      }
    }
  }
}

/** Null where nobody answers: that is not a yes. */
async function statusOf({ ports }: NodeProcess, apiKey: string): Promise<number | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${ports.blog}${PATH}`, {
      headers: { 'x-api-key': apiKey },
      signal: AbortSignal.timeout(2000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}
