/**
 * The results of the similarity index, as queries read them: articles, pairs, citations, names.
 *
 * Invariants: only the writer changes the state; a query sees one state. Only this file decides
 * whether an article may be shown. Not here: how results are computed (indexer.ts), the window of
 * texts (window.ts).
 */
import { DAY_MS, localDayStartMs } from '../../../kernel/clock.js';
import { pauseAt } from '../../../kernel/runtime/pause.js';
import type { Period } from '../codec.js';
import { ARTICLE, ArticleColumns } from './articles.js';
import { ComparedMedia } from './media-table.js';
import { PairColumns } from './pairs.js';

/** A media that an article names as its source, with the words that name it. */
export interface CitedMedia {
  media: number;
  evidence: string;
}

export class SimilarityState {
  readonly media = new ComparedMedia();
  readonly articles = new ArticleColumns();
  readonly pairs = new PairColumns(this.articles);
  /** Citations by article, in the order of its text. */
  readonly citations = new Map<number, readonly CitedMedia[]>();
  /** Title and byline, as lines, of articles that have pairs or citations or may get pairs. */
  readonly labels = new Map<number, string>();
  /** Names in bylines by article, for articles of the last `NAMES_RETENTION_MS`. */
  readonly names = new Map<number, readonly string[]>();

  /** True when an article may be shown: it is known, and neither it nor its media is hidden. */
  isShown(id: number): boolean {
    const flags = this.articles.flagsOf(id);
    if ((flags & (ARTICLE.known | ARTICLE.hidden)) !== ARTICLE.known) return false;
    return this.media.isShown(this.articles.mediaOf(id));
  }

  /** True when an article counts in the index: it may be shown, and its media is not syndicated. */
  isIndexed(id: number): boolean {
    const flags = this.articles.flagsOf(id);
    if ((flags & (ARTICLE.known | ARTICLE.hidden)) !== ARTICLE.known) return false;
    return this.media.isIndexed(this.articles.mediaOf(id));
  }

  /** Calls `visit` with every article of a period that may be shown. */
  eachArticle({ fromMs, untilMs, beforeId = ALL_IDS }: Period, visit: (id: number) => void): void {
    const { articles } = this;
    for (const startMs of daysOf(fromMs, untilMs)) {
      const ids = articles.ofDay(startMs);
      if (ids === undefined) continue;
      for (let at = 0; at < ids.length; at++) {
        pauseAt(at);
        const id = ids.at(at);
        const sortMs = articles.sortMsOf(id);
        if (id >= beforeId || sortMs < fromMs || sortMs >= untilMs) continue;
        if (this.isShown(id)) visit(id);
      }
    }
  }

  /**
   * Calls `visit` with every pair of at least the threshold's score whose later article is in the
   * period and whose articles both count in the index.
   */
  eachPair(
    { fromMs, untilMs, beforeId = ALL_IDS }: Period,
    threshold: number,
    visit: (pair: number) => void,
  ): void {
    const { articles, pairs } = this;
    for (const startMs of daysOf(fromMs, untilMs)) {
      const list = pairs.ofDay(startMs);
      if (list === undefined) continue;
      for (let at = 0; at < list.length; at++) {
        pauseAt(at);
        const pair = list.at(at);
        if (pairs.scoreOf(pair) < threshold) continue;
        const later = pairs.laterOf(pair);
        const sortMs = articles.sortMsOf(later);
        if (sortMs < fromMs || sortMs >= untilMs) continue;
        const earlier = pairs.earlierOf(pair);
        if (later >= beforeId || earlier >= beforeId) continue;
        if (this.isIndexed(later) && this.isIndexed(earlier)) visit(pair);
      }
    }
  }

  /** Citations of an article that may be shown: of other media that are not hidden. */
  citedBy(id: number): readonly CitedMedia[] {
    const cited = this.citations.get(id);
    if (cited === undefined) return NOTHING;
    const own = this.articles.mediaOf(id);
    return cited.filter(({ media }) => media !== own && this.media.isShown(media));
  }

  /**
   * True when the first article is earlier than the second. When only the day of one is known,
   * neither is earlier on that day. Decision 27a.
   */
  isEarlier(id: number, otherId: number): boolean {
    const { articles } = this;
    const sortMs = articles.sortMsOf(id);
    const otherMs = articles.sortMsOf(otherId);
    if (sortMs >= otherMs) return false;
    const isVague =
      ((articles.flagsOf(id) | articles.flagsOf(otherId)) & ARTICLE.dayPrecision) !== 0;
    return !isVague || localDayStartMs(sortMs) !== localDayStartMs(otherMs);
  }
}

const NOTHING: readonly [] = [];
const ALL_IDS = Number.POSITIVE_INFINITY;

/** Starts of the local days that overlap a period. */
function* daysOf(fromMs: number, untilMs: number): Generator<number> {
  for (let startMs = localDayStartMs(fromMs); startMs < untilMs; startMs += DAY_MS) yield startMs;
}
