/**
 * The anchor: the last acknowledged head, kept outside the database.
 *
 * LevelDB opens a damaged log without an error and drops records silently. Whoever opens the
 * store compares its head with the anchor and so learns of the loss before serving.
 *
 *   anchor file := two slots of 32 bytes, written in turn
 *   slot := sequence u64 | chain hash u64 | checksum u64 | zeros
 *
 * Two slots, because a write that is torn by a power cut must leave the other one readable.
 */
import { closeSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs';
import { hash64 } from '../kernel/hash.js';

const SLOT_BYTES = 32;
const SUM_AT = 16;

/** A place in the log: its sequence number and the chain hash there. */
export interface AnchorPoint {
  sequence: number;
  chain: bigint;
}

export class Anchor {
  readonly #file: number;
  readonly #slot = Buffer.alloc(SLOT_BYTES);
  #turn = 0;

  /** Opens or creates the file. */
  constructor(path: string) {
    this.#file = openSync(path, 'a+');
    closeSync(this.#file);
    this.#file = openSync(path, 'r+');
  }

  /** The newest sound slot; null when there is none. */
  read(): AnchorPoint | null {
    const points = [this.#readSlot(0), this.#readSlot(1)];
    const [first, second] = points;
    if (first === null || first === undefined) {
      this.#turn = 0;
      return second ?? null;
    }
    const secondIsNewer = second != null && second.sequence > first.sequence;
    this.#turn = secondIsNewer ? 0 : 1;
    return secondIsNewer ? second : first;
  }

  /** Makes a point durable before it returns. */
  write(point: AnchorPoint): void {
    const slot = this.#slot;
    slot.writeBigUInt64LE(BigInt(point.sequence), 0);
    slot.writeBigUInt64LE(point.chain, 8);
    slot.writeBigUInt64LE(hash64(slot.subarray(0, SUM_AT)), SUM_AT);
    writeSync(this.#file, slot, 0, SLOT_BYTES, this.#turn * SLOT_BYTES);
    fdatasyncSync(this.#file);
    this.#turn = 1 - this.#turn;
  }

  close(): void {
    closeSync(this.#file);
  }

  #readSlot(turn: number): AnchorPoint | null {
    const slot = Buffer.alloc(SLOT_BYTES);
    if (readSync(this.#file, slot, 0, SLOT_BYTES, turn * SLOT_BYTES) < SLOT_BYTES) return null;
    if (slot.readBigUInt64LE(SUM_AT) !== hash64(slot.subarray(0, SUM_AT))) return null;
    return { sequence: Number(slot.readBigUInt64LE(0)), chain: slot.readBigUInt64LE(8) };
  }
}
