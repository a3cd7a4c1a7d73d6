/**
 * Long-term presence of tags on the rankings, by category and level.
 *
 * An hour counts for a level (shared/burst/formulas.ts) when the tag reached it in the hour's final
 * snapshot.
 *
 *   key ─► tag      tag, category, level ─► entry      entries are columns: an hour changes a hundred
 *                                                      thousand of them
 *
 * Tags are distributed over shards by hash, so that an hour changes few bytes of the snapshot. Only
 * tags that reached a level are here, for ever.
 */
import { withCapacity } from '../../../engine/columns/columns.js';
import { NumberMap } from '../../../engine/columns/number-map.js';
import { HOUR_MS } from '../../../kernel/clock.js';
import { decode, encode } from '../../../kernel/codec.js';
import { hash53 } from '../../../kernel/hash.js';
import type { RankedList } from '../../shared/burst/ranked-list.js';
import type { TagTable } from '../../shared/burst/tag-table.js';

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

/** More than the kinds of entries, which are two for each category. */
const KIND_SPAN = 65_536;
/** Values of a stat in a chunk. */
const STAT_FIELDS = 7;

export class StatsTable {
  readonly #shards = Array.from({ length: STAT_SHARDS }, () => new Map<string, number>());
  readonly #categories: string[] = [];
  /** Entries by tag and kind: twice the category, plus one for level 3. */
  readonly #entries = new NumberMap();
  #tags = 0;
  #firstHours = new Uint32Array(0);
  #lastHours = new Uint32Array(0);
  #hoursCounts = new Uint32Array(0);
  #maxHours = new Uint32Array(0);
  #maxCounts = new Uint32Array(0);

  /** Number of tags. */
  get size(): number {
    return this.#tags;
  }

  /**
   * The stats of a tag, by category and level.
   * @param forms under which the tag may be stored: spellings that are one tag now were once
   *   separate. Their hours are added.
   */
  of(forms: readonly string[]): TagStat[] {
    const known = forms.flatMap((form) => {
      const tag = this.#shards[shardOf(hash53(form))]!.get(form);
      return tag === undefined ? [] : [this.#statsOf(tag)];
    });
    return known.length < 2 ? (known[0] ?? []) : sumOf(known.flat());
  }

  /** Notes of a final hour; hours must ascend. */
  hour(hourMs: number, names: Pick<TagTable, 'length' | 'keyOf' | 'hashOf'>): StatsHour {
    return new StatsHour(this, hourMs, names);
  }

  /** The number of a tag; a new tag gets the next number. @param hash of its key. */
  numberOf(key: string, hash: number): number {
    const shard = this.#shards[shardOf(hash)]!;
    let tag = shard.get(key);
    if (tag === undefined) {
      tag = this.#tags++;
      shard.set(key, tag);
    }
    return tag;
  }

  /** The number of a category; a new category gets the next number. */
  categoryOf(category: string): number {
    const known = this.#categories.indexOf(category);
    return known >= 0 ? known : this.#categories.push(category) - 1;
  }

  /** Counts an hour of a tag in a category and a level. */
  note(tag: number, category: number, level: 2 | 3, hourMs: number, count: number): void {
    const hour = hourMs / HOUR_MS;
    const entry = this.#entryOf(tag, 2 * category + level - 2);
    if (this.#hoursCounts[entry] === 0) this.#firstHours[entry] = hour;
    this.#lastHours[entry] = hour;
    this.#hoursCounts[entry]! += 1;
    if (count > this.#maxCounts[entry]!) {
      this.#maxCounts[entry] = count;
      this.#maxHours[entry] = hour;
    }
  }

  encodeShard(number: number): Buffer {
    const tags = [...this.#shards[number]!].sort(([a], [b]) => (a < b ? -1 : 1));
    return encode(
      tags.map(([key, tag]) => [
        key,
        this.#statsOf(tag).flatMap((stat) => [
          stat.category,
          stat.level,
          stat.firstHourMs / HOUR_MS,
          stat.lastHourMs / HOUR_MS,
          stat.hoursCount,
          stat.maxHourMs / HOUR_MS,
          stat.maxCount,
        ]),
      ]),
    );
  }

  /** @throws when the bytes are not a shard's. */
  restoreShard(number: number, bytes: Uint8Array): void {
    for (const [key, flat] of decode(bytes) as [string, (string | number)[]][]) {
      const hash = hash53(key);
      if (shardOf(hash) !== number) throw new Error(`${key} is of another shard`);
      const tag = this.numberOf(key, hash);
      for (let at = 0; at < flat.length; at += STAT_FIELDS) {
        const value = (field: number): number => Number(flat[at + field]);
        const category = this.categoryOf(String(flat[at]));
        const entry = this.#entryOf(tag, 2 * category + value(1) - 2);
        this.#firstHours[entry] = value(2);
        this.#lastHours[entry] = value(3);
        this.#hoursCounts[entry] = value(4);
        this.#maxHours[entry] = value(5);
        this.#maxCounts[entry] = value(6);
      }
    }
  }

  /** The entry of a tag and a kind; a new entry has counted no hour. */
  #entryOf(tag: number, kind: number): number {
    const known = this.#entries.get(tag * KIND_SPAN + kind);
    if (known >= 0) return known;
    const entry = this.#entries.size;
    this.#entries.set(tag * KIND_SPAN + kind, entry);
    this.#firstHours = withCapacity(this.#firstHours, entry + 1);
    this.#lastHours = withCapacity(this.#lastHours, entry + 1);
    this.#hoursCounts = withCapacity(this.#hoursCounts, entry + 1);
    this.#maxHours = withCapacity(this.#maxHours, entry + 1);
    this.#maxCounts = withCapacity(this.#maxCounts, entry + 1);
    return entry;
  }

