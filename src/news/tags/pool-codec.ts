/**
 * The tag pool: every tag of the last 90 days, its spellings and its articles day by day.
 *
 * It leaves the tags actor as flat columns whose buffers move, so that a pool of half a million
 * tags crosses threads in no time; `TagPool` reads them in place. Tags go from the most articles to
 * the fewest, then by the code points of the spelling in which they are shown.
 * Published: what the blog service knows of tags, it knows from here.
 */
import { assert } from '../../kernel/assert.js';

/** Days that the pool looks back, the one of `asOfMs` included. */
export const POOL_DAYS = 90;

/** Texts one after the other in UTF-8, with the end of each. */
export interface Texts {
  bytes: Uint8Array;
  ends: Uint32Array;
}

/** Columns of a pool. Spellings and days of tag `i` are those up to `…Ends[i]`. */
export interface PoolColumns {
  /** Names the content: equal pools have equal versions, whoever computed them. */
  version: string;
  /** Articles before this instant are counted. */
  asOfMs: number;
  /** Start of the first of `POOL_DAYS` Taipei days. */
  firstDayMs: number;
  /** Forms in which tags are compared. */
  keys: Texts;
  /** The spelling in which the tag is shown comes first. */
  spellings: Texts;
  spellingEnds: Uint32Array;
  /** Articles of the 90 days by spelling. */
  spellingCounts: Uint32Array;
  /** Articles of the 90 days by tag. */
  totals: Uint32Array;
  dayEnds: Uint32Array;
  /** Days after `firstDayMs` with articles, ascending, and how many. */
  dayNumbers: Uint8Array;
  dayCounts: Uint32Array;
}

/** Reads the columns of a pool. */
export class TagPool {
  readonly #columns: PoolColumns;

  constructor(columns: PoolColumns) {
    const { keys, totals, spellingEnds, dayEnds } = columns;
    const tags = totals.length;
    const isWhole =
      keys.ends.length === tags && spellingEnds.length === tags && dayEnds.length === tags;
    assert(isWhole, 'the columns of a pool have one value for each tag');
    this.#columns = columns;
  }

  get version(): string {
    return this.#columns.version;
  }

  get asOfMs(): number {
    return this.#columns.asOfMs;
  }

  /** Tags. */
  get length(): number {
    return this.#columns.totals.length;
  }

  /** The form in which a tag is compared. */
  keyOf(tag: number): string {
    return textAt(this.#columns.keys, tag);
  }

  /** The spelling in which a tag is shown. */
  shownOf(tag: number): string {
    return textAt(this.#columns.spellings, startOf(this.#columns.spellingEnds, tag));
  }

  /** Articles of the 90 days. */
  articlesOf(tag: number): number {
    return this.#columns.totals[tag]!;
  }

  /** Every spelling with its articles, the shown one first. */
  spellingsOf(tag: number): { text: string; articles: number }[] {
    const { spellings, spellingEnds, spellingCounts } = this.#columns;
    const found: { text: string; articles: number }[] = [];
    for (let at = startOf(spellingEnds, tag); at < spellingEnds[tag]!; at++) {
      found.push({ text: textAt(spellings, at), articles: spellingCounts[at]! });
    }
    return found;
  }

  /** Articles on each of the 90 days, oldest first. */
  daysOf(tag: number): Uint32Array {
    const { dayEnds, dayNumbers, dayCounts } = this.#columns;
    const days = new Uint32Array(POOL_DAYS);
    for (let at = startOf(dayEnds, tag); at < dayEnds[tag]!; at++) {
      days[dayNumbers[at]!] = dayCounts[at]!;
    }
    return days;
  }
}

/** Puts texts one after the other. */
export function packTexts(texts: readonly string[]): Texts {
  const parts = texts.map((text) => Buffer.from(text));
  const ends = new Uint32Array(parts.length);
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  parts.forEach((part, place) => {
    bytes.set(part, at);
    at += part.length;
    ends[place] = at;
  });
  return { bytes, ends };
}

function textAt({ bytes, ends }: Texts, place: number): string {
  const start = startOf(ends, place);
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, ends[place]! - start).toString();
}

function startOf(ends: Uint32Array, place: number): number {
  return place === 0 ? 0 : ends[place - 1]!;
}
