/**
 * The tag pool: the news articles of the last 90 days, by local day, with their tags.
 *
 *   day := ids u32 | times u32 (ms of the day) | media u16 | flags u8 | ends u32 | tags u32
 *   tag := number of the term, or 2³¹ + number of the spelling when it differs from the term
 *
 * The pool is folded from the records of the news, so that a vocabulary depends on the log alone and not
 * on the time of an answer by another index.
 * Invariants: an article is once in the day of its sort time; hidden articles, and articles of hidden
 * media, stay but do not count; erased ones are removed.
 */
import { bytesOfColumns, growColumns, withCapacity } from '../../../../engine/columns/columns.js';
import { localDayOf, startMsOfLocalDay } from '../../../../kernel/clock.js';
import { decode, encodeOwn } from '../../../../kernel/codec.js';
import { getOrInsert } from '../../../../kernel/collections.js';
import type { MaskRecord, NewsRecord } from '../../../../kernel/model/records.js';
import { foldLetters } from '../../../../kernel/text/tag.js';
import { packRows, TOPICS_CHUNKS, Unpacker } from '../../chunks.js';
import { TermTable } from './term-table.js';

/** Days of articles for a vocabulary. Decision 30. */
export const POOL_DAYS = 90;

/** Columns by row of a day, in the order of a chunk. */
const BY_ROW = ['ids', 'times', 'media', 'flags', 'ends'] as const;

const HIDDEN = 1;
const GONE = 2;
const SPELLING = 0x8000_0000;

interface Day {
  /** Rows, and the number of rows with an article. */
  count: number;
  articles: number;
  tagCount: number;
  ids: Uint32Array;
  times: Uint32Array;
  media: Uint16Array;
  flags: Uint8Array;
  ends: Uint32Array;
  tags: Uint32Array;
  changedAt: number;
}

/** Counts over the articles of a window, for each term by its number. */
export interface TermCounts {
  articles: number;
  days: number;
  spellings: number;
  counts: Uint32Array;
  /** Seconds since the epoch of the newest article; 0 without one. */
  lastSeconds: Uint32Array;
  /** Number of the most used spelling + 1; 0 when that is the term itself. */
  shown: Uint32Array;
}

export class TagPool {
  readonly #terms: TermTable;
  /** Spellings that differ from the term. */
  readonly spellings = new TermTable();
  /** Number of the term + 1 by spelling; 0 where unknown. */
  #termsOfSpellings = new Uint32Array(256);
  readonly #days = new Map<number, Day>();
  readonly #media = new Map<string, number>();
  readonly #hiddenMedia = new Set<string>();
  #mediaChangedAt = 0;

  constructor(terms: TermTable) {
    this.#terms = terms;
  }

