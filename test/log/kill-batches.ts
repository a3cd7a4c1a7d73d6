/** The batches of the kill test: what is in one follows from its number. */
import { BLOG, bytesOf, MEDIA, news, post } from './helper.js';

/** Articles of a batch. */
export const BATCH_ARTICLES = 40;

/** Batch 0 is the catalog; every other one has new articles, an update and a post. */
export function batchOf(number: number): Uint8Array {
  if (number === 0) return bytesOf([MEDIA, BLOG]);
  const from = number * BATCH_ARTICLES;
  const articles = Array.from({ length: BATCH_ARTICLES }, (_, at) =>
    news(from + at, { body: `Body ${from + at}. `.repeat(100) }),
  );
  return bytesOf([...articles, news(from, { title: `Again ${number}` }), post(number)]);
}
