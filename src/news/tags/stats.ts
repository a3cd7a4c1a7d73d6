/**
 * Long-term presence of tags on the rankings, by category and level.
 *
 * An hour counts for a level (burst/levels.ts) when the tag reached it in the final snapshot of that
 * hour.
 *
 * Tags are spread over shards by hash, so that an hour dirties few bytes of the snapshot.
 * Kept for ever: only what reached a level is here.
 */
import { HOUR_MS } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';
import { hash53 } from '../../kernel/hash.js';

export const STAT_SHARDS = 64;

export interface TagStat {
  category: string;
  level: 2 | 3;
  firstHourMs: number;
  lastHourMs: number;
  hoursCount: number;
  /** The first of the hours with the most articles. */
  maxHourMs: number;
  maxCount: number;
}

export class StatsBook {
  readonly #shards = Array.from({ length: STAT_SHARDS }, () => new Map<string, TagStat[]>());

  get size(): number {
    return this.#shards.reduce((sum, shard) => sum + shard.size, 0);
  }

  /** What is known of a tag, by category and level. */
  of(key: string): readonly TagStat[] {
    return this.#shards[shardOf(key)]!.get(key) ?? [];
  }

  /**
   * Counts a final hour in which a tag reached a level; returns the shard that changed.
   * @param hash `hash53` of the key.
   */
  note(
    key: string,
    hash: number,
    category: string,
    level: 2 | 3,
    hourMs: number,
    count: number,
  ): number {
    const number = hash % STAT_SHARDS;
    const shard = this.#shards[number]!;
    let stats = shard.get(key);
    if (stats === undefined) {
      stats = [];
      shard.set(key, stats);
    }
    noteIn(stats, category, 2, hourMs, count);
    if (level === 3) noteIn(stats, category, 3, hourMs, count);
    return number;
  }

  encodeShard(number: number): Buffer {
    const tags = [...this.#shards[number]!].sort(([a], [b]) => (a < b ? -1 : 1));
    return encode(
      tags.map(([key, stats]) => [
        key,
        stats.flatMap(
          ({ category, level, firstHourMs, lastHourMs, hoursCount, maxHourMs, maxCount }) => [
            category,
            level,
            firstHourMs / HOUR_MS,
            lastHourMs / HOUR_MS,
            hoursCount,
            maxHourMs / HOUR_MS,
            maxCount,
          ],
        ),
      ]),
    );
  }

  /** @throws when the bytes are not a shard's. */
  restoreShard(number: number, bytes: Uint8Array): void {
    const shard = this.#shards[number]!;
    for (const [key, flat] of decode(bytes) as [string, (string | number)[]][]) {
      const stats: TagStat[] = [];
      for (let at = 0; at < flat.length; at += STAT_FIELDS) stats.push(statOf(flat, at));
      shard.set(key, stats);
    }
  }
}

const STAT_FIELDS = 7;

function statOf(flat: readonly (string | number)[], at: number): TagStat {
  const hour = (field: number): number => Number(flat[at + field]) * HOUR_MS;
  return {
    category: String(flat[at]),
    level: flat[at + 1] as 2 | 3,
    firstHourMs: hour(2),
    lastHourMs: hour(3),
    hoursCount: Number(flat[at + 4]),
    maxHourMs: hour(5),
    maxCount: Number(flat[at + 6]),
  };
}

function noteIn(
  stats: TagStat[],
  category: string,
  level: 2 | 3,
  hourMs: number,
  count: number,
): void {
  const known = stats.find((stat) => stat.category === category && stat.level === level);
  if (known === undefined) {
    const hours = { firstHourMs: hourMs, lastHourMs: hourMs, maxHourMs: hourMs };
    stats.push({ category, level, ...hours, hoursCount: 1, maxCount: count });
    return;
  }
  known.lastHourMs = hourMs;
  known.hoursCount += 1;
  if (count > known.maxCount) {
    known.maxCount = count;
    known.maxHourMs = hourMs;
  }
}

function shardOf(key: string): number {
  return hash53(key) % STAT_SHARDS;
}
