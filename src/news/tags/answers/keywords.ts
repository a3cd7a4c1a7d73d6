/**
 * Keywords of a media: tags of its newest articles, and tags of all media in the titles of these.
 *
 * Each term counts once for an article. The dictionary holds every tag that a media gave in the
 * last 7 days, and derived tags of two media or three articles: rarer ones are often parts of
 * words. Tags on many articles of all media are left out; among equal counts, the term that others
 * use less is first. Not here: words that are no keywords (api/, from a rule file).
 */
import { DAY_MS, utcDayOf } from '../../../kernel/clock.js';
import { decode, encode } from '../../../kernel/codec.js';
import { getOrInsert } from '../../../kernel/collections.js';
import type { NewsRecord } from '../../../kernel/model/records.js';
import { isTerm, KnownTerms, termsIn } from '../../../kernel/text/known-terms.js';
import { foldLetters, formsOfKey } from '../../../kernel/text/tag.js';
import type { BurstCounter } from '../../shared/burst/counter.js';
import { compareCodePoints } from '../../shared/burst/order.js';
import type { KeywordAnswer, KeywordsQuestion } from '../codec.js';

/** Maximum of articles that are read. From the contract. */
const SAMPLE_MAX = 2000;
/** Days whose tags are searched in titles. From the contract. */
const DICTIONARY_MS = 7 * DAY_MS;
/** Articles of a single media that a derived tag needs. */
const ALONE_MIN = 3;
/** Minimum size of a period's press, and the part of its articles above which a tag is generic. */
const PRESS = { articles: 100, outlets: 3, genericPart: 0.25 } as const;

/** Answers questions; data that all media of a period share is cached. */
export class Keywords {
  readonly #counter: BurstCounter;
  readonly #titles: TitleStore;
  #terms: { state: string; dictionary: Uint8Array; terms: TitleTerms } | null = null;
  #press: { state: string; press: Press } | null = null;

  constructor(counter: BurstCounter, titles: TitleStore) {
    this.#counter = counter;
    this.#titles = titles;
  }

