/**
 * Things with an id and the digest of a secret, as the journal's records say that they are in force.
 *
 * Invariant: ids count from 1 and are never used again.
 */
interface Entry {
  id: number;
  digest?: string;
}

export class IdList<T extends Entry> {
  readonly #entries = new Map<number, T>();
  readonly #byDigest = new Map<string, T>();
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
    this.skipTo(entry.id + 1);
  }

  /** Puts other facts in place of an entry's; passes over one that is gone. */
  change(id: number, facts: Partial<Omit<T, 'id' | 'digest'>>): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) Object.assign(entry, facts);
  }

  remove(id: number): void {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    if (entry?.digest !== undefined) this.#byDigest.delete(entry.digest);
  }

  all(): T[] {
    return [...this.#entries.values()];
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
