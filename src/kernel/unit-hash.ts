/**
 * Hashes of rows of UTF-16 units, one unit at a time (FNV-1a with a last mix): of letters and words in
 * tables that live in memory, and of the terms of texts.
 *
 * They spread keys; they prove nothing against an adversary. Invariant: a row has the same hash for
 * ever, for terms of texts are on disk.
 */

/** The hash of a row without units. */
export const UNIT_BASIS = 0x811c9dc5;
export const UNIT_PRIME = 0x01000193;

/** The hash of a row that is longer by a unit. */
export function withUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, UNIT_PRIME);
}

/** 32 bits of two units, of which the upper ones depend on both: a table takes as many as it needs. */
export function pairHash(first: number, second: number): number {
  return Math.imul(first * 31 + second, 0x9e3779b1);
}

/** 32 bits, signed, of which each depends on all of a row. */
export function mixedHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

/** The mixed hash of a text. */
export function hashOfUnits(text: string): number {
  let hash = UNIT_BASIS;
  for (let at = 0; at < text.length; at++) hash = withUnit(hash, text.charCodeAt(at));
  return mixedHash(hash);
}
