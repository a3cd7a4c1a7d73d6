/**
 * Folded lists: of near copies one, the earliest that the list would show, with what else there is.
 *
 * Groups are those of the similarity index within the window of the list. An article of a group is shown if
 * no earlier one of the group matches the list: so it stands where it is by its own time, each group stands in
 * a list once, and a cursor is a place among articles as everywhere.
 */
import { setImmediate as frontsTurn } from 'node:timers/promises';
import type { ArticleFilter } from '../../../../news/catalog/reader.js';
import type { GroupMember } from '../../../../news/similarity/codec.js';
import * as Type from '../../../http/type.js';
import { THRESHOLD_DEFAULT } from '../similarity/similarity-terms.js';
import type { NewsSources } from '../sources.js';
import type { Article } from './article-lookup.js';

/** Copies that are named; the others are counted. */
const NAMED_MAX = 20;
/** Members that are looked up between two turns of the front. */
const BATCH = 256;

export const FoldQuery = {
  fold: Type.Optional(
    Type.Enum(['similar'], {
      description: `\`similar\`: near copies (of a score of at least ${THRESHOLD_DEFAULT}, directly or through others, within the window) are one entry, the earliest that matches, with \`similar\`. A page has at most \`limit\` entries; it may be short and not the last`,
    }),
  ),
};

/** What a list is folded by. */
interface FoldedList {
  filter: ArticleFilter;
  /** What the filter says, of one article. */
  matches: (article: Article) => boolean;
}

/** Folds one list. It knows every group that it has met. */
export class SimilarFold {
  readonly #sources: NewsSources;
  readonly #list: FoldedList;
  /** By article: the one that stands for its group. */
  readonly #firsts = new Map<number, number>();
  readonly #similar = new Map<number, NonNullable<Article['similar']>>();

  constructor(sources: NewsSources, list: FoldedList) {
    this.#sources = sources;
    this.#list = list;
  }

  /** Learns the groups of articles of the list. */
  async meet(articles: readonly Article[]): Promise<void> {
    const { sinceMs, untilMs } = this.#list.filter;
    const unknown = articles.filter(({ id }) => !this.#firsts.has(id));
    if (unknown.length === 0) return;
    for (const { id } of unknown) this.#firsts.set(id, id);
    const { groups } = await this.#sources.ask('similarity', {
      type: 'groups',
      articleIds: unknown.map(({ id }) => id),
      period: { fromMs: sinceMs, untilMs },
      threshold: THRESHOLD_DEFAULT,
    });
    for (const members of groups) await this.#learn(members);
  }

  /** Whether an article that was met is an entry of the list. */
  stands({ id }: Article): boolean {
    return this.#firsts.get(id) === id;
  }

  /** An entry with what it stands for. */
  shown(article: Article): Article {
    const similar = this.#similar.get(article.id);
    return similar === undefined ? article : { ...article, similar };
  }

  /** @param members the earliest first. */
  async #learn(members: readonly GroupMember[]): Promise<void> {
    const { articles, catalog } = this.#sources;
    const { filter, matches } = this.#list;
    const codes = filter.media === null ? null : catalog.directory.codesOf(filter.media);
    const possible = members.filter(({ media }) => codes === null || codes.has(media));
    const found: Article[] = [];
    for (let at = 0; at < possible.length; at += BATCH) {
      if (at > 0) await frontsTurn();
      for (const article of await articles(possible.slice(at, at + BATCH))) {
        if (article !== null && matches(article)) found.push(article);
      }
    }
    const [first, ...others] = found;
    if (first === undefined || others.length === 0) return;
    for (const { id } of found) this.#firsts.set(id, first.id);
    const outlets = new Set(others.map(({ media }) => media));
    outlets.delete(first.media);
    this.#similar.set(first.id, {
      articles: others.length,
      outlets: outlets.size,
      named: others
        .slice(0, NAMED_MAX)
        .map(({ id, media, mediaTitle, title, url, publishedAt }) => {
          return { id, media, mediaTitle, title, url, publishedAt };
        }),
    });
  }
}
