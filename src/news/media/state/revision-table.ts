/**
 * Revisions of articles as flat columns; writer and reader have one table each.
 *
 * A revision is what one update replaced of an article in substance, and is identified by the log
 * entry of the update. Texts are MessagePack in one array of bytes. The table keeps the newest
 * `REVISIONS_MAX` revisions; the log still has the entries of older ones. Invariants: rows ascend
 * by time, then by entry; a removed revision leaves no byte behind. Not here: what an update
 * replaced (log/resolve.ts), which articles may be shown (reader.ts).
 */
import { bytesOfColumns, growColumns, withCapacity } from '../../../engine/columns/columns.js';
import { DAY_MS, MINUTE_MS } from '../../../kernel/clock.js';
import { decode, encodeOwn } from '../../../kernel/codec.js';
import { firstPlace, getOrInsert } from '../../../kernel/collections.js';
import type { NewsRecord } from '../../../kernel/model/records.js';
import { saidBy } from '../../../kernel/text/substance.js';
import { searchForm } from '../../../kernel/text/tag.js';

/** Parts of an article that an update can replace, in the order of the bits of `kinds`. */
export const REVISION_KINDS = ['title', 'summary', 'authors', 'image', 'body'] as const;
export type RevisionKind = (typeof REVISION_KINDS)[number];

/** Some 20 MB: months of news in which one of thirty articles is changed. */
export const REVISIONS_MAX = 65_536;
/** Rows that are removed at once, because each removal moves all other rows. */
const SURPLUS_MAX = 4096;
const FLIPS_MAX = 65_535;

/** The value before a change and the value after it. */
type Pair<T> = readonly [before: T, after: T];

/** Null for a part that was not replaced; an unchanged title is twice the same. */
export interface RevisionTexts {
  title: Pair<string>;
  summary: Pair<string> | null;
  authors: Pair<readonly string[]> | null;
  image: Pair<string> | null;
  /** Lengths in code points. */
  body: Pair<number> | null;
  /** Numbers of words that were removed and added. */
  words: readonly [out: number, came: number] | null;
}

type PackedTexts = [title: string, before: string | null, ...rest: unknown[]];

export interface Revision {
  sequence: number;
  articleId: number;
  seenMs: number;
  /** Bit n stands for `REVISION_KINDS[n]`. */
  kinds: number;
  /** How often the title has changed between the same two titles since, and when it did last. */
  flips: number;
  lastMs: number;
  /** MessagePack of the texts. */
  texts: Uint8Array;
}

export function bitOf(kind: RevisionKind): number {
  return 1 << REVISION_KINDS.indexOf(kind);
}

/** The revision of a record; null when the record replaced nothing. */
export function revisionOf(record: NewsRecord, sequence: number): Revision | null {
  const { id, title, replaced } = record;
  if (replaced === null) return null;
  const { atMs, body } = replaced;
  const pairOf = <T>(before: T | undefined, after: T): Pair<T> | null =>
    before === undefined ? null : [before, after];
  const texts: PackedTexts = [
    ...([title, replaced.title ?? null] as const),
    pairOf<string | null>(replaced.description, record.description),
    pairOf(replaced.authors, record.authors),
    pairOf<string | null>(replaced.image, record.image),
    pairOf(body?.chars, record.bodyChars),
    body === undefined ? null : [body.wordsOut, body.wordsIn],
  ];
  const kinds = texts
    .slice(1, 1 + REVISION_KINDS.length)
    .reduce<number>((bits, one, place) => bits | (one === null ? 0 : 1 << place), 0);
  const times = { seenMs: atMs, lastMs: atMs };
  return { sequence, articleId: id, ...times, kinds, flips: 0, texts: encodeOwn(texts) };
}

export function textsOf({ texts }: Pick<Revision, 'texts'>): RevisionTexts {
  const [title, before, ...rest] = decode(texts) as PackedTexts;
  const [summary, authors, image, body, words] = rest;
  return {
    title: [before ?? title, title],
    ...({ summary, authors, image, body, words } as Omit<RevisionTexts, 'title'>),
  };
}

/** True when a change of title is between the two titles of a revision, in either direction. */
export function isFlip(known: RevisionTexts, [before, after]: RevisionTexts['title']): boolean {
  const [one, other] = known.title.map(saidBy);
  const [from, to] = [saidBy(before), saidBy(after)];
  return (one === from && other === to) || (one === to && other === from);
}

const COLUMNS = [
  ...(['sequences', 'articleIds', 'seenMs', 'lastMs', 'flips', 'kinds'] as const),
  ...(['textAt', 'textBytes'] as const),
] as const;

