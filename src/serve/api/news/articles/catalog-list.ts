/**
 * Lists of articles as values: pages of the catalog for code that needs fields of articles, lists
 * whose articles are filtered one by one, and folded lists.
 */

import { setImmediate as frontsTurn } from 'node:timers/promises';
import type { Facets } from '../../../../news/catalog/answers/directory.js';
import { columnKeysOfTag } from '../../../../news/catalog/codec.js';
import type { ArticleFilter, Position } from '../../../../news/catalog/reader.js';
import type { GroupMember } from '../../../../news/similarity/codec.js';
import { notFound } from '../../../http/errors.js';
import { quantised } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { SimilarArticle } from '../schemas.js';
import { THRESHOLD_DEFAULT } from '../similarity/similarity-pairs.js';
import type { NewsSources } from '../sources.js';
import type { Article } from './article-lookup.js';

const OPEN = new TextEncoder().encode('[');
const CLOSE = new TextEncoder().encode(']');

/** @throws HttpError 404 for an unknown or hidden article. */
export async function shownArticle(
  { article, articles }: Pick<NewsSources, 'article' | 'articles'>,
  id: number,
): Promise<Article> {
  const item = await article(id);
  const sortMs = item?.record.kind === 'news' ? item.record.sortMs : null;
  const [found] = sortMs === null ? [null] : await articles([{ id, sortMs }]);
  if (!found) throw notFound(`there is no article ${id}`);
  return found;
}

/** A filter that all articles of its window match. */
export const EVERYTHING = { media: null, tagKeys: null, needle: null } as const;

/** A filter for articles with a tag. */
export function taggedFilter(
  tag: string,
  sinceMs: number,
  untilMs: number,
  nowMs: number,
): ArticleFilter {
  return { ...EVERYTHING, sinceMs, untilMs, nowMs, tagKeys: columnKeysOfTag(tag) };
}

/** Counts of all matches, in memory and on disk. */
export async function facetsOf(
  { catalog, history }: Pick<NewsSources, 'catalog' | 'history'>,
  filter: ArticleFilter,
): Promise<Facets> {
  return catalog.reachesDisk(filter, null) ? history.facets(filter) : catalog.facets(filter);
}

/** The newest matches, in memory and on disk; at most `limit`. */
export async function newestArticles(
  sources: Pick<NewsSources, 'catalog' | 'history'>,
  filter: ArticleFilter,
  limit: number,
): Promise<Article[]> {
  return (await articlePage(sources, filter, null, limit)).found;
}

