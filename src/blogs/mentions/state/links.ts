/**
 * The text of a post in the index: title, address, and its body links one after the other.
 *
 *   text := title bytes u16 | address bytes u16 | links u16 | title | address | link*
 *   link := family u32 | code u8 | rest bytes u16 | anchor bytes u16 | rest | anchor
 *
 * Numbers are little-endian and not aligned. `family` is a number of `Families` in memory and a position
 * in the chunk's own list on disk. Links stay in order and with repeats.
 */
import { INGEST } from '../../../kernel/limits.js';
import type { PostRecord } from '../../../kernel/model/records.js';
import { isPlainRest, joinUrl, splitUrl } from './address.js';
import type { Posts } from './posts.js';
import { ANY_SEGMENT, type Families, familyAndMark, segmentMark } from './registry.js';

const HEAD_BYTES = 6;
const LINK_HEAD_BYTES = 9;
/** The longest text of a record, 500 code points, in bytes of UTF-8; a longer one is cut. */
const TEXT_BYTES_MAX = 2000;
/** Longest address, in bytes. */
const URL_BYTES_MAX = 3 * INGEST.urlMax;
const FIRST_SCRATCH_BYTES = 4096;

/** Writes texts into a buffer that is reused for each text. */
export class TextWriter {
  readonly #families: Families;
  #scratch = Buffer.alloc(FIRST_SCRATCH_BYTES);
  #at = 0;

  constructor(families: Families) {
    this.#families = families;
  }

  /** The text of a post, valid until the next call; empty when the post has no body links. */
  textOf({ title, url, links }: PostRecord): Buffer {
    this.#at = HEAD_BYTES;
    const titleBytes = this.#put(title, TEXT_BYTES_MAX);
    const urlBytes = this.#put(url, Math.min(3 * url.length, URL_BYTES_MAX));
    let count = 0;
    for (const { url: target, anchor, location } of links) {
      if (location === 'body' && this.#putLink(target, anchor)) count += 1;
    }
    if (count === 0) return this.#scratch.subarray(0, 0);
    const scratch = this.#scratch;
    scratch.writeUInt16LE(titleBytes, 0);
    scratch.writeUInt16LE(urlBytes, 2);
    scratch.writeUInt16LE(count, 4);
    return scratch.subarray(0, this.#at);
  }

  /** False for an address that is not of the web. */
  #putLink(url: string, anchor: string): boolean {
    const split = splitUrl(url);
    if (split === null) return false;
    const { code, family, rest } = split;
    const headAt = this.#at;
    this.#at += LINK_HEAD_BYTES;
    const restBytes = this.#put(rest, 3 * rest.length);
    const anchorBytes = this.#put(anchor, TEXT_BYTES_MAX);
    const scratch = this.#scratch;
    scratch.writeUInt32LE(this.#families.numberOf(family), headAt);
    scratch[headAt + 4] = code;
    scratch.writeUInt16LE(restBytes, headAt + 5);
    scratch.writeUInt16LE(anchorBytes, headAt + 7);
    return true;
  }

  /** Appends a text; returns its bytes. A character that does not fit completely is left out. */
  #put(text: string, bytesMax: number): number {
    this.#reserve(bytesMax + LINK_HEAD_BYTES);
    const bytes = this.#scratch.write(text, this.#at, bytesMax, 'utf8');
    this.#at += bytes;
    return bytes;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#scratch.length) return;
    const wide = Buffer.alloc(2 * (this.#at + bytes));
    this.#scratch.copy(wide, 0, 0, this.#at);
    this.#scratch = wide;
  }
}

/** Reads the links of a text without copying the text. */
export class LinkCursor {
  family = 0;
  code = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #left = 0;
  #restAt = 0;
  #anchorAt = 0;
  #end = 0;
  #titleAt = 0;
  #urlAt = 0;
  #linksAt = 0;

  /** Moves before the first link of the text at offset `at`. */
  open(bytes: Buffer, at: number): void {
    this.#bytes = bytes;
    this.#titleAt = at + HEAD_BYTES;
    this.#urlAt = this.#titleAt + word(bytes, at);
    this.#linksAt = this.#urlAt + word(bytes, at + 2);
    this.#left = word(bytes, at + 4);
    this.#end = this.#linksAt;
  }

  /** Moves to the next link; false when there is none. */
  next(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    const bytes = this.#bytes;
    const at = this.#end;
    this.#at = at;
    this.family =
      (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
    this.code = bytes[at + 4]!;
    this.#restAt = at + LINK_HEAD_BYTES;
    this.#anchorAt = this.#restAt + word(bytes, at + 5);
    this.#end = this.#anchorAt + word(bytes, at + 7);
    return true;
  }

  /** The number of links not read yet. */
  get left(): number {
    return this.#left;
  }

  get rest(): string {
    const encoding = isPlainRest(this.code) ? 'latin1' : 'utf8';
    return this.#bytes.toString(encoding, this.#restAt, this.#anchorAt);
  }

  /** Mark of the first segment of the link's path. */
  get mark(): number {
    if (!isPlainRest(this.code)) return ANY_SEGMENT;
    return segmentMark(this.#bytes, this.#restAt, this.#anchorAt);
  }

  get anchor(): string {
    return this.#bytes.toString('utf8', this.#anchorAt, this.#end);
  }

  get title(): string {
    return this.#bytes.toString('utf8', this.#titleAt, this.#urlAt);
  }

  /** Address of the post. */
  get url(): string {
    return this.#bytes.toString('utf8', this.#urlAt, this.#linksAt);
  }

  targetUrl(families: Families): string {
    const { code, family, rest } = this;
    return joinUrl({ code, family: families.nameOf(family), rest });
  }

  /** Replaces the family number of the current link. */
  renumber(family: number): void {
    this.#bytes.writeUInt32LE(family, this.#at);
  }
}

function word(bytes: Buffer, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8);
}

/**
 * The body links of the posts in memory: their number, and the posts in the lists of families.
 *
 * Invariants: every link of a post that was put and not dropped counts once. A post is in the list of
 * every family that it links to; it stays there after it links elsewhere or is dropped (registry.ts).
 * Not here: the blogs to which links lead (graph.ts).
 */
export class LinkIndex {
  readonly #posts: Posts;
  readonly #families: Families;
  readonly #cursor = new LinkCursor();
  /** Families and marks to which the current post links; reused for each post. */
  readonly #met = new Set<number>();
  #count = 0;

  constructor(posts: Posts, families: Families) {
    this.#posts = posts;
    this.#families = families;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds the links of a post, in place of the links of its former text `before`. */
  put(row: number, before: Buffer | null): void {
    const cursor = this.#cursor;
    const met = this.#met;
    met.clear();
    if (before !== null && before.length > 0) {
      cursor.open(before, 0);
      this.#count -= cursor.left;
      while (cursor.next()) met.add(familyAndMark(cursor.family, cursor.mark));
    }
    if (!this.#open(row)) return;
    this.#count += cursor.left;
    while (cursor.next()) {
      const { family, mark } = cursor;
      const place = familyAndMark(family, mark);
      if (met.has(place)) continue;
      met.add(place);
      this.#families.add(family, mark, row);
    }
  }

  /** Removes the links of a post from the count. */
  drop(row: number): void {
    if (this.#open(row)) this.#count -= this.#cursor.left;
  }

  /** Moves before the first link of a post; false when it has none. */
  #open(row: number): boolean {
    const posts = this.#posts;
    if (posts.textBytes[row] === 0) return false;
    this.#cursor.open(posts.bytesOf(row), posts.textAt(row));
    return true;
  }
}
