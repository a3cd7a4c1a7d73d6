/**
 * Damages one file of a whole store at a time: a bit flips, the file is missing, an earlier version of
 * it is put back, or it changes places with another one. The store has expired bodies, two generations
 * of snapshots, history, accounts and the state of a crawler.
 *
 * A fault is detected when `verify` names the file. Otherwise it must be harmless: everything that
 * can be read of the store is what it was. (An earlier state of the crawler is harmless: it repeats
 * some polls.) For a share of the faults `repair` runs on a copy: afterwards nothing is damaged and
 * what it says is not lost is there, or it has changed nothing.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { generateCorpus } from '../../demo/corpus.js';
import { readVocabulary } from '../../demo/read-vocabulary.js';
import { verifyFolder, withRepair } from '../../src/app/cli/actions/verify.js';
import { openStore } from '../../src/app/open-store.js';
import { CrawlStore } from '../../src/crawler/state/crawl-store.js';
import { DAY_MS, ManualClock } from '../../src/kernel/clock.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { TagwireError } from '../../src/kernel/errors.js';
import { hash64, hexOf } from '../../src/kernel/hash.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { Accounts } from '../../src/store/accounts/accounts.js';
import { FolderReader } from '../../src/store/leveldb/folder-reader.js';
import { snapshotFoldersOf } from '../../src/store/repair/snapshot-check.js';
import type { Fault, Outcome, Run } from './fault.js';

const END_MS = Date.parse('2024-05-10T00:00:00.000Z');
const WORLD = { seed: 9, days: 10, endMs: END_MS, media: 3, perDay: 8, blogs: 2 };
/** Lines after which the earlier version of the store is taken. */
const LATE_LINES = 40;
const REPAIRED_EVERY = 20;
const KINDS = ['flipped', 'missing', 'old', 'swapped'] as const;
/** Files that say nothing about a store. */
const IDLE = /(^|\/)(LOG|LOG\.old|LOCK|VERIFIED|clock|lock|rejects\.ndjson)$/;
const ALL = { gte: Buffer.alloc(0), lt: Buffer.alloc(64, 0xff) };

export const fault: Fault = {
  promise: 'no damaged file goes unnoticed, and a repair never makes it worse',
  rounds: 10_000,
  run: (run) => new Flips(run).run(),
};

interface Damage {
  kind: (typeof KINDS)[number];
  file: string;
  other: string;
  /** What to write back. */
  before: Map<string, Buffer>;
}

class Flips {
  readonly #run: Run;
  readonly #data: string;
  readonly #old: string;
  readonly #outcome: Outcome = { rounds: 0, violations: [], figures: {} };

  constructor(run: Run) {
    this.#run = run;
    this.#data = join(run.folder, 'data');
    this.#old = join(run.folder, 'old');
  }

