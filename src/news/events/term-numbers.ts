/**
 * Numbers of terms, from 0, in the order in which this thread first meets them: what tables in memory are
 * looked up by.
 *
 *   hash (20 bits): stored ◄─► number: in memory
 *
 * Hashes of the terms in use lie scattered over megabytes, their numbers lie together, so that tables by number
 * stay in a processor's caches. With hashes an article cost a fifth more.
 * Invariant: nothing that is stored or answered depends on a number.
 */

export const TERM_BITS = 20;

/** By hash the number plus one, 0 for none; by number the hash. There are as many numbers as hashes at most. */
const numbers = new Uint32Array(1 << TERM_BITS);
const hashes = new Uint32Array(1 << TERM_BITS);
let size = 0;

/** @param hash of `TERM_BITS` bits. */
export function numberOfHash(hash: number): number {
  const known = numbers[hash]!;
  if (known !== 0) return known - 1;
  hashes[size] = hash;
  numbers[hash] = ++size;
  return size - 1;
}

export function hashOfNumber(number: number): number {
  return hashes[number]!;
}
