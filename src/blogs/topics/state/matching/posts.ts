/**
 * The posts of the blogs: time, blog, visibility, and version.
 *
 * A post whose text or labels change gets a new *version*, a number of its own. Evidence of the former
 * version keeps the former number, so a change needs no search for evidence to remove.
 *
 *   post id ─► live version, time, blog, flags, hashes of what the version was made of
 *   version ─► post id, when it was seen
 *
 * Invariants: ids are dense (the log counts them up from 1) and index the columns. Nothing here depends
 * on when texts are matched.
 */
import { bytesOfColumns, growColumns, withCapacity } from '../../../../engine/columns/columns.js';
import { packColumns, packRows, Ranges, TOPICS_CHUNKS, Unpacker } from '../../chunks.js';
import { IN_TITLE, ROW_BITS, VERSION_SHIFT } from './evidence.js';

export const POST = {
  hidden: 1,
  erased: 2,
  /** Its evidence was withdrawn. */
  revoked: 4,
  /** Its publication time is known. */
  dated: 8,
} as const;

/** The hashes of a version's text: equal hashes mean the same text. */
export interface TextHashes {
  head: bigint;
  body: bigint;
}

/** Columns by id, in the order of a chunk. */
const BY_ID = [
  ...(['live', 'times', 'blogs', 'flags'] as const),
  ...(['texts', 'parts', 'heads', 'bodies'] as const),
];
const BY_VERSION = ['postOf', 'seen'] as const;

export class MatchedPosts {
  /** Live version + 1 by id; 0 without one. */
  live = new Uint32Array(256);
  times = new Float64Array(256);
  blogs = new Uint32Array(256);
  flags = new Uint8Array(256);
  /** Number of the text entry with the live version's text; 0 without one. */
  texts = new Uint32Array(256);
  /** Part of that entry; 0 while it is in memory. */
  parts = new Uint32Array(256);
  /** 53 bits of the hashes of the live version's title with labels, and of its body. */
  heads = new Float64Array(256);
  bodies = new Float64Array(256);
  /** Greater than all ids. */
  idsEnd = 1;
  /** The post of each version, and when it was last seen. */
  postOf = new Uint32Array(256);
  seen = new Float64Array(256);
  versions = 0;
  readonly #ranges = new Ranges();
  readonly #versionRanges = new Ranges();

  /** When the first version of any post was seen; infinity without versions. */
  get seenSinceMs(): number {
    let sinceMs = Number.POSITIVE_INFINITY;
    for (let version = 0; version < this.versions; version++) {
      if (this.seen[version]! < sinceMs) sinceMs = this.seen[version]!;
    }
    return sinceMs;
  }

  /** When each post was first seen, by id; infinity for a post without a version. */
  firstSeenMs(): Float64Array {
    const firstMs = new Float64Array(this.idsEnd).fill(Number.POSITIVE_INFINITY);
    for (let version = 0; version < this.versions; version++) {
      const id = this.postOf[version]!;
      if (this.seen[version]! < firstMs[id]!) firstMs[id] = this.seen[version]!;
    }
    return firstMs;
  }

  get byteLength(): number {
    return bytesOfColumns(this, [...BY_ID, ...BY_VERSION]);
  }

  has(id: number): boolean {
    return id < this.idsEnd && this.live[id] !== 0;
  }

  /** The live version of a post, or -1. */
  versionOf(id: number): number {
    return (this.live[id] ?? 0) - 1;
  }

  isLive(version: number): boolean {
    return this.live[this.postOf[version]!] === version + 1;
  }

  isErased(id: number): boolean {
    return (this.flags[id]! & POST.erased) !== 0;
  }

  /** True unless the post itself is hidden or erased. */
  isPublic(id: number): boolean {
    return (this.flags[id]! & (POST.hidden | POST.erased)) === 0;
  }

  /** True when the live version has a body. */
  hasText(id: number): boolean {
    return this.bodies[id] !== 0;
  }

  isRevoked(id: number): boolean {
    return (this.flags[id]! & POST.revoked) !== 0;
  }

  /** Stores the facts of a post beside its text. */
  put(id: number, blog: number, timeMs: number, dated: boolean, sequence: number): void {
    this.#reserve(id);
    this.blogs[id] = blog;
    this.times[id] = timeMs;
    this.flags[id] = (this.flags[id]! & ~POST.dated) | (dated ? POST.dated : 0);
    this.#ranges.touch(id, sequence);
  }

  renew(id: number, { head, body }: TextHashes, seenMs: number, sequence: number): number {
    const version = this.versions++;
    growColumns(this, BY_VERSION, this.versions);
    this.postOf[version] = id;
    this.seen[version] = seenMs;
    this.live[id] = version + 1;
    this.heads[id] = asNumber(head);
    this.bodies[id] = asNumber(body);
    this.#versionRanges.touch(version, sequence);
    this.#ranges.touch(id, sequence);
    return version;
  }

