/**
 * Adds articles: maintains the window of bodies, and with it pairs, citations and names.
 *
 * Invariants: a pair is made when the second of two unexpired bodies arrives, whatever the order of
 * their times. A changed text loses the pairs and citations of the old text. The same text with
 * another time or outlet is compared again, and keeps those pairs with expired bodies that the
 * rules still allow. Results of a body stay when the body expires. An article that was not compared
 * with all near texts is marked as `limited`. Not here: chunks and questions
 * (news/similarity/writer.ts).
 */
import { DAY_MS, HOUR_MS, localDayStartMs } from '../../../kernel/clock.js';
import { NEWS, SIMILARITY } from '../../../kernel/limits.js';
import type { NewsRecord } from '../../../kernel/model/records.js';
import { BylineReader } from '../../shared/bylines/bylines.js';
import type { BylineRules } from '../../shared/bylines/rules.js';
import { CitationFinder } from '../../shared/citations/citations.js';
import type { CitationRules } from '../../shared/citations/cues.js';
import { ARTICLE } from './articles.js';
import type { StoredBody } from './body-rows.js';
import type { PairFacts } from './pairs.js';
import type { SimilarityState } from './state.js';
import { BODIES_MAX, type FoundPair, SimilarityWindow } from './window.js';

/** Names are queried up to 720 hours back; the rest is for articles that arrive late. */
const NAMES_RETENTION_MS = 38 * DAY_MS;
/** A full window drops one body in this many at once, so that this happens seldom. */
const EVICTED_SHARE = 100;
/** Hex digits of a hash that a number holds exactly. */
const HASH_DIGITS = 13;
/** Flags that follow from the comparison of a text. */
const FLAGS_OF_TEXT = ARTICLE.usable | ARTICLE.compared | ARTICLE.limited;
const NO_TEXT = ['missing', 'blocked', 'error'];

/** The text that an article has now, compared with the one that it had. */
type TextChange =
  /** The text in the window. */
  | 'same'
  /** A text that came with the record. */
  | 'new'
  /** No text, or one that the store has lost. */
  | 'none'
  /** A text that expired, or never was in the window. */
  | 'past';

export interface IndexerRules {
  citations: CitationRules;
  bylines: BylineRules;
}

/** Receives every day and hour of publication whose chunk has changed. */
export interface Touched {
  day(startMs: number): void;
  hour(hour: number): void;
}

export class Indexer {
  readonly window: SimilarityWindow;
  readonly #state: SimilarityState;
  readonly #rules: IndexerRules;
  readonly #touched: Touched;
  #citations: CitationFinder | null = null;
  #bylines: BylineReader | null = null;
  /** The time of the last tick. */
  #nowMs = Number.NEGATIVE_INFINITY;
  /** Names of articles before this day were dropped. */
  #namesFromMs = Number.NEGATIVE_INFINITY;

