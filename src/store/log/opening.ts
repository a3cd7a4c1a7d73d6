/**
 * Opens the store of a log, or makes it where its folder has none.
 *
 *   copy put back ─► anchor and format, LevelDB closed ─► parts ─► LevelDB ─► anchor again ─► marks
 *
 * Invariants: LevelDB opens no log that contradicts the anchor; the anchor is written only for an
 * empty log; a folder that cannot be written is opened for reading; after a failure nothing stays
 * open.
 * Not here: each check (head.ts, store-parts.ts).
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { TagwireError } from '../../kernel/errors.js';
import { decodeRecord } from '../../kernel/model/wire.js';
import { Anchor } from '../anchor.js';
import { Aside } from '../aside.js';
import { type Barrier, Database } from '../database.js';
import { makeFolder } from '../folders.js';
import { bodyKeyOf, type Head } from './batch.js';
import { decodeFrame } from './frame.js';
import { checkAnchor, checkBeforeOpening, readHead, settlePlace } from './head.js';
import {
  entryKey,
  itemKeyOfBody,
  SECRET_KEY,
  SHARED_KEY,
  SWEPT_KEY,
  sequenceOf,
  sequenceValue,
} from './keys.js';
import type { LogOrder } from './order.js';
import { Rewinds } from './rewinds.js';
import { isNewStore } from './store-parts.js';

const SECRET_BYTES = 32;

export interface OpeningOptions {
  folder: string;
  /** Why writes are forbidden, whatever the state of the disk. */
  barrier?: Barrier;
  /** The order of batches; the store's own order by default. */
  order?: LogOrder;
  /** The log is only read, so the store may be a node's, or of another place. */
  mayBeShared?: boolean;
}

/** The parts of an open log. */
export interface Opened {
  database: Database;
  anchor: Anchor;
  head: Head;
  secret: Buffer;
  sweptSequence: number;
  rewinds: Rewinds;
}

/** @throws TagwireError as `IngestLog.open` says. */
export async function openLog(options: OpeningOptions): Promise<Opened> {
  const { folder, barrier, order, mayBeShared } = options;
  makeFolder(folder);
  const logFolder = join(folder, 'log');
  await Aside.resume(logFolder);
  await checkBeforeOpening(folder);
  const isNew = await isNewStore(folder);
  const database = await Database.open(logFolder, isNew, 'records', barrier);
  let anchor: Anchor | null = null;
  try {
    const secret = (await database.get(SECRET_KEY)) ?? randomBytes(SECRET_BYTES);
    const head = await readHead(database);
    anchor = new Anchor(join(folder, 'anchor'));
    const point = anchor.read();
    await checkAnchor(database, point, head, folder);
    if (head.sequence === 0 && !database.failed) {
      await database.write([{ type: 'put', key: SECRET_KEY, value: secret }]);
    }
    if (point === null && !database.failed) anchor.write(head); // the log is empty
    if (!database.failed) await new Aside(logFolder).drop();
    if (mayBeShared !== true) {
      settlePlace(head, folder);
      await checkSharedMark(database, order?.sharedName ?? null, folder);
    }
    const sweptSequence = await sweptSequenceOf(database, head);
    const rewinds = await Rewinds.of(database);
    return { database, anchor, head, secret, sweptSequence, rewinds };
  } catch (error) {
    await database.close();
    anchor?.close();
    throw error;
  }
}

/**
 * @param name of the shared log for which the store is opened; null for a single server.
 * @throws TagwireError CONFIG_INVALID when the store belongs to another one.
 */
async function checkSharedMark(
  database: Database,
  name: string | null,
  folder: string,
): Promise<void> {
  const noted = (await database.get(SHARED_KEY))?.toString() ?? null;
  if (noted === name) return;
  if (noted === null) {
    if (!database.failed) {
      await database.write([{ type: 'put', key: SHARED_KEY, value: Buffer.from(name!) }]);
    }
    return;
  }
  const wanted = name === null ? 'no log is named' : `the log named is "${name}"`;
  throw new TagwireError(
    'CONFIG_INVALID',
    `${folder} is a node's store of the shared log "${noted}", and ${wanted}: start it with --log jetstream://…/${noted}; ` +
      'for a store of its own, back it up and restore the backup into another folder',
  );
}

/**
 * The entry up to which bodies are deleted, in a store without a note of it.
 *
 * Versions without history deleted bodies and noted nothing. Without this entry their snapshots
 * would seem replaceable by the log. The newest entries are searched first, about a week of them,
 * until one has an expired and deleted body. Bodies that are missing before their expiry are
 * damage, which `verify` reports.
 *
 * Returns the value of the note, which is written if it is missing and can be written.
 */
async function sweptSequenceOf(database: Database, head: Head): Promise<number> {
  const noted = await database.get(SWEPT_KEY);
  if (noted !== undefined) return sequenceOf(noted);
  const sequence = await lastSwept(database, head);
  if (!database.failed) {
    await database.write([{ type: 'put', key: SWEPT_KEY, value: sequenceValue(sequence) }]);
  }
  return sequence;
}

async function lastSwept(database: Database, { sequence, lastTickMs }: Head): Promise<number> {
  const range = { gte: entryKey(1), lt: entryKey(sequence + 1), reverse: true };
  for await (const [key, value] of database.entries(range)) {
    const frame = decodeFrame(value);
    if (frame === null || frame.purged || frame.bodyHash === 0n) continue;
    const record = decodeRecord(frame.payload);
    const bodyKey = bodyKeyOf(record);
    if (bodyKey === null || bodyKey.readUIntBE(1, 6) > (lastTickMs ?? 0)) continue;
    const at = sequenceOf(key.subarray(1));
    const pointer = await database.get(itemKeyOfBody(bodyKey));
    // The body of an older record was replaced.
    const isNewest = pointer !== undefined && sequenceOf(pointer) === at;
    if (isNewest && (await database.get(bodyKey)) === undefined) return at;
  }
  return 0;
}
