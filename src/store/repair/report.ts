/**
 * What a verification found: each damaged file with its place, what is wrong, and what depends on it.
 *
 * `damage` is what must be repaired; a `note` is worth knowing and asks for nothing.
 */

/** The parts of a data folder. */
export type StorePart =
  | 'log'
  | 'anchor'
  | 'snapshots'
  | 'history'
  | 'accounts'
  | 'crawler'
  | 'folder';

export interface Finding {
  level: 'damage' | 'note';
  part: StorePart;
  /** Within the data folder. */
  file: string;
  /** Byte from which on it is damaged; null where that says nothing. */
  at: number | null;
  what: string;
  /** What cannot be answered or trusted because of it. */
  means: string;
}

/** An entry that an index passes over because it ended the index's thread three times. */
export interface SetAside {
  actor: string;
  sequence: number;
  /** What the entry is about. */
  about: string;
}

/** What was looked at, and how much of it. */
export interface Checked {
  part: StorePart;
  summary: string;
}

/** At most so many findings about single values of a file: the first ones tell what it is. */
const VALUES_NAMED_MAX = 10;

export class Report {
  readonly findings: Finding[] = [];
  readonly checked: Checked[] = [];
  readonly setAside: SetAside[] = [];
  readonly #values = new Map<string, number>();

  get isSound(): boolean {
    return this.findings.every(({ level }) => level === 'note');
  }

  damage(finding: Omit<Finding, 'level'>): void {
    this.findings.push({ level: 'damage', ...finding });
  }

  note(finding: Omit<Finding, 'level'>): void {
    this.findings.push({ level: 'note', ...finding });
  }

  /** Damage of one value among many of a file: only the first ones are named. */
  valueDamage(group: string, finding: Omit<Finding, 'level'>): void {
    const count = (this.#values.get(group) ?? 0) + 1;
    this.#values.set(group, count);
    if (count <= VALUES_NAMED_MAX) this.damage(finding);
  }

  done(part: StorePart, summary: string): void {
    this.checked.push({ part, summary });
  }

  /** Values that were damaged and not named one by one. */
  get unnamed(): number {
    return [...this.#values.values()].reduce(
      (sum, count) => sum + Math.max(0, count - VALUES_NAMED_MAX),
      0,
    );
  }
}
