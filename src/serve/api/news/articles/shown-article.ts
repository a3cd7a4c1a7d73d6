/** The article that an address names by its id. */
import { notFound } from '../../../http/errors.js';
import type { NewsSources } from '../sources.js';
import type { Article } from './article-lookup.js';

/** @throws HttpError 404 for one that is not there, or may not be shown. */
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
