/**
 * A set of ids in flat memory, and a floor: every id up to it counts as in the set.
 *
 * Invariants: ids ascend and lie above the floor; at most `max` are there, beyond which the lowest go and the
 * floor rises to them. So what is old stays in the set for nothing.
 */

/** Ids are whole numbers from 1 to this. */
export const ID_MAX = 0xffff_fffe;

const NONE = new Uint32Array(0);

export class IdSet {
  #ids = NONE;
  #floor = 0;

  get size(): number {
    return this.#ids.length;
  }

  /** Everything up to here is in the set. */
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

  /** Adds ids; of more than `max` the lowest become the floor. */
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

  /** Takes ids out; those up to the floor stay in. */
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

/** Ascending ids as the journal has them: the first, then the distance of each to the one before. */
export function deltasOf(ids: Iterable<number>): number[] {
  const deltas: number[] = [];
  let before = 0;
  for (const id of ids) {
    deltas.push(id - before);
    before = id;
  }
  return deltas;
}

/** What `deltasOf` was made of. */
export function idsOf(deltas: readonly number[] = []): number[] {
  let id = 0;
  return deltas.map((delta) => {
    id += delta;
    return id;
  });
}
