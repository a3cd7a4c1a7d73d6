/**
 * Invented articles with bylines and pairs, and a naive reading of what journalists have of them.
 *
 * The oracle works on plain objects, asks every question of every article, and knows nothing of
 * rows, chunks or numbers.
 */

import type {
  JournalistAnswer,
  JournalistsAnswer,
  SimilarCounts,
} from '../../../src/news/similarity/answers/journalists-codec.js';
import { ARTICLE } from '../../../src/news/similarity/state/articles.js';
import { SimilarityState } from '../../../src/news/similarity/state/state.js';
import { mediaOf } from '../catalog/records.js';

export const DAY = 24 * 3600_000;
/** 00:00 in Taipei. */
export const START = Date.UTC(2026, 2, 9, 16);

export interface Piece {
  id: number;
  media: string;
  sortMs: number;
  isDay: boolean;
  names: string[];
  /** It has a byline, whether that names somebody or not. */
  credited: boolean;
  compared: boolean;
  sources: string[];
  hidden: boolean;
}

export interface Pair {
  a: number;
  b: number;
  score: number;
  identical: boolean;
}

/** Distinct shingles of every body here, so that a score follows from those that are shared. */
const SHINGLES = 1000;

export class PieceWorld {
  readonly pieces = new Map<number, Piece>();
  pairs: Pair[] = [];
  readonly hiddenMedia = new Set<string>();

  isShown(id: number): boolean {
    const piece = this.pieces.get(id);
    return piece !== undefined && !piece.hidden && !this.hiddenMedia.has(piece.media);
  }

  /** Pairs of an article with others that are shown before an instant, as [pair, other]. */
  pairsOf(id: number, threshold: number, untilMs: number): [Pair, Piece][] {
    return this.pairs.flatMap((pair): [Pair, Piece][] => {
      if (pair.score < threshold || (pair.a !== id && pair.b !== id)) return [];
      const other = pair.a === id ? pair.b : pair.a;
      const piece = this.pieces.get(other);
      return this.isShown(other) && piece!.sortMs < untilMs ? [[pair, piece!]] : [];
    });
  }

  shown(fromMs: number, untilMs: number): Piece[] {
    return [...this.pieces.values()].filter(
      ({ id, sortMs }) => this.isShown(id) && sortMs >= fromMs && sortMs < untilMs,
    );
  }

  /** The index that has folded this world. */
  state(): SimilarityState {
    const state = new SimilarityState();
    for (const piece of this.pieces.values()) this.#put(state, piece);
    for (const media of this.hiddenMedia) state.media.setHidden(media, true);
    for (const pair of this.pairs) {
      const ends = [pair.a, pair.b].map((id) => this.pieces.get(id));
      const [a, b] = ends;
      if (a === undefined || b === undefined) continue;
      const isInOrder = a.sortMs < b.sortMs || (a.sortMs === b.sortMs && a.id < b.id);
      state.pairs.add({
        earlier: isInOrder ? a.id : b.id,
        later: isInOrder ? b.id : a.id,
        earlierSize: SHINGLES,
        laterSize: SHINGLES,
        shared: pair.score * SHINGLES,
        identical: pair.identical,
        passage: `passage ${pair.a} ${pair.b}`,
      });
    }
    return state;
  }

