/**
 * What is known of a post beside its id and its text: numbers, and flags.
 *
 * Invariant: what is stored of the flags follows from the post's record alone.
 */
import type { PostRecord } from '../../../kernel/model/records.js';

/** Bits of a post's flags. */
export const POST = {
  /** The row is in use. */
  alive: 1,
  undated: 2,
  /** Neither text nor links came with it. */
  noBody: 4,
  /** No text and no link of the body, though links around it were read. */
  failed: 8,
  /** It had more links than are kept. */
  truncated: 16,
  hidden: 32,
} as const;

/** Bits that are stored: the others follow from elsewhere. */
export const STORED = POST.undated | POST.noBody | POST.failed | POST.truncated;

/** What a post brings beside its id and its text. */
export interface PostFacts {
  timeMs: number;
  observedMs: number;
  blog: number;
  /** Of `STORED`. */
  flags: number;
  sidebar: number;
  blogroll: number;
  comment: number;
}

/**
 * The facts of a record. The post was *observed* when it has a text or a link of its body; it
 * *failed* when it has neither, though links around the body were read; else it came with no body.
 */
export function factsOf(record: PostRecord, blog: number, hasBodyLinks: boolean): PostFacts {
  const around = { sidebar: 0, blogroll: 0, comment: 0 };
  for (const { location } of record.links) if (location !== 'body') around[location] += 1;
  const { sidebar, blogroll, comment } = around;
  const isObserved = record.bodyChars > 0 || hasBodyLinks;
  const missing = sidebar + blogroll + comment > 0 ? POST.failed : POST.noBody;
  const flags =
    (record.publishedMs === null ? POST.undated : 0) |
    (record.linksTruncated ? POST.truncated : 0) |
    (isObserved ? 0 : missing);
  const { sortMs: timeMs, observedMs } = record;
  return { timeMs, observedMs, blog, flags, sidebar, blogroll, comment };
}
