/**
 * The frame of a log entry.
 *
 *    0  version u8
 *    1  flags u8            1: purged (the payload is gone, its hash stays)
 *    2  previous u48        sequence of the item's record before this one, 0: none
 *    8  payload hash u64
 *   16  body hash u64       0: no body
 *   24  chain hash u64      of the chain before, the sequence, previous and the two hashes
 *   32  payload
 *
 * Invariants: the chain covers hashes, not content, so that bodies and purged payloads can be
 * deleted while every entry stays provable. A change of any single byte is detected: `previous` is
 * in the chain, the payload has its hash, and flags must match the length of the frame.
 */
import { HASH_BYTES, hash64 } from '../../kernel/hash.js';

const VERSION = 2;
const PURGED = 1;
const HEAD_BYTES = 32;

/** Chain hash before the first entry. */
export const CHAIN_START = 0n;

export interface Frame {
  purged: boolean;
  previous: number;
  payloadHash: bigint;
  bodyHash: bigint;
  chain: bigint;
  payload: Buffer;
}

/** Written through views, because `Buffer` splits a 64-bit number with big integers. */
const link = new DataView(new ArrayBuffer(5 * HASH_BYTES));
const linkBytes = new Uint8Array(link.buffer);
const head = new DataView(new ArrayBuffer(HEAD_BYTES));
const headBytes = new Uint8Array(head.buffer);

/** Chain hash at an entry, from the chain hash before it. */
export function chainAfter(
  before: bigint,
  sequence: number,
  { previous, payloadHash, bodyHash }: Pick<Frame, 'previous' | 'payloadHash' | 'bodyHash'>,
): bigint {
  link.setBigUint64(0, before, true);
  setWhole(link, 8, sequence);
  setWhole(link, 16, previous);
  link.setBigUint64(24, payloadHash, true);
  link.setBigUint64(32, bodyHash, true);
  return hash64(linkBytes);
}

/** Writes an integer of at most 53 bits as a u64. */
function setWhole(view: DataView, at: number, value: number): void {
  view.setUint32(at, value >>> 0, true);
  view.setUint32(at + 4, value / 2 ** 32, true);
}

export function encodeFrame(frame: Frame): Buffer {
  head.setUint8(0, VERSION);
  head.setUint8(1, frame.purged ? PURGED : 0);
  head.setUint32(2, frame.previous >>> 0, true);
  head.setUint16(6, frame.previous / 2 ** 32, true);
  head.setBigUint64(8, frame.payloadHash, true);
  head.setBigUint64(16, frame.bodyHash, true);
  head.setBigUint64(24, frame.chain, true);
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + frame.payload.length);
  bytes.set(headBytes);
  bytes.set(frame.payload, HEAD_BYTES);
  return bytes;
}

/** The unsupported version of a frame; null for a supported one. */
export function unknownVersionOf(bytes: Buffer): number | null {
  return bytes[0] === VERSION ? null : (bytes[0] ?? 0);
}

/** Whether bytes have the form of a frame. */
function isFrame(bytes: Buffer | undefined): bytes is Buffer {
  if (bytes === undefined || bytes.length < HEAD_BYTES || bytes[0] !== VERSION) return false;
  // A wrong flag would exempt a payload from its checksum.
  return bytes[1] === PURGED ? bytes.length === HEAD_BYTES : bytes[1] === 0;
}

/** The verified payload of a frame; null when there is none, or it is unsound. */
export function soundPayloadOf(bytes: Buffer | undefined): Buffer | null {
  if (!isFrame(bytes) || bytes[1] === PURGED) return null;
  const payload = bytes.subarray(HEAD_BYTES);
  return hash64(payload) === bytes.readBigUInt64LE(8) ? payload : null;
}

/** Chain hash of a sound frame. */
export function chainOf(bytes: Buffer): bigint {
  return bytes.readBigUInt64LE(24);
}

/** An unverified frame; null when the bytes do not have its form. */
export function decodeFrame(bytes: Buffer | undefined): Frame | null {
  if (!isFrame(bytes)) return null;
  return {
    purged: bytes[1] === PURGED,
    previous: bytes.readUIntLE(2, 6),
    payloadHash: bytes.readBigUInt64LE(8),
    bodyHash: bytes.readBigUInt64LE(16),
    chain: bytes.readBigUInt64LE(24),
    payload: bytes.subarray(HEAD_BYTES),
  };
}

/** Whether the payload matches its hash. */
export function isSound(frame: Frame): boolean {
  return frame.purged || hash64(frame.payload) === frame.payloadHash;
}

/** Why a frame cannot follow `before` at `sequence`, or null when it does. */
export function damageOf(frame: Frame, sequence: number, before: bigint): string | null {
  if (!isSound(frame)) {
    return `entry ${sequence}: the payload does not match its checksum`;
  }
  if (chainAfter(before, sequence, frame) !== frame.chain) {
    return `entry ${sequence}: the hash chain is broken`;
  }
  return null;
}

/** The same entry without its content. */
export function purgedFrame(frame: Frame): Frame {
  return { ...frame, purged: true, payload: Buffer.alloc(0) };
}