  #statsOf(tag: number): TagStat[] {
    const stats: TagStat[] = [];
    for (let kind = 0; kind < 2 * this.#categories.length; kind++) {
      const entry = this.#entries.get(tag * KIND_SPAN + kind);
      if (entry < 0) continue;
      stats.push({
        category: this.#categories[kind >> 1]!,
        level: (kind & 1) === 0 ? 2 : 3,
        firstHourMs: this.#firstHours[entry]! * HOUR_MS,
        lastHourMs: this.#lastHours[entry]! * HOUR_MS,
        hoursCount: this.#hoursCounts[entry]!,
        maxHourMs: this.#maxHours[entry]! * HOUR_MS,
        maxCount: this.#maxCounts[entry]!,
      });
    }
    return stats.sort(byCategoryAndLevel);
  }
}

/** Notes the final rankings of one hour; a tag of many categories is looked up once. */
export class StatsHour {
  /** Shards that changed. */
  readonly shards = new Set<number>();
  readonly #table: StatsTable;
  readonly #hourMs: number;
  readonly #names: Pick<TagTable, 'keyOf' | 'hashOf'>;
  /** Numbers in the table plus one, by tag; 0 before the look-up. */
  readonly #numbers: Uint32Array;

  constructor(
    table: StatsTable,
    hourMs: number,
    names: Pick<TagTable, 'length' | 'keyOf' | 'hashOf'>,
  ) {
    this.#table = table;
    this.#hourMs = hourMs;
    this.#names = names;
    this.#numbers = new Uint32Array(names.length);
  }

  /** Counts the hour for the tags of a ranking that reach a level. Level 3 includes level 2. */
  note(category: string, { tags, counts, levels }: RankedColumns): void {
    const number = this.#table.categoryOf(category);
    for (let place = 0; place < levels.length; place++) {
      const level = levels[place]!;
      if (level !== 2 && level !== 3) continue;
      const tag = this.#numberOf(tags[place]!);
      this.#table.note(tag, number, 2, this.#hourMs, counts[place]!);
      if (level === 3) this.#table.note(tag, number, 3, this.#hourMs, counts[place]!);
    }
  }

  #numberOf(tag: number): number {
    const known = this.#numbers[tag]!;
    if (known > 0) return known - 1;
    const hash = this.#names.hashOf(tag);
    const number = this.#table.numberOf(this.#names.keyOf(tag), hash);
    this.#numbers[tag] = number + 1;
    this.shards.add(shardOf(hash));
    return number;
  }
}

/** The columns of a ranking that an hour reads. */
type RankedColumns = Pick<RankedList, 'tags' | 'counts' | 'levels'>;

/** One sum for each category and level. */
function sumOf(stats: readonly TagStat[]): TagStat[] {
  const sums = new Map<string, TagStat>();
  for (const stat of stats) {
    const name = `${stat.category} ${stat.level}`;
    const sum = sums.get(name);
    if (sum === undefined) {
      sums.set(name, { ...stat });
      continue;
    }
    sum.firstHourMs = Math.min(sum.firstHourMs, stat.firstHourMs);
    sum.lastHourMs = Math.max(sum.lastHourMs, stat.lastHourMs);
    sum.hoursCount += stat.hoursCount;
    if (stat.maxCount > sum.maxCount) {
      const { maxCount, maxHourMs } = stat;
      Object.assign(sum, { maxCount, maxHourMs });
    }
  }
  return [...sums.values()].sort(byCategoryAndLevel);
}

function byCategoryAndLevel(a: TagStat, b: TagStat): number {
  if (a.category !== b.category) return a.category < b.category ? -1 : 1;
  return a.level - b.level;
}

function shardOf(hash: number): number {
  return hash % STAT_SHARDS;
}
