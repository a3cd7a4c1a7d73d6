/**
 * Processes killed at any moment: of ingest, of a snapshot, of a compaction, of a start, of a backup.
 *
 * The killed process says what was acknowledged; its store must have all of that, bodies included, every
 * batch whole or not at all. A store is killed again and again, then a backup that was interrupted goes on to its end, and is
 * restored.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { withStore } from '../../src/app/cli/actions/store.js';
import { messageOf } from '../../src/kernel/errors.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { makeBackup } from '../../src/store/backup/make-backup.js';
import { restore } from '../../src/store/backup/restore.js';
import { FolderTarget } from '../../src/store/backup/target.js';
import type { Dice, Fault, Outcome } from './fault.js';
import { wrongIn } from './kill-batches.js';
import { entriesIn } from './log-records.js';
import { child, kill } from './processes.js';

/** What is under way when a process is killed. */
const WORK = ['ingest', 'serve', 'snapshot', 'compaction', 'backup', 'start'] as const;
/** Cycles on one store: reading all of a longer log back would take most of the time. */
const CYCLES_PER_STORE = 12;
/** Acknowledgements after which a process may be killed. */
const BATCHES_MAX = 15;
/** A process that has acknowledged nothing by then has failed. */
const PATIENCE_MS = 60_000;
/** A start takes about as long on a machine at rest. */
const START_MS = 900;

export const fault: Fault = {
  promise: 'A process that is killed has everything that it acknowledged, and no batch in part.',
  rounds: 1000,
  run: async ({ rounds, dice, folder, progress }) => {
    const figures = Object.fromEntries(WORK.map((work) => [`killed: ${work}`, 0]));
    const outcome: Outcome = {
      rounds: 0,
      violations: [],
      figures: { ...figures, acknowledged: 0, restored: 0 },
    };
    while (outcome.rounds < rounds) {
      const store = new KilledStore(join(folder, `store-${outcome.rounds}`), dice, outcome);
      const cycles = Math.min(CYCLES_PER_STORE, rounds - outcome.rounds);
      for (let cycle = 0; cycle < cycles; cycle++) {
        await store.cycle();
        progress(`${outcome.rounds} of ${rounds} cycles`);
      }
      await store.end();
    }
    return outcome;
  },
};

class KilledStore {
  readonly #data: string;
  readonly #backup: string;
  readonly #dice: Dice;
  readonly #outcome: Outcome;
  readonly #acknowledged = new Set<number>();
  /** Batches that were sent may be there without an acknowledgement. */
  #next = 0;

  constructor(data: string, dice: Dice, outcome: Outcome) {
    this.#data = data;
    this.#backup = `${data}-backup`;
    this.#dice = dice;
    this.#outcome = outcome;
  }

  async cycle(): Promise<void> {
    // A short run has each of them once.
    const work = WORK[this.#outcome.rounds] ?? WORK[this.#dice(WORK.length)]!;
    await this.#runAndKill(work);
    this.#outcome.figures[`killed: ${work}`]! += 1;
    this.#outcome.rounds += 1;
    await this.#check(this.#data, work);
  }

  /** Completes the backup, if one has begun, and restores it. */
  async end(): Promise<void> {
    const data = this.#data;
    const copy = `${data}-copy`;
    try {
      const settings = { data, logLevel: 'silent', logFormat: 'json' } as const;
      await withStore(settings, silentLogger, async (source) =>
        makeBackup(source, await FolderTarget.open(this.#backup)),
      );
      await restore(this.#backup, copy, silentLogger);
      await this.#check(copy, 'backup, restored');
      this.#outcome.figures.restored! += 1;
    } catch (error) {
      this.#break('backup at the end', messageOf(error));
    }
    for (const path of [data, this.#backup, copy]) rmSync(path, { recursive: true, force: true });
  }

  async #runAndKill(work: (typeof WORK)[number]): Promise<void> {
    const doing = work === 'start' ? 'serve' : work;
    const args = [this.#data, String(this.#next), doing, this.#backup];
    const process = child('kill-child', args);
    let errors = '';
    process.stderr!.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const lines = createInterface({ input: process.stdout! });
    const closed = new Promise((resolve) => lines.once('close', resolve));
    let acknowledged = 0;
    lines.on('line', (line) => {
      acknowledged += 1;
      this.#acknowledged.add(Number(line));
    });
    const startMs = performance.now();
    if (work === 'start') await sleep(this.#dice(START_MS));
    else {
      const target = 1 + this.#dice(BATCHES_MAX);
      while (acknowledged < target && process.exitCode === null) {
        if (performance.now() - startMs > PATIENCE_MS) break;
        await sleep(2);
      }
      await sleep(this.#dice(15));
    }
    if (process.exitCode !== null) this.#break(work, `it ended by itself: ${errors.slice(-400)}`);
    else {
      if (work !== 'start' && acknowledged === 0) this.#break(work, 'it acknowledged nothing');
      await kill(process);
    }
    await closed;
    this.#outcome.figures.acknowledged! += acknowledged;
    // What was under way may be there; it is sent again, which changes nothing.
    this.#next = Math.max(-1, ...this.#acknowledged) + 1;
  }

  async #check(data: string, work: string): Promise<void> {
    try {
      if (!existsSync(join(data, 'log', 'CURRENT')) && this.#acknowledged.size === 0) return;
      for (const wrong of wrongIn(await entriesIn(data), this.#acknowledged)) {
        this.#break(work, wrong);
      }
    } catch (error) {
      this.#break(work, messageOf(error));
    }
  }

  #break(work: string, what: string): void {
    this.#outcome.violations.push(`cycle ${this.#outcome.rounds}, ${work}: ${what}`);
  }
}
