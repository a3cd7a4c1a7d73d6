/**
 * The findings of a verification: each damaged file with place, damage and consequences.
 *
 * `damage` must be repaired; a `note` needs no action.
 */

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
  /** Offset of the damage; null when an offset is meaningless. */
  at: number | null;
  what: string;
  /** The answers or data that the damage affects. */
  means: string;
}

/** An entry that an index skips because it ended the index's thread three times. */
export interface SetAside {
  actor: string;
  sequence: number;
  /** The subject of the entry. */
  about: string;
}

/** A checked part, and how much of it. */
export interface Checked {
  part: StorePart;
  summary: string;
}

/** Findings about single values of a file that are named; the first show the kind of damage. */
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

  /** Damage of one value among many of a file: only the first such findings are named. */
  valueDamage(group: string, finding: Omit<Finding, 'level'>): void {
    const count = (this.#values.get(group) ?? 0) + 1;
    this.#values.set(group, count);
    if (count <= VALUES_NAMED_MAX) this.damage(finding);
  }

  done(part: StorePart, summary: string): void {
    this.checked.push({ part, summary });
  }

  /** Number of damaged values without a finding. */
  get unnamed(): number {
    return [...this.#values.values()].reduce(
      (sum, count) => sum + Math.max(0, count - VALUES_NAMED_MAX),
      0,
    );
  }
}
