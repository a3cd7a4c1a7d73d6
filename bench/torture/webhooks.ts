/**
 * A server with a webhook, killed while it delivers: every change comes at least once, and nothing
 * comes before what stands in front of it in the log. A server that starts again may repeat what it
 * had no time to write down.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../src/app/open-store.js';
import { systemClock } from '../../src/kernel/clock.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { Accounts } from '../../src/store/accounts/accounts.js';
import { IngestLog } from '../../src/store/log/ingest-log.js';
import type { Fault, Outcome } from './fault.js';
import { batchOf } from './kill-batches.js';
import { child, kill } from './processes.js';

/** Nothing is waited for longer. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 20;
/** A server that delivers is killed within so long. */
const DELIVERING_MS = 4000;
const ENDLESS = 1_000_000;
/** The address of an article ends with its number; the first of each batch changes twice. */
const BATCH_ARTICLES = 40;
const EVERYTHING = { kinds: ['article'], q: null, tag: null, owners: null, category: null };

export const fault: Fault = {
  promise: 'a webhook is told every change at least once and in order, whatever is killed',
  rounds: 100,
  run: async ({ rounds, dice, folder, progress }) => {
    const figures = { acknowledged: 0, told: 0, repeated: 0 };
    const outcome: Outcome = { rounds: 0, violations: [], figures };
    const data = join(folder, 'store');
    const told = new Told(
      (what) => void outcome.violations.push(`round ${outcome.rounds}: ${what}`),
    );
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      for (const change of JSON.parse(body).changes) told.add(change);
      response.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await prepare(data, (server.address() as AddressInfo).port);
    let next = 1;
    const start = (end: number) => {
      told.begins();
      const process = child('webhooks-child', [data, String(next), String(end)]);
      createInterface({ input: process.stdout! }).on('line', (line) => {
        next = Number(line) + 1;
      });
      return process;
    };
    for (; outcome.rounds < rounds; outcome.rounds++) {
      const process = start(ENDLESS);
      const before = told.count;
      const isTold = await until(() => told.count > before || process.exitCode !== null);
      if (!isTold) outcome.violations.push(`round ${outcome.rounds}: nothing was told`);
      await sleep(dice(DELIVERING_MS));
      if (process.exitCode !== null) outcome.violations.push(`round ${outcome.rounds}: it ended`);
      await kill(process);
      progress(`${outcome.rounds} of ${rounds} kills, ${told.count} changes told`);
    }
    const last = start(next);
    const end = next * BATCH_ARTICLES;
    const missing = (): number[] =>
      Array.from({ length: end - BATCH_ARTICLES }, (_, at) => BATCH_ARTICLES + at).filter(
        (number) => !told.has(number),
      );
    await until(() => missing().length === 0);
    for (const number of missing()) outcome.violations.push(`article ${number} was never told`);
    await kill(last);
    server.close();
    Object.assign(figures, { acknowledged: next - 1, told: told.count, repeated: told.repeated });
    return outcome;
  },
};

/** What the receiver was told, in the order in which it came. */
class Told {
  readonly #broke: (what: string) => void;
  readonly #ids = new Set<number>();
  readonly #numbers = new Set<number>();
  #newest = 0;
  /** The last one of this server. */
  #last = 0;
  repeated = 0;

  constructor(broke: (what: string) => void) {
    this.#broke = broke;
  }

  get count(): number {
    return this.#ids.size;
  }

  has(number: number): boolean {
    return this.#numbers.has(number);
  }

  /** Another server begins: it may repeat. */
  begins(): void {
    this.#last = 0;
  }

  add({ id, article }: { id: number; article: { url: string } }): void {
    const number = Number(article.url.slice(article.url.lastIndexOf('/') + 1));
    this.#numbers.add(number);
    // It was changed later in its batch, and is told at that place.
    if (number % BATCH_ARTICLES === 0) return;
    if (id <= this.#last) this.#broke(`article ${id} came after ${this.#last}`);
    this.#last = id;
    if (this.#ids.has(id)) this.repeated += 1;
    else if (id < this.#newest) this.#broke(`article ${id} came first after ${this.#newest}`);
    this.#ids.add(id);
    this.#newest = Math.max(this.#newest, id);
  }
}

/** A store with a webhook that begins behind its catalog. */
async function prepare(data: string, port: number): Promise<void> {
  const flags = { data, logLevel: 'silent' };
  const sink = await openStore(resolveConfig({ flags, environment: {}, file: {} }), silentLogger);
  await sink.ingest(batchOf(0), false);
  await sink.close();
  const log = await IngestLog.open({ folder: data, logger: silentLogger });
  const untilSequence = log.head.sequence;
  const after = { sequence: untilSequence, id: 0, chain: null };
  const { next } = await log.changes({ kind: 'news', after, untilSequence, countMax: 1 });
  await log.close();
  const { sequence, id, chain } = next;
  const accounts = Accounts.open(data, systemClock);
  await accounts.webhooks.add(await accounts.addUser('reader', ''), {
    ...{ service: 'news', url: `http://127.0.0.1:${port}/`, question: EVERYTHING, label: '' },
    place: { sequence, id, chain: chain!, nowMs: Date.now() },
  });
}

async function until(holds: () => boolean): Promise<boolean> {
  for (const endMs = performance.now() + PATIENCE_MS; performance.now() < endMs; ) {
    if (holds()) return true;
    await sleep(LOOK_MS);
  }
  return false;
}
