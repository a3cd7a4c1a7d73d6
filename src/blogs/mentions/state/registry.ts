/**
 * Whose page an address is: the blog with the longest registered host and path prefix.
 *
 * Invariants: verified blogs register their home page and their aliases. Where several register the
 * same prefix it belongs to the one that is shown, and among those to the oldest; so a hidden
 * blog keeps what is its own, and its pages are never counted for the owner of the host. Prefixes
 * match at the borders of path segments.
 * Not here: who is verified and shown (blogs/mentions/writer.ts), which forms of an address are one
 * (address.ts).
 */

import { bytesOf, withCapacity } from '../../../engine/columns/columns.js';
import { NONE } from '../../../engine/columns/list-pool.js';
import { getOrInsert } from '../../../kernel/collections.js';
import { mobileOf, type Prefix, pathOf } from './address.js';

/** Nobody is registered at the host. */
export const UNKNOWN_HOST = -2;
/** The host is known, but the path is nobody's. */
export const UNRESOLVED = -1;

/** How blogs that claim one prefix are ranked. */
interface Standing {
  id: number;
  isShown: boolean;
}

interface Claim {
  family: number;
  mobile: number;
  path: string;
}

/** Who is registered at one host. */
interface HostClaims {
  claimants: Map<string, number[]>;
  /** The blog that each path belongs to. */
  owners: Map<string, number>;
  /** No claimed path has more segments than this. */
  depth: number;
}

/** Pages that may belong to somebody else than before: those below a segment of a host. */
export interface OwnerChange {
  family: number;
  mark: number;
}

const NO_CLAIMS: readonly Claim[] = [];
const encoder = new TextEncoder();

export class Registry {
  readonly #families: Families;
  /** By family, then by number of the phone label. */
  readonly #hosts = new Map<number, Map<number, HostClaims>>();
  readonly #claims = new Map<number, readonly Claim[]>();
  readonly #standings = new Map<number, Standing>();

  constructor(families: Families) {
    this.#families = families;
  }

  /** Sets what a blog registers; returns where pages may have changed hands. */
  set(
    blog: number,
    prefixes: readonly Prefix[],
    id: number,
    isShown: boolean,
  ): Iterable<OwnerChange> {
    const before = this.#claims.get(blog) ?? NO_CLAIMS;
    const after = prefixes.map(({ family, mobile, path }) => ({
      family: this.#families.numberOf(family),
      mobile,
      path,
    }));
    this.#standings.set(blog, { id, isShown });
    this.#claims.set(blog, after);
    for (const claim of before) this.#withdraw(claim, blog);
    for (const claim of after) this.#lodge(claim, blog);
    const changes = new Map<number, OwnerChange>();
    for (const claim of [...before, ...after]) {
      const { family } = claim;
      const mark = this.#settle(claim);
      if (mark !== null) changes.set(familyAndMark(family, mark), { family, mark });
    }
    return changes.values();
  }

  /** The blog that a page belongs to, `UNRESOLVED` or `UNKNOWN_HOST`. */
  ownerOf(family: number, code: number, rest: string): number {
    const hosts = this.#hosts.get(family);
    if (hosts === undefined) return UNKNOWN_HOST;
    const claims = hosts.get(mobileOf(code, rest)) ?? hosts.get(0);
    return claims === undefined ? UNKNOWN_HOST : longestOwner(claims, pathOf(code, rest));
  }

  #lodge({ family, mobile, path }: Claim, blog: number): void {
    const hosts = getOrInsert(this.#hosts, family, () => new Map());
    const host = getOrInsert(hosts, mobile, () => ({
      claimants: new Map(),
      owners: new Map(),
      depth: 0,
    }));
    const claimants = getOrInsert(host.claimants, path, () => []);
    if (!claimants.includes(blog)) claimants.push(blog);
    host.depth = Math.max(host.depth, path.split('/').length - 1);
  }

  #withdraw({ family, mobile, path }: Claim, blog: number): void {
    const claimants = this.#hosts.get(family)?.get(mobile)?.claimants.get(path);
    const at = claimants?.indexOf(blog) ?? -1;
    if (at >= 0) claimants!.splice(at, 1);
  }

  /** Finds the owner of a path again; the mark of the pages that it concerns, null for none. */
  #settle({ family, mobile, path }: Claim): number | null {
    const hosts = this.#hosts.get(family);
    const host = hosts?.get(mobile);
    if (hosts === undefined || host === undefined) return null;
    const wasKnown = host.owners.size > 0;
    const before = host.owners.get(path);
    const after = this.#firstOf(host.claimants.get(path) ?? []);
    if (after !== undefined) host.owners.set(path, after);
    else {
      host.claimants.delete(path);
      host.owners.delete(path);
      if (host.claimants.size === 0) hosts.delete(mobile);
      if (hosts.size === 0) this.#hosts.delete(family);
    }
    this.#families.known[family] = this.#hosts.has(family) ? 1 : 0;
    if (before === after) return null;
    // A host that becomes known, or unknown, concerns every link to it.
    if (!wasKnown || host.owners.size === 0) return ANY_SEGMENT;
    const bytes = encoder.encode(path);
    return segmentMark(bytes, 0, bytes.length);
  }

  #firstOf(claimants: readonly number[]): number | undefined {
    let first: number | undefined;
    for (const blog of claimants) {
      if (first === undefined || this.#comesFirst(blog, first)) first = blog;
    }
    return first;
  }

  #comesFirst(blog: number, other: number): boolean {
    const mine = this.#standings.get(blog)!;
    const theirs = this.#standings.get(other)!;
    return mine.isShown === theirs.isShown ? mine.id < theirs.id : mine.isShown;
  }
}

/** Looks the path's prefixes up from the longest that anybody claims to the bare host. */
function longestOwner({ owners, depth }: HostClaims, path: string): number {
  let end = 0;
  for (let segment = 0; segment < depth && end < path.length; segment++) {
    const next = path.indexOf('/', end + 1);
    end = next < 0 ? path.length : next;
  }
  while (end > 0) {
    const owner = owners.get(path.slice(0, end));
    if (owner !== undefined) return owner;
    end = path.lastIndexOf('/', end - 1);
  }
  return owners.get('') ?? UNRESOLVED;
}

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
