/**
 * Non-cryptographic hashes: xxHash64 (of `xxhash-wasm`) for checksums, chains and columns; FNV-1a with a
 * final mix for sequences of UTF-16 units, added one by one, for tables in memory and the terms of texts.
 *
 * The hashes find damage and spread keys; they are no protection against an adversary. Values that must
 * not be forged (cursors, API keys) use `node:crypto`.
 * Invariant: the hash of a sequence of units never changes, because hashes of terms are on disk.
 */
import xxhash from 'xxhash-wasm';

const { h64Raw, h64 } = await xxhash();

/** Bytes of a 64-bit hash. */
export const HASH_BYTES = 8;

/** xxHash64 of bytes. */
export function hash64(bytes: Uint8Array, seed = 0n): bigint {
  return h64Raw(bytes, seed);
}

/**
 * The low 53 bits of a text's hash, as an exact number.
 * Two of a million different texts share one with probability 5·10⁻⁵.
 */
export function hash53(text: string): number {
  return Number(h64(text) & 0x1f_ffff_ffff_ffffn);
}

const NUMBER = new Float64Array(1);
const NUMBER_HALVES = new Uint32Array(NUMBER.buffer);

/** 32 bits of the hash of a number and an integer `beside`, for tables in memory. */
export function hashOfNumber(value: number, beside = 0): number {
  NUMBER[0] = value;
  const folded = NUMBER_HALVES[0]! ^ Math.imul(NUMBER_HALVES[1]!, 0x9e37_79b1) ^ beside;
  const mixed = Math.imul(folded, 0x85eb_ca6b);
  return mixed ^ (mixed >>> 15);
}

/** 16 hex digits of a 64-bit hash. */
export function hexOf(hash: bigint): string {
  return hash.toString(16).padStart(16, '0');
}

/** The hash of the empty sequence. */
export const UNIT_BASIS = 0x811c9dc5;
export const UNIT_PRIME = 0x01000193;

/** The hash of a sequence with one more unit. */
export function withUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, UNIT_PRIME);
}

/** 32 bits of two units, of which the upper bits depend on both: a table takes as many as it needs. */
export function pairHash(first: number, second: number): number {
  return Math.imul(first * 31 + second, 0x9e3779b1);
}

/** 32 bits, signed, each of which depends on the whole sequence. */
export function mixedHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

/** The mixed hash of a text. @param basis another one for a table in memory whose hashes nobody may foresee. */
export function hashOfUnits(text: string, basis = UNIT_BASIS): number {
  let hash = basis;
  for (let at = 0; at < text.length; at++) hash = withUnit(hash, text.charCodeAt(at));
  return mixedHash(hash);
}
