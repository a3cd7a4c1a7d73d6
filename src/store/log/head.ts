/**
 * The head of the log: its storage, its comparison with the anchor, and its place.
 *
 * Invariant: a store whose log ends before the acknowledged head, or differs there, is refused.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from '../../kernel/codec.js';
import { PLACE } from '../../kernel/current-place.js';
import { TagwireError } from '../../kernel/errors.js';
import { type FoldedPlace, foldedText, foldsAlike, placeFile, TAIWAN } from '../../kernel/place.js';
import { type AnchorPoint, inspectAnchor } from '../anchor.js';
import type { Reads } from '../database.js';
import { checkFolder } from '../leveldb/check.js';
import { FolderReader } from '../leveldb/folder-reader.js';
import type { Head } from './batch.js';
import { CHAIN_START, decodeFrame, unknownVersionOf } from './frame.js';
import { entryKey, HEAD_KEY } from './keys.js';

/** A stored head: the chain hash is a decimal text. */
export interface StoredHead extends Omit<Head, 'chain'> {
  chain: string;
}

/** Notes of a log beside its head. */
export interface LogMarks {
  /** Up to this entry bodies may be deleted. */
  sweptSequence: number;
  /** The entry of an erasure that snapshots may lack; null when there is none. */
  erasureSequence: number | null;
}

/** The stored head, or that of an empty log. */
export async function readHead(database: Reads): Promise<Head> {
  const bytes = await database.get(HEAD_KEY);
  if (bytes === undefined) {
    return {
      sequence: 0,
      chain: CHAIN_START,
      nextIds: { news: 1, post: 1, blog: 1, 'portal-item': 1 },
      lastTickMs: null,
      ...ownMark(),
    };
  }
  const stored = decode(bytes) as StoredHead;
  return { ...stored, chain: BigInt(stored.chain) };
}

/** Value of the head, part of every batch. */
export function encodeHead(head: Head): Buffer {
  return encode({ ...head, chain: head.chain.toString() });
}

/**
 * Compares the log with its anchor before the database is opened, because LevelDB deletes files
 * that a damaged manifest lacks and that a repair could still use.
 * @throws TagwireError STORE_DAMAGED unless the log has all acknowledged entries.
 */
export async function checkBeforeOpening(folder: string): Promise<void> {
  if (existsSync(join(folder, 'repairing', 'moves.json'))) {
    throw new TagwireError('STORE_DAMAGED', `${folder}: a repair of it did not end`);
  }
  const { point } = inspectAnchor(join(folder, 'anchor'));
  if (point === null || point.sequence === 0) return;
  const path = join(folder, 'log');
  if (!existsSync(join(path, 'CURRENT'))) return;
  const reader = await FolderReader.counted(path);
  await checkFormat(reader, point.sequence, folder);
  try {
    await checkAnchor(reader, point, await readHead(reader), folder);
  } catch (error) {
    // The error about the damaged file is more precise.
    await checkFolder(path);
    throw error;
  }
}

/**
 * @param sequence of an entry that the log should have.
 * @throws TagwireError STORE_UNKNOWN when another version of Tagwire wrote it.
 */
export async function checkFormat(log: Reads, sequence: number, folder: string): Promise<void> {
  const entry = await log.get(entryKey(sequence));
  const version = entry === undefined ? null : unknownVersionOf(entry);
  if (version === null) return;
  throw new TagwireError(
    'STORE_UNKNOWN',
    `${folder}: its log is of format ${version}, which this Tagwire does not read; start the version that wrote it, or carry it over with its \`tagwire export\``,
  );
}

/** @throws TagwireError STORE_DAMAGED unless the log has all acknowledged entries. */
export async function checkAnchor(
  database: Reads,
  point: AnchorPoint | null,
  head: Head,
  folder: string,
): Promise<void> {
  if (point === null || point.sequence === 0) return;
  const chain = decodeFrame(await database.get(entryKey(point.sequence)))?.chain;
  if (head.sequence >= point.sequence && chain === point.chain) return;
  throw new TagwireError(
    'STORE_DAMAGED',
    `${folder} has lost acknowledged records: entry ${point.sequence} was acknowledged, the log ends at ${head.sequence}. ` +
      'Nothing of it is served',
  );
}

/** The place in the head of a new log; none for Taiwan. */
function ownMark(): { place?: FoldedPlace } {
  if (foldsAlike(PLACE, TAIWAN)) return {};
  const { zoneOffsetMs, poles } = PLACE;
  return { place: { zoneOffsetMs, poles: [{ key: poles[0].key }, { key: poles[1].key }] } };
}

/**
 * The place of a log: the part of it that affects folding is in the head, and so in every batch,
 * backup and export; the rest is a note in the data folder, for commands without that setting.
 *
 * Invariants: a log without a place in its head is of Taiwan, the only place of early versions; a
 * process of another place never continues a log, because its days would be mixed.
 *
 * @throws TagwireError CONFIG_INVALID unless this process has the place of a head.
 */
export function checkPlace({ place = TAIWAN }: { place?: FoldedPlace }, what: string): void {
  if (foldsAlike(place, PLACE)) return;
  throw new TagwireError(
    'CONFIG_INVALID',
    `${what} was begun with ${foldedText(place)}, and this process has ${foldedText(PLACE)}: give it the ` +
      'same [place] in its config file; for another place begin a store in another folder',
  );
}

/** Checks the place of a head, and updates the note in the data folder. @throws as `checkPlace`. */
export function settlePlace(head: { place?: FoldedPlace }, folder: string): void {
  checkPlace(head, folder);
  const path = placeFile(folder);
  const text = `${JSON.stringify(PLACE, null, 2)}\n`;
  const known = existsSync(path)
    ? readFileSync(path, 'utf8')
    : `${JSON.stringify(TAIWAN, null, 2)}\n`;
  if (known === text) return;
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch {
    // A folder that cannot be written is still readable.
  }
}
