/**
 * The anchor: the last acknowledged head, kept outside of the database.
 *
 * LevelDB opens a damaged log without an error and drops records silently. A start compares the
 * store's head with the anchor, and so detects the loss before it serves.
 *
 *   anchor file := two slots of 32 bytes, written in turn
 *   slot := sequence u64 | chain hash u64 | checksum u64 | zeros
 *
 * With two slots, a write that a power cut interrupts leaves the other slot readable.
 */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { HASH_BYTES, hash64 } from '../kernel/hash.js';
import { reasonOf, syncFolderNow } from './folders.js';

const SLOT_BYTES = 32;
const SUM_AT = 16;

/** A place in the log: a sequence number and the chain hash there. */
export interface AnchorPoint {
  sequence: number;
  chain: bigint;
}

export class Anchor {
  readonly #path: string;
  /** Null while the file is missing and cannot be made. */
  #file: number | null;
  #isWritable = true;
  readonly #slot = Buffer.alloc(SLOT_BYTES);
  #turn = 0;

  /** Opens or creates the file; reads only where the file cannot be written. */
  constructor(path: string) {
    this.#path = path;
    try {
      this.#file = openForWriting(path);
    } catch (error) {
      if (reasonOf(error) === null) throw error;
      this.#isWritable = false;
      this.#file = existsSync(path) ? openSync(path, 'r') : null;
    }
  }

  /** The newest sound slot; null when there is none. */
  read(): AnchorPoint | null {
    const [first, second] = [this.#readSlot(0), this.#readSlot(1)];
    const isSecond = second !== null && (first === null || second.sequence > first.sequence);
    this.#turn = first === null || isSecond ? 0 : 1;
    return isSecond ? second : first;
  }

  /** Makes a point durable before it returns. */
  write(point: AnchorPoint): void {
    const slot = this.#slot;
    slot.writeBigUInt64LE(BigInt(point.sequence), 0);
    slot.writeBigUInt64LE(point.chain, 8);
    slot.writeBigUInt64LE(hash64(slot.subarray(0, SUM_AT)), SUM_AT);
    const file = this.#writable();
    writeSync(file, slot, 0, SLOT_BYTES, this.#turn * SLOT_BYTES);
    fdatasyncSync(file);
    this.#turn = 1 - this.#turn;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }

  #writable(): number {
    if (!this.#isWritable || this.#file === null) {
      const file = openForWriting(this.#path);
      this.close();
      this.#file = file;
      this.#isWritable = true;
    }
    return this.#file;
  }

  #readSlot(turn: number): AnchorPoint | null {
    const slot = Buffer.alloc(SLOT_BYTES);
    if (this.#file === null) return null;
    const length = readSync(this.#file, slot, 0, SLOT_BYTES, turn * SLOT_BYTES);
    return pointIn(slot.subarray(0, length));
  }
}

/** The content of an anchor file, read without opening it for writing. */
export interface AnchorState {
  /** The newest sound slot. */
  point: AnchorPoint | null;
  /** Offsets of slots whose content is no point. */
  flaws: number[];
  isThere: boolean;
}

export function inspectAnchor(path: string): AnchorState {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return { point: null, flaws: [], isThere: existsSync(path) };
  }
  const state: AnchorState = { point: null, flaws: [], isThere: true };
  for (const at of [0, SLOT_BYTES]) {
    const slot = bytes.subarray(at, at + SLOT_BYTES);
    // The second slot is empty until the second write.
    if (slot.every((byte) => byte === 0)) continue;
    const point = pointIn(slot);
    if (point === null || slot.subarray(SUM_AT + HASH_BYTES).some((byte) => byte !== 0)) {
      state.flaws.push(at);
    }
    if (point !== null && point.sequence >= (state.point?.sequence ?? 0)) state.point = point;
  }
  if (bytes.length > 2 * SLOT_BYTES) state.flaws.push(2 * SLOT_BYTES);
  return state;
}

function pointIn(slot: Buffer): AnchorPoint | null {
  if (slot.length < SLOT_BYTES) return null;
  if (slot.readBigUInt64LE(SUM_AT) !== hash64(slot.subarray(0, SUM_AT))) return null;
  return { sequence: Number(slot.readBigUInt64LE(0)), chain: slot.readBigUInt64LE(8) };
}

/** Syncs the folder before the first write, so that the file's name is durable. */
function openForWriting(path: string): number {
  if (!existsSync(path)) {
    closeSync(openSync(path, 'a', 0o600));
    syncFolderNow(dirname(path));
  }
  return openSync(path, 'r+');
}
