/**
 * Keys and values one after the other, for the way out of a database and back.
 *
 *   pair := key length u8 | value length u32 | key | value
 *
 * A value that there is not has the length 0xffffffff and no bytes.
 */
import { TagwireError } from '../kernel/errors.js';

const HEAD_BYTES = 5;
const MISSING = 0xffff_ffff;

/** A key with its value; undefined when there is none. */
export type Pair = readonly [key: Buffer, value: Buffer | undefined];

/** Bytes that a pair takes. */
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

/** The pairs of packed bytes, which they share. @throws TagwireError STORE_DAMAGED. */
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