/** A page of matches, from the newest at or after a place; `next` is null at the end. */
async function articlePage(
  { catalog, history }: Pick<NewsSources, 'catalog' | 'history'>,
  filter: ArticleFilter,
  after: Position | null,
  limit: number,
): Promise<{ found: Article[]; next: Position | null }> {
  if (catalog.reachesDisk(filter, after)) {
    const { items, next } = await history.page(filter, after, limit);
    return { found: items.map((item) => JSON.parse(textOf(item)) as Article), next };
  }
  const { slices, next } = catalog.page(filter, after, limit);
  const bytes = catalog.frame(OPEN, slices, CLOSE).render();
  return { found: JSON.parse(textOf(bytes)) as Article[], next };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

/**
 * The end of a window up to now, exclusive: the start of the current minute, or just after the
 * newest acknowledged article that is not in the future, whichever is later. So acknowledged
 * articles are listed at once, and equal questions have equal answers until an article comes or a
 * minute begins.
 */
export function listEndMs({ catalog, clock }: NewsSources): number {
  const nowMs = clock.nowMs();
  const minuteMs = quantised(nowMs);
  const newestMs = catalog.newestMs(nowMs);
  return newestMs === null || newestMs < minuteMs ? minuteMs : newestMs + 1;
}

/** Articles that are filtered for one answer: a tenth of a second on a slow machine, in turns. */
const LOOKED_AT_MAX = 20_000;
/** Articles that are filtered in one turn: half a millisecond. */
const TURN_ARTICLES = 100;

interface Scan {
  filter: ArticleFilter;
  from: Position | null;
  /** Maximum of visited articles; the last turn may exceed it. */
  lookedAtMax: number;
  /** Called with the articles that are visited next. */
  prepare?: (articles: readonly Article[]) => Promise<void>;
}

/** A page of a list whose articles are filtered one by one. */
export interface ScannedPage {
  articles: Article[];
  lookedAt: number;
  next: Position | null;
}

/** A list whose articles are filtered one by one. */
export interface ScannedList {
  filter: ArticleFilter;
  /** The whole condition, also the part that the catalog's filter lacks. */
  matches: (article: Article) => boolean;
  isFolded: boolean;
}

/**
 * The newest articles of a list after a place, with near copies folded on request. One answer
 * filters a bounded number of articles, in turns with other work of the main thread, so a page may
 * be short and still not be the last.
 */
export async function scannedPage(
  sources: NewsSources,
  list: ScannedList,
  from: Position | null,
  limit: number,
): Promise<ScannedPage> {
  const { filter, matches } = list;
  const fold = list.isFolded ? new SimilarFold(sources, list) : null;
  const articles: Article[] = [];
  const scan: Scan = { filter, from, lookedAtMax: LOOKED_AT_MAX };
  if (fold !== null) scan.prepare = (found) => fold.meet(found.filter(matches));
  const { lookedAt, next } = await scanArticles(sources, scan, (article) => {
    if (matches(article) && fold?.stands(article) !== false) {
      articles.push(fold?.shown(article) ?? article);
    }
    return articles.length < limit;
  });
  return { articles, lookedAt, next };
}

/**
 * Visits the articles of a filter, newest first, in turns with other work of the main thread, until
 * the visitor returns false. `next` is the place of the last one; null at the end.
 */
export async function scanArticles(
  sources: NewsSources,
  { filter, from, lookedAtMax, prepare }: Scan,
  visit: (article: Article) => boolean,
): Promise<{ lookedAt: number; next: Position | null }> {
  let after = from;
  let lookedAt = 0;
  for (;;) {
    const { found, next } = await articlePage(sources, filter, after, TURN_ARTICLES);
    await prepare?.(found);
    for (const article of found) {
      lookedAt += 1;
      if (visit(article)) continue;
      return { lookedAt, next: { timeMs: Date.parse(article.publishedAt), id: article.id } };
    }
    if (next === null || lookedAt >= lookedAtMax) return { lookedAt, next };
    after = next;
    await frontsTurn();
  }
}

/** Near copies that an entry names; the others are only counted. */
const NAMED_MAX = 20;
/** Members of a group that are looked up in one turn of the main thread. */
const BATCH = 256;

export const FoldQuery = {
  fold: Type.Optional(
    Type.oneOf(
      ['similar'],
      `\`similar\`: near copies (of a score of at least ${THRESHOLD_DEFAULT}, directly or through others, within the window) are one entry, the earliest that matches, with \`similar\`. A page has at most \`limit\` entries; it may be short and not the last`,
    ),
  ),
};

/** The list for which near copies are folded. */
interface FoldedList {
  filter: ArticleFilter;
  /** The filter, for one article. */
  matches: (article: Article) => boolean;
}

/**
 * Folds one list, and stores the groups of all articles that it met. Groups are those of the
 * similarity index within the window of the list. An article is shown if it is the earliest of its
 * group that matches the list. So each group is listed once, at the time of its earliest match, and
 * a cursor is a place among articles as in other lists.
 */
class SimilarFold {
  readonly #sources: NewsSources;
  readonly #list: FoldedList;
  /** By article: the earliest match of its group. */
  readonly #firsts = new Map<number, number>();
  readonly #similar = new Map<number, NonNullable<Article['similar']>>();

  constructor(sources: NewsSources, list: FoldedList) {
    this.#sources = sources;
    this.#list = list;
  }

  /** Reads the groups of articles of the list. */
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

  /** Whether an article that was met is shown. */
  stands({ id }: Article): boolean {
    return this.#firsts.get(id) === id;
  }

  /** An entry with the near copies of its group. */
  shown(article: Article): Article {
    const similar = this.#similar.get(article.id);
    return similar === undefined ? article : { ...article, similar };
  }

  /** @param members earliest first. */
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
      named: others.slice(0, NAMED_MAX).map((other) => Type.fieldsOf(SimilarArticle, other)),
    });
  }
}