  async run(): Promise<Outcome> {
    await this.#make();
    const whole = await contentOf(this.#data);
    const findings = await named(this.#data);
    if (findings.length > 0) this.#break(`the store is not sound before: ${findings[0]}`);
    for (let round = 0; round < this.#run.rounds; round++) {
      const damage = this.#damage();
      this.#count(damage.kind);
      const label = `${damage.kind} ${damage.file}${damage.other === '' ? '' : ` and ${damage.other}`}`;
      try {
        await this.#judge(damage, label, whole);
        if (round % REPAIRED_EVERY === 0) await this.#repair(label, whole);
      } catch (error) {
        this.#break(`${label}: ${error instanceof Error ? error.stack : String(error)}`);
      }
      for (const [file, bytes] of damage.before) this.#write(file, bytes);
      this.#outcome.rounds += 1;
      this.#run.progress(`${round + 1} rounds, ${this.#outcome.violations.length} violations`);
    }
    return this.#outcome;
  }

  /** An earlier and a later version of the same store. */
  async #make(): Promise<void> {
    const lines = [...generateCorpus(WORLD, readVocabulary())];
    await this.#fill(lines.slice(0, -LATE_LINES), END_MS - DAY_MS);
    const clock = new ManualClock(END_MS);
    const accounts = Accounts.open(this.#data, clock);
    await accounts.addUser('tea', 'Tea');
    await accounts.createKey('tea', 'first');
    await this.#crawl(['one', 'two']);
    cpSync(this.#data, this.#old, { recursive: true });
    await this.#fill(lines.slice(-LATE_LINES), END_MS);
    await accounts.createKey('tea', 'second');
    await this.#crawl(['three']);
  }

  async #fill(lines: readonly string[], untilMs: number): Promise<void> {
    const config = resolveConfig({ flags: { data: this.#data }, environment: {}, file: {} });
    const sink = await openStore(config, silentLogger);
    await sink.ingest(new TextEncoder().encode(lines.join('\n')), true);
    await sink.advance(untilMs);
    await sink.settle();
    await sink.close();
  }

  async #crawl(names: readonly string[]): Promise<void> {
    const store = await CrawlStore.open(join(this.#data, 'crawler'), silentLogger);
    for (const name of names) {
      store.putAlias('source', name, `hash of ${name}`);
      store.putVisit('source', name, END_MS);
    }
    await store.close();
  }

  #damage(): Damage {
    const { dice } = this.#run;
    const files = filesIn(this.#data);
    const kind = KINDS[dice(4)]!;
    const file = files[dice(files.length)]!;
    const bytes = readFileSync(join(this.#data, file));
    const damage: Damage = { kind, file, other: '', before: new Map([[file, bytes]]) };
    if (kind === 'missing') rmSync(join(this.#data, file));
    else if (kind === 'old' && existsSync(join(this.#old, file))) {
      this.#write(file, readFileSync(join(this.#old, file)));
    } else if (kind === 'swapped') {
      const other = files[dice(files.length)]!;
      const others = readFileSync(join(this.#data, other));
      damage.other = other;
      damage.before.set(other, others);
      this.#write(file, others);
      this.#write(other, bytes);
    } else {
      damage.kind = 'flipped';
      const changed = Buffer.from(bytes);
      if (changed.length > 0) changed[dice(changed.length)]! ^= 1 << dice(8);
      this.#write(file, changed);
    }
    return damage;
  }

  async #judge({ file, other, kind }: Damage, label: string, whole: Content): Promise<void> {
    const findings = await named(this.#data);
    if (findings.length === 0) {
      const { all } = await contentOf(this.#data);
      if (all === whole.all) this.#count('harmless');
      else this.#break(`${label}: not noticed`);
      return;
    }
    this.#count('named');
    // A database is named by any of its files, a list by the pieces that it no longer names.
    const places = [file, other].filter((one) => one !== '').flatMap(placesOf);
    if (findings.some((one) => places.some((place) => one.includes(place)))) return;
    // What follows from the file may be all that is wrong.
    this.#break(`${label}: noticed, but not named (${findings[0]}; ${kind})`);
  }

  async #repair(label: string, whole: Content): Promise<void> {
    const copy = join(this.#run.folder, 'copy');
    rmSync(copy, { recursive: true, force: true });
    cpSync(this.#data, copy, { recursive: true });
    const before = digestOf(copy);
    try {
      const losses = await withRepair(copy, null, async (repair) => {
        if (repair.isNeeded) await repair.run();
        return repair.plan.losses;
      });
      this.#count('repaired');
      const { report } = await verifyFolder(copy);
      const left = report.findings.find(({ level }) => level === 'damage');
      if (left !== undefined) this.#break(`${label}: still damaged after its repair: ${left.what}`);
      const { log, entries } = await contentOf(copy);
      if (losses.length === 0 && log !== whole.log)
        this.#break(`${label}: the repair changed the log`);
      if (!whole.entries.join(' ').startsWith(entries.join(' '))) {
        this.#break(`${label}: the repaired log is no prefix`);
      }
    } catch (error) {
      if (!(error instanceof TagwireError)) throw error;
      this.#count('not repaired');
      if (digestOf(copy) !== before)
        this.#break(`${label}: ${error.message}, and something changed`);
    }
  }

  #write(file: string, bytes: Buffer): void {
    const path = join(this.#data, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }

  #count(figure: string): void {
    this.#outcome.figures[figure] = (this.#outcome.figures[figure] ?? 0) + 1;
  }

  #break(what: string): void {
    this.#outcome.violations.push(what);
  }
}

/** What verify says, one line for each finding. */
async function named(data: string): Promise<string[]> {
  const { report } = await verifyFolder(data);
  return report.findings.map(({ file, what }) => `${file}: ${what}`);
}

/** What names a file: itself, or the database or the folder that it belongs to. */
function placesOf(file: string): string[] {
  const parts = file.split('/');
  return parts.length === 1 ? [file] : [file, parts[0]!];
}

interface Content {
  /** Everything that can be read, as one hash. */
  all: string;
  /** The log's part of it, without what a repair sets anew. */
  log: string;
  /** Chain of hashes of the entries. */
  entries: string[];
}

async function contentOf(data: string): Promise<Content> {
  let log = 0n;
  let rest = 0n;
  const entries: string[] = [];
  const view = await FolderReader.counted(join(data, 'log'));
  for await (const [key, value] of view.entries(ALL)) {
    const sum = hash64(Buffer.concat([key, value]));
    if (key[0] === 0x6c) entries.push(hexOf(sum));
    // A repair takes out bodies that have expired, and sets the notes of that and of erasures anew.
    const isExpired = key[0] === 0x62 && key.readUIntBE(1, 6) < END_MS;
    if ((key.length > 1 || key[0] === 0x6b) && !isExpired)
      log = hash64(Buffer.from(hexOf(sum)), log);
    else rest = hash64(Buffer.from(hexOf(sum)), rest);
  }
  for (const { lists } of await snapshotFoldersOf(data)) {
    for (const [actor, list] of lists)
      rest = hash64(Buffer.concat([Buffer.from(actor), list!]), rest);
  }
  const users = Accounts.open(data, new ManualClock(END_MS));
  const keys = users.users().map((user) => [user, users.keysOf(user)]);
  rest = hash64(Buffer.from(JSON.stringify(keys)), rest);
  return { all: `${hexOf(log)} ${hexOf(rest)}`, log: hexOf(log), entries };
}

/** Every file that something depends on, within the folder. */
function filesIn(data: string): string[] {
  return readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(data, join(parentPath, name)))
    .filter((file) => !IDLE.test(file))
    .sort();
}

/** The bytes of all files, as one hash. */
function digestOf(data: string): string {
  let sum = 0n;
  for (const file of filesIn(data)) {
    const path = join(data, file);
    sum = hash64(
      Buffer.concat([Buffer.from(`${file} ${statSync(path).size}`), readFileSync(path)]),
      sum,
    );
  }
  return hexOf(sum);
}
