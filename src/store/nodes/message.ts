/**
 * A batch as messages of the engine, in parts. Changes of the accounts use the same parts.
 *
 *   part     := version u8 | flags u8 | part u16 | parts u16 | term u32
 *               | before u48 | chain before u64 | after u48 | chain after u64 | checksum u64
 *               | zeros u16 | bytes
 *   payload  := head length u32 | head (MessagePack) | operations
 *   operation := flags u8 | key length u16 | value length u32 | key | value
 *                1: deletes a key   2: replaces a value that must also leave the files
 *
 * All numbers are little-endian. The payload is the bytes of all parts; the checksum is the
 * payload's. Every part names the entries of its batch, so the stream can be searched by entry.
 */
import { decode, encode } from '../../kernel/codec.js';
import { TagwireError } from '../../kernel/errors.js';
import { hash64 } from '../../kernel/hash.js';
import type { Operation } from '../level.js';
import type { Head } from '../log/batch.js';
import type { SharedBatch } from '../log/order.js';

/** Below the engine's limit for a message, 1 MB by default, with headers. */
const PART_BYTES = 512 * 1024;
/** More than the largest ingest request needs; all accounts of the largest server are about 100 MB. */
export const PARTS_MAX = 1024;

/** The bytes of each part; at least one part. */
export function partsIn(payload: Buffer): Buffer[] {
  const count = Math.max(1, Math.ceil(payload.length / PART_BYTES));
  return Array.from({ length: count }, (_, part) =>
    payload.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );
}

/**
 * Splits payloads into parts, because a message has a largest size, and joins parts.
 *
 * Invariant: a payload is valid when all of its parts are consecutive. Incomplete parts are from a
 * writer that was interrupted, and are ignored.
 */
export class PartList<H extends { part: number; parts: number }> {
  readonly #isSame: (one: H, other: H) => boolean;
  #head: H | null = null;
  #parts: Buffer[] = [];

  /** @param isSame whether two parts are of the same payload. */
  constructor(isSame: (one: H, other: H) => boolean) {
    this.#isSame = isSame;
  }

  /** Takes the next part; returns the payload after its last part. */
  add(head: H, bytes: Buffer): Buffer | null {
    const isSame = this.#head !== null && this.#isSame(this.#head, head);
    if (head.part === 0) this.#parts = [];
    else if (!isSame || head.part !== this.#parts.length) {
      // A part of a payload whose beginning was dropped, or was never sent.
      this.clear();
      return null;
    }
    this.#head = head;
    this.#parts.push(bytes);
    if (this.#parts.length < head.parts) return null;
    const whole = this.#parts.length === 1 ? bytes : Buffer.concat(this.#parts);
    this.clear();
    return whole;
  }

  clear(): void {
    this.#head = null;
    this.#parts = [];
  }
}

const VERSION = 1;
const HEAD_BYTES = 48;
const OPERATION_BYTES = 7;
const DELETES = 1;
const REWRITES = 2;
/** The batch's facts in each part. */
export interface PartHead {
  part: number;
  parts: number;
  /** Number of the writer, counted over all writers of the log. */
  term: number;
  before: { sequence: number; chain: bigint };
  after: { sequence: number; chain: bigint };
  checksum: bigint;
}

export function partsOf(batch: SharedBatch, term: number): Buffer[] {
  const payload = payloadOf(batch);
  const pieces = partsIn(payload);
  const parts = pieces.length;
  if (parts > PARTS_MAX) {
    const bytes = PARTS_MAX * PART_BYTES;
    throw new TagwireError('INPUT_INVALID', `a batch has at most ${bytes} bytes; send fewer lines`);
  }
  const checksum = hash64(payload);
  return pieces.map((bytes, part) => {
    const message = Buffer.allocUnsafe(HEAD_BYTES + bytes.length);
    message[0] = VERSION;
    message[1] = 0;
    message.writeUInt16LE(part, 2);
    message.writeUInt16LE(parts, 4);
    message.writeUInt32LE(term, 6);
    message.writeUIntLE(batch.before.sequence, 10, 6);
    message.writeBigUInt64LE(batch.before.chain, 16);
    message.writeUIntLE(batch.head.sequence, 24, 6);
    message.writeBigUInt64LE(batch.head.chain, 30);
    message.writeBigUInt64LE(checksum, 38);
    message.writeUInt16LE(0, 46);
    message.set(bytes, HEAD_BYTES);
    return message;
  });
}

/** @throws TagwireError STORE_UNKNOWN for a message of another version. */
export function headOf(message: Uint8Array): PartHead {
  const bytes = bufferOf(message);
  if (bytes.length < HEAD_BYTES || bytes[0] !== VERSION) {
    const version = bytes[0] ?? 0;
    throw new TagwireError(
      'STORE_UNKNOWN',
      `the shared log has a message of format ${version}, which this Tagwire does not read; bring all nodes to the same version`,
    );
  }
  return {
    part: bytes.readUInt16LE(2),
    parts: bytes.readUInt16LE(4),
    term: bytes.readUInt32LE(6),
    before: { sequence: bytes.readUIntLE(10, 6), chain: bytes.readBigUInt64LE(16) },
    after: { sequence: bytes.readUIntLE(24, 6), chain: bytes.readBigUInt64LE(30) },
    checksum: bytes.readBigUInt64LE(38),
  };
}

/** Joins messages, in their order. */
export class Assembly {
  readonly #parts = new PartList<PartHead>(
    (one, other) => one.checksum === other.checksum && one.term === other.term,
  );

