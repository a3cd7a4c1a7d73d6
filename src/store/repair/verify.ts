/**
 * Verifies a data folder: log, anchor, snapshots, history, accounts, state of the crawler.
 *
 * Invariants: nothing is written. For a folder that a server holds, the log and the lists come from
 * the server, as of one moment; files that seem damaged are read again, because they may have
 * changed meanwhile.
 * Not here: repairs (repair.ts).
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { systemClock } from '../../kernel/clock.js';
import { decode } from '../../kernel/codec.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import { Accounts } from '../accounts/accounts.js';
import { inspectAnchor } from '../anchor.js';
import type { BackupSource } from '../backup/source.js';
import type { FileDamage } from '../leveldb/bytes.js';
import { flawsOf } from '../leveldb/check.js';
import { FolderReader } from '../leveldb/folder-reader.js';
import { readManifest } from '../leveldb/manifest.js';
import type { BackupState } from '../log/backup-session.js';
import { checkFormat } from '../log/head.js';
import { holdsDatabase } from '../snapshot-lists.js';
import { PROFILES } from '../snapshots.js';
import { checkPoint, LogCheck, type LogFacts, type LogView } from './log-check.js';
import { isCutOff } from './moves.js';
import { Report, type StorePart } from './report.js';
import {
  checkFloor,
  checkSnapshots,
  type Judged,
  listsFolder,
  placesOf,
  type ReadFormats,
  type SnapshotFolder,
  snapshotFoldersOf,
} from './snapshot-check.js';

/** Attempts to read a file that seems damaged while a server changes it. */
const LOOKS_MAX = 3;
const LOOK_PAUSE_MS = 200;

const PARTS: readonly StorePart[] = ['log', 'snapshots', 'crawler'];

export interface VerifyOptions {
  data: string;
  formats: readonly ReadFormats[];
  /** The server that holds the folder; null without a server. */
  served: BackupSource | null;
}

export interface Verified {
  report: Report;
  /** Null when the log's files are damaged. */
  facts: LogFacts | null;
}

/** Verifies all parts. @throws TagwireError STORE_UNKNOWN for a store of another version. */
export async function verify(options: VerifyOptions): Promise<Verified> {
  const { served } = options;
  if (served === null) return new Verification(options, null).run();
  const state = await served.begin();
  try {
    return await new Verification(options, state).run();
  } finally {
    await served.end();
  }
}

class Verification {
  readonly #options: VerifyOptions;
  readonly #state: BackupState | null;
  readonly #report = new Report();

  constructor(options: VerifyOptions, state: BackupState | null) {
    this.#options = options;
    this.#state = state;
  }

  async run(): Promise<Verified> {
    const { data, formats } = this.#options;
    const report = this.#report;
    const folders = await this.#folders();
    const facts = await this.#checkLog(placesOf(folders));
    const isServed = this.#state !== null;
    const options = { data, formats, facts, report, isServed };
    const judged: Judged[] = [];
    for (const folder of folders) judged.push(...(await checkSnapshots(folder, options)));
    checkFloor(judged, options);
    this.#checkAccounts();
    await this.#checkCrawler();
    this.#checkLeftovers();
    return { report, facts };
  }

  async #folders(): Promise<SnapshotFolder[]> {
    const { data, served } = this.#options;
    if (await holdsDatabase(listsFolder(data, 'snapshots'))) {
      const means = 'every snapshot; history or the log is taken instead';
      await this.#checkDatabase('snapshots', 'snapshots/lists', means);
    }
    if (served === null || this.#state === null) return snapshotFoldersOf(data);
    const folders: SnapshotFolder[] = [];
    for (const profile of PROFILES) {
      const lists = new Map<string, Buffer>();
      for (const actor of this.#state.actors[profile] ?? []) {
        lists.set(actor, await served.list(profile, actor, true));
      }
      folders.push({ profile, lists });
    }
    return folders;
  }

  async #checkLog(places: readonly number[]): Promise<LogFacts | null> {
    const { data, served } = this.#options;
    const flaws = await this.#flaws('log');
    for (const flaw of flaws) {
      this.#fileDamage('log', flaw, await contentOfLogFile(data, flaw.path));
    }
    const anchor = inspectAnchor(join(data, 'anchor'));
    if (served === null) {
      for (const at of anchor.flaws) {
        const what = 'a slot that was not written whole, or is damaged; the other one counts';
        this.#report.note({ part: 'anchor', file: 'anchor', at, what, means: 'nothing by itself' });
      }
    }
    const wanted = new Set([...places, anchor.point?.sequence ?? 0]);
    const isReadable = flaws.length === 0;
    // For a log with damaged files only its extent is reported.
    const report = isReadable ? this.#report : new Report();
    let facts: LogFacts;
    try {
      const view: LogView =
        served === null
          ? await FolderReader.counted(join(data, 'log'))
          : {
              entries: served.range.bind(served),
              get: async (key) => (await served.get([key]))[0]?.[1],
            };
      await checkFormat(view, 1, data);
      facts = await new LogCheck({ view, report, file: 'log', places: wanted }).run();
    } catch (error) {
      const isUnknown = error instanceof TagwireError && error.code === 'STORE_UNKNOWN';
      if (isReadable || isUnknown) throw error;
      return null;
    }
    // A server changes the anchor meanwhile.
    if (served === null) checkPoint(anchor.point, facts, this.#report);
    return isReadable ? facts : null;
  }

