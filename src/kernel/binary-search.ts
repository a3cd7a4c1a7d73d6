/**
 * Places in sorted lists.
 *
 * Columns that are searched for each row or each posting have loops of their own (src/engine/search,
 * src/engine/runs): the engine compiles them for one kind of array.
 */

/**
 * The first place between `from` and `to` of something that no longer comes before what is looked
 * for; `to` when all of it does. Whatever follows something that does not come before does not either.
 */
export function firstPlace(from: number, to: number, comesBefore: (at: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comesBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the last value at or before `value` in an ascending list, or -1. */
export function lastAtOrBefore(values: readonly number[], value: number): number {
  return firstPlace(0, values.length, (at) => values[at]! <= value) - 1;
}
