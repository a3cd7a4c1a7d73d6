/**
 * A block of log entries on its way from the log to the actors, in memory that threads share.
 *
 *   entry := payload length u32 | body length u32 (0xffffffff: none) | payload | body (UTF-8)
 *
 * One block is written once and read by every actor: the bytes are not copied for each.
 */
import { assert } from '../errors.js';
import type { SpareBytes } from '../runtime/garbage.js';
import type { Entry, RecordKind } from './records.js';
import { decodeRecord, kindOf } from './wire.js';

/** A block as threads exchange it. */
export interface Block {
  /** Sequence number of the first entry; the others follow without a gap. */
  firstSequence: number;
  count: number;
  bytes: SharedArrayBuffer;
}

/** An entry before it is packed. `body` is UTF-8. */
export interface PackedEntry {
  payload: Uint8Array;
  body: Uint8Array | null;
}

const HEAD_BYTES = 8;
const NO_BODY = 0xffff_ffff;

/** Packs entries; `firstSequence` is the number of the first. */
export function packBlock(firstSequence: number, entries: readonly PackedEntry[]): Block {
  let size = 0;
  for (const { payload, body } of entries) {
    size += HEAD_BYTES + payload.length + (body?.length ?? 0);
  }
  const bytes = new SharedArrayBuffer(size);
  const target = new Uint8Array(bytes);
  const view = new DataView(bytes);
  let at = 0;
  for (const { payload, body } of entries) {
    view.setUint32(at, payload.length, true);
    view.setUint32(at + 4, body === null ? NO_BODY : body.length, true);
    target.set(payload, at + HEAD_BYTES);
    at += HEAD_BYTES + payload.length;
    if (body === null) continue;
    target.set(body, at);
    at += body.length;
  }
  return { firstSequence, count: entries.length, bytes };
}

/** Reads a block entry by entry, once. */
export class BlockCursor {
  readonly #block: Block;
  readonly #spare: SpareBytes | null;
  readonly #buffer: Buffer;
  readonly #bytes: Buffer;
  #index = 0;
  #at = 0;

  /** `spare`: the pool of the memory for this copy, to which the memory returns at the end. */
  constructor(block: Block, spare: SpareBytes | null = null) {
    this.#block = block;
    this.#spare = spare;
    // A private copy: text decoding rejects shared memory, and one copy of a block is cheap.
    const { byteLength } = block.bytes;
    this.#buffer = spare?.take(byteLength) ?? Buffer.allocUnsafeSlow(byteLength);
    this.#bytes = this.#buffer.subarray(0, byteLength);
    this.#bytes.set(new Uint8Array(block.bytes));
    this.#giveAtEnd();
  }

  /** Entries not yet read. */
  get remaining(): number {
    return this.#block.count - this.#index;
  }

  /** Sequence number of the entry that `next` will return. */
  get sequence(): number {
    return this.#block.firstSequence + this.#index;
  }

  /** Kind of the record that `next` will return. */
  get kind(): RecordKind {
    assert(this.remaining > 0, 'a block is read within its bounds');
    return kindOf(this.#bytes, this.#at + HEAD_BYTES);
  }

  /** The next entry. `withBody` false leaves its body undecoded. */
  next(withBody: boolean): Entry {
    const { payloadAt, bodyAt, bodyEnd, hasBody } = this.#bounds();
    const bytes = this.#bytes;
    const record = decodeRecord(bytes.subarray(payloadAt, bodyAt));
    const body = withBody && hasBody ? bytes.toString('utf8', bodyAt, bodyEnd) : null;
    const entry = { sequence: this.sequence, record, body };
    this.#pass(bodyEnd);
    return entry;
  }

  /** Skips the next entry without decoding it: an entry that is set aside may be undecodable. */
  skip(): void {
    this.#pass(this.#bounds().bodyEnd);
  }

  #pass(end: number): void {
    this.#at = end;
    this.#index += 1;
    this.#giveAtEnd();
  }

  #giveAtEnd(): void {
    if (this.remaining === 0) this.#spare?.give(this.#buffer);
  }

  #bounds(): { payloadAt: number; bodyAt: number; bodyEnd: number; hasBody: boolean } {
    assert(this.remaining > 0, 'a block is read within its bounds');
    const payloadAt = this.#at + HEAD_BYTES;
    const bodyAt = payloadAt + this.#bytes.readUInt32LE(this.#at);
    const bodyLength = this.#bytes.readUInt32LE(this.#at + 4);
    const hasBody = bodyLength !== NO_BODY;
    return { payloadAt, bodyAt, bodyEnd: hasBody ? bodyAt + bodyLength : bodyAt, hasBody };
  }
}
