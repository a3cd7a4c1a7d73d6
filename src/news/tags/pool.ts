/**
 * Makes the tag pool from the articles of the last 90 days: those that anybody may see, those whose
 * time is not known among them, since the pool is a vocabulary and not a ranking.
 */
import { DAY_MS, taipeiDayStartMs } from '../../kernel/clock.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import type { BurstCounter } from '../burst/counter.js';
import { compareCodePoints } from '../burst/order.js';
import { POOL_DAYS, type PoolColumns, packTexts } from './pool-codec.js';

interface PoolTag {
  tag: number;
  total: number;
  shown: string;
}

/** The pool of articles before `asOfMs`. */
export function poolOf(counter: BurstCounter, asOfMs: number): PoolColumns {
  const firstDayMs = taipeiDayStartMs(asOfMs) - (POOL_DAYS - 1) * DAY_MS;
  const uses = countUses(counter, firstDayMs, asOfMs);
  const listed: PoolTag[] = [...uses.days.keys()].map((tag) => ({
    tag,
    total: [...uses.days.get(tag)!.values()].reduce((sum, count) => sum + count, 0),
    shown: counter.tags.shownOf(tag),
  }));
  listed.sort((a, b) => b.total - a.total || compareCodePoints(a.shown, b.shown));
  const days = listed.map(({ tag }) => [...uses.days.get(tag)!].sort(([a], [b]) => a - b));
  const spellings = listed.map((one) => spellingsOf(counter, uses.spellings, one));
  const columns = {
    asOfMs,
    firstDayMs,
    keys: packTexts(listed.map(({ tag }) => counter.tags.keyOf(tag))),
    spellings: packTexts(spellings.flat().map(({ text }) => text)),
    spellingEnds: endsOf(spellings),
    spellingCounts: Uint32Array.from(spellings.flat(), ({ count }) => count),
    totals: Uint32Array.from(listed, ({ total }) => total),
    dayEnds: endsOf(days),
    dayNumbers: Uint8Array.from(days.flat(), ([day]) => day),
    dayCounts: Uint32Array.from(days.flat(), ([, count]) => count),
  };
  return { version: versionOf(columns), ...columns };
}

/** Buffers of a pool that may move to another thread. */
export function buffersOf(pool: PoolColumns): ArrayBuffer[] {
  const { keys, spellings, spellingEnds, spellingCounts, totals } = pool;
  const { dayEnds, dayNumbers, dayCounts } = pool;
  const columns = [keys.bytes, keys.ends, spellings.bytes, spellings.ends, spellingEnds];
  const more = [spellingCounts, totals, dayEnds, dayNumbers, dayCounts];
  return [...columns, ...more].map(({ buffer }) => buffer as ArrayBuffer);
}

/** Articles by tag and day, and by spelling. */
function countUses(counter: BurstCounter, fromMs: number, untilMs: number) {
  const { rows, tags } = counter;
  const days = new Map<number, Map<number, number>>();
  const spellings = new Map<number, number>();
  rows.inRange(fromMs, untilMs, (row) => {
    if (!counter.isVisible(row)) return;
    const day = Math.floor((rows.times[row]! - fromMs) / DAY_MS);
    const start = rows.tagStarts[row]!;
    for (let at = start; at < start + rows.tagCounts[row]!; at++) {
      const spelling = rows.tags[at]!;
      const tag = tags.tagOf(spelling);
      const counts = days.get(tag) ?? new Map<number, number>();
      days.set(tag, counts.set(day, (counts.get(day) ?? 0) + 1));
      spellings.set(spelling, (spellings.get(spelling) ?? 0) + 1);
    }
  });
  return { days, spellings };
}

/** The shown spelling first, then by articles and code points. */
function spellingsOf(
  { tags }: BurstCounter,
  counts: ReadonlyMap<number, number>,
  { tag, shown }: PoolTag,
): { text: string; count: number }[] {
  const first = (text: string): number => (text === shown ? 0 : 1);
  return tags
    .spellingsOf(tag)
    .map((spelling) => ({ text: tags.textOf(spelling), count: counts.get(spelling) ?? 0 }))
    .filter(({ text, count }) => count > 0 || text === shown)
    .sort(
      (a, b) =>
        first(a.text) - first(b.text) || b.count - a.count || compareCodePoints(a.text, b.text),
    );
}

function endsOf(lists: readonly (readonly unknown[])[]): Uint32Array {
  let end = 0;
  return Uint32Array.from(lists, ({ length }) => {
    end += length;
    return end;
  });
}

function versionOf(columns: Omit<PoolColumns, 'version'>): string {
  const { keys, spellings, spellingCounts, dayEnds, dayNumbers, dayCounts } = columns;
  let hash = BigInt(columns.firstDayMs);
  for (const column of [
    keys.bytes,
    spellings.bytes,
    spellingCounts,
    dayEnds,
    dayNumbers,
    dayCounts,
  ]) {
    hash = hash64(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), hash);
  }
  return hexOf(hash);
}
