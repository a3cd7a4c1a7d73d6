/**
 * The posts of the blogs: when, by whom, whether they may be shown, and in which version.
 *
 * A post whose text or labels change gets a new *version*, a number of its own. What was found in
 * the version before stays evidence of that one, so nothing has to be looked up to be taken back.
 *
 *   post id ─► live version, time, blog, flags, hashes of what the version was made of
 *   version ─► post id, when it was seen
 *
 * Invariants: ids are dense (the log counts them up from 1) and index the columns. Nothing here
 * depends on when texts are matched.
 */
import { bytesOfColumns, growColumns } from '../../../engine/columns/columns.js';
import { packColumns, packRows, Ranges, TOPICS_CHUNKS, Unpacker } from '../column-bytes.js';

/** Bits of a post's flags. */
export const POST = {
  hidden: 1,
  erased: 2,
  /** Its evidence was withdrawn. */
  revoked: 4,
  /** Its publication time is known. */
  dated: 8,
} as const;

/** What makes a version: equal ones are the same text. */
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
  /** Live version + 1 by id; 0 where there is none. */
  live = new Uint32Array(256);
  times = new Float64Array(256);
  blogs = new Uint32Array(256);
  flags = new Uint8Array(256);
  /** Number of the text entry that holds the live version's text; 0 when none does. */
  texts = new Uint32Array(256);
  /** Part in which that entry lies; 0 while it is in memory. */
  parts = new Uint32Array(256);
  /** 53 bits of the hashes of what the live version was made of. */
  heads = new Float64Array(256);
  bodies = new Float64Array(256);
  /** Ids given are below this. */
  idsEnd = 1;
  /** Post and blog by version. */
  postOf = new Uint32Array(256);
  seen = new Float64Array(256);
  versions = 0;
  readonly #ranges = new Ranges();
  readonly #versionRanges = new Ranges();

  /** When the first version of anything was seen; infinity before there is one. */
  get seenSinceMs(): number {
    let sinceMs = Number.POSITIVE_INFINITY;
    for (let version = 0; version < this.versions; version++) {
      if (this.seen[version]! < sinceMs) sinceMs = this.seen[version]!;
    }
    return sinceMs;
  }

  /** When each post was seen first, by id; infinity for one without a version. */
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

  /** What a post is besides its text. */
  put(id: number, blog: number, timeMs: number, dated: boolean, sequence: number): void {
    this.#reserve(id);
    this.blogs[id] = blog;
    this.times[id] = timeMs;
    this.flags[id] = (this.flags[id]! & ~POST.dated) | (dated ? POST.dated : 0);
    this.#ranges.touch(id, sequence);
  }

  /** Begins a new version of a post. */
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

  /** The live version was met again, unchanged. */
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

  /** Takes a post out for good. */
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

/** 53 bits of a hash: two texts of one post share them with probability 10⁻¹⁶. */
function asNumber(hash: bigint): number {
  return Number(hash & 0x1f_ffff_ffff_ffffn);
}
