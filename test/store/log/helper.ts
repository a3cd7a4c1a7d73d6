/** A log in a folder of its own, lines to feed it, and everything that it holds. */
import { join } from 'node:path';
import type { Test } from 'tap';
import { isoOf } from '../../../src/kernel/clock.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { type Block, BlockCursor } from '../../../src/kernel/model/block.js';
import type { Entry, LogRecord, RecordKind } from '../../../src/kernel/model/records.js';
import { Database } from '../../../src/store/database.js';
import { IngestLog } from '../../../src/store/log/ingest-log.js';
import type { IngestResult } from '../../../src/store/log/intake.js';
import { tempFolder } from '../helper.js';

/** The clock of the tests; a Saturday, 12:00 in Taipei. */
export const NOW_MS = Date.UTC(2026, 0, 31, 4);
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

export type Line = { kind: string; [field: string]: unknown };

export const MEDIA: Line = { kind: 'media', media: 'abc', title: 'ABC', enabled: true };
export const BLOG: Line = {
  kind: 'blog',
  slug: 'tea',
  name: 'Tea',
  sourceUrl: 'https://tea.example/',
};

/** An article; its number makes its address. */
export function news(number: number, fields: object = {}): Line {
  const url = `https://abc.example/${number}`;
  return { kind: 'news', media: 'abc', url, title: `Title ${number}`, ...fields };
}

/** A post; its number makes its address. */
export function post(number: number, fields: object = {}): Line {
  const url = `https://tea.example/${number}`;
  return { kind: 'post', blog: 'tea', url, title: `Post ${number}`, ...fields };
}

export function bytesOf(lines: readonly (Line | string)[]): Uint8Array {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  return Uint8Array.from(Buffer.from(texts.map((text) => `${text}\n`).join('')));
}

/** ISO time at so many minutes after `NOW_MS`. */
export function at(minutes: number): string {
  return isoOf(NOW_MS + minutes * 60_000);
}

export interface Desk {
  folder: string;
  log: IngestLog;
  /** Ingests lines; `replay` moves the store's time along. */
  send(lines: readonly (Line | string)[], replay?: boolean): Promise<IngestResult>;
  /** Closes the log and opens it again. */
  reopen(): Promise<void>;
}

export function openLog(folder: string): Promise<IngestLog> {
  return IngestLog.open({ folder, logger: silentLogger });
}

/** A new log; closed and gone after the test. */
export async function makeDesk(t: Pick<Test, 'teardown'>): Promise<Desk> {
  const folder = tempFolder(t);
  const desk: Desk = {
    folder,
    log: await openLog(folder),
    send: (lines, replay = false) =>
      desk.log.ingest({ bytes: bytesOf(lines), replay, nowMs: NOW_MS }),
    reopen: async () => {
      await desk.log.close();
      desk.log = await openLog(folder);
    },
  };
  t.teardown(() => desk.log.close().catch(() => undefined));
  return desk;
}

/** The entries of a block. */
export function entriesOf(block: Block | null): Entry[] {
  if (block === null) return [];
  const cursor = new BlockCursor(block);
  return Array.from({ length: block.count }, () => cursor.next(true));
}

/** Every entry of a log, verified. */
export async function readAll(log: IngestLog): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (;;) {
    const block = await log.read(entries.length + 1, 'needed');
    if (block === null) return entries;
    entries.push(...entriesOf(block));
  }
}

/** Records of one kind, in the order of the log. */
export async function recordsOf<K extends RecordKind>(
  log: IngestLog,
  kind: K,
): Promise<Extract<LogRecord, { kind: K }>[]> {
  const entries = await readAll(log);
  return entries
    .map(({ record }) => record)
    .filter((record): record is Extract<LogRecord, { kind: K }> => record.kind === kind);
}

/** Everything that the database of a closed log holds under a letter: hex of keys and values. */
export async function dump(folder: string, letters: string): Promise<[string, string][]> {
  const found: [string, string][] = [];
  await withDatabase(folder, async (database) => {
    const range = { gte: Buffer.from([0]), lt: Buffer.from([255]) };
    for await (const [key, value] of database.entries(range)) {
      if (!letters.includes(String.fromCharCode(key[0]!))) continue;
      found.push([key.toString('hex'), value.toString('hex')]);
    }
  });
  return found;
}

/** Works on the database of a closed log. */
export async function withDatabase(
  folder: string,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = await Database.open(join(folder, 'log'), false);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