  /** Notes that the live version was seen again, unchanged. */
  seeAgain(id: number, seenMs: number, sequence: number): void {
    const version = this.versionOf(id);
    if (version < 0 || this.seen[version]! >= seenMs) return;
    this.seen[version] = seenMs;
    this.#versionRanges.touch(version, sequence);
  }

  hasHead(id: number, hash: bigint): boolean {
    return this.heads[id] === asNumber(hash);
  }

  hasBody(id: number, hash: bigint): boolean {
    return this.bodies[id] === asNumber(hash);
  }

  textOf(id: number): number {
    return this.texts[id] ?? 0;
  }

  partOf(id: number): number {
    return this.parts[id] ?? 0;
  }

  setText(id: number, text: number, part: number, sequence: number): void {
    this.texts[id] = text;
    this.parts[id] = part;
    this.#ranges.touch(id, sequence);
  }

  setFlag(id: number, flag: number, isSet: boolean, sequence: number): void {
    if (id >= this.idsEnd) return;
    this.flags[id] = isSet ? this.flags[id]! | flag : this.flags[id]! & ~flag;
    this.#ranges.touch(id, sequence);
  }

  erase(id: number, sequence: number): void {
    if (id >= this.idsEnd) return;
    this.setFlag(id, POST.erased, true, sequence);
    this.live[id] = 0;
    this.texts[id] = 0;
    this.parts[id] = 0;
  }

  plan(): string[] {
    return [...this.#ranges.names('posts'), ...this.#versionRanges.names('versions')];
  }

  chunk(name: string): Uint8Array {
    if (TOPICS_CHUNKS.parse(name).kind === 'versions') {
      const { from, to } = this.#versionRanges.bounds(name, this.versions);
      return packColumns({ posts: this.postOf.slice(from, to), seen: this.seen.slice(from, to) });
    }
    const { from, to } = this.#ranges.bounds(name, this.idsEnd);
    return packRows(this, BY_ID, from, to);
  }

  restore(name: string, bytes: Uint8Array): void {
    const chunk = new Unpacker(bytes);
    if (TOPICS_CHUNKS.parse(name).kind === 'versions') {
      const { from } = this.#versionRanges.bounds(name, Number.POSITIVE_INFINITY);
      const posts = chunk.take('posts', Uint32Array);
      this.versions = Math.max(this.versions, from + posts.length);
      growColumns(this, BY_VERSION, this.versions);
      this.postOf.set(posts, from);
      this.seen.set(chunk.take('seen', Float64Array), from);
      this.#versionRanges.restored(name);
      return;
    }
    const { from } = this.#ranges.bounds(name, Number.POSITIVE_INFINITY);
    const { length } = chunk.take('live', Uint32Array);
    if (length > 0) this.#reserve(from + length - 1);
    chunk.takeRows(this, BY_ID, from);
    this.#ranges.restored(name);
  }

  #reserve(id: number): void {
    if (id < this.idsEnd) return;
    this.idsEnd = id + 1;
    growColumns(this, BY_ID, this.idsEnd);
  }
}

/** 53 bits of a hash: two texts of one post have equal bits with probability 10⁻¹⁶. */
function asNumber(hash: bigint): number {
  return Number(hash & 0x1f_ffff_ffff_ffffn);
}

/**
 * The rows that count by the version of the post, the inverse of evidence.ts; and the numbers of articles
 * of a window, and of the baseline before it, that have each term.
 *
 *   version ─► block ─► block …;  block := place of the next u32 | rows u32 | row u32 each
 *   row     := term << 2 | in title 1 | in body 2;  all ones for a dropped row
 *
 * Rows by version make it cheap to maintain counts over millions of rows: when a post enters or leaves a
 * window, its few terms are counted up or down. A start makes them from the evidence.
 */

const HEAD_CELLS = 2;
const DROPPED = 0xffff_ffff;

export class VersionRows {
  #heads = new Uint32Array(256);
  /** The number of rows that count, by version. */
  counts = new Uint32Array(256);
  /** Blocks; place 0 is no block. */
  #cells = new Uint32Array(4096);
  #cellsEnd = 1;

  get byteLength(): number {
    return this.#heads.byteLength + this.counts.byteLength + this.#cells.byteLength;
  }

  reserve(length: number): void {
    this.#heads = withCapacity(this.#heads, length);
    this.counts = withCapacity(this.counts, length);
  }