  /**
   * Takes the next message; returns the batch after its last part.
   * @throws TagwireError STORE_DAMAGED when the checksum differs, STORE_UNKNOWN.
   */
  add(message: Uint8Array): { batch: SharedBatch; term: number } | null {
    const head = headOf(message);
    const payload = this.#parts.add(head, bufferOf(message).subarray(HEAD_BYTES));
    if (payload === null) return null;
    if (hash64(payload) !== head.checksum) {
      const { sequence } = head.before;
      throw new TagwireError(
        'STORE_DAMAGED',
        `the shared log is damaged behind entry ${sequence}: a batch does not match its checksum`,
      );
    }
    return { batch: batchOf(head, payload), term: head.term };
  }

  clear(): void {
    this.#parts.clear();
  }
}

function payloadOf({ head, operations, rewritten }: SharedBatch): Buffer {
  const replacing = new Set(rewritten);
  const { sequence: _, chain: __, ...rest } = head;
  const encodedHead = encode(rest);
  let size = 4 + encodedHead.length;
  for (const operation of operations) size += OPERATION_BYTES + lengthOf(operation);
  const bytes = Buffer.allocUnsafe(size);
  bytes.writeUInt32LE(encodedHead.length, 0);
  bytes.set(encodedHead, 4);
  let at = 4 + encodedHead.length;
  for (const operation of operations) {
    const { key } = operation;
    const value = operation.type === 'put' ? operation.value : null;
    bytes[at] = (value === null ? DELETES : 0) | (replacing.has(operation) ? REWRITES : 0);
    bytes.writeUInt16LE(key.length, at + 1);
    bytes.writeUInt32LE(value?.length ?? 0, at + 3);
    bytes.set(key, at + OPERATION_BYTES);
    if (value !== null) bytes.set(value, at + OPERATION_BYTES + key.length);
    at += OPERATION_BYTES + lengthOf(operation);
  }
  return bytes;
}

function lengthOf(operation: Operation): number {
  return operation.key.length + (operation.type === 'put' ? operation.value.length : 0);
}

function batchOf({ before, after }: PartHead, payload: Buffer): SharedBatch {
  const headLength = payload.readUInt32LE(0);
  const rest = decode(payload.subarray(4, 4 + headLength)) as Omit<Head, 'sequence' | 'chain'>;
  const operations: Operation[] = [];
  const rewritten: Operation[] = [];
  for (let at = 4 + headLength; at < payload.length; ) {
    const flags = payload[at]!;
    const keyEnd = at + OPERATION_BYTES + payload.readUInt16LE(at + 1);
    const valueEnd = keyEnd + payload.readUInt32LE(at + 3);
    const key = payload.subarray(at + OPERATION_BYTES, keyEnd);
    const operation: Operation =
      (flags & DELETES) !== 0
        ? { type: 'del', key }
        : { type: 'put', key, value: payload.subarray(keyEnd, valueEnd) };
    operations.push(operation);
    if ((flags & REWRITES) !== 0) rewritten.push(operation);
    at = valueEnd;
  }
  return { before, head: { ...rest, ...after }, operations, rewritten };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
