/**
 * A caller with manners, in a process of its own, and what it measures while something goes on.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { round, serverScript } from './lab.js';

const ASKS_PER_SECOND = 200;

export interface Stretch {
  count: number;
  failures: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

export class Prober {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(url: string) {
    const args = [serverScript('prober'), url, String(ASKS_PER_SECOND)];
    this.#child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
  }

  /** What was measured since the last call. */
  async stretch(): Promise<Stretch> {
    this.#child.stdin!.write('\n');
    return JSON.parse((await this.#lines.next()).value as string) as Stretch;
  }

  async stop(): Promise<void> {
    this.#child.stdin!.end();
    await once(this.#child, 'exit');
  }
}

/** A stretch as a row of a table: p50, p99, longest, answers, failures. */
export function figuresOf({ p50Ms, p99Ms, maxMs, count, failures }: Stretch): number[] {
  return [round(p50Ms), round(p99Ms), round(maxMs), count, failures];
}
