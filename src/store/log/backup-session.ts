/**
 * The side of the log's thread in a backup: returns, slice by slice, the state of the store at the
 * start of the session. The caller chooses the slices, and writes the backup.
 *
 * Invariants: all slices of a session show the store at one acknowledged sequence number, and the
 * files of the named snapshots stay meanwhile. One session at a time. A session ends when the log
 * is compacted, because compaction deletes erased content from the disk: the caller must begin
 * again, and does not get erased content. It also ends without a request for a while, so that a
 * stopped process does not retain disk space.
 */
import { MINUTE_MS } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import type { View } from '../database.js';
import type { PinnedList, SnapshotStore } from '../snapshots.js';
import type { LogMarks, StoredHead } from './head.js';
import type { IngestLog } from './ingest-log.js';

/** Bytes of a slice, unless one value is longer: a few milliseconds of the log's thread. */
const SLICE_BYTES = 256 * 1024;
/** Entries read for a slice; those beyond its bytes are read again for the next slice. */
const SLICE_ENTRIES = 128;
/** Longest pause between two requests: enough for a stalled disk. */
const IDLE_MS_MAX = 10 * MINUTE_MS;

/** A request; keys are hex, because requests cross a socket as JSON. */
export type BackupRequest =
  /** `by` names the node that asks: an open session of the same node ends. */
  | { op: 'begin'; by?: string }
  | { op: 'range'; session: number; gte: string; lt: string }
  | { op: 'get'; session: number; keys: readonly string[] }
  | { op: 'list'; session: number; folder: string; actor: string; isWhole: boolean }
  | { op: 'end'; session: number }
  | { op: 'compact' };

/** The state of a store at the start of a session. */
export interface BackupState {
  session: number;
  head: StoredHead;
  /** Secret of the store, hex. */
  secret: string;
  marks: LogMarks;
  /** The actors that have snapshots, by folder. */
  actors: { readonly [folder: string]: readonly string[] };
}

/** The open parts of a store. Folders of pieces by their name in the data folder. */
export interface BackedUp {
  log: IngestLog;
  pieces: { readonly [folder: string]: SnapshotStore };
}

interface Session {
  number: number;
  by: string | null;
  view: View;
  lists: Map<string, Map<string, PinnedList>>;
  /** Ends the session when no request arrives. */
  timer: NodeJS.Timeout;
}

export class BackupSessions {
  readonly #store: () => BackedUp;
  #session: Session | null = null;
  #count = 0;

  constructor(store: () => BackedUp) {
    this.#store = store;
  }

  /** Answers a request with packed pairs, or with a list of snapshots. */
  async answer(request: BackupRequest): Promise<BackupState | Uint8Array | null> {
    switch (request.op) {
      case 'begin':
        return this.#begin(request.by ?? null);
      case 'range':
        return this.#range(request.session, hex(request.gte), hex(request.lt));
      case 'get':
        return this.#get(request.session, request.keys.map(hex));
      case 'list':
        return this.#list(request);
      case 'end':
        await this.#end(request.session);
        return null;
      case 'compact':
        await this.#store().log.compact();
        return null;
    }
  }

  /** Pins snapshots before the log, so that the log has all their entries. */
  async #begin(by: string | null): Promise<BackupState> {
    if (by !== null && this.#session?.by === by) await this.#end(this.#session.number);
    if (this.#session !== null) {
      throw new TagwireError('STORE_LOCKED', 'another backup or export of this store is under way');
    }
    const { log, pieces } = this.#store();
    this.#count += 1;
    const number = this.#count;
    const lists: Session['lists'] = new Map();
    try {
      for (const [name, folder] of Object.entries(pieces)) lists.set(name, await folder.pin());
      const { view, head } = await log.view();
      const timer = setTimeout(() => this.#end(number).catch(() => undefined), IDLE_MS_MAX);
      this.#session = { number, by, view, lists, timer: timer.unref() };
      return {
        session: number,
        head,
        secret: log.secret.toString('hex'),
        marks: { sweptSequence: log.sweptSequence, erasureSequence: await log.erasureOwed() },
        actors: Object.fromEntries([...lists].map(([name, pinned]) => [name, [...pinned.keys()]])),
      };
    } catch (error) {
      await this.#release();
      throw error;
    }
  }

  async #range(number: number, gte: Buffer, lt: Buffer): Promise<Uint8Array> {
    const found = await this.#sessionOf(number).view.first({ gte, lt }, SLICE_ENTRIES);
    return packPairs(firstOf(found));
  }

