/**
 * Rewinds set the store's time back after a wrong clock had moved it ahead.
 *
 * A rewind is a record with a time and the first entry that may be a tick after that time. From
 * then on these ticks are void: an index that can be folded from the log again ignores them. An
 * index that needs bodies (model/records.ts) cannot, because some bodies are deleted: it keeps its
 * state, and folds the rewind itself.
 *
 * Invariant: void ticks follow from the log alone.
 */
import { decode, encode } from '../../kernel/codec.js';
import type { RewindRecord } from '../../kernel/model/records.js';
import { decodeRecord, kindOf } from '../../kernel/model/wire.js';
import type { Database } from '../database.js';
import { REWINDS, rewindKey } from './keys.js';

export class Rewinds {
  readonly #known: { sequence: number; fromSequence: number; atMs: number }[];

  constructor(known: { sequence: number; fromSequence: number; atMs: number }[] = []) {
    this.#known = known;
  }

  /** All rewinds of a log. */
  static async of(database: Database): Promise<Rewinds> {
    const rewinds = new Rewinds();
    for await (const [key, value] of database.entries(REWINDS)) {
      const [fromSequence, atMs] = decode(value) as [number, number];
      rewinds.#known.push({ sequence: key.readUIntBE(1, 6), fromSequence, atMs });
    }
    return rewinds;
  }

  add(sequence: number, { fromSequence, atMs }: RewindRecord): void {
    this.#known.push({ sequence, fromSequence, atMs });
  }

  /** Whether an entry is a void tick. */
  isVoid(sequence: number, payload: Buffer): boolean {
    return this.#known.some(
      (rewind) =>
        sequence >= rewind.fromSequence &&
        sequence < rewind.sequence &&
        isTickAfter(payload, rewind.atMs),
    );
  }

  /** Whether the state at an entry includes void ticks. */
  restsOnVoid(sequence: number): boolean {
    return this.#known.some(
      (rewind) => sequence >= rewind.fromSequence && sequence < rewind.sequence,
    );
  }
}

/** The note of a rewind, beside its entry. */
export function rewindNote(
  sequence: number,
  { fromSequence, atMs }: RewindRecord,
): { key: Buffer; value: Buffer } {
  return { key: rewindKey(sequence), value: encode([fromSequence, atMs]) };
}

/** Whether a record's bytes are those of a tick after a time. */
function isTickAfter(payload: Buffer, atMs: number): boolean {
  if (payload.length === 0 || kindOf(payload, 0) !== 'tick') return false;
  const record = decodeRecord(payload);
  return record.kind === 'tick' && record.atMs > atMs;
}
