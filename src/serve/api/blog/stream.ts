/**
 * `/api/v1/stream` of the blog service: articles and blogs.
 */
import { NEWS } from '../../../kernel/limits.js';
import type { Route } from '../../http/route.js';
import type { StreamQuestion } from '../../streams/stream-filter.js';
import {
  type ChangeFilters,
  type ChangesTexts,
  checkKinds,
  StreamQuery,
  standingQuestion,
  streamRoute,
} from '../changes.js';
import * as Type from '../schema.js';
import { Article, Blog } from './schemas.js';
import type { BlogSources } from './sources.js';

const KINDS = ['article', 'blog'] as const;

const Query = {
  ...StreamQuery,
  kind: Type.codes(
    KINDS.length,
    `Kinds, separated by commas, of ${KINDS.join(', ')}; all by default`,
  ),
  blog: Type.codes(
    NEWS.searchMediaMax,
    'Blog codes, separated by commas: only articles of these blogs',
  ),
};

export function blogStreamRoute(sources: BlogSources): Route {
  const declared = { ownerKind: 'blog', query: Query, filters: BLOG_FILTERS } as const;
  return streamRoute(sources, { ...declared, computed: [], also: '' });
}

type Asked = Type.Static<Type.TObject<typeof Query>>;

export const BLOG_FILTERS: ChangeFilters = {
  questionOf: (query) => {
    const { kind = null, q, blog: owners = null } = query as Asked;
    checkKinds(kind, KINDS);
    return { kinds: kind, q: q || null, owners, tag: null, category: null };
  },
  isIn: () => false,
};

/** Parses the standing question of a webhook. */
export function blogQuestion(): (rawQuery: string) => StreamQuestion {
  return standingQuestion(BLOG_FILTERS, Query, KINDS);
}

/** A blog without the fields that each crawl and each post changes. */
const ChangedBlog = Type.Omit(
  Blog,
  ['lastCrawlSuccessAt', 'lastPublishedAt', 'expectedIntervalHours'],
  { $id: 'ChangedBlog' },
);

export const BLOG_CHANGES: ChangesTexts = {
  item: Article,
  owner: ChangedBlog,
  ownerKind: 'blog',
  what: 'articles as lists show them, and blogs',
};
