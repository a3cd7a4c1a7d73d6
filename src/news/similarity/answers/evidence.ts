/**
 * The evidence behind the graph of a period: articles that follow a source, and citations.
 * Filtered, newest first, by pages.
 *
 * Invariants: without filters, the items are those that the graph's edges count. An item whose
 * article is within `scope` and whose source is not is counted as hidden, and not listed. Of a
 * large group, the first articles and the most similar pairs are listed, and all are counted.
 */

import { firstOf, getOrInsert } from '../../../kernel/collections.js';
import { SIMILARITY } from '../../../kernel/limits.js';
import { searchForm } from '../../../kernel/text/tag.js';
import type {
  ArticleAnswer,
  CitedSource,
  EvidenceAnswer,
  EvidenceItem,
  EvidenceQuestion,
  GroupAnswer,
  PairAnswer,
} from '../codec.js';
import type { CitedMedia, SimilarityState } from '../state/state.js';
import { shownScore } from './graph.js';
import type { Stories } from './stories.js';

/** Maxima: items of a page, and pairs of a group. From the contract. */
const PAGE_SIZE = 20;
const GROUP_PAIRS_MAX = 100;

/** A piece of evidence before it becomes an item: an article, with its source or its citation. */
interface Piece {
  id: number;
  /** Number of the media of the source or citation. */
  target: number;
  /** For an origin; `group` is -1 for a citation. */
  sourceId: number;
  group: number;
  direct: number;
  /** For a citation. */
  cited: CitedMedia | null;
}

export class EvidenceSearch {
  readonly #state: SimilarityState;
  readonly #stories: Stories;
  readonly #question: EvidenceQuestion;
  readonly #mediaForms = new Map<number, string>();
  /** Cached: whether a text holds the needle, and the articles that `#tiedBy` finds. */
  readonly #known = new Map<string, boolean>();
  readonly #tied = new Map<number, ReadonlySet<number>>();

  constructor(state: SimilarityState, stories: Stories, question: EvidenceQuestion) {
    this.#state = state;
    this.#stories = stories;
    this.#question = question;
  }

  answer(generation: number): EvidenceAnswer {
    const { articles } = this.#state;
    const { page } = this.#question;
    const { pieces, hiddenSources } = this.#matching();
    pieces.sort(
      (a, b) =>
        articles.sortMsOf(b.id) - articles.sortMsOf(a.id) ||
        b.id - a.id ||
        a.group - b.group ||
        a.target - b.target,
    );
    const shown = pieces.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
    const groups = [...new Set(shown.map(({ group }) => group))].filter((group) => group >= 0);
    const items = shown.map((piece) => this.#itemOf(piece));
    const share = Math.floor(SIMILARITY.pageArticlesMax / Math.max(1, groups.length));
    const membersMax = Math.min(SIMILARITY.groupArticlesMax, share);
    const groupAnswers = groups.map((group) => this.#groupOf(group, membersMax));
    return {
      generation,
      total: pieces.length,
      hiddenSources,
      items,
      groups: groupAnswers,
      articles: articleAnswersOf(this.#state, idsOf(items, groupAnswers)),
    };
  }

  #matching(): { pieces: Piece[]; hiddenSources: number } {
    const pieces: Piece[] = [];
    let hiddenSources = 0;
    const scope = this.#numbersOf(this.#question.scope);
    const focus = this.#numbersOf(this.#question.focus);
    for (const piece of this.#pieces()) {
      if (!this.#isAsked(piece, focus) || !this.#matchesText(piece)) continue;
      if (scope !== null) {
        if (!scope.has(this.#state.articles.mediaOf(piece.id))) continue;
        if (!scope.has(piece.target)) {
          if (piece.group >= 0) hiddenSources += 1;
          continue;
        }
      }
      pieces.push(piece);
    }
    return { pieces, hiddenSources };
  }

  #pieces(): Piece[] {
    const { mode, edge, period } = this.#question;
    const wanted = edge === null ? mode : mode === 'all' || mode === edge.kind ? edge.kind : 'none';
    const pieces: Piece[] = [];
    const { articles } = this.#state;
    if (wanted === 'all' || wanted === 'similarity') {
      this.#stories.eachFollower((id, sourceId, group, direct) => {
        const target = articles.mediaOf(sourceId);
        if (target === articles.mediaOf(id)) return;
        pieces.push({ id, target, sourceId, group, direct, cited: null });
      });
    }
    if (wanted === 'all' || wanted === 'citation') {
      this.#state.eachArticle(period, (id) => {
        if (!this.#state.isIndexed(id)) return;
        for (const cited of this.#state.citedBy(id)) {
          pieces.push({ id, target: cited.media, sourceId: 0, group: -1, direct: -1, cited });
        }
      });
    }
    return pieces;
  }

  /** True when a piece matches the node, edge, direction and focus of the question. */
  #isAsked({ id, target }: Piece, focus: Set<number> | null): boolean {
    const { node, edge, direction } = this.#question;
    const { media, articles } = this.#state;
    const own = articles.mediaOf(id);
    if (edge !== null) {
      if (media.at(own).media !== edge.source || media.at(target).media !== edge.target)
        return false;
    }
    if (focus !== null && !focus.has(own) && !focus.has(target)) return false;
    if (node === null) return true;
    const isOutgoing = media.at(own).media === node && direction !== 'incoming';
    const isIncoming = media.at(target).media === node && direction !== 'outgoing';
    return isOutgoing || isIncoming;
  }

