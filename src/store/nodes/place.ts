/**
 * Finds the place of a store in the stream: the batch that its newest entry is in.
 *
 * No store notes a place. What a message says of its entries is enough, and holds after the engine has
 * lost messages and given their numbers again.
 */
import type { Bounds, Engine } from './engine.js';
import { headOf, type PartHead } from './message.js';

/**
 * The message to read from on, the first of a batch; null when the entries behind the store's newest one
 * are not kept any more. Entries of messages never go back, so it is a binary search.
 */
export async function placeOf(
  engine: Engine,
  { first, last }: Bounds,
  sequence: number,
): Promise<number | null> {
  let low = first;
  let high = last + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const head = await headAt(engine, middle);
    // One that is gone was dropped from the front.
    if (head === null || head.before.sequence < sequence) low = middle + 1;
    else high = middle;
  }
  const before = low > first ? await headAt(engine, low - 1) : null;
  if (before !== null && low - 1 - before.part >= first) {
    const here = low <= last ? await headAt(engine, low) : null;
    const isFollowed = here === null || here.before.sequence === sequence;
    if (isFollowed || before.after.sequence > sequence) return low - 1 - before.part;
    return null;
  }
  if (low > last) return before === null || before.after.sequence <= sequence ? last + 1 : null;
  const here = await headAt(engine, low);
  return here?.before.sequence === sequence ? low : null;
}

/** The newest entry of the stream, as far as batches are whole; 0 where there is none. */
export async function endOf(engine: Engine, { first, last }: Bounds): Promise<number> {
  const head = last < first ? null : await headAt(engine, last);
  if (head === null) return 0;
  return head.part === head.parts - 1 ? head.after.sequence : head.before.sequence;
}

async function headAt(engine: Engine, number: number): Promise<PartHead | null> {
  const bytes = await engine.message(number);
  return bytes === null ? null : headOf(bytes);
}