  /** Articles in memory, including those that do not count. */
  get size(): number {
    let size = 0;
    for (const { articles } of this.#days.values()) size += articles;
    return size;
  }

  get byteLength(): number {
    let bytes = this.spellings.byteLength;
    for (const day of this.#days.values()) {
      bytes += bytesOfColumns(day, [...BY_ROW, 'tags']);
    }
    return bytes;
  }

  put(article: NewsRecord, sequence: number): void {
    const { id, sortMs, previousSortMs } = article;
    const flags = previousSortMs === null ? 0 : this.#take(id, previousSortMs, sequence);
    const dayNumber = localDayOf(sortMs);
    const day = this.#dayOf(dayNumber, sequence);
    const row = day.count++;
    day.articles += 1;
    growColumns(day, BY_ROW, day.count);
    day.tags = withCapacity(day.tags, day.tagCount + article.tags.length);
    day.ids[row] = id;
    day.times[row] = sortMs - startMsOfLocalDay(dayNumber);
    day.media[row] = this.#mediaNumber(article.media, sequence);
    day.flags[row] = flags & HIDDEN;
    for (const tag of article.tags) {
      const code = this.#codeOf(tag, sequence);
      if (code !== null) day.tags[day.tagCount++] = code;
    }
    day.ends[row] = day.tagCount;
  }

  mask({ kind, target, key, id, sortMs }: MaskRecord, sequence: number): void {
    if (target === 'media') {
      if (kind === 'show') this.#hiddenMedia.delete(key);
      else this.#hiddenMedia.add(key);
      this.#mediaChangedAt = sequence;
    } else if (target === 'news' && id !== null && sortMs !== null) {
      const day = this.#days.get(localDayOf(sortMs));
      const row = day === undefined ? -1 : rowOf(day, id);
      if (day === undefined || row < 0) return;
      day.changedAt = sequence;
      if (kind === 'erase') removeRow(day, row);
      else if (kind === 'hide') day.flags[row]! |= HIDDEN;
      else day.flags[row]! &= ~HIDDEN;
    }
  }

  /** Releases a spelling that no article and no answer uses. */
  releaseSpelling(spelling: number, sequence: number): void {
    this.spellings.release(spelling, sequence);
    this.#note(spelling, -1);
  }

  dropBefore(day: number): void {
    for (const known of this.#days.keys()) if (known < day) this.#days.delete(known);
  }

  /** Counts the articles of the days from `fromDay` to `toDay`, exclusive, that are dated before `untilMs`. */
  countTerms(fromDay: number, toDay: number, untilMs: number): TermCounts {
    const tally = new Tally(this.#terms.length, this.spellings.length);
    const hidden = this.#hiddenNumbers();
    for (const [number, day] of this.#sortedDays()) {
      if (number < fromDay || number >= toDay) continue;
      const startMs = startMsOfLocalDay(number);
      const before = tally.articles;
      let from = 0;
      for (let row = 0; row < day.count; row++) {
        const to = day.ends[row]!;
        const atMs = startMs + day.times[row]!;
        if (day.flags[row] === 0 && atMs < untilMs && !hidden.has(day.media[row]!)) {
          tally.add(day.tags, from, to, Math.floor(atMs / 1000), this);
        }
        from = to;
      }
      if (tally.articles > before) tally.days += 1;
    }
    return tally.result(this.spellings);
  }

  /** Calls `visit` for every term and spelling of an article, whether the article counts or not. */
  eachUse(visit: (term: number, spelling: number | null) => void): void {
    for (const day of this.#days.values()) {
      for (let at = 0; at < day.tagCount; at++) {
        const code = day.tags[at]!;
        const spelling = code >= SPELLING ? code - SPELLING : null;
        visit(this.termOf(code), spelling);
      }
    }
  }

  termOf(code: number): number {
    if (code < SPELLING) return code;
    const spelling = code - SPELLING;
    const known = this.#termsOfSpellings[spelling] ?? 0;
    if (known > 0) return known - 1;
    const term = this.#terms.find(foldLetters(this.spellings.textOf(spelling)));
    this.#note(spelling, term);
    return term;
  }

  #note(spelling: number, term: number): void {
    this.#termsOfSpellings = withCapacity(this.#termsOfSpellings, spelling + 1);
    this.#termsOfSpellings[spelling] = term + 1;
  }

  plan(): string[] {
    const days = this.#sortedDays().map(([day, { changedAt }]) =>
      TOPICS_CHUNKS.format('pool', day, changedAt),
    );
    const media = TOPICS_CHUNKS.format('media', this.#mediaChangedAt);
    return [media, ...this.spellings.plan('spellings'), ...days];
  }

  chunk(name: string): Uint8Array | null {
    const { kind, key } = TOPICS_CHUNKS.parse(name);
    if (kind === 'spellings') return this.spellings.chunk(name);
    if (kind === 'media') {
      return encodeOwn([[...this.#media.keys()], [...this.#hiddenMedia].sort()]);
    }
    const day = kind === 'pool' ? this.#days.get(key) : undefined;
    return day === undefined ? null : packDay(day);
  }

  /** True when the chunk was one of these. */
  restore(name: string, bytes: Uint8Array): boolean {
    const { kind, key, revision } = TOPICS_CHUNKS.parse(name);
    if (kind === 'spellings') this.spellings.restore(name, bytes);
    else if (kind === 'media') {
      const [media, hidden] = decode(bytes) as [string[], string[]];
      for (const code of media) this.#media.set(code, this.#media.size);
      for (const code of hidden) this.#hiddenMedia.add(code);
      this.#mediaChangedAt = Number(revision);
    } else if (kind === 'pool') {
      this.#days.set(key, unpackDay(bytes, Number(revision)));
    } else return false;
    return true;
  }

  restored(): void {
    this.spellings.restored();
  }

  #codeOf(tag: string, sequence: number): number | null {
    const key = foldLetters(tag);
    const term = this.#terms.intern(key, sequence);
    if (term === null || key === tag) return term;
    const spelling = this.spellings.intern(tag, sequence);
    if (spelling === null) return term;
    if (term !== null) this.#note(spelling, term);
    return SPELLING + spelling;
  }

  /** Removes an article from its day; returns its flags. */
  #take(id: number, sortMs: number, sequence: number): number {
    const day = this.#days.get(localDayOf(sortMs));
    const row = day === undefined ? -1 : rowOf(day, id);
    if (day === undefined || row < 0) return 0;
    const flags = day.flags[row]!;
    removeRow(day, row);
    day.changedAt = sequence;
    return flags;
  }

  #dayOf(number: number, sequence: number): Day {
    const day = getOrInsert(this.#days, number, () => ({
      count: 0,
      articles: 0,
      tagCount: 0,
      ids: new Uint32Array(0),
      times: new Uint32Array(0),
      media: new Uint16Array(0),
      flags: new Uint8Array(0),
      ends: new Uint32Array(0),
      tags: new Uint32Array(0),
      changedAt: sequence,
    }));
    day.changedAt = sequence;
    return day;
  }

