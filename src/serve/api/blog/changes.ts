/**
 * `/api/v1/changes` of the blog service: articles and blogs.
 */

import type { Route } from '../../http/route.js';
import * as Type from '../../http/type.js';
import { type ChangesTexts, changesRoute } from '../changes.js';
import { Article, Blog } from './schemas.js';
import type { BlogSources } from './sources.js';

/** A blog without what each crawl and each post changes of it. */
const ChangedBlog = Type.Omit(
  Blog,
  ['lastCrawlSuccessAt', 'lastPublishedAt', 'expectedIntervalHours'],
  { $id: 'ChangedBlog' },
);

export const BLOG_CHANGES: ChangesTexts = {
  tag: 'service',
  item: Article,
  owner: ChangedBlog,
  ownerKind: 'blog',
  what: 'articles as lists show them, and blogs',
};

export function blogChangesRoute(sources: BlogSources): Route {
  return changesRoute(sources, BLOG_CHANGES);
}
