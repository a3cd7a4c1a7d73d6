/**
 * Entries in force with an id and the digest of a secret, folded from the journal's records.
 *
 * Invariant: ids count from 1 and are never used again.
 */
import { getOrInsert } from '../../kernel/collections.js';
import type { Follow } from './records.js';
import type { ApiKey, FollowEvent } from './roster-events.js';

interface Entry {
  id: number;
  digest?: string;
  /** Id of the owner, which never changes. */
  user?: number | null;
}

export class IdList<T extends Entry> {
  readonly #entries = new Map<number, T>();
  readonly #byDigest = new Map<string, T>();
  readonly #byUser = new Map<number, Map<number, T>>();
  #nextId = 1;

  get nextId(): number {
    return this.#nextId;
  }

  /** The next id is at least this. */
  skipTo(id: number): void {
    this.#nextId = Math.max(this.#nextId, id);
  }

  add(entry: T): void {
    this.#entries.set(entry.id, entry);
    if (entry.digest !== undefined) this.#byDigest.set(entry.digest, entry);
    if (entry.user != null)
      getOrInsert(this.#byUser, entry.user, () => new Map()).set(entry.id, entry);
    this.skipTo(entry.id + 1);
  }

  /** Replaces some facts of an entry; skips a removed entry. */
  change(id: number, facts: Partial<Omit<T, 'id' | 'digest' | 'user'>>): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) Object.assign(entry, facts);
  }

  remove(id: number): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    if (entry?.digest !== undefined) this.#byDigest.delete(entry.digest);
    if (entry?.user == null) return;
    const own = this.#byUser.get(entry.user);
    own?.delete(id);
    if (own?.size === 0) this.#byUser.delete(entry.user);
  }

  removeOf(user: number): void {
    for (const { id } of this.ofUser(user)) this.remove(id);
  }

  all(): T[] {
    return [...this.#entries.values()];
  }

  /** The entries of a user, in the order in which they were added. */
  ofUser(user: number): T[] {
    return [...(this.#byUser.get(user)?.values() ?? [])];
  }

  where(holds: (entry: T) => boolean): T[] {
    return this.all().filter(holds);
  }

  get(id: number): T | null {
    return this.#entries.get(id) ?? null;
  }

  byDigest(digest: string): T | null {
    return this.#byDigest.get(digest) ?? null;
  }

  /** True for an earlier state: its next id is lower, or it has an entry that `other` has removed. */
  isBefore(other: IdList<T>): boolean {
    return (
      this.#nextId < other.#nextId ||
      this.all().some(({ id }) => id < other.#nextId && other.get(id) === null)
    );
  }
}

/** API keys in force, folded from the journal's records; found by digest, prefiltered by hint. */
export class KeyList extends IdList<ApiKey> {
  /** Number of keys by hint; keys without a hint are under `''`. */
  readonly #byHint = new Map<string, number>();
  /** Time of the first use of each key. */
  readonly #usedMs = new Map<number, number>();

  override add(key: ApiKey): void {
    super.add(key);
    this.#countHint(key, 1);
  }

  use(id: number, atMs: number): void {
    if (this.get(id) !== null) this.#usedMs.set(id, atMs);
  }

  wasUsed(id: number): boolean {
    return this.#usedMs.has(id);
  }

  usedMsOf(id: number): number | null {
    return this.#usedMs.get(id) ?? null;
  }

  /** False when no key in force has the hint: a text with this hint is no key. */
  hasHint(hint: string): boolean {
    return this.#byHint.has(hint) || this.#byHint.has('');
  }

  override remove(id: number): void {
    const key = this.get(id);
    if (key === null) return;
    super.remove(id);
    this.#usedMs.delete(id);
    this.#countHint(key, -1);
  }

  /** Used keys, with the time of the first use. */
  get uses(): { id: number; atMs: number }[] {
    return [...this.#usedMs].map(([id, atMs]) => ({ id, atMs }));
  }

  #countHint({ hint = '' }: ApiKey, change: 1 | -1): void {
    const count = (this.#byHint.get(hint) ?? 0) + change;
    if (count === 0) this.#byHint.delete(hint);
    else this.#byHint.set(hint, count);
  }
}

/** Followed blogs by user. */
export class FollowList {
  readonly #byUser = new Map<number, Map<string, number>>();
  /** Number of all changes so far; a journal restored from a backup has fewer. */
  changes = 0;

  apply(event: FollowEvent): void {
    this.changes += 1;
    const blogs = getOrInsert(this.#byUser, event.user, () => new Map<string, number>());
    if (event.type === 'follow') blogs.set(event.blog, event.atMs);
    else blogs.delete(event.blog);
  }

  of(user: number): Follow[] {
    return [...(this.#byUser.get(user) ?? [])].map(([blog, atMs]) => ({ blog, atMs }));
  }

  has(user: number, blog: string): boolean {
    return this.#byUser.get(user)?.has(blog) === true;
  }

  removeUser(user: number): void {
    this.#byUser.delete(user);
  }

  /** The fewest records that give this list. */
  compacted(): FollowEvent[] {
    return [...this.#byUser].flatMap(([user, blogs]) =>
      [...blogs].map(([blog, atMs]) => ({ type: 'follow' as const, user, blog, atMs })),
    );
  }
}
