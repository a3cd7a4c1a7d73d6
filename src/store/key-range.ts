/** Ranges of keys of a database. */

/** Keys from `gte` on, up to and without `lt`. */
export interface KeyRange {
  gte: Buffer;
  lt: Buffer;
  reverse?: boolean;
  limit?: number;
}

/** What is left of a range behind a key. */
export function behind(range: KeyRange, key: Buffer, count: number): KeyRange {
  const limit = range.limit === undefined ? {} : { limit: range.limit - count };
  if (range.reverse === true) return { ...range, ...limit, lt: key };
  return { ...range, ...limit, gte: Buffer.concat([key, Buffer.of(0)]) };
}
