/**
 * Times at which the store's time was set back, because a wrong clock had moved it ahead.
 *
 * A rewind is a record: it names an instant, and the first entry that may be a tick after it. From then
 * on those ticks are void: an index that can be folded from the log again is, as if they had never been
 * written. One that needs bodies (model/records.ts) cannot, because of those that are gone: it keeps
 * what it has, and folds the rewind itself.
 *
 * Invariant: what is void follows from the log alone.
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

  /** All that a log has. */
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

  /** Whether an entry is a tick that is void. */
  isVoid(sequence: number, payload: Buffer): boolean {
    return this.#known.some(
      (rewind) =>
        sequence >= rewind.fromSequence &&
        sequence < rewind.sequence &&
        isTickAfter(payload, rewind.atMs),
    );
  }

  /** Whether the state as of an entry rests on ticks that are void. */
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

/** Whether a record's bytes are those of a tick after an instant. */
function isTickAfter(payload: Buffer, atMs: number): boolean {
  if (payload.length === 0 || kindOf(payload, 0) !== 'tick') return false;
  const record = decodeRecord(payload);
  return record.kind === 'tick' && record.atMs > atMs;
}
