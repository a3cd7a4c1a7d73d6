/**
 * The audit log: administrative changes, each with user and time.
 *
 * Changes of the accounts are journal records that carry `by`; this log is folded from these, so
 * that a change and its entry are one write. Changes of the store (a blog verified, an article
 * hidden) are records of type `audit`, written before the change is made; a failed change gets a
 * second entry.
 * Invariant: an entry names users by id alone, so it holds no personal data of removed users.
 */

/** Id of the user who made a change. */
export type By = number;
/** The command line, used by the owner of the data folder. Ids of users count from 1. */
export const COMMAND_LINE: By = 0;

/** A few years of a busy server, about 2 MB of memory; rewriting the journal drops older entries. */
export const AUDIT_ENTRIES_MAX = 10_000;

export interface AuditEntry {
  /** Counts from 1. */
  id: number;
  by: By;
  /** The change, as `key revoked`. */
  action: string;
  /** The object of the change, as `key 3`. */
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
    // Cut at twice the bound, because each cut moves all entries.
    if (this.#entries.length >= AUDIT_ENTRIES_MAX * 2) this.#entries.splice(0, AUDIT_ENTRIES_MAX);
  }

  /** Newest first; only ids below `beforeId`. */
  newest(count: number, beforeId = this.#nextId): AuditEntry[] {
    const found: AuditEntry[] = [];
    for (let at = this.#entries.length - 1; at >= 0 && found.length < count; at--) {
      if (this.#entries[at]!.id < beforeId) found.push(this.#entries[at]!);
    }
    return found;
  }

  of(by: By): AuditEntry[] {
    return this.#entries.filter((entry) => entry.by === by);
  }

  /** The first id and the entries, for a rewritten journal. */
  compacted(): { firstId: number; entries: Omit<AuditEntry, 'id'>[] } {
    const kept = this.#entries.slice(-AUDIT_ENTRIES_MAX);
    const firstId = kept[0]?.id ?? this.#nextId;
    return { firstId, entries: kept.map(({ id: _, ...entry }) => entry) };
  }
}
