/**
 * The resolved links of each post: its edges, and the number of links that lead to no blog.
 *
 * Invariant: lists are by row of `Posts`; a post that is not counted has none. A change of a list marks
 * the post's day, whose resolutions are then stored again.
 */
import {
  bytesOfColumns,
  columnBytes,
  columnOf,
  growColumns,
  rowBytes,
  withCapacity,
} from '../../../engine/columns/columns.js';
import type { ListPool } from '../../../engine/columns/list-pool.js';
import { decode, encodeOwn } from '../../../kernel/codec.js';
import { assert } from '../../../kernel/errors.js';
import type { BlogTable } from './blogs.js';
import type { Edges } from './edges.js';
import { POST, type Posts } from './posts.js';

export interface Resolution {
  /** Edges in the order of the first link to each target; only the first `count` are valid. */
  edges: Int32Array;
  count: number;
  /** Links to a known host with a path of no blog. */
  unresolved: number;
}

const BY_ROW = ['counts', 'unresolved', 'counted', 'lists'] as const;

export class Resolved {
  counts = new Uint16Array(64);
  unresolved = new Uint16Array(64);
  /** 1 for posts whose mentions are in the edges. */
  counted = new Uint8Array(64);
  /** Mentions in all lists. */
  mentions = 0;
  /** The log entry that is being folded. */
  sequence = 0;
  /** The place of each post's edges in the pool. */
  lists = new Int32Array(64);
  readonly #pool: ListPool;
  readonly #posts: Posts;

  constructor(pool: ListPool, posts: Posts) {
    this.#pool = pool;
    this.#posts = posts;
  }

  get byteLength(): number {
    return bytesOfColumns(this, BY_ROW);
  }

  reserve(rows: number): void {
    if (rows > this.counts.length) growColumns(this, BY_ROW, rows);
  }

  edgeAt(row: number, index: number): number {
    return this.#pool.items[this.lists[row]! + index]!;
  }

  set(row: number, resolution: Resolution): void {
    this.#posts.markResolved(row, this.sequence);
    this.restore(row, resolution);
  }

  /** As `set`, for a resolution of a snapshot. */
  restore(row: number, { edges, count, unresolved }: Resolution): void {
    this.counted[row] = 1;
    this.unresolved[row] = unresolved;
    this.counts[row] = count;
    this.mentions += count;
    if (count === 0) return;
    const at = this.#pool.allocate(count);
    this.lists[row] = at;
    for (let index = 0; index < count; index++) this.#pool.items[at + index] = edges[index]!;
  }

  clear(row: number): void {
    this.#posts.markResolved(row, this.sequence);
    const count = this.counts[row]!;
    if (count > 0) this.#pool.release(this.lists[row]!, count);
    this.mentions -= count;
    this.counts[row] = 0;
    this.unresolved[row] = 0;
    this.counted[row] = 0;
  }

  isSame(row: number, { edges, count, unresolved }: Resolution): boolean {
    if (this.counts[row] !== count || this.unresolved[row] !== unresolved) return false;
    for (let index = 0; index < count; index++) {
      if (this.edgeAt(row, index) !== edges[index]) return false;
    }
    return true;
  }
}

/** The stored count of a post that is not counted; posts mention fewer blogs than this. */
const NOT_COUNTED = 0xffff;

/**
 * The bytes of a day's resolved links, so that a start does not resolve them again.
 *
 * A chunk is a MessagePack map of columns, with a value for each post of the day by ascending id: how
 * many blogs it mentions and how many links lead to no blog; and then the numbers of those blogs, post
 * after post. A chunk is only valid with the day and the blogs of the same snapshot.
 * Invariant: the same posts and blogs give the same bytes. Edges, whose numbers depend on earlier
 * entries, are named by their target.
 */
interface ResolutionChunk {
  posts: number;
  counts: Uint8Array;
  unresolved: Uint8Array;
  targets: Uint8Array;
}

/** The resolutions of a day, read post by post. */
interface DayResolutions {
  /** The number of blogs that each post mentions; -1: not counted. */
  counts: Int32Array;
  unresolved: Uint16Array;
  /** The mentioned blogs, post by post, in the order of the first link to each. */
  targets: Int32Array;
}

export function encodeResolutions(
  resolved: Resolved,
  edges: Edges,
  rows: readonly number[],
): Uint8Array {
  const counts = new Uint16Array(rows.length);
  let targets = new Int32Array(rows.length);
  let used = 0;
  for (const [at, row] of rows.entries()) {
    const count = resolved.counts[row]!;
    counts[at] = resolved.counted[row] === 1 ? count : NOT_COUNTED;
    targets = withCapacity(targets, used + count);
    for (let index = 0; index < count; index++) {
      targets[used++] = edges.targets[resolved.edgeAt(row, index)]!;
    }
  }
  const chunk: ResolutionChunk = {
    posts: rows.length,
    counts: columnBytes(counts),
    unresolved: rowBytes(resolved.unresolved, rows),
    targets: columnBytes(targets.subarray(0, used)),
  };
  return encodeOwn(chunk);
}

