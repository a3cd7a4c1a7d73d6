/**
 * Opens the store of a log, and makes it where its folder has none.
 *
 *   copy put back ─► anchor and format, LevelDB closed ─► parts ─► LevelDB ─► anchor again ─► marks
 *
 * Invariants: LevelDB opens nothing that the anchor contradicts; the anchor is written only for a log
 * that holds nothing; what cannot be written is only read; where opening fails, nothing stays open.
 * Not here: each check (head.ts, store-parts.ts, place-mark.ts, shared-mark.ts).
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Anchor } from '../anchor.js';
import { Aside } from '../aside.js';
import { type Barrier, Database } from '../database.js';
import { makeFolder } from '../folder-sync.js';
import type { Head } from './batch.js';
import { checkAnchor, checkBeforeOpening, readHead } from './head.js';
import { SECRET_KEY } from './keys.js';
import type { LogOrder } from './order.js';
import { settlePlace } from './place-mark.js';
import { Rewinds } from './rewinds.js';
import { checkSharedMark } from './shared-mark.js';
import { isNewStore } from './store-parts.js';
import { sweptSequenceOf } from './swept-note.js';

const SECRET_BYTES = 32;

export interface OpeningOptions {
  folder: string;
  /** What stands against writing, whatever the disk says. */
  barrier?: Barrier;
  /** What decides which batch follows which; the store's own order by default. */
  order?: LogOrder;
  /** Nothing is appended, so that it may be a node's store, or one of another place, as well. */
  mayBeShared?: boolean;
}

/** What a log that is open goes on from. */
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
    if (point === null && !database.failed) anchor.write(head); // the log holds nothing
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
