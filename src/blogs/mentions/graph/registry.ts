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
import { getOrInsert } from '../../../kernel/collections.js';
import { mobileOf, type Prefix, pathOf } from './address.js';
import { ANY_SEGMENT, type Families, familyAndMark, segmentMark } from './families.js';

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
