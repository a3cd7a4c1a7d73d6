/**
 * Pages of the catalog as values, for what looks into articles or shows less than their JSON.
 */
import { columnKeysOfTag } from '../../../../news/catalog/codec.js';
import type { ArticleFilter, Position } from '../../../../news/catalog/reader.js';
import type { NewsSources } from '../sources.js';
import type { Article } from './article-lookup.js';

const OPEN = new TextEncoder().encode('[');
const CLOSE = new TextEncoder().encode(']');

/** What carries a tag. */
export function taggedFilter(
  tag: string,
  sinceMs: number,
  untilMs: number,
  nowMs: number,
): ArticleFilter {
  return { sinceMs, untilMs, nowMs, media: null, tagKeys: columnKeysOfTag(tag), needle: null };
}

/** The newest articles that match, wherever they lie; at most `limit`. */
export async function newestArticles(
  sources: Pick<NewsSources, 'catalog' | 'history'>,
  filter: ArticleFilter,
  limit: number,
): Promise<Article[]> {
  return (await articlePage(sources, filter, null, limit)).found;
}

/** A page of what matches, from the newest on or after a place; `next` is null at the end. */
export async function articlePage(
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