  /** At most `bodiesMax` bodies are in memory, whatever their time. */
  constructor(
    state: SimilarityState,
    rules: IndexerRules,
    touched: Touched,
    bodiesMax = BODIES_MAX,
  ) {
    this.window = new SimilarityWindow(undefined, bodiesMax);
    this.#state = state;
    this.#rules = rules;
    this.#touched = touched;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Names of media have changed: the finders of names are made again. */
  forgetMedia(): void {
    this.#citations = null;
    this.#bylines = null;
  }

  /** Adds an article's record, with its body when the record has one. */
  put(record: NewsRecord, body: string | null): void {
    const { articles } = this.#state;
    const { id, sortMs } = record;
    const media = this.#state.media.numberOf(record.media);
    const before = articles.flagsOf(id);
    const isKnown = (before & ARTICLE.known) !== 0;
    const isMoved = isKnown && (articles.sortMsOf(id) !== sortMs || articles.mediaOf(id) !== media);
    const change = this.#textChange(record, body);
    const pairs = isMoved || change === 'new' || change === 'none' ? this.#takePairs(id) : [];
    if (change === 'same' && isMoved) this.window.reread(this.#takeRow(id));
    else if (change === 'new') this.#readNew(id, body!);
    else if (change === 'none') this.#forgetText(id);
    else if (change === 'past' && articles.rowOf(id) >= 0) this.window.remove(this.#takeRow(id));
    if (isKnown) this.#touchDay(articles.sortMsOf(id));
    const keeps = change === 'same' || change === 'past';
    const textFlags = keeps ? before & FLAGS_OF_TEXT : 0;
    const flags = factsOf(record) | (before & ARTICLE.hidden) | textFlags;
    articles.put(id, { sortMs, media, flags });
    this.#touchDay(sortMs);
    for (const pair of keeps ? pairs : []) {
      const otherId = pair.earlier === id ? pair.later : pair.earlier;
      // An article that is compared again finds its pairs with unexpired bodies again.
      if (change === 'past' || articles.rowOf(otherId) < 0) this.#keepPair(pair);
    }
    if (change === 'new') {
      this.#cite(record, body!);
      this.#settle(record, flags | (record.bodyStatus === 'ok' ? ARTICLE.usable : 0));
    } else if (change === 'same' && isMoved) this.#settle(record, flags);
    this.#name(record);
    this.#label(record);
  }

  /** Sets the time: bodies expire. */
  tick(atMs: number): void {
    if (atMs <= this.#nowMs) return;
    this.#nowMs = atMs;
    this.#expireUntil(atMs - NEWS.bodyRetentionMs + 1);
    const fromMs = localDayStartMs(atMs - NAMES_RETENTION_MS);
    for (const startMs of fromMs > this.#namesFromMs ? this.#state.articles.days() : []) {
      if (startMs >= this.#namesFromMs && startMs < fromMs) this.#forgetNames(startMs);
    }
    this.#namesFromMs = fromMs;
  }

  /** Sets the time back: bodies that arrive from now on are retained for the usual time. */
  rewind(atMs: number): void {
    if (atMs >= this.#nowMs) return;
    this.#nowMs = atMs;
    this.#namesFromMs = localDayStartMs(atMs - NAMES_RETENTION_MS);
  }

  /** Removes an article with its pairs, citations and names. */
  erase(id: number): void {
    const { articles, names } = this.#state;
    if ((articles.flagsOf(id) & ARTICLE.known) === 0) return;
    this.#takePairs(id);
    this.#forgetText(id);
    names.delete(id);
    this.#state.labels.delete(id);
    this.#touchDay(articles.sortMsOf(id));
    articles.drop(id);
  }

  /** Removes an article's citation of an erased media. */
  forgetCited(id: number, media: number): void {
    const { articles, citations } = this.#state;
    const rest = citations.get(id)!.filter((cited) => cited.media !== media);
    if (rest.length > 0) citations.set(id, rest);
    else citations.delete(id);
    this.#touchDay(articles.sortMsOf(id));
  }

  setHidden(id: number, isHidden: boolean): void {
    const { articles } = this.#state;
    const flags = articles.flagsOf(id);
    articles.setFlags(id, isHidden ? flags | ARTICLE.hidden : flags & ~ARTICLE.hidden);
    if ((flags & ARTICLE.known) !== 0) this.#touchDay(articles.sortMsOf(id));
  }

  /** Restores an article's body, whose pairs are known. */
  restore(body: StoredBody): void {
    this.#state.articles.setRow(body.id, this.window.restore(body));
  }

  #textChange({ id, sortMs, bodyHash }: NewsRecord, body: string | null): TextChange {
    if (bodyHash === '') return 'none';
    const row = this.#state.articles.rowOf(id);
    const isExpired = sortMs <= this.#nowMs - NEWS.bodyRetentionMs;
    if (row >= 0 && this.window.textHashOf(row) === hashNumber(bodyHash))
      return isExpired ? 'past' : 'same';
    if (isExpired) return 'past';
    if (body !== null) return 'new';
    return row >= 0 ? 'none' : 'past';
  }

  #readNew(id: number, body: string): void {
    this.#forgetText(id);
    this.window.read(body);
  }

  /** Compares the text that was read last, when the rules allow it, and stores its pairs. */
  #settle(record: NewsRecord, flags: number): void {
    const { articles, media, pairs } = this.#state;
    const { id, sortMs } = record;
    const number = media.numberOf(record.media);
    const { letters } = this.window;
    const isComparable = letters >= NEWS.bodyComparableMin && !media.at(number).syndicated;
    articles.setLetters(id, isComparable ? letters : 0);
    const comparison = ARTICLE.compared | ARTICLE.usable;
    const rest = flags & ~ARTICLE.limited;
    articles.setFlags(id, isComparable ? rest | comparison : rest & ~ARTICLE.compared);
    if (!isComparable) return;
    if (this.window.isFull) this.#evict();
    const found: FoundPair[] = [];
    const row = this.window.add(
      { id, sortMs, media: number, textHash: hashNumber(record.bodyHash) },
      (other) => !media.at(articles.mediaOf(this.window.idOf(other))).syndicated,
      (pair) => found.push(pair),
      (other) => articles.degreeOf(this.window.idOf(other)) >= SIMILARITY.pairsOfArticleMax,
    );
    if (this.window.isLimited) articles.setFlags(id, articles.flagsOf(id) | ARTICLE.limited);
    articles.setRow(id, row);
    this.#touched.hour(hourOf(sortMs));
    // Rows differ after a restart, so the order is by ids.
    const facts = found.map((pair) => this.#factsOf(id, pair));
    for (const one of facts.sort((a, b) => a.earlier - b.earlier || a.later - b.later)) {
      pairs.add(one);
      this.#touchDay(articles.sortMsOf(one.later));
    }
  }

  #factsOf(id: number, pair: FoundPair): PairFacts {
    const otherId = this.window.idOf(pair.otherRow);
    const { size, otherSize, shared, identical, passage } = pair;
    const rest = { shared, identical, passage };
    return this.#isBefore(id, otherId)
      ? { earlier: id, later: otherId, earlierSize: size, laterSize: otherSize, ...rest }
      : { earlier: otherId, later: id, earlierSize: otherSize, laterSize: size, ...rest };
  }

  /** Order of a pair: by time, then by id. */
  #isBefore(id: number, otherId: number): boolean {
    const { articles } = this.#state;
    return (
      articles.sortMsOf(id) - articles.sortMsOf(otherId) < 0 ||
      (articles.sortMsOf(id) === articles.sortMsOf(otherId) && id < otherId)
    );
  }

  /** Removes and returns all pairs of an article. */
  #takePairs(id: number): PairFacts[] {
    const { articles, pairs } = this.#state;
    return pairs.of(id).map((pair) => {
      const facts = pairs.factsOf(pair);
      this.#touchDay(articles.sortMsOf(facts.later));
      pairs.remove(pair);
      return facts;
    });
  }

  /** Adds a pair again after a change of an article's time or outlet, when the rules allow it. */
  #keepPair(pair: PairFacts): void {
    const { articles, pairs } = this.#state;
    const { earlier, later } = pair;
    const apartMs = Math.abs(articles.sortMsOf(earlier) - articles.sortMsOf(later));
    if (apartMs > NEWS.bodyRetentionMs || articles.mediaOf(earlier) === articles.mediaOf(later))
      return;
    const { earlierSize, laterSize } = pair;
    const isTurned = this.#isBefore(later, earlier);
    pairs.add(
      isTurned
        ? {
            ...pair,
            earlier: later,
            later: earlier,
            earlierSize: laterSize,
            laterSize: earlierSize,
          }
        : pair,
    );
    this.#touchDay(articles.sortMsOf(isTurned ? earlier : later));
  }