  #matchesText(piece: Piece): boolean {
    const { needle } = this.#question;
    if (needle === '') return true;
    const { articles, labels, pairs } = this.#state;
    if (this.#mediaFormOf(articles.mediaOf(piece.id)).includes(needle)) return true;
    if (this.#mediaFormOf(piece.target).includes(needle)) return true;
    if (this.#holds(labels.get(piece.id)) || this.#holds(piece.cited?.evidence)) return true;
    if (piece.group < 0) return false;
    if (this.#holds(labels.get(piece.sourceId))) return true;
    if (piece.direct >= 0) return this.#holds(pairs.passageOf(piece.direct));
    return this.#tiedBy(piece.group).has(piece.id);
  }

  /** True when a text holds the needle; cached, because titles of sources and passages recur. */
  #holds(text: string | undefined): boolean {
    if (text === undefined) return false;
    const { needle } = this.#question;
    return getOrInsert(this.#known, text, () => searchForm(text).includes(needle));
  }

  /** Articles of a group with a pair whose passage holds the needle. */
  #tiedBy(group: number): ReadonlySet<number> {
    return getOrInsert(this.#tied, group, () => {
      const { pairs } = this.#state;
      const own = this.#stories.story(group).pairs;
      const found = [...own].filter((pair) => this.#holds(pairs.passageOf(pair)));
      return new Set(found.flatMap((pair) => [pairs.earlierOf(pair), pairs.laterOf(pair)]));
    });
  }

  #mediaFormOf(number: number): string {
    const { media, title } = this.#state.media.at(number);
    const make = (): string => `${searchForm(media)}\n${searchForm(title)}`;
    return getOrInsert(this.#mediaForms, number, make);
  }

  #numbersOf(codes: readonly string[] | null): Set<number> | null {
    if (codes === null) return null;
    const { media } = this.#state;
    return new Set(codes.map((code) => media.shownNumberOf(code) ?? -1));
  }

  #itemOf({ id, sourceId, group, direct, cited }: Piece): EvidenceItem {
    const isOrigin = group >= 0;
    return {
      kind: isOrigin ? 'origin' : 'citation',
      articleId: id,
      sortMs: this.#state.articles.sortMsOf(id),
      sourceId: isOrigin ? sourceId : null,
      groupId: isOrigin ? this.#groupIdOf(group) : null,
      directPair: direct < 0 ? null : pairAnswerOf(this.#state, direct),
      source: cited === null ? null : citedSourceOf(this.#state, cited),
    };
  }

  #groupOf(group: number, membersMax: number): GroupAnswer {
    const { members, pairs: own, sourceId, firstCount } = this.#stories.story(group);
    const { pairs } = this.#state;
    const best = firstOf(own.length, GROUP_PAIRS_MAX, (at, otherAt) => {
      const [a, b] = [own[at]!, own[otherAt]!];
      return (
        pairs.scoreOf(b) - pairs.scoreOf(a) ||
        pairs.earlierOf(a) - pairs.earlierOf(b) ||
        pairs.laterOf(a) - pairs.laterOf(b)
      );
    });
    return {
      id: this.#groupIdOf(group),
      sourceId,
      articleIds: [...members.subarray(0, membersMax)],
      articleCount: members.length,
      tiedFirst: firstCount,
      pairCount: own.length,
      pairs: best.map((at) => pairAnswerOf(this.#state, own[at]!)),
    };
  }

  /** The id of a group names its first article. */
  #groupIdOf(group: number): string {
    return `g${this.#stories.story(group).members[0]}`;
  }
}

export function pairAnswerOf({ pairs }: SimilarityState, pair: number): PairAnswer {
  return {
    a: pairs.earlierOf(pair),
    b: pairs.laterOf(pair),
    score: shownScore(pairs.scoreOf(pair)),
    containment: shownScore(pairs.containmentOf(pair)),
    sharedShingles: pairs.sharedOf(pair),
    identical: pairs.isIdentical(pair),
    evidence: pairs.passageOf(pair),
  };
}

export function articleAnswersOf(state: SimilarityState, ids: Iterable<number>): ArticleAnswer[] {
  return Array.from(ids, (id) => ({
    id,
    sortMs: state.articles.sortMsOf(id),
    citations: state.citedBy(id).map((cited) => citedSourceOf(state, cited)),
  }));
}

function citedSourceOf(
  { media }: SimilarityState,
  { media: number, evidence }: CitedMedia,
): CitedSource {
  const { media: code, title, country, countryCode } = media.at(number);
  return { media: code, name: title, country, countryCode, evidence };
}

function idsOf(items: readonly EvidenceItem[], groups: readonly GroupAnswer[]): Set<number> {
  const ids = new Set<number>();
  for (const { articleId, sourceId } of items) {
    ids.add(articleId);
    if (sourceId !== null) ids.add(sourceId);
  }
  for (const { articleIds, pairs } of groups) {
    for (const id of articleIds) ids.add(id);
    for (const { a, b } of pairs) ids.add(a).add(b);
  }
  return ids;
}
