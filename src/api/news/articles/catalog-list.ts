/**
 * The newest articles of the catalog as values, for lists that show less than an article's JSON.
 */
import type { ArticleFilter } from '../../../news/catalog/reader.js';
import type { NewsSources } from '../sources.js';
import type { Article } from './article-lookup.js';

const OPEN = new TextEncoder().encode('[');
const CLOSE = new TextEncoder().encode(']');

/** The newest articles that match, wherever they lie; at most `limit`. */
export async function newestArticles(
  { catalog, history }: NewsSources,
  filter: ArticleFilter,
  limit: number,
): Promise<Article[]> {
  if (catalog.reachesDisk(filter, null)) {
    const { items } = await history.page(filter, null, limit);
    return items.map((item) => JSON.parse(textOf(item)) as Article);
  }
  const { slices } = catalog.page(filter, null, limit);
  return JSON.parse(textOf(catalog.frame(OPEN, slices, CLOSE).render())) as Article[];
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}
