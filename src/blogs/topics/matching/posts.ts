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
import { bytesOf, withCapacity } from '../../../columns/columns.js';
import { TOPICS_CHUNKS } from '../chunk-names.js';
import { packColumns, Ranges, Unpacker } from '../column-bytes.js';

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

export class Posts {
  /** Live version + 1 by id; 0 where there is none. */
  live = new Uint32Array(256);
  times = new Float64Array(256);
  blogs = new Uint32Array(256);
  flags = new Uint8Array(256);
  /** Number of the text entry that holds the live version's text; 0 when none does. */
  #texts = new Uint32Array(256);
  /** Part in which that entry lies; 0 while it is in memory. */
  #parts = new Uint32Array(256);
  #headHashes = new Float64Array(256);
  #bodyHashes = new Float64Array(256);
  /** Ids given are below this. */
  idsEnd = 1;
  /** Post and blog by version. */
  postOf = new Uint32Array(256);
  seen = new Float64Array(256);
  versions = 0;
  readonly #ranges = new Ranges();
  readonly #versionRanges = new Ranges();

  get byteLength(): number {
    const byId = [this.live, this.times, this.blogs, this.flags, this.#texts, this.#parts];
    const more = [this.#headHashes, this.#bodyHashes, this.postOf, this.seen];
    return bytesOf(...byId, ...more);
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
    return this.#bodyHashes[id] !== 0;
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
    this.postOf = withCapacity(this.postOf, this.versions);
    this.seen = withCapacity(this.seen, this.versions);
    this.postOf[version] = id;
    this.seen[version] = seenMs;
    this.live[id] = version + 1;
    this.#headHashes[id] = asNumber(head);
    this.#bodyHashes[id] = asNumber(body);
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
    return this.#headHashes[id] === asNumber(hash);
  }

  hasBody(id: number, hash: bigint): boolean {
    return this.#bodyHashes[id] === asNumber(hash);
  }

  textOf(id: number): number {
    return this.#texts[id] ?? 0;
  }

  partOf(id: number): number {
    return this.#parts[id] ?? 0;
  }

  setText(id: number, text: number, part: number, sequence: number): void {
    this.#texts[id] = text;
    this.#parts[id] = part;
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
    this.#texts[id] = 0;
    this.#parts[id] = 0;
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
    return packColumns({
      live: this.live.slice(from, to),
      times: this.times.slice(from, to),
      blogs: this.blogs.slice(from, to),
      flags: this.flags.slice(from, to),
      texts: this.#texts.slice(from, to),
      parts: this.#parts.slice(from, to),
      heads: this.#headHashes.slice(from, to),
      bodies: this.#bodyHashes.slice(from, to),
    });
  }

  restore(name: string, bytes: Uint8Array): void {
    const chunk = new Unpacker(bytes);
    if (TOPICS_CHUNKS.parse(name).kind === 'versions') {
      const { from } = this.#versionRanges.bounds(name, Number.POSITIVE_INFINITY);
      const posts = chunk.take('posts', Uint32Array);
      this.versions = Math.max(this.versions, from + posts.length);
      this.postOf = withCapacity(this.postOf, this.versions);
      this.seen = withCapacity(this.seen, this.versions);
      this.postOf.set(posts, from);
      this.seen.set(chunk.take('seen', Float64Array), from);
      this.#versionRanges.restored(name);
      return;
    }
    const { from } = this.#ranges.bounds(name, Number.POSITIVE_INFINITY);
    const live = chunk.take('live', Uint32Array);
    if (live.length > 0) this.#reserve(from + live.length - 1);
    this.live.set(live, from);
    this.times.set(chunk.take('times', Float64Array), from);
    this.blogs.set(chunk.take('blogs', Uint32Array), from);
    this.flags.set(chunk.take('flags', Uint8Array), from);
    this.#texts.set(chunk.take('texts', Uint32Array), from);
    this.#parts.set(chunk.take('parts', Uint32Array), from);
    this.#headHashes.set(chunk.take('heads', Float64Array), from);
    this.#bodyHashes.set(chunk.take('bodies', Float64Array), from);
    this.#ranges.restored(name);
  }

  #reserve(id: number): void {
    if (id < this.idsEnd) return;
    this.idsEnd = id + 1;
    this.live = withCapacity(this.live, this.idsEnd);
    this.times = withCapacity(this.times, this.idsEnd);
    this.blogs = withCapacity(this.blogs, this.idsEnd);
    this.flags = withCapacity(this.flags, this.idsEnd);
    this.#texts = withCapacity(this.#texts, this.idsEnd);
    this.#parts = withCapacity(this.#parts, this.idsEnd);
    this.#headHashes = withCapacity(this.#headHashes, this.idsEnd);
    this.#bodyHashes = withCapacity(this.#bodyHashes, this.idsEnd);
  }
}

/** 53 bits of a hash: two texts of one post share them with probability 10⁻¹⁶. */
function asNumber(hash: bigint): number {
  return Number(hash & 0x1f_ffff_ffff_ffffn);
}
