/**
 * Hosts by number, and for each the posts that link to it.
 *
 * A *family* is a host with all its `www.` and phone forms (address.ts). The posts of a family are
 * what must be looked at again when somebody registers there, or leaves; on a host with thousands
 * of blogs only those that link below the same first path segment, told by its mark.
 * Invariants: numbers are given at first sight and stay. A post that links to a family is in its
 * list, under the mark of the segment; posts in the list may have stopped linking there, and marks
 * may coincide, which costs a look and nothing else.
 */
import { bytesOf, withCapacity } from '../../../engine/columns/columns.js';
import { NONE } from '../../../engine/columns/list-pool.js';
import { getOrInsert } from '../../../kernel/collections.js';

/** What a host costs beside its columns: the text, and its place in the map. */
const BYTES_PER_NAME = 96;

/** The mark of a segment that is not told apart; as a question, every segment. */
export const ANY_SEGMENT = 0;
/** Marks have 21 bits, so that a family and a mark are one exact number. */
const MARK_BITS = 21;
const PERCENT = 0x25;
const SLASH = 0x2f;
/** FNV-1a. */
const HASH_START = 0x811c9dc5;
const HASH_STEP = 0x01000193;

/**
 * The mark of the first segment of a path that begins at `at`. Empty segments and escapes, which
 * compare as something else than they are written as, have no mark of their own.
 */
export function segmentMark(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== SLASH) return ANY_SEGMENT;
  let hash = HASH_START;
  let place = at + 1;
  for (; place < end; place++) {
    const byte = bytes[place]!;
    if (byte === PERCENT) return ANY_SEGMENT;
    if (byte === SLASH || byte === 0x3f || byte === 0x23) break;
    hash = Math.imul(hash ^ byte, HASH_STEP);
  }
  if (place === at + 1) return ANY_SEGMENT;
  // The highest bit makes sure that a mark is not `ANY_SEGMENT`.
  return (((hash >>> 11) ^ hash) & (2 ** (MARK_BITS - 1) - 1)) | (2 ** (MARK_BITS - 1));
}

/** Entries lie in pages, because millions of them would be copied whenever a column doubles. */
const PAGE_ENTRIES = 65_536;
/** An entry: row, mark, and the entry before it in its family's list. */
const ENTRY_WORDS = 3;

/** A family and a mark as one number. */
export function familyAndMark(family: number, mark: number): number {
  return family * 2 ** MARK_BITS + mark;
}

export class Families {
  /** 1 for a family where a blog is registered. */
  known = new Uint8Array(64);
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** First entry of each family's list. */
  #heads = new Int32Array(64);
  readonly #pages: Int32Array[] = [];
  #entries = 0;

  get count(): number {
    return this.#names.length;
  }

  get byteLength(): number {
    const columns = bytesOf(this.known, this.#heads);
    const entries = 4 * ENTRY_WORDS * PAGE_ENTRIES * this.#pages.length;
    return columns + entries + BYTES_PER_NAME * this.#names.length;
  }

  /** The number of a family, given now if it has none. */
  numberOf(name: string): number {
    return getOrInsert(this.#numbers, name, () => {
      const number = this.#names.push(name) - 1;
      this.known = withCapacity(this.known, number + 1);
      this.#heads = withCapacity(this.#heads, number + 1);
      this.#heads[number] = NONE;
      return number;
    });
  }

  /** The number of a family that was seen. */
  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  nameOf(family: number): string {
    return this.#names[family]!;
  }

  /** Notes that a post links to a family, below a segment. */
  add(family: number, mark: number, row: number): void {
    const entry = this.#entries;
    this.#entries += 1;
    if (entry % PAGE_ENTRIES === 0) this.#pages.push(new Int32Array(ENTRY_WORDS * PAGE_ENTRIES));
    const page = this.#pages.at(-1)!;
    const at = ENTRY_WORDS * (entry % PAGE_ENTRIES);
    page[at] = row;
    page[at + 1] = mark;
    page[at + 2] = this.#heads[family]!;
    this.#heads[family] = entry;
  }

  /** The rows of posts that may link below a segment; a row may come twice. */
  *rowsOf(family: number, mark: number): Generator<number> {
    for (let entry = this.#heads[family]!; entry !== NONE; ) {
      const page = this.#pages[Math.floor(entry / PAGE_ENTRIES)]!;
      const at = ENTRY_WORDS * (entry % PAGE_ENTRIES);
      const own = page[at + 1]!;
      if (mark === ANY_SEGMENT || own === mark || own === ANY_SEGMENT) yield page[at]!;
      entry = page[at + 2]!;
    }
  }
}
