/**
 * Revisions of articles in flat memory, in the order in which they were seen; writer and reader have one each.
 *
 * A revision is what one update replaced of an article in substance. It is known by the log entry that told
 * of it. Numbers lie in columns, texts as MessagePack in one array of bytes. At most `REVISIONS_MAX` are kept,
 * the newest: what an article's revisions were before that, its entries in the log still tell.
 * Invariants: rows ascend by time, then by entry; what is removed leaves no byte behind.
 * Not here: what an update replaced (log/resolve.ts), who may be shown (reader.ts).
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

/** Some 20 MB: months of a press whose articles are changed as often as one in thirty. */
export const REVISIONS_MAX = 65_536;
/** Rows that go at once when there are more: each time all others move. */
const SURPLUS_MAX = 4096;
const FLIPS_MAX = 65_535;

/** The value before a change and the value after it. */
type Pair<T> = readonly [before: T, after: T];

/** Null for what was not replaced, but for the title, which then is the same twice. */
export interface RevisionTexts {
  title: Pair<string>;
  summary: Pair<string> | null;
  authors: Pair<readonly string[]> | null;
  image: Pair<string> | null;
  /** Code points. */
  body: Pair<number> | null;
  /** Words of the text that went and came. */
  words: readonly [out: number, came: number] | null;
}

/** How they are stored. */
type PackedTexts = [title: string, before: string | null, ...rest: unknown[]];

export interface Revision {
  sequence: number;
  articleId: number;
  seenMs: number;
  /** Bits by the places of `REVISION_KINDS`. */
  kinds: number;
  /** How often the title went back or forth between the same two since, and when it did last. */
  flips: number;
  lastMs: number;
  /** MessagePack of the texts. */
  texts: Uint8Array;
}

/** The bit of a kind. */
export function bitOf(kind: RevisionKind): number {
  return 1 << REVISION_KINDS.indexOf(kind);
}

/** The revision that a record tells of; null where it replaced nothing. */
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

/** The texts of a revision. */
export function textsOf({ texts }: Pick<Revision, 'texts'>): RevisionTexts {
  const [title, before, ...rest] = decode(texts) as PackedTexts;
  const [summary, authors, image, body, words] = rest;
  return {
    title: [before ?? title, title],
    ...({ summary, authors, image, body, words } as Omit<RevisionTexts, 'title'>),
  };
}

/** Whether a title goes back, or forth again, between the two of a revision. */
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

  /** Of what was seen before this, something may be left out; null where nothing was. */
  get keptSinceMs(): number | null {
    return this.#count < REVISIONS_MAX ? null : this.seenMs[0]!;
  }

  get byteLength(): number {
    return bytesOfColumns(this, COLUMNS) + this.#texts.byteLength;
  }

  /** A row as a value; its texts are a copy. */
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

  /** The first row that was not seen before an instant, or before an entry of that instant. */
  placeOf(seenMs: number, sequence = 0): number {
    return firstPlace(0, this.#count, (row) => {
      const difference = this.seenMs[row]! - seenMs;
      return difference < 0 || (difference === 0 && this.sequences[row]! < sequence);
    });
  }

  /** Rows of an article, the earliest first. */
  *rowsOf(articleId: number): Generator<number> {
    const ids = this.articleIds.subarray(0, this.#count);
    for (let row = ids.indexOf(articleId); row >= 0; row = ids.indexOf(articleId, row + 1)) {
      yield row;
    }
  }

  /** Adds a revision, or puts it in the place of the one that it was; other columns may then be others. */
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

  /** Removes rows, and their texts from memory. Returns the entries that they were known by. */
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

  /** Removes the oldest where there are too many. */
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

  /** Bytes of the rows that are asked for, in a buffer of their own. */
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

  /** Takes rows back. @throws when the bytes are none of `encode`. */
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

  /** Makes space for a row. */
  #open(row: number): void {
    growColumns(this as never, COLUMNS, this.#count + 1);
    if (row < this.#count) {
      for (const name of COLUMNS) this[name].copyWithin(row + 1, row, this.#count);
    }
    this.#count += 1;
  }
}

/** What is known of an article whose revision is listed; null where it may not be shown. */
export type ArticleSight = (articleId: number) => { media: string; sortMs: number } | null;

/**
 * Revisions as they are listed, newest first, and counted by outlet.
 *
 * Not here: where they come from (revision-table.ts), whose articles may be shown (reader.ts).
 */
export interface RevisionQuery {
  /** Seen since, and before. */
  sinceMs: number;
  untilMs: number;
  /** Bits of which one has to be there. */
  kinds: number;
  media: ReadonlySet<string> | null;
  /** In the title or summary before or after; null for any. */
  q: string | null;
}

/** The last revision of a page. */
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
  /** Where the page ended; null where there are no more. */
  next: RevisionPlace | null;
}

/** Rows looked at by one call: a millisecond where a text is looked for. */
const ROWS_AT_ONCE = 500;

/** At most `limit` revisions after a place; it may end early, with a `next`. */
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

/** Every revision of an article, newest first. */
export function revisionsOfArticle(
  table: RevisionTable,
  sightOf: ArticleSight,
  articleId: number,
): ListedRevision[] {
  const article = sightOf(articleId);
  if (article === null) return [];
  return Array.from(table.rowsOf(articleId), (row) => listedOf(table.at(row), article)).reverse();
}

/** Articles of a window of publication whose title was changed, with the minutes until it was. */
export function retitledSince(
  table: RevisionTable,
  sightOf: ArticleSight,
  sinceMs: number,
  nowMs: number,
): Map<string, number[]> {
  const minutes = new Map<string, number[]>();
  const seen = new Set<number>();
  const end = table.placeOf(nowMs);
  // One that waits for its time may be changed before it comes.
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
