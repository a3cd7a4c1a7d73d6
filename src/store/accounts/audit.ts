/**
 * The audit log: administrative changes with who made them and when.
 *
 * Changes of the accounts themselves are journal records that carry `by`; from those this log is
 * folded, so that a change and its entry are one write. Changes of the store (a blog verified, an
 * article hidden) are records of type `audit`, written before the change is made; one that then fails
 * gets a second entry.
 * Invariant: an entry names users by id alone, so that it holds nothing of a person who is gone.
 */

/** Id of the user who made a change. */
export type By = number;
/** The command line, which whoever owns the data folder may use. Ids of users count from 1. */
export const COMMAND_LINE: By = 0;

/** A few years of a busy server, in some 2 MB of memory; older entries go when the journal is rewritten. */
export const AUDIT_ENTRIES_MAX = 10_000;

export interface AuditEntry {
  /** Counts from 1. */
  id: number;
  by: By;
  /** What was done, as `key revoked`. */
  action: string;
  /** What it was done to, as `key 3`. */
  target: string;
  detail: string;
  atMs: number;
}

export class AuditLog {
  readonly #entries: AuditEntry[] = [];
  #nextId = 1;

  get nextId(): number {
    return this.#nextId;
  }

  skipTo(id: number): void {
    this.#nextId = Math.max(this.#nextId, id);
  }

  add(entry: Omit<AuditEntry, 'id'>): void {
    this.#entries.push({ id: this.#nextId, ...entry });
    this.#nextId += 1;
    // A few more than the most: cutting one at a time moves all of them each time.
    if (this.#entries.length >= AUDIT_ENTRIES_MAX * 2) this.#entries.splice(0, AUDIT_ENTRIES_MAX);
  }

  /** Newest first; before an id where one is given. */
  newest(count: number, beforeId = this.#nextId): AuditEntry[] {
    const found: AuditEntry[] = [];
    for (let at = this.#entries.length - 1; at >= 0 && found.length < count; at--) {
      if (this.#entries[at]!.id < beforeId) found.push(this.#entries[at]!);
    }
    return found;
  }

  /** What was done by a user. */
  of(by: By): AuditEntry[] {
    return this.#entries.filter((entry) => entry.by === by);
  }

  /** The first id and the entries that give this log. */
  compacted(): { firstId: number; entries: Omit<AuditEntry, 'id'>[] } {
    const kept = this.#entries.slice(-AUDIT_ENTRIES_MAX);
    const firstId = kept[0]?.id ?? this.#nextId;
    return { firstId, entries: kept.map(({ id: _, ...entry }) => entry) };
  }
}