export class RevisionTable {
  sequences = new Float64Array(0);
  articleIds = new Uint32Array(0);
  seenMs = new Float64Array(0);
  lastMs = new Float64Array(0);
  flips = new Uint16Array(0);
  kinds = new Uint8Array(0);
  textAt = new Uint32Array(0);
  textBytes = new Uint32Array(0);
  #texts: Uint8Array = new Uint8Array(0);
  #textEnd = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Earlier revisions may have been removed; null when none was. */
  get keptSinceMs(): number | null {
    return this.#count < REVISIONS_MAX ? null : this.seenMs[0]!;
  }

  get byteLength(): number {
    return bytesOfColumns(this, COLUMNS) + this.#texts.byteLength;
  }

  /** A row as a value, with a copy of its texts. */
  at(row: number): Revision {
    return {
      sequence: this.sequences[row]!,
      articleId: this.articleIds[row]!,
      seenMs: this.seenMs[row]!,
      kinds: this.kinds[row]!,
      flips: this.flips[row]!,
      lastMs: this.lastMs[row]!,
      texts: this.#textsAt(row).slice(),
    };
  }

  /** The first row at or after an instant, and within the instant at or after an entry. */
  placeOf(seenMs: number, sequence = 0): number {
    return firstPlace(0, this.#count, (row) => {
      const difference = this.seenMs[row]! - seenMs;
      return difference < 0 || (difference === 0 && this.sequences[row]! < sequence);
    });
  }

  /** Rows of an article, oldest first. */
  *rowsOf(articleId: number): Generator<number> {
    const ids = this.articleIds.subarray(0, this.#count);
    for (let row = ids.indexOf(articleId); row >= 0; row = ids.indexOf(articleId, row + 1)) {
      yield row;
    }
  }

  /** Adds a revision, or replaces the numbers of the revision with the same entry. */
  put(revision: Revision): void {
    const { sequence, articleId, seenMs, kinds, flips, lastMs, texts } = revision;
    const row = this.placeOf(seenMs, sequence);
    const isKnown = row < this.#count && this.sequences[row] === sequence;
    if (!isKnown) this.#open(row);
    this.sequences[row] = sequence;
    this.articleIds[row] = articleId;
    this.seenMs[row] = seenMs;
    this.lastMs[row] = lastMs;
    this.flips[row] = Math.min(flips, FLIPS_MAX);
    this.kinds[row] = kinds;
    if (isKnown) return;
    this.#texts = withCapacity(this.#texts, this.#textEnd + texts.length) as Uint8Array;
    this.#texts.set(texts, this.#textEnd);
    this.textAt[row] = this.#textEnd;
    this.textBytes[row] = texts.length;
    this.#textEnd += texts.length;
  }

  /** Removes rows with their texts. Returns the log entries of the removed revisions. */
  remove(isGone: (row: number) => boolean): number[] {
    const rows = Array.from({ length: this.#count }, (_, row) => row);
    const goes = rows.map(isGone);
    if (!goes.includes(true)) return [];
    const gone = rows.filter((row) => goes[row]).map((row) => this.sequences[row]!);
    const kept = rows.filter((row) => !goes[row]).map((row) => this.at(row));
    this.clear();
    for (const revision of kept) this.put(revision);
    return gone;
  }

  /** Removes the oldest revisions when there are too many; returns their log entries. */
  trim(): number[] {
    if (this.#count <= REVISIONS_MAX + SURPLUS_MAX) return [];
    const surplus = this.#count - REVISIONS_MAX;
    return this.remove((row) => row < surplus);
  }

  clear(): void {
    for (const name of COLUMNS) this[name] = this[name].slice(0, 0) as never;
    this.#texts = new Uint8Array(0);
    this.#textEnd = 0;
    this.#count = 0;
  }

  /** Bytes of the selected rows, in a new buffer. */
  encode(isWanted: (row: number) => boolean): Uint8Array {
    const rows: unknown[] = [];
    for (let row = 0; row < this.#count; row++) {
      if (!isWanted(row)) continue;
      const numbers = [this.sequences[row], this.articleIds[row], this.seenMs[row]];
      const more = [this.lastMs[row], this.flips[row], this.kinds[row]];
      rows.push([...numbers, ...more, this.#textsAt(row)]);
    }
    return encodeOwn(rows);
  }

  /** Adds the rows in bytes that `encode` made. @throws on other bytes. */
  decode(bytes: Uint8Array): void {
    for (const row of decode(bytes) as [number, number, number, number, number, number, Buffer][]) {
      const [sequence, articleId, seenMs, lastMs, flips, kinds, texts] = row;
      this.put({ sequence, articleId, seenMs, lastMs, flips, kinds, texts });
    }
  }

  #textsAt(row: number): Uint8Array {
    const from = this.textAt[row]!;
    return this.#texts.subarray(from, from + this.textBytes[row]!);
  }

  /** Inserts an empty row. */
  #open(row: number): void {
    growColumns(this as never, COLUMNS, this.#count + 1);
    if (row < this.#count) {
      for (const name of COLUMNS) this[name].copyWithin(row + 1, row, this.#count);
    }
    this.#count += 1;
  }
}

/** Media and time of an article; null when the article may not be shown. */
export type ArticleSight = (articleId: number) => { media: string; sortMs: number } | null;

export interface RevisionQuery {
  /** Revisions seen from `sinceMs` until before `untilMs`. */
  sinceMs: number;
  untilMs: number;
  /** Bits of kinds: a revision has at least one of them. */
  kinds: number;
  media: ReadonlySet<string> | null;
  /** Text in the title or summary, before or after the change; null for any text. */
  q: string | null;
}

/** The position of a page's last revision. */
export interface RevisionPlace {
  timeMs: number;
  id: number;
}

export interface ListedRevision extends Omit<Revision, 'texts'>, RevisionTexts {
  media: string;
  sortMs: number;
}

export interface RevisionPage {
  found: ListedRevision[];
  /** Where the page ended; null on the last page. */
  next: RevisionPlace | null;
}

/** Rows that one call examines: one millisecond when it searches for a text. */
const ROWS_AT_ONCE = 500;

/** At most `limit` revisions after a position; fewer when `ROWS_AT_ONCE` rows were examined. */
export function listRevisions(
  table: RevisionTable,
  sightOf: ArticleSight,
  query: RevisionQuery,
  after: RevisionPlace | null,
  limit: number,
): RevisionPage {
  const needle = query.q === null ? null : searchForm(query.q);
  const found: ListedRevision[] = [];
  const end = after === null ? table.placeOf(query.untilMs) : table.placeOf(after.timeMs, after.id);
  let last: RevisionPlace | null = null;
  let looked = 0;
  for (let row = end - 1; row >= 0 && table.seenMs[row]! >= query.sinceMs; row--) {
    if (found.length === limit || looked === ROWS_AT_ONCE) return { found, next: last };
    last = { timeMs: table.seenMs[row]!, id: table.sequences[row]! };
    if ((table.kinds[row]! & query.kinds) === 0) continue;
    looked += 1;
    const article = sightOf(table.articleIds[row]!);
    if (article === null || query.media?.has(article.media) === false) continue;
    const listed = listedOf(table.at(row), article);
    if (needle === null || holds(listed, needle)) found.push(listed);
  }
  return { found, next: null };
}

/** All revisions of an article, newest first. */
export function revisionsOfArticle(
  table: RevisionTable,
  sightOf: ArticleSight,
  articleId: number,
): ListedRevision[] {
  const article = sightOf(articleId);
  if (article === null) return [];
  return Array.from(table.rowsOf(articleId), (row) => listedOf(table.at(row), article)).reverse();
}

/** Articles of a window of publication with a changed title: minutes until the first change. */
export function retitledSince(
  table: RevisionTable,
  sightOf: ArticleSight,
  sinceMs: number,
  nowMs: number,
): Map<string, number[]> {
  const minutes = new Map<string, number[]>();
  const seen = new Set<number>();
  const end = table.placeOf(nowMs);
  // An article that waits for its time may be changed before that time.
  for (let row = table.placeOf(sinceMs - DAY_MS); row < end; row++) {
    const id = table.articleIds[row]!;
    if ((table.kinds[row]! & bitOf('title')) === 0 || seen.has(id)) continue;
    const article = sightOf(id);
    if (article === null || article.sortMs < sinceMs || article.sortMs >= nowMs) continue;
    seen.add(id);
    getOrInsert(minutes, article.media, () => []).push(
      minutesAfter(table.seenMs[row]!, article.sortMs),
    );
  }
  return minutes;
}

/** Whole minutes from publication until a change was seen. */
export function minutesAfter(seenMs: number, sortMs: number): number {
  return Math.max(0, Math.floor((seenMs - sortMs) / MINUTE_MS));
}

function listedOf({ texts, ...revision }: Revision, article: object): ListedRevision {
  return { ...revision, ...textsOf({ texts }), ...article } as ListedRevision;
}

function holds({ title, summary }: RevisionTexts, needle: string): boolean {
  return [...title, ...(summary ?? [])].some((text) => searchForm(text).includes(needle));
}