  #mediaNumber(code: string, sequence: number): number {
    return getOrInsert(this.#media, code, () => {
      this.#mediaChangedAt = sequence;
      return this.#media.size;
    });
  }

  #hiddenNumbers(): Set<number> {
    const numbers = [...this.#hiddenMedia].map((code) => this.#media.get(code) ?? -1);
    return new Set(numbers);
  }

  #sortedDays(): [number, Day][] {
    return [...this.#days].sort(([a], [b]) => a - b);
  }
}

/** Accumulates the counts of a window. */
class Tally {
  articles = 0;
  days = 0;
  readonly #counts: Uint32Array;
  readonly #lastSeconds: Uint32Array;
  /** Articles that spell the term in its own form, and articles by other spelling. */
  readonly #plain: Uint32Array;
  readonly #spelled: Uint32Array;
  readonly #terms: Uint32Array;

  constructor(terms: number, spellings: number) {
    this.#counts = new Uint32Array(terms);
    this.#lastSeconds = new Uint32Array(terms);
    this.#plain = new Uint32Array(terms);
    this.#spelled = new Uint32Array(spellings);
    this.#terms = new Uint32Array(spellings);
  }

  add(tags: Uint32Array, from: number, to: number, seconds: number, pool: TagPool): void {
    this.articles += 1;
    for (let at = from; at < to; at++) {
      const code = tags[at]!;
      let term = code;
      if (code >= SPELLING) {
        const spelling = code - SPELLING;
        if (this.#spelled[spelling] === 0) this.#terms[spelling] = pool.termOf(code);
        term = this.#terms[spelling]!;
        this.#spelled[spelling]! += 1;
      } else this.#plain[term]! += 1;
      this.#counts[term]! += 1;
      if (seconds > this.#lastSeconds[term]!) this.#lastSeconds[term] = seconds;
    }
  }

  result(spellings: TermTable): TermCounts {
    const shown = new Uint32Array(this.#counts.length);
    const best = this.#plain.slice();
    let count = this.#plain.reduce((sum, uses) => (uses > 0 ? sum + 1 : sum), 0);
    for (let spelling = 0; spelling < this.#spelled.length; spelling++) {
      const uses = this.#spelled[spelling]!;
      if (uses === 0) continue;
      count += 1;
      const term = this.#terms[spelling]!;
      const isTie = uses === best[term] && shown[term] !== 0;
      const isFirst = isTie && spellings.textOf(spelling) < spellings.textOf(shown[term]! - 1);
      // On a tie a spelling with capitals goes before the folded form, because people write it.
      if (uses < best[term]! || (isTie && !isFirst)) continue;
      best[term] = uses;
      shown[term] = spelling + 1;
    }
    return {
      articles: this.articles,
      days: this.days,
      spellings: count,
      counts: this.#counts,
      lastSeconds: this.#lastSeconds,
      shown,
    };
  }
}

function rowOf({ ids, count }: Day, id: number): number {
  return ids.subarray(0, count).lastIndexOf(id);
}

/** Removes an article; ids begin at 1, so a search does not find id 0. */
function removeRow(day: Day, row: number): void {
  day.flags[row] = GONE;
  day.ids[row] = 0;
  day.articles -= 1;
}

function packDay(day: Day): Uint8Array {
  return packRows(day, BY_ROW, 0, day.count, { tags: day.tags.subarray(0, day.tagCount) });
}

function unpackDay(bytes: Uint8Array, changedAt: number): Day {
  const chunk = new Unpacker(bytes);
  const ids = chunk.take('ids', Uint32Array);
  const tags = chunk.take('tags', Uint32Array);
  const articles = ids.reduce((sum, id) => (id > 0 ? sum + 1 : sum), 0);
  return {
    count: ids.length,
    articles,
    tagCount: tags.length,
    ids,
    times: chunk.take('times', Uint32Array),
    media: chunk.take('media', Uint16Array),
    flags: chunk.take('flags', Uint8Array),
    ends: chunk.take('ends', Uint32Array),
    tags,
    changedAt,
  };
}
