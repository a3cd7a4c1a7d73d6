/**
 * What the links of each post came to: the edges that it stands in, and how many led nowhere.
 *
 * Invariant: lists are by row of `Posts`; a post that is not counted has none. Whatever changes one
 * marks the post's day, whose resolutions are then stored again.
 */
import { bytesOfColumns, growColumns } from '../../../engine/columns/columns.js';
import type { ListPool } from '../../../engine/columns/list-pool.js';
import type { Posts } from './posts.js';

/** The links of one post, resolved. */
export interface Resolution {
  /** Edges in the order of the first link to each target; only the first `count` are meant. */
  edges: Int32Array;
  count: number;
  /** Links to a known host, on a path that is nobody's. */
  unresolved: number;
}

const BY_ROW = ['counts', 'unresolved', 'counted', 'lists'] as const;

export class Resolved {
  counts = new Uint16Array(64);
  unresolved = new Uint16Array(64);
  /** 1 for posts whose mentions stand in the edges. */
  counted = new Uint8Array(64);
  /** Mentions in all lists. */
  mentions = 0;
  /** The entry that is folded. */
  sequence = 0;
  /** Where the edges of each post lie in the pool. */
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

  /** Reserves memory for rows. */
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

  /** The same for what comes back from a snapshot. */
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
