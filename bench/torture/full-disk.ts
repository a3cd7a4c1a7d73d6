/**
 * Fills a small disk under a live ingest, with snapshots and accounts on it, and frees it again. At
 * the end of each round the store must take writes within seconds of the free space; at the end of the run
 * everything that was ever acknowledged must be there after reopening.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/kernel/clock.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { Accounts } from '../../src/store/accounts/accounts.js';
import { IngestLog } from '../../src/store/log/ingest-log.js';
import { SnapshotStore } from '../../src/store/snapshots.js';
import { mountMemory, NO_DISKS } from '../disks.js';
import type { Fault, Outcome } from './fault.js';

const DISK_MB = 192;
const NOW_MS = Date.parse('2024-05-01T00:00:00.000Z');
const FREE_BYTES_MAX = 1_000_000;
/** From free space on the disk to the next acknowledgement. */
const RESUME_MS_MAX = 5000;
const BATCH = 10;
/** A round in which the disk is not full after this many batches has failed to fill it. */
const BATCHES_MAX = 2000;
const BODY = 'A sentence of some length, and different enough. '.repeat(100);
const ACTOR = 'tags';

class Desk {
  readonly log: IngestLog;
  readonly snapshots: SnapshotStore;
  readonly accounts: Accounts;
  readonly acknowledged = new Set<string>();
  readonly users = new Set<string>();
  /** What the newest snapshot holds that was written. */
  snapshot: Buffer | null = null;
  #next = 1;

  private constructor(log: IngestLog, snapshots: SnapshotStore, accounts: Accounts) {
    this.log = log;
    this.snapshots = snapshots;
    this.accounts = accounts;
  }

  static async open(folder: string): Promise<Desk> {
    const log = await IngestLog.open({ folder, logger: silentLogger });
    const snapshots = await SnapshotStore.open(join(folder, 'snapshots'), () => undefined);
    return new Desk(log, snapshots, Accounts.open(folder, systemClock));
  }

  /** False when it was not acknowledged. */
  async send(): Promise<boolean> {
    const urls = Array.from({ length: BATCH }, () => `https://abc.example/${this.#next++}`);
    const lines = urls.map((url) =>
      JSON.stringify({
        ...{ kind: 'news', media: 'abc', url, title: url, body: `${url} ${BODY}` },
        publishedAt: new Date(NOW_MS).toISOString(),
      }),
    );
    return this.#tried(async () => {
      await this.#ingest(lines);
      for (const url of urls) this.acknowledged.add(url);
    });
  }

  async register(): Promise<void> {
    await this.#ingest([JSON.stringify({ kind: 'media', media: 'abc', title: 'ABC' })]);
  }

  /** Writes a snapshot and adds a user: either may fail, and must not do so by half. */
  async writeRest(round: number): Promise<boolean> {
    const login = `user-${round}-${this.#next++}`;
    const isAdded = await this.#tried(async () => {
      await this.accounts.addUser(login, '');
      this.users.add(login);
    });
    const bytes = Buffer.alloc(200_000, `${login} `);
    const isSaved = await this.#tried(async () => {
      const name = `chunk of ${login}`;
      const writer = await this.snapshots.begin(ACTOR, { chunks: [name], cold: [] });
      await writer.add([{ name, bytes }]);
      const { sequence } = this.log.head;
      const chain = await this.log.chainHexAt(sequence);
      await writer.commit({ version: 1, sequence, chain });
      this.snapshot = bytes;
    });
    return isAdded && isSaved;
  }

  async close(): Promise<void> {
    await this.log.close();
    await this.snapshots.close();
  }

  async #ingest(lines: readonly string[]): Promise<void> {
    const bytes = new TextEncoder().encode(lines.join('\n'));
    await this.log.ingest({ bytes, replay: false, nowMs: NOW_MS });
  }

  async #tried(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'STORE_WRITE_FAILED') throw error;
      return false;
    }
  }
}

/** What a fresh opening of the folder does not have of what a desk was told is there. */
async function missingOf(folder: string, told: Desk): Promise<string[]> {
  const found = await Desk.open(folder);
  const missing: string[] = [];
  const urls = new Set<string>();
  let at = 1;
  for (;;) {
    const item = await found.log.item('news', at);
    if (item === null) break;
    if (item.record.kind === 'news') {
      if (urls.has(item.record.url)) missing.push(`${item.record.url} is there twice`);
      urls.add(item.record.url);
      if (item.body === null) missing.push(`the body of ${item.record.url}`);
    }
    at += 1;
  }
  for (const url of told.acknowledged) if (!urls.has(url)) missing.push(url);
  const users = new Set(found.accounts.users().map(({ login }) => login));
  for (const login of told.users) if (!users.has(login)) missing.push(`user ${login}`);
  const [generation] = await found.snapshots.generations(ACTOR);
  const name = generation?.chunks[0]?.name;
  const bytes = name === undefined ? null : await found.snapshots.readChunk(ACTOR, name);
  if (told.snapshot !== null && bytes?.equals(told.snapshot) !== true) missing.push('the snapshot');
  await found.close();
  return missing;
}

export const fault: Fault = {
  promise:
    'a disk that fills up costs nothing that was acknowledged, and free space brings writes back',
  rounds: 200,
  async run({ rounds, dice, folder, progress }): Promise<Outcome> {
    const mounted = join(folder, 'disk');
    mkdirSync(mounted);
    const disk = mountMemory(mounted, DISK_MB);
    if (disk === null) return { rounds: 0, violations: [], figures: {}, skipped: NO_DISKS };
    const violations: string[] = [];
    const figures = { acknowledged: 0, refused: 0, slowestResumeMs: 0, restarts: 0 };
    let data = join(mounted, 'data');
    let desk = await Desk.open(data);
    await desk.register();
    try {
      for (let round = 1; round <= rounds; round++) {
        disk.fill(dice(FREE_BYTES_MAX));
        let batches = 0;
        while (await desk.send()) {
          if (dice(8) === 0) await desk.writeRest(round);
          batches += 1;
          if (batches > BATCHES_MAX) throw new Error('the disk does not fill');
        }
        figures.refused += 1;
        await desk.writeRest(round);
        if ((await desk.log.item('news', 1)) === null && desk.acknowledged.size > 0) {
          violations.push(`round ${round}: nothing is read while the disk is full`);
        }
        disk.free();
        const freedMs = performance.now();
        while (!(await desk.send())) await sleep(20);
        const resumeMs = performance.now() - freedMs;
        figures.slowestResumeMs = Math.round(Math.max(figures.slowestResumeMs, resumeMs));
        if (resumeMs > RESUME_MS_MAX) {
          violations.push(`round ${round}: writes came back after ${Math.round(resumeMs)} ms`);
        }
        if (!(await desk.writeRest(round))) violations.push(`round ${round}: rest not written`);
        // A disk this small is full for good after some rounds: the next ones begin anew.
        if (round % 10 === 0 || round === rounds) {
          await desk.close();
          for (const what of await missingOf(data, desk))
            violations.push(`round ${round}: ${what}`);
          figures.acknowledged += desk.acknowledged.size;
          figures.restarts += 1;
          disk.unmount();
          mountMemory(mounted, DISK_MB);
          data = join(mounted, `data-${round}`);
          desk = await Desk.open(data);
          await desk.register();
        }
        progress(`round ${round}: slowest return after ${figures.slowestResumeMs} ms`);
      }
    } finally {
      await desk.close();
      disk.unmount();
    }
    return { rounds, violations, figures };
  },
};