  #checkAccounts(): void {
    const { data } = this.#options;
    const file = 'accounts/journal';
    if (!existsSync(join(data, 'accounts'))) {
      this.#report.done('accounts', 'none');
      return;
    }
    try {
      const accounts = Accounts.open(data, systemClock);
      const users = accounts.users();
      const keys = users.reduce((sum, user) => sum + accounts.keysOf(user).length, 0);
      this.#report.done('accounts', `${users.length} users, ${keys} keys in force`);
    } catch (error) {
      const reason = messageOf(error);
      const named = reason.includes('journal.anchor') ? 'accounts/journal.anchor' : file;
      const at = Number(/behind byte (\d+)/.exec(reason)?.[1] ?? 0);
      const what = reason.replace(`${join(data, named)} `, '').replace(/; no key.*/, '');
      const means = 'all users and API keys';
      this.#report.damage({ part: 'accounts', file: named, at, what, means });
    }
  }

  async #checkCrawler(): Promise<void> {
    const { data } = this.#options;
    const folder = join(data, 'crawler', 'state');
    if (!existsSync(folder)) {
      this.#report.done('crawler', 'none');
      return;
    }
    const means = 'what was fetched and when; without it every source is read once more';
    const flaws = await this.#checkDatabase('crawler', 'crawler/state', means);
    if (flaws > 0 || this.#options.served !== null) return;
    const reader = await FolderReader.counted(folder);
    let values = 0;
    const all = { gte: Buffer.alloc(0), lt: Buffer.alloc(64, 0xff) };
    for await (const [key, value] of reader.entries(all)) {
      values += 1;
      try {
        decode(value);
      } catch {
        const what = `the value of ${key.toString()} cannot be read`;
        const place = { part: 'crawler', file: 'crawler/state', at: null } as const;
        this.#report.valueDamage('crawler', { ...place, what, means });
      }
    }
    this.#report.done('crawler', `${values} values`);
  }

  /** Notes folders of data set aside, or of an interrupted repair. */
  #checkLeftovers(): void {
    const { data } = this.#options;
    for (const name of existsSync(data) ? readdirSync(data) : []) {
      if (name === 'repairing') {
        const place = { part: 'folder', file: name, at: null } as const;
        const what = 'a repair did not end';
        const means = 'what it was to put in place; `tagwire repair` ends it';
        if (isCutOff(data)) this.#report.damage({ ...place, what, means });
        else this.#report.note({ ...place, what, means: 'nothing; the next repair removes it' });
      }
      if (name !== 'quarantine' && !name.endsWith('.damaged')) continue;
      const means = 'nothing; delete it when nobody looks at it any more';
      const what = 'it keeps what was set aside, also what was erased or has expired since';
      this.#report.note({ part: 'folder', file: name, at: null, what, means });
    }
  }

  /** Reports the damaged files of a database; returns their number. */
  async #checkDatabase(part: StorePart, name: string, means: string): Promise<number> {
    if (!existsSync(join(this.#options.data, name))) return 0;
    const flaws = await this.#flaws(name);
    for (const flaw of flaws) this.#fileDamage(part, flaw, means);
    return flaws.length;
  }

  #fileDamage(part: StorePart, { path, at, what }: FileDamage, means: string): void {
    const file = relative(this.#options.data, path);
    this.#report.damage({ part, file, at, what, means });
  }

  /** Without a server, no write is in progress: the last write was cut off, or damaged later. */
  #noteTail({ path, at, what }: FileDamage): void {
    if (this.#options.served !== null) return;
    const file = relative(this.#options.data, path);
    const part = partOf(file);
    const means = 'the last write, which was cut off before it counted, or was damaged since';
    this.#report.note({ part, file, at, what, means });
  }

  /** The damage of a database. With a server, only damage that every attempt finds. */
  async #flaws(name: string): Promise<FileDamage[]> {
    const folder = join(this.#options.data, name);
    let flaws = await flawsOf(folder, (tail) => this.#noteTail(tail));
    if (this.#options.served === null) return flaws;
    for (let look = 1; look < LOOKS_MAX && flaws.length > 0; look++) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_PAUSE_MS));
      const again = (await flawsOf(folder, () => undefined)).map(({ message }) => message);
      flaws = flaws.filter(({ message }) => again.includes(message));
    }
    return flaws;
  }
}

/** The part that a file of a database belongs to. */
function partOf(file: string): StorePart {
  return PARTS.find((part) => file.startsWith(part)) ?? 'folder';
}

/** By the first byte of a key, in key order. */
const TABLES: readonly (readonly [string, string])[] = [
  ['b', 'bodies'],
  ['i', 'identities'],
  ['l', 'entries'],
  ['n', 'pointers to newest records'],
  ['t', 'rewinds of the clock'],
  ['x', 'marks of entries that are set aside'],
];

/** The content of a file of `log/`. */
async function contentOfLogFile(data: string, path: string): Promise<string> {
  const name = basename(path);
  if (/^(CURRENT|MANIFEST)/.test(name))
    return 'everything: it says which files the log consists of';
  if (name.endsWith('.log')) return 'what was written last';
  const manifest = await readManifest(join(data, 'log')).catch(() => null);
  const number = Number.parseInt(name, 10);
  const table = manifest?.tables.find((one) => one.number === number);
  if (table === undefined) return 'a part of the log';
  const [from, to] = [table.smallest, table.largest].map((key) => key.subarray(0, -8));
  if (from![0] === 0x6c && to![0] === 0x6c && from!.length === 7 && to!.length === 7) {
    return `entries ${from!.readUIntBE(1, 6)} to ${to!.readUIntBE(1, 6)}`;
  }
  const held = TABLES.filter(([letter]) => {
    const byte = letter.charCodeAt(0);
    return byte >= from![0]! && byte <= to![0]!;
  });
  return held.map(([, words]) => words).join(', ') || 'the head of the log';
}
