/**
 * The owner of an address: the blog with the longest registered host and path prefix.
 *
 * Invariants: verified blogs register their home page and their aliases. Where several register the same
 * prefix it belongs to a shown blog, and among those to the oldest; so a hidden blog keeps a prefix of
 * its own, and its pages are never counted for the owner of the host. Prefixes match at the borders of
 * path segments.
 * Not here: which blogs are verified and shown (blogs/mentions/writer.ts), which forms of an address are
 * equal (address.ts).
 */

import { bytesOf, withCapacity } from '../../../engine/columns/columns.js';
import { NONE } from '../../../engine/columns/list-pool.js';
import { getOrInsert } from '../../../kernel/collections.js';
import { mobileOf, type Prefix, pathOf } from './address.js';

/** No blog is registered at the host. */
export const UNKNOWN_HOST = -2;
/** The host is known, but the path belongs to no blog. */
export const UNRESOLVED = -1;

/** The rank of a blog among those that claim one prefix. */
interface Standing {
  id: number;
  isShown: boolean;
}

interface Claim {
  family: number;
  mobile: number;
  path: string;
}

/** The blogs that are registered at one host. */
interface HostClaims {
  claimants: Map<string, number[]>;
  owners: Map<string, number>;
  /** The most segments of a claimed path. */
  depth: number;
}

/** Pages whose owner may have changed: those below a first path segment of a host. */
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

  /** Sets the registered prefixes of a blog; returns the pages whose owner may have changed. */
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

  /** The blog that owns a page, `UNRESOLVED` or `UNKNOWN_HOST`. */
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

  /** Updates the owner of a path; returns the mark of the pages with another owner, null for none. */
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
    // A host that becomes known or unknown concerns every link to it.
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

/** Looks up the prefixes of a path, from the longest claimed one to the host alone. */
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
 * A *family* is a host with all its `www.` and phone forms (address.ts). The posts of a family must be
 * resolved again when a blog registers or withdraws a prefix there; on a host with thousands of blogs
 * only the posts that link below the same first path segment, which has a mark.
 * Invariants: a family keeps its number. A post that links to a family is in its list, under the mark of
 * the segment; posts of the list may no longer link there, and marks may collide, which only costs
 * reading a post.
 */

/** Memory of a host beside its columns: the text, and its entry in the map. */
const BYTES_PER_NAME = 96;

/** The mark of segments without a mark of their own; in a question, every segment. */
export const ANY_SEGMENT = 0;
/** Marks have 21 bits, so that a family and a mark fit into one exact number. */
const MARK_BITS = 21;
const PERCENT = 0x25;
const SLASH = 0x2f;
/** FNV-1a. */
const HASH_START = 0x811c9dc5;
const HASH_STEP = 0x01000193;

/**
 * The mark of the first segment of the path at `at`. Empty segments and segments with escapes, whose
 * compared form differs from the written one, have no mark of their own.
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
  // The highest bit is set, so no mark is `ANY_SEGMENT`.
  return (((hash >>> 11) ^ hash) & (2 ** (MARK_BITS - 1) - 1)) | (2 ** (MARK_BITS - 1));
}

/** Entries are stored in pages, because doubling a column would copy millions of them. */
const PAGE_ENTRIES = 65_536;
/** Words of an entry: row, mark, and the number of the entry before it in its family's list. */
const ENTRY_WORDS = 3;

export function familyAndMark(family: number, mark: number): number {
  return family * 2 ** MARK_BITS + mark;
}

export class Families {
  /** 1 for a family where a blog is registered. */
  known = new Uint8Array(64);
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** The newest entry of each family's list. */
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

  /** The number of a family, assigned if it has none. */
  numberOf(name: string): number {
    return getOrInsert(this.#numbers, name, () => {
      const number = this.#names.push(name) - 1;
      this.known = withCapacity(this.known, number + 1);
      this.#heads = withCapacity(this.#heads, number + 1);
      this.#heads[number] = NONE;
      return number;
    });
  }

  /** The number of a known family. */
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

  /** The rows of posts that may link below a segment; a row may occur twice. */
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