/** Decodes the chunk of a day with `posts` posts. @throws on bytes that cannot be of that day. */
export function decodeResolutions(bytes: Uint8Array, posts: number, blogs: number): DayResolutions {
  const chunk = decode(bytes) as ResolutionChunk;
  assert(chunk.posts === posts, 'the resolutions are of another day');
  const stored = columnOf(Uint16Array, chunk.counts, posts);
  const counts = Int32Array.from(stored, (count) => (count === NOT_COUNTED ? -1 : count));
  const targets = columnOf(Int32Array, chunk.targets);
  const total = counts.reduce((sum, count) => sum + Math.max(0, count), 0);
  assert(targets.length === total, 'targets end with the last post');
  assert(
    targets.every((target) => target >= 0 && target < blogs),
    'the blogs come back before the resolutions',
  );
  return { counts, unresolved: columnOf(Uint16Array, chunk.unresolved, posts), targets };
}

/**
 * Restores the resolutions of a snapshot into edges, all together.
 *
 * Posts are processed source by source, which keeps the table of a source and the lists of its edges in
 * the processor's cache; posts in the order of their time would access a million edges in random order.
 * Invariant: used while the windows are empty and no post is counted.
 */

interface Parts {
  posts: Posts;
  blogs: BlogTable;
  edges: Edges;
  resolved: Resolved;
}

interface RestoredDay extends DayResolutions {
  /** Row of its first post. */
  first: number;
}

export class RestoredLinks {
  #days: RestoredDay[] = [];

  /** Adds the resolutions of posts whose rows begin at `first`. */
  add(first: number, day: DayResolutions): void {
    this.#days.push({ first, ...day });
  }

  /** Restores all days. @throws when the resolutions belong to other posts. */
  enter(parts: Parts): void {
    const days = this.#days;
    this.#days = [];
    if (days.length === 0) return;
    const { posts } = parts;
    /** The blogs that posts mention, replaced by edges below. */
    const mentions = joined(days);
    /** By row: its first mention, and the number of its mentions; -1 where unknown. */
    const firsts = new Int32Array(posts.rows);
    const counts = new Int32Array(posts.rows).fill(-1);
    let at = 0;
    for (const { first, counts: ofDay } of days) {
      counts.set(ofDay, first);
      for (let index = 0; index < ofDay.length; index++) {
        firsts[first + index] = at;
        at += Math.max(0, ofDay[index]!);
      }
    }
    for (const row of rowsBySource(posts)) {
      if (counts[row]! > 0) fillEdges(parts, row, mentions, firsts[row]!, counts[row]!);
    }
    for (const { first, unresolved } of days) {
      for (let index = 0; index < unresolved.length; index++) {
        const row = first + index;
        const count = counts[row]!;
        const isHidden = (posts.flags[row]! & POST.hidden) !== 0;
        assert(isHidden === count < 0, 'all posts are counted but those that are hidden');
        if (isHidden) continue;
        const edges = mentions.subarray(firsts[row]!, firsts[row]! + count);
        const resolution: Resolution = { edges, count, unresolved: unresolved[index]! };
        parts.resolved.restore(row, resolution);
      }
    }
  }
}

/** Makes edges to the blogs that a post mentions, and adds the post to them. */
function fillEdges(
  { posts, blogs: { shown }, edges }: Parts,
  row: number,
  mentions: Int32Array,
  from: number,
  count: number,
): void {
  const source = posts.blogs[row]!;
  for (let at = from; at < from + count; at++) {
    const target = mentions[at]!;
    const edge = edges.edgeOf(source, target);
    edges.active[edge] = shown[source]! & shown[target]!;
    edges.insert(edge, row);
    mentions[at] = edge;
  }
}

function joined(days: readonly RestoredDay[]): Int32Array {
  const all = new Int32Array(days.reduce((sum, { targets }) => sum + targets.length, 0));
  let at = 0;
  for (const { targets } of days) {
    all.set(targets, at);
    at += targets.length;
  }
  return all;
}

/** All rows by the blog of their post, those of a blog in their order. */
function rowsBySource({ blogs, rows }: Posts): Int32Array {
  let sources = 0;
  for (let row = 0; row < rows; row++) sources = Math.max(sources, blogs[row]! + 1);
  const ends = new Int32Array(sources + 1);
  for (let row = 0; row < rows; row++) ends[blogs[row]! + 1]! += 1;
  for (let source = 0; source < sources; source++) ends[source + 1]! += ends[source]!;
  const sorted = new Int32Array(rows);
  for (let row = 0; row < rows; row++) sorted[ends[blogs[row]!]!++] = row;
  return sorted;
}