  /** @param sequence the last entry of counter and titles. */
  of({ media, fromMs, toMs }: KeywordsQuestion, sequence: number): KeywordAnswer {
    const counter = this.#counter;
    const state = `${sequence} ${toMs}`;
    if (this.#terms?.state !== state) this.#terms = { state, ...dictionaryOf(counter, toMs) };
    const period = `${state} ${fromMs}`;
    if (this.#press?.state !== period) {
      this.#press = { state: period, press: pressOf(counter, fromMs, toMs) };
    }
    const number = counter.media.find(media);
    return keywordsOf(counter, this.#titles, this.#terms, this.#press.press, number, fromMs, toMs);
  }
}

/** The dictionary of the seven days before `untilMs`: as marks by tag, and for titles. */
function dictionaryOf(
  counter: BurstCounter,
  untilMs: number,
): { dictionary: Uint8Array; terms: TitleTerms } {
  const { rows, tags } = counter;
  const dictionary = new Uint8Array(tags.length);
  const firsts = new Int32Array(tags.length).fill(-1);
  const articles = new Uint32Array(tags.length);
  rows.inRange(untilMs - DICTIONARY_MS, untilMs, (row) => {
    if (!counter.isVisible(row)) return;
    const media = rows.media[row]!;
    for (const spelling of rows.spellingsOf(row)) {
      const tag = tags.tagOf(spelling);
      articles[tag]! += 1;
      if (firsts[tag] === -1) firsts[tag] = media;
      const isShared = firsts[tag] !== media || articles[tag]! >= ALONE_MIN;
      if (isShared || rows.derived[row] === 0) dictionary[tag] = 1;
    }
  });
  const keys: string[] = [];
  dictionary.forEach((isIn, tag) => {
    if (isIn === 1) keys.push(tags.keyOf(tag));
  });
  return { dictionary, terms: new TitleTerms(keys) };
}

/** @param press of the same period. @param media number of a publisher or of a discovery source. */
function keywordsOf(
  counter: BurstCounter,
  titles: TitleStore,
  { dictionary, terms }: { dictionary: Uint8Array; terms: TitleTerms },
  press: Press,
  media: number,
  fromMs: number,
  toMs: number,
): KeywordAnswer {
  const { rows, tags } = counter;
  const sample = sampleOf(counter, titles, media, fromMs, toMs);
  const counts = new Map<string, number>();
  for (const row of sample.rows) {
    const form = titles.get(rows.ids[row]!, rows.times[row]!)?.form ?? '';
    const found = terms.in(form);
    for (const spelling of rows.spellingsOf(row)) {
      const tag = tags.tagOf(spelling);
      if (dictionary[tag] === 1) found.add(tags.keyOf(tag));
    }
    for (const key of found) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const usedOf = (tag: number): number => (press.isTold ? (press.uses[tag] ?? 0) : 0);
  const listed = [...counts]
    .map(([key, count]) => ({ tag: tags.find(key), count }))
    .map(({ tag, count }) => ({ tag, label: tags.shownOf(tag), count, used: usedOf(tag) }))
    .filter(({ tag }) => !press.generic.has(tag))
    .sort((a, b) => b.count - a.count || a.used - b.used || compareCodePoints(a.label, b.label))
    .map(({ label, count }) => ({ label, count }));
  return { sampledArticles: sample.rows.length, capped: sample.capped, terms: listed };
}

/** The articles of all outlets in a period. */
interface Press {
  /** False for too few articles or outlets. */
  isTold: boolean;
  /** Number of articles by tag. */
  uses: Uint32Array;
  /** Tags of several outlets on a large part of all articles. */
  generic: ReadonlySet<number>;
}

/** Counts all articles of the period, once for all media. */
function pressOf(counter: BurstCounter, fromMs: number, toMs: number): Press {
  const { rows, tags } = counter;
  const uses = new Uint32Array(tags.length);
  /** By tag: its last row plus one, because an article counts once for all spellings of a tag. */
  const lastRows = new Uint32Array(tags.length);
  const outlets = new Set<number>();
  let articles = 0;
  rows.inRange(fromMs, toMs, (row) => {
    if (!counter.isVisible(row)) return;
    articles += 1;
    outlets.add(rows.media[row]!);
    for (const spelling of rows.spellingsOf(row)) {
      const tag = tags.tagOf(spelling);
      if (lastRows[tag] === row + 1) continue;
      lastRows[tag] = row + 1;
      uses[tag]! += 1;
    }
  });
  const isTold = articles >= PRESS.articles && outlets.size >= PRESS.outlets;
  const frequent = new Map<number, Set<number>>();
  uses.forEach((count, tag) => {
    if (isTold && count > PRESS.genericPart * articles) frequent.set(tag, new Set());
  });
  if (frequent.size > 0) {
    rows.inRange(fromMs, toMs, (row) => {
      if (!counter.isVisible(row)) return;
      for (const spelling of rows.spellingsOf(row)) {
        frequent.get(tags.tagOf(spelling))?.add(rows.media[row]!);
      }
    });
  }
  const sharedMin = Math.max(PRESS.outlets, PRESS.genericPart * outlets.size);
  const generic = [...frequent].filter(([, by]) => by.size >= sharedMin).map(([tag]) => tag);
  return { isTold, uses, generic: new Set(generic) };
}

/** The newest visible articles of a media. */
function sampleOf(
  counter: BurstCounter,
  titles: TitleStore,
  media: number,
  fromMs: number,
  toMs: number,
): { rows: number[]; capped: boolean } {
  const { rows } = counter;
  const found: number[] = [];
  rows.inRange(fromMs, toMs, (row) => {
    if (!counter.isVisible(row)) return;
    const isMine =
      rows.media[row] === media ||
      titles.get(rows.ids[row]!, rows.times[row]!)?.foundBy.includes(media) === true;
    if (isMine) found.push(row);
  });
  if (found.length <= SAMPLE_MAX) return { rows: found, capped: false };
  found.sort((a, b) => rows.times[b]! - rows.times[a]! || rows.ids[b]! - rows.ids[a]!);
  return { rows: found.slice(0, SAMPLE_MAX), capped: true };
}

/** Finds tags of all media in titles: the longest at each place, each once in a title. */
export class TitleTerms {
  /** Keys of tags by each of their forms in titles. */
  readonly #terms = new KnownTerms<string>();

  constructor(keys: Iterable<string>) {
    for (const key of keys) {
      for (const form of formsOfKey(key)) if (isTerm(form)) this.#terms.set(form, key);
    }
  }

  /** Distinct keys of the terms in a title with folded letters. */
  in(title: string): Set<string> {
    return new Set([...termsIn(this.#terms, title)].map(({ value: key }) => key));
  }
}

/** 168 hours before now, and a day because whole days are removed. */
const RETENTION_MS = 8 * DAY_MS;

interface Title {
  form: string;
  /** Media numbers of discovery sources. */
  foundBy: readonly number[];
}

/**
 * Titles of articles, with folded letters as tags are compared, and their discovery sources; for a
 * little more than seven days.
 */
export class TitleStore {
  readonly #days = new Map<number, Map<number, Title>>();
  #retainedFromMs = Number.NEGATIVE_INFINITY;

  /** The title of an article by its sort time; undefined when it is not stored. */
  get(id: number, timeMs: number): Title | undefined {
    return this.#days.get(utcDayOf(timeMs))?.get(id);
  }

  /** Starts of the UTC days with titles, ascending. */
  days(): number[] {
    return [...this.#days.keys()].sort((a, b) => a - b);
  }

  put({ id, title, sortMs, discoveries }: NewsRecord, numberOf: (code: string) => number): void {
    if (sortMs < this.#retainedFromMs) return;
    const foundBy = discoveries.map(({ media }) => numberOf(media));
    this.#dayAt(utcDayOf(sortMs)).set(id, { form: foldLetters(title), foundBy });
  }

  remove(id: number, timeMs: number): void {
    const dayMs = utcDayOf(timeMs);
    const day = this.#days.get(dayMs);
    day?.delete(id);
    if (day?.size === 0) this.#days.delete(dayMs);
  }

  /** Sets the time, and removes old titles. */
  moveTo(atMs: number): void {
    this.#retainedFromMs = utcDayOf(atMs - RETENTION_MS);
    for (const dayMs of this.#days.keys()) {
      if (dayMs < this.#retainedFromMs) this.#days.delete(dayMs);
    }
  }

  encodeDay(dayMs: number): Buffer {
    const titles = [...(this.#days.get(dayMs) ?? [])].sort(([a], [b]) => a - b);
    return encode(titles.map(([id, { form, foundBy }]) => [id, form, foundBy]));
  }

  /** @throws when the bytes are not a day's. */
  restoreDay(dayMs: number, bytes: Uint8Array): void {
    const day = this.#dayAt(dayMs);
    for (const [id, form, foundBy] of decode(bytes) as [number, string, number[]][]) {
      day.set(id, { form, foundBy });
    }
  }

  #dayAt(dayMs: number): Map<number, Title> {
    return getOrInsert(this.#days, dayMs, () => new Map());
  }
}
