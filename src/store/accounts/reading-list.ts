/**
 * Read, starred and labelled items of people, folded from the journal's records; and sets of ids in
 * flat memory.
 *
 * Invariants: the same records give the same marks on every node. A person has at most
 * `READING.readMax` read items of a kind; beyond that the oldest become a floor, and all ids up to
 * the floor are read. All people together have at most `READING.totalMax`; beyond that each person
 * may have fewer.
 */
import { getOrInsert } from '../../kernel/collections.js';
import { READING } from '../../kernel/reader-limits.js';
import {
  ITEM_KINDS,
  type ItemKind,
  type Mark,
  type ReadingEvent,
  type Shelving,
} from './records.js';

const LABEL = 'label/';

/** The marks of one person. */
export class ReadingState {
  readonly #marks = new Map<Mark, { readonly [kind in ItemKind]: IdSet }>();
  readonly shelves = new Map<string, Shelving>();

  has(mark: Mark, kind: ItemKind, id: number): boolean {
    return this.#marks.get(mark)?.[kind].has(id) === true;
  }

  /** Ids with a mark, ascending. */
  ids(mark: Mark, kind: ItemKind): Uint32Array {
    return this.#marks.get(mark)?.[kind].ids ?? new Uint32Array(0);
  }

  get marks(): Mark[] {
    return [...this.#marks.keys()];
  }

  /** Names of labels, of items and of subscriptions. */
  get labels(): string[] {
    const ofItems = this.marks.flatMap((mark) => (mark.startsWith(LABEL) ? [nameOf(mark)] : []));
    const ofShelves = [...this.shelves.values()].flatMap(({ labels }) => labels);
    return [...new Set([...ofShelves, ...ofItems])];
  }

  /** Number of marked items, by `read` or other marks. */
  count(which: 'read' | 'others'): number {
    let count = 0;
    for (const [mark, sets] of this.#marks) {
      if ((mark === 'read') === (which === 'read')) count += sets.news.size + sets.blog.size;
    }
    return count;
  }

  setsOf(mark: Mark): { readonly [kind in ItemKind]: IdSet } {
    return getOrInsert(this.#marks, mark, () => ({ news: new IdSet(), blog: new IdSet() }));
  }

  /** Drops a mark without items. */
  drop(mark: Mark): void {
    const sets = this.#marks.get(mark);
    if (sets === undefined) return;
    const floors = ITEM_KINDS.reduce((sum, kind) => sum + sets[kind].floor, 0);
    if (sets.news.size + sets.blog.size + floors === 0) this.#marks.delete(mark);
  }

  rename(from: string, to: string | null): void {
    const old = this.#marks.get(LABEL + from);
    this.#marks.delete(LABEL + from);
    if (old !== undefined && to !== null) {
      const sets = this.setsOf(LABEL + to);
      for (const kind of ITEM_KINDS) sets[kind].add([...old[kind].ids], READING.markedMax);
    }
    for (const [stream, shelf] of this.shelves) {
      const labels = shelf.labels.flatMap((one) =>
        one !== from ? [one] : to === null ? [] : [to],
      );
      this.shelves.set(stream, { ...shelf, labels: [...new Set(labels)] });
    }
  }
}

const NOTHING = new ReadingState();

export class ReadingList {
  readonly #byUser = new Map<number, ReadingState>();
  /** Read items of all people. */
  #total = 0;
  /** Number of all changes so far; a journal restored from a backup has fewer. */
  changes = 0;

  /** The result must not be changed. */
  of(user: number): ReadingState {
    return this.#byUser.get(user) ?? NOTHING;
  }

  apply(event: ReadingEvent): void {
    this.changes += 1;
    const state = getOrInsert(this.#byUser, event.user, () => new ReadingState());
    switch (event.type) {
      case 'mark':
        this.#mark(state, event);
        break;
      case 'mark-floor':
        for (const kind of ITEM_KINDS) {
          state.setsOf(event.mark)[kind].raise(event.floors[kind] ?? 0);
        }
        break;
      case 'subscription': {
        const { stream, title, labels } = event;
        if (title === null && labels.length === 0) state.shelves.delete(stream);
        else state.shelves.set(stream, { title, labels });
        break;
      }
      case 'label':
        state.rename(event.from, event.to);
        break;
    }
  }

  removeUser(user: number): void {
    this.#total -= this.of(user).count('read');
    this.#byUser.delete(user);
  }

  /** The fewest records that give this list. */
  compacted(): ReadingEvent[] {
    return [...this.#byUser].flatMap(([user, state]) => recordsOf(user, state));
  }

  #mark(state: ReadingState, { mark, isOn, items }: Extract<ReadingEvent, { type: 'mark' }>): void {
    const before = state.count('read');
    const max = mark === 'read' ? this.#readMax(before) : READING.markedMax;
    const sets = state.setsOf(mark);
    for (const kind of ITEM_KINDS) {
      const ids = idsOf(items[kind]);
      if (isOn) sets[kind].add(ids, max);
      else sets[kind].remove(ids);
    }
    state.drop(mark);
    this.#total += state.count('read') - before;
  }

  /** The bound for one person, lower when the bound of all people is exceeded. */
  #readMax(own: number): number {
    const isFull = this.#total - own > READING.totalMax;
    return isFull ? READING.readMaxFull : READING.readMax;
  }
}

function recordsOf(user: number, state: ReadingState): ReadingEvent[] {
  const records: ReadingEvent[] = [];
  for (const mark of state.marks) {
    const sets = state.setsOf(mark);
    const floors: { [kind in ItemKind]?: number } = {};
    for (const kind of ITEM_KINDS) if (sets[kind].floor > 0) floors[kind] = sets[kind].floor;
    if (Object.keys(floors).length > 0) records.push({ type: 'mark-floor', user, mark, floors });
    for (const kind of ITEM_KINDS)
      records.push(...markRecords(user, mark, true, kind, sets[kind].ids, 0));
  }
  for (const [stream, { title, labels }] of state.shelves) {
    records.push({ type: 'subscription', user, stream, title, labels, atMs: 0 });
  }
  return records;
}

/** Marks of one kind as records, each within the size that nodes can send. `ids` ascend. */
export function markRecords(
  user: number,
  mark: Mark,
  isOn: boolean,
  kind: ItemKind,
  ids: Uint32Array | readonly number[],
  atMs: number,
): ReadingEvent[] {
  const records: ReadingEvent[] = [];
  for (let at = 0; at < ids.length; at += READING.recordMax) {
    const items = { [kind]: deltasOf(ids.slice(at, at + READING.recordMax)) };
    records.push({ type: 'mark', user, mark, isOn, items, atMs });
  }
  return records;
}

function nameOf(mark: Mark): string {
  return mark.slice(LABEL.length);
}

/** Ids are integers from 1 to this. */
export const ID_MAX = 0xffff_fffe;

const NONE = new Uint32Array(0);

/**
 * A set of ids in flat memory, with a floor: every id up to the floor is in the set.
 *
 * Invariants: ids ascend and are above the floor; the set has at most `max` ids, beyond which the
 * floor rises over the lowest. So old ids stay in the set without memory.
 */
export class IdSet {
  #ids = NONE;
  #floor = 0;

  get size(): number {
    return this.#ids.length;
  }

  /** All ids up to this one are in the set. */
  get floor(): number {
    return this.#floor;
  }

  get ids(): Uint32Array {
    return this.#ids;
  }

  has(id: number): boolean {
    if (id <= this.#floor) return true;
    const ids = this.#ids;
    let low = 0;
    for (let high = ids.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if (ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return ids[low] === id;
  }

  /** Adds ids; beyond `max` ids the floor rises over the lowest. */
  add(added: readonly number[], max: number): void {
    const fresh = added.filter((id) => !this.has(id));
    if (fresh.length > 0) {
      const all = new Uint32Array(this.#ids.length + fresh.length);
      all.set(this.#ids);
      all.set(fresh, this.#ids.length);
      this.#ids = Uint32Array.from(new Set(all.sort()));
    }
    this.trim(max);
  }

  /** Removes ids; ids up to the floor stay. */
  remove(removed: readonly number[]): void {
    const gone = new Set(removed);
    this.#ids = this.#ids.filter((id) => !gone.has(id));
  }

  /** Raises the floor until at most `max` ids are above it. */
  trim(max: number): void {
    const extra = this.#ids.length - max;
    if (extra > 0) this.raise(this.#ids[extra - 1]!);
  }

  raise(floor: number): void {
    if (floor <= this.#floor) return;
    this.#floor = floor;
    this.#ids = this.#ids.filter((id) => id > floor);
  }
}

/** Ascending ids in the journal's form: the first id, then the difference of each to the one before. */
export function deltasOf(ids: Iterable<number>): number[] {
  const deltas: number[] = [];
  let before = 0;
  for (const id of ids) {
    deltas.push(id - before);
    before = id;
  }
  return deltas;
}

/** The inverse of `deltasOf`. */
export function idsOf(deltas: readonly number[] = []): number[] {
  let id = 0;
  return deltas.map((delta) => {
    id += delta;
    return id;
  });
}