  #put(state: SimilarityState, piece: Piece): void {
    const { id, sortMs } = piece;
    state.media.put(mediaOf(piece.media));
    const flag = (isSet: boolean, bit: number): number => (isSet ? bit : 0);
    state.articles.put(id, {
      sortMs,
      media: state.media.numberOf(piece.media),
      flags:
        flag(piece.isDay, ARTICLE.dayPrecision) |
        flag(piece.credited, ARTICLE.authors) |
        flag(piece.compared, ARTICLE.usable | ARTICLE.compared) |
        flag(piece.hidden, ARTICLE.hidden),
    });
    if (piece.names.length > 0) state.names.set(id, piece.names);
    if (piece.sources.length === 0) return;
    const cite = (media: string) => ({
      media: state.media.numberOf(media),
      evidence: `by ${media}`,
    });
    state.citations.set(id, piece.sources.map(cite));
  }

  /** Media that an article cites: others that are not hidden. */
  sourcesOf({ media, sources }: Piece): string[] {
    return sources.filter((code) => code !== media && !this.hiddenMedia.has(code));
  }

  /** What the list should say. */
  list(fromMs: number, untilMs: number, threshold: number, limit: number) {
    const pieces = this.shown(fromMs, untilMs);
    const names = [...new Set(pieces.flatMap((piece) => piece.names))];
    const lines = names.map((name) => this.line(name, pieces, threshold, untilMs));
    lines.sort(
      (a, b) =>
        b.articles - a.articles ||
        Date.parse(b.latest) - Date.parse(a.latest) ||
        (a.name < b.name ? -1 : 1),
    );
    const inside = new Set(pieces.map(({ id }) => id));
    const isInside = ({ a, b }: Pair): boolean => inside.has(a) && inside.has(b);
    const pairs = this.pairs.filter((pair) => pair.score >= threshold && isInside(pair)).length;
    return {
      index: {
        analyzed: pieces.filter(({ compared }) => compared).length,
        pairs,
        windowDays: 7,
        from: new Date(fromMs).toISOString(),
      },
      totals: {
        journalists: names.length,
        articles: pieces.filter((piece) => piece.names.length > 0).length,
        credited: pieces.filter((piece) => piece.credited).length,
      },
      limit,
      journalists: lines.slice(0, limit),
    };
  }

  line(name: string, pieces: readonly Piece[], threshold: number, untilMs: number) {
    const own = pieces.filter((piece) => piece.names.includes(name));
    const codes = [...new Set(own.map(({ media }) => media))];
    const count = (code: string): number => own.filter(({ media }) => media === code).length;
    return {
      name,
      articles: own.length,
      media: codes
        .map((media) => ({ media, name: `Title of ${media}`, count: count(media) }))
        .sort((a, b) => b.count - a.count || (a.media < b.media ? -1 : 1)),
      withBody: own.filter(({ compared }) => compared).length,
      cited: own.filter((piece) => this.sourcesOf(piece).length > 0).length,
      latest: new Date(Math.max(...own.map(({ sortMs }) => sortMs))).toISOString(),
      compared: own.filter(({ compared }) => compared).length,
      similar: this.similar(name, own, threshold, untilMs),
    };
  }

  similar(name: string, own: readonly Piece[], threshold: number, untilMs: number): SimilarCounts {
    const counts = { pairs: 0, articles: 0, later: 0, earlier: 0, sameAuthor: 0, identical: 0 };
    const met = new Set<Pair>();
    for (const piece of own) {
      const pairs = this.pairsOf(piece.id, threshold, untilMs);
      if (pairs.length > 0) counts.articles += 1;
      for (const [pair, other] of pairs) {
        if (met.has(pair)) continue;
        met.add(pair);
        counts.pairs += 1;
        if (pair.identical) counts.identical += 1;
        const isSame = other.names.includes(name);
        if (isSame) counts.sameAuthor += 1;
        const apart = apartMs(piece, other);
        if (!isSame && apart >= 60_000) counts.earlier += 1;
        if (!isSame && apart <= -60_000) counts.later += 1;
      }
    }
    return counts;
  }
}

/** From one to the other; 0 where the order of two articles of a day is not known. */
export function apartMs(own: Piece, other: Piece): number {
  const dayOf = ({ sortMs }: Piece): number => Math.floor((sortMs - START) / DAY);
  const isTied = (own.isDay || other.isDay) && dayOf(own) === dayOf(other);
  return isTied ? 0 : other.sortMs - own.sortMs;
}

/** The list as it is told to callers. */
export function told({ json }: JournalistsAnswer): object {
  return JSON.parse(`{${Buffer.from(json).toString()}}`) as object;
}

/** What the details have in common with a line of the list. */
export function lineOf(name: string, answer: JournalistAnswer): object {
  const { articles, withBody, cited, compared, similar, media, own, articlesNamed } = answer;
  const newest = articlesNamed.find(({ id }) => id === own[0]!.id)!;
  return {
    name,
    articles,
    media,
    withBody,
    cited,
    latest: new Date(newest.sortMs).toISOString(),
    compared,
    similar,
  };
}