  #cite({ id, media }: NewsRecord, body: string): void {
    this.#citations ??= new CitationFinder(this.#rules.citations, this.#state.media.facts());
    const found = this.#citations.find(body, media);
    if (found.length === 0) return;
    const cited = found.map(({ media: code, evidence }) => ({
      media: this.#state.media.numberOf(code),
      evidence,
    }));
    this.#state.citations.set(id, cited);
  }

  #name({ id, sortMs, authors }: NewsRecord): void {
    const { names } = this.#state;
    if (authors.length === 0 || sortMs < this.#namesFromMs) {
      names.delete(id);
      return;
    }
    this.#bylines ??= new BylineReader(this.#rules.bylines, this.#state.media.facts());
    names.set(id, this.#bylines.namesOf(authors));
  }

  /** Stores title and byline of an article that has pairs or citations, or may get pairs. */
  #label({ id, title, authors }: NewsRecord): void {
    if (this.#needsLabel(id)) this.#state.labels.set(id, [title, ...authors].join('\n'));
    else this.#state.labels.delete(id);
  }

  #needsLabel(id: number): boolean {
    const { articles, citations } = this.#state;
    return articles.rowOf(id) >= 0 || articles.headOf(id) !== 0 || citations.has(id);
  }

  #forgetText(id: number): void {
    const { articles, citations } = this.#state;
    if (articles.rowOf(id) >= 0) this.window.remove(this.#takeRow(id));
    citations.delete(id);
    articles.setLetters(id, 0);
  }

  /** Takes the row from an article. */
  #takeRow(id: number): number {
    const { articles } = this.#state;
    const row = articles.rowOf(id);
    articles.setRow(id, -1);
    this.#touched.hour(hourOf(this.window.sortMsOf(row)));
    return row;
  }

  /** Removes the bodies that were published before `sortMs`. */
  #expireUntil(sortMs: number): void {
    for (const row of this.window.rowsBetween(Number.NEGATIVE_INFINITY, sortMs)) {
      const id = this.window.idOf(row);
      this.window.remove(this.#takeRow(id));
      if (this.#needsLabel(id) || !this.#state.labels.delete(id)) continue;
      this.#touchDay(this.#state.articles.sortMsOf(id));
    }
  }

  /** Removes the oldest bodies before their time, because the window is full. */
  #evict(): void {
    const times = this.window
      .rowsBetween(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
      .map((row) => this.window.sortMsOf(row))
      .sort((a, b) => a - b);
    this.#expireUntil(times[Math.floor(times.length / EVICTED_SHARE)]! + 1);
  }

  #forgetNames(startMs: number): void {
    const ids = this.#state.articles.ofDay(startMs);
    let isChanged = false;
    for (let at = 0; at < (ids?.length ?? 0); at++) {
      if (this.#state.names.delete(ids!.at(at))) isChanged = true;
    }
    if (isChanged) this.#touchDay(startMs);
  }

  #touchDay(sortMs: number): void {
    this.#touched.day(localDayStartMs(sortMs));
  }
}

/** Flags that follow from the record alone. */
function factsOf({ precision, publishedMs, bodyHash, bodyStatus, authors }: NewsRecord): number {
  const isDay = precision === 'day' && publishedMs !== null;
  const hasText = bodyHash !== '';
  return (
    ARTICLE.known |
    (isDay ? ARTICLE.dayPrecision : 0) |
    (hasText ? ARTICLE.fetched : 0) |
    (!hasText && NO_TEXT.includes(bodyStatus) ? ARTICLE.missing : 0) |
    (authors.length > 0 ? ARTICLE.authors : 0)
  );
}

function hashNumber(hash: string): number {
  return Number.parseInt(hash.slice(0, HASH_DIGITS), 16);
}

function hourOf(sortMs: number): number {
  return Math.floor(sortMs / HOUR_MS);
}