  /** The values of the first keys, up to the size of a slice. */
  async #get(number: number, keys: Buffer[]): Promise<Uint8Array> {
    const asked = keys.slice(0, SLICE_ENTRIES);
    const values = await this.#sessionOf(number).view.getMany(asked);
    return packPairs(firstOf(asked.map((key, at): Pair => [key, values[at]])));
  }

  #list(request: Extract<BackupRequest, { op: 'list' }>): Buffer {
    const list = this.#sessionOf(request.session).lists.get(request.folder)?.get(request.actor);
    if (list === undefined) throw new TagwireError('INPUT_INVALID', 'there is no such list');
    return request.isWhole ? list.whole : list.newest;
  }

  async #end(number: number): Promise<void> {
    const session = this.#session;
    if (session?.number !== number) return;
    this.#session = null;
    clearTimeout(session.timer);
    await session.view.end();
    await this.#release();
  }

  async #release(): Promise<void> {
    for (const folder of Object.values(this.#store().pieces)) await folder.release();
  }

  #sessionOf(number: number): Session {
    if (this.#session?.number === number) {
      this.#session.timer.refresh();
      return this.#session;
    }
    throw new TagwireError('STORE_CLOSED', 'this session of a backup has ended');
  }
}

/** The first pairs up to the size of a slice, at least one. */
function firstOf(pairs: readonly Pair[]): readonly Pair[] {
  let bytes = 0;
  const end = pairs.findIndex((pair, at) => {
    bytes += pairBytes(pair);
    return at > 0 && bytes > SLICE_BYTES;
  });
  return end < 0 ? pairs : pairs.slice(0, end);
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

/**
 * Keys and values in a row, to transport parts of a database.
 *
 *   pair := key length u8 | value length u32 | key | value
 *
 * A missing value has the length 0xffffffff and no bytes.
 */
const HEAD_BYTES = 5;
const MISSING = 0xffff_ffff;

/** A key with its value; undefined for a missing value. */
export type Pair = readonly [key: Buffer, value: Buffer | undefined];

/** Packed length of a pair. */
export function pairBytes([key, value]: Pair): number {
  return HEAD_BYTES + key.length + (value?.length ?? 0);
}

export function packPairs(pairs: readonly Pair[]): Buffer {
  const bytes = Buffer.allocUnsafe(pairs.reduce((sum, pair) => sum + pairBytes(pair), 0));
  let at = 0;
  for (const [key, value] of pairs) {
    bytes[at] = key.length;
    bytes.writeUInt32LE(value?.length ?? MISSING, at + 1);
    at += HEAD_BYTES;
    at += key.copy(bytes, at);
    if (value !== undefined) at += value.copy(bytes, at);
  }
  return bytes;
}

/** The pairs in packed bytes, without a copy. @throws TagwireError STORE_DAMAGED. */
export function unpackPairs(bytes: Buffer): Pair[] {
  const pairs: Pair[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + HEAD_BYTES > bytes.length) throw cutOff();
    const keyAt = at + HEAD_BYTES;
    const valueAt = keyAt + bytes[at]!;
    const length = bytes.readUInt32LE(at + 1);
    const end = valueAt + (length === MISSING ? 0 : length);
    if (end > bytes.length) throw cutOff();
    const value = length === MISSING ? undefined : bytes.subarray(valueAt, end);
    pairs.push([bytes.subarray(keyAt, valueAt), value]);
    at = end;
  }
  return pairs;
}

function cutOff(): TagwireError {
  return new TagwireError('STORE_DAMAGED', 'packed entries end in the middle of one');
}
