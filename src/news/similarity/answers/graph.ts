/**
 * The similarity and citation graph of a period, as JSON.
 *
 * Invariants (decisions 24 and 43): the count of a similarity edge is the number of articles of its
 * first media that are later than the source of their group, where the source is of the second
 * media. The count of a citation edge is the number of articles of a media that cite another. The
 * evidence lists exactly these. No edge leads from a media to itself.
 */

import { getOrInsert } from '../../../kernel/collections.js';
import { pauseAt } from '../../../kernel/runtime/pause.js';
import { MEDIA_MAX } from '../../shared/burst/media-table.js';
import type { Period } from '../codec.js';
import { ARTICLE } from '../state/articles.js';
import type { SimilarityState } from '../state/state.js';
import type { Stories } from './stories.js';

/** Counts of one media in a period. */
interface Coverage {
  total: number;
  fetched: number;
  usable: number;
  indexed: number;
  withAuthors: number;
  missing: number;
  /** Only in the sum of all media, not in their coverage. */
  limited: number;
}

interface Node {
  articles: number;
  similar: number;
  earliest: number;
  later: number;
  outgoing: number;
  incoming: number;
}

interface Edge {
  source: number;
  target: number;
  kind: 'similarity' | 'citation';
  count: number;
  scoreSum: number;
  scores: number;
}

/** Always 0: an article is compared before its record counts as folded. */
export const PENDING = 0;

/** Distinguishes the keys of the two kinds of edges. */
const KIND = MEDIA_MAX ** 2;

const SCORE_DIGITS = 6;

export function shownScore(score: number): number {
  return Number(score.toFixed(SCORE_DIGITS));
}

/** Coverage, index, nodes and edges of a period: a JSON object without its braces. */
export function graphJson(state: SimilarityState, period: Period, stories: Stories): string {
  const graph = new Graph(state, period, stories);
  const text = JSON.stringify({
    coverage: graph.coverage(),
    index: graph.index(),
    nodes: graph.nodes(),
    edges: graph.edges(),
  });
  return text.slice(1, -1);
}

class Graph {
  readonly #state: SimilarityState;
  readonly #stories: Stories;
  readonly #coverage: Coverage[];
  readonly #nodes: Node[];
  readonly #edges = new Map<number, Edge>();
  #citations = 0;

  constructor(state: SimilarityState, period: Period, stories: Stories) {
    this.#state = state;
    this.#stories = stories;
    const { media } = state;
    const zeros = { fetched: 0, usable: 0, indexed: 0, withAuthors: 0, missing: 0, limited: 0 };
    const links = { similar: 0, earliest: 0, later: 0, outgoing: 0, incoming: 0 };
    this.#coverage = media.facts().map(() => ({ total: 0, ...zeros }));
    this.#nodes = media.facts().map(() => ({ articles: 0, ...links }));
    this.#countArticles(period);
    this.#countStories();
    this.#countFollowers();
  }

  coverage(): object[] {
    const rows = this.#state.media.facts().flatMap((facts, number) => {
      const { limited: _, ...counts } = this.#coverage[number]!;
      if (facts.hidden || (facts.external && counts.total === 0)) return [];
      const { media, title, enabled, syndicated } = facts;
      return [
        {
          media,
          name: title,
          ...counts,
          pending: PENDING,
          enabled,
          excludedFromStatistics: syndicated,
        },
      ];
    });
    return rows.sort((a, b) => b.total - a.total || (a.media < b.media ? -1 : 1));
  }

  index(): object {
    let available = 0;
    let analyzed = 0;
    let limited = 0;
    this.#state.media.facts().forEach(({ syndicated }, number) => {
      if (syndicated) return;
      const counts = this.#coverage[number]!;
      available += counts.usable;
      analyzed += counts.indexed;
      limited += counts.limited;
    });
    const { pairCount: pairs, groupCount: groups } = this.#stories;
    return {
      available,
      analyzed,
      limited,
      pending: PENDING,
      pairs,
      groups,
      citations: this.#citations,
      windowDays: WINDOW_DAYS,
    };
  }

  nodes(): object[] {
    const nodes = this.#state.media.facts().flatMap((facts, number) => {
      const counts = this.#nodes[number]!;
      if (facts.hidden || Object.values(counts).every((count) => count === 0)) return [];
      const { media, title, country, countryCode } = facts;
      // An external media is cited and not collected; one with articles is not shown as external.
      const external = facts.external && counts.articles === 0;
      return [{ id: media, name: title, country, countryCode, ...counts, external }];
    });
    return nodes.sort((a, b) => b.articles - a.articles || (a.id < b.id ? -1 : 1));
  }

  edges(): object[] {
    const { media } = this.#state;
    const edges = [...this.#edges.values()].map(
      ({ source, target, kind, count, scoreSum, scores }) => ({
        source: media.at(source).media,
        target: media.at(target).media,
        kind,
        count,
        score: scores === 0 ? null : shownScore(scoreSum / scores),
      }),
    );
    const keyOf = ({ kind, source, target }: (typeof edges)[number]): string =>
      `${kind} ${source} ${target}`;
    return edges.sort((a, b) => b.count - a.count || (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  #countArticles(period: Period): void {
    const { articles, media } = this.#state;
    this.#state.eachArticle(period, (id) => {
      const flags = articles.flagsOf(id);
      const number = articles.mediaOf(id);
      const counts = this.#coverage[number]!;
      const has = (bit: number): number => ((flags & bit) === 0 ? 0 : 1);
      counts.total += 1;
      counts.fetched += has(ARTICLE.fetched);
      counts.usable += has(ARTICLE.usable);
      counts.indexed += has(ARTICLE.compared);
      counts.withAuthors += has(ARTICLE.authors);
      counts.missing += has(ARTICLE.missing);
      counts.limited += has(ARTICLE.limited);
      if (media.at(number).syndicated) return;
      this.#nodes[number]!.articles += has(ARTICLE.compared);
      const cited = this.#state.citedBy(id);
      if (cited.length > 0) this.#nodes[number]!.outgoing += 1;
      for (const { media: target } of cited) {
        this.#citations += 1;
        this.#nodes[target]!.incoming += 1;
        this.#edge('citation', number, target).count += 1;
      }
    });
  }

  #countStories(): void {
    const { articles } = this.#state;
    for (let group = 0; group < this.#stories.groupCount; group++) {
      pauseAt(group);
      const { members, sourceId } = this.#stories.story(group);
      for (const id of members) {
        const node = this.#nodes[articles.mediaOf(id)]!;
        node.similar += 1;
        if (sourceId !== null && this.#state.isEarlier(sourceId, id)) node.later += 1;
        else node.earliest += 1;
      }
    }
  }

  #countFollowers(): void {
    const { articles, pairs } = this.#state;
    this.#stories.eachFollower((id, sourceId, _group, direct) => {
      const source = articles.mediaOf(id);
      const target = articles.mediaOf(sourceId);
      if (source === target) return;
      const edge = this.#edge('similarity', source, target);
      edge.count += 1;
      if (direct < 0) return;
      edge.scoreSum += pairs.scoreOf(direct);
      edge.scores += 1;
    });
  }

  #edge(kind: Edge['kind'], source: number, target: number): Edge {
    const key = (kind === 'citation' ? KIND : 0) + source * MEDIA_MAX + target;
    const none = { count: 0, scoreSum: 0, scores: 0 };
    return getOrInsert(this.#edges, key, () => ({ source, target, kind, ...none }));
  }
}

/** Articles that are more days apart are not compared. Decision 23. */
export const WINDOW_DAYS = 7;
