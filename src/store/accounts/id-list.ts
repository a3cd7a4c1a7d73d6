/**
 * Things with an id and the digest of a secret, as the journal's records say that they are in force.
 *
 * Invariant: ids count from 1 and are never used again.
 */
import { getOrInsert } from '../../kernel/collections.js';
import type { Follow } from './records.js';
import type { ApiKey, FollowEvent } from './roster-events.js';

interface Entry {
  id: number;
  digest?: string;
  /** Whose it is; it stays that person's. */
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

  /** Ids go on from here at least. */
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

  /** Puts other facts in place of an entry's; passes over one that is gone. */
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

  /** Removes what a person has. */
  removeOf(user: number): void {
    for (const { id } of this.ofUser(user)) this.remove(id);
  }

  all(): T[] {
    return [...this.#entries.values()];
  }

  /** What a person has, in the order in which it came. */
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

  /** Whether this is an earlier list than another: ids went back, or one is here that the other knew as gone. */
  isBefore(other: IdList<T>): boolean {
    return (
      this.#nextId < other.#nextId ||
      this.all().some(({ id }) => id < other.#nextId && other.get(id) === null)
    );
  }
}

/** API keys in force, folded from the journal's records: found by digest, and told apart by hint. */
export class KeyList extends IdList<ApiKey> {
  /** Keys by hint; those without one are under `''`. */
  readonly #byHint = new Map<string, number>();
  /** When each key was used first. */
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

  /** False when no key in force has that hint: then a text with it is none. */
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

  /** Which keys were used, and when first. */
  get uses(): { id: number; atMs: number }[] {
    return [...this.#usedMs].map(([id, atMs]) => ({ id, atMs }));
  }

  #countHint({ hint = '' }: ApiKey, change: 1 | -1): void {
    const count = (this.#byHint.get(hint) ?? 0) + change;
    if (count === 0) this.#byHint.delete(hint);
    else this.#byHint.set(hint, count);
  }
}

/** Who follows which blogs. */
export class FollowList {
  readonly #byUser = new Map<number, Map<string, number>>();
  /** Changes ever, of which a journal that was put back has fewer. */
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