  /** Adds the rows of `terms`, each with its bits. */
  add(version: number, terms: ArrayLike<number>, bits: ArrayLike<number>): void {
    const block = this.#begin(version, terms.length);
    for (let at = 0; at < terms.length; at++) {
      this.#cells[block + HEAD_CELLS + at] = ((terms[at]! << VERSION_SHIFT) | bits[at]!) >>> 0;
    }
    this.counts[version]! += terms.length;
  }

  /** Makes an empty block for the rows of a version, which `put` fills. */
  prepare(version: number, rows: number): void {
    const block = this.#begin(version, rows);
    this.#cells.fill(DROPPED, block + HEAD_CELLS, block + HEAD_CELLS + rows);
  }

  /** Fills the next row of the prepared block. */
  put(version: number, term: number, bits: number): void {
    const at = this.#heads[version]! + HEAD_CELLS + this.counts[version]!;
    this.#cells[at] = ((term << VERSION_SHIFT) | bits) >>> 0;
    this.counts[version]! += 1;
  }

  drop(version: number, term: number): void {
    const cells = this.#cells;
    for (let block = this.#heads[version]!; block !== 0; block = cells[block]!) {
      const end = block + HEAD_CELLS + cells[block + 1]!;
      for (let at = block + HEAD_CELLS; at < end; at++) {
        if (cells[at]! >>> VERSION_SHIFT !== term || cells[at] === DROPPED) continue;
        cells[at] = DROPPED;
        this.counts[version]! -= 1;
        return;
      }
    }
  }

  /** Calls `visit` for each row of a version. */
  each(version: number, visit: (term: number, bits: number) => void): void {
    const cells = this.#cells;
    for (let block = this.#heads[version] ?? 0; block !== 0; block = cells[block]!) {
      const end = block + HEAD_CELLS + cells[block + 1]!;
      for (let at = block + HEAD_CELLS; at < end; at++) {
        const row = cells[at]!;
        if (row !== DROPPED) visit(row >>> VERSION_SHIFT, row & ROW_BITS);
      }
    }
  }

  #begin(version: number, rows: number): number {
    const block = this.#cellsEnd;
    this.#cellsEnd += HEAD_CELLS + rows;
    this.#cells = withCapacity(this.#cells, this.#cellsEnd);
    this.#cells[block] = this.#heads[version]!;
    this.#cells[block + 1] = rows;
    this.#heads[version] = block;
    return block;
  }
}

/** States of a version in a view. */
const ELSEWHERE = 0;
export const IN_WINDOW = 1;
export const IN_PAST = 2;

const BY_TERM = ['titles', 'bodies', 'pastPosts', 'pastTitles'] as const;

/**
 * The numbers of articles of a window, and of the baseline before it, that have each term. The counts are
 * updated, because between two questions few articles enter or leave a window.
 *
 * Invariant: after `sync`, each count is that of the rows that count in versions with that state.
 */
export class VersionTally {
  readonly #rows: VersionRows;
  /** The state of each version that the counts contain. */
  #states = new Uint8Array(0);
  /** By term: articles of the window with it in the title, or in the body only. */
  titles = new Uint32Array(0);
  bodies = new Uint32Array(0);
  /** By term: articles of the baseline, and those of them with it in the title. */
  pastPosts = new Uint32Array(0);
  pastTitles = new Uint32Array(0);

  constructor(rows: VersionRows) {
    this.#rows = rows;
  }

  get byteLength(): number {
    return this.#states.byteLength + bytesOfColumns(this, BY_TERM);
  }

  /** Updates the counts to the current `states` of versions. */
  sync(states: Uint8Array, terms: number): void {
    growColumns(this, BY_TERM, terms);
    this.#states = withCapacity(this.#states, states.length);
    for (let version = 0; version < states.length; version++) {
      const before = this.#states[version]!;
      const after = states[version]!;
      if (before === after) continue;
      this.#states[version] = after;
      this.#rows.each(version, (term, bits) => {
        this.#count(before, term, bits, -1);
        this.#count(after, term, bits, 1);
      });
    }
  }

  /** Counts a new row (1) or a removed one (-1). */
  move(version: number, term: number, bits: number, by: 1 | -1): void {
    const state = this.#states[version] ?? ELSEWHERE;
    if (state === ELSEWHERE) return;
    growColumns(this, BY_TERM, term + 1);
    this.#count(state, term, bits, by);
  }

  #count(state: number, term: number, bits: number, by: number): void {
    if (state === IN_WINDOW) {
      if ((bits & IN_TITLE) !== 0) this.titles[term]! += by;
      else this.bodies[term]! += by;
    } else if (state === IN_PAST) {
      this.pastPosts[term]! += by;
      if ((bits & IN_TITLE) !== 0) this.pastTitles[term]! += by;
    }
  }
}
