/**
 * Changes of marks, labels and subscriptions of people.
 *
 * Invariants: a change whose promise has resolved is in the journal. Marks of all people that
 * arrive within a short time are one write, so a reader that marks a thousand items one by one
 * costs a few writes.
 * Not here: the items themselves (src/serve/reader).
 */
import { READING } from '../../kernel/reader-limits.js';
import { markRecords, type ReadingState } from './reading-list.js';
import {
  ITEM_KINDS,
  type ItemKind,
  type Mark,
  type ReadingEvent,
  type Shelving,
} from './records.js';
import type { User } from './roster-events.js';
import type { RosterFile } from './roster-file.js';
import { checkText, refusal } from './rules.js';

/** Ids of items by kind, in any order. */
export type MarkedItems = { readonly [kind in ItemKind]: readonly number[] };

interface Pending {
  user: number;
  mark: Mark;
  isOn: boolean;
  items: MarkedItems;
}

export class Reading {
  readonly #file: RosterFile;
  #pending: Pending[] = [];
  #writing: Promise<void> | null = null;

  constructor(file: RosterFile) {
    this.#file = file;
  }

  of(user: User): ReadingState {
    return this.#file.roster.reading.of(user.id);
  }

  /** Sets or clears a mark. @throws TagwireError INPUT_INVALID beyond the bounds, STORE_WRITE_FAILED. */
  async mark(user: User, mark: Mark, isOn: boolean, items: MarkedItems): Promise<void> {
    if (ITEM_KINDS.every((kind) => items[kind].length === 0)) return;
    if (isOn && mark !== 'read') this.#checkCount(user, mark, items);
    if (this.#pending.length >= READING.pendingMax) {
      throw refusal('too much is being marked; try again in a moment');
    }
    this.#pending.push({ user: user.id, mark, isOn, items });
    this.#writing ??= this.#soon();
    await this.#writing;
  }

  /** Sets name and labels of a subscription. @throws TagwireError INPUT_INVALID. */
  shelve(user: User, stream: string, { title, labels }: Shelving): Promise<void> {
    return this.#file.write(() => {
      if (title !== null) checkText(title, 'title');
      this.#checkLabels(user, labels);
      const atMs = this.#file.nowMs();
      this.#file.append({ type: 'subscription', user: user.id, stream, title, labels, atMs });
    });
  }

  /** Renames a label, or removes it everywhere. @throws TagwireError INPUT_INVALID. */
  renameLabel(user: User, from: string, to: string | null): Promise<void> {
    return this.#file.write(() => {
      if (!this.of(user).labels.includes(from)) return;
      if (to !== null) this.#checkLabels(user, [to]);
      this.#file.append({ type: 'label', user: user.id, from, to, atMs: this.#file.nowMs() });
    });
  }

  async #soon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, READING.writeMs));
    this.#writing = null;
    const pending = this.#pending.splice(0);
    await this.#file.writeSoon(() => {
      const atMs = this.#file.nowMs();
      const living = pending.filter(({ user }) => this.#file.roster.userById(user) !== null);
      return living.flatMap((one) => this.#recordsOf(one, atMs));
    });
  }

  /** The effective changes: items whose mark would stay the same are left out. */
  #recordsOf({ user, mark, isOn, items }: Pending, atMs: number): ReadingEvent[] {
    const state = this.#file.roster.reading.of(user);
    return ITEM_KINDS.flatMap((kind) => {
      const changed = items[kind].filter((id) => state.has(mark, kind, id) !== isOn);
      const ids = [...new Set(changed)].sort((a, b) => a - b);
      return markRecords(user, mark, isOn, kind, ids, atMs);
    });
  }

  #checkCount(user: User, mark: Mark, items: MarkedItems): void {
    const state = this.of(user);
    for (const kind of ITEM_KINDS) {
      if (state.ids(mark, kind).length + items[kind].length > READING.markedMax) {
        throw refusal(`at most ${READING.markedMax} items can be starred, or have one label`);
      }
    }
    if (mark.startsWith('label/')) this.#checkLabels(user, [mark.slice('label/'.length)]);
  }

  #checkLabels(user: User, labels: readonly string[]): void {
    for (const label of labels) {
      if (label === '') throw refusal('a label needs a name');
      checkText(label, 'label');
    }
    const all = new Set([...this.of(user).labels, ...labels]);
    if (all.size > READING.labelsMax) throw refusal(`at most ${READING.labelsMax} labels`);
  }
}
