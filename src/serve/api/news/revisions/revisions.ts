/**
 * Changes of articles after publication: of all articles, newest first, and of one.
 *
 * Not here: the definition of a change (log/resolve.ts), the feed of changes (news/feeds.ts).
 */

import { setImmediate as frontsTurn } from 'node:timers/promises';
import { isoOf } from '../../../../kernel/clock.js';
import { NEWS } from '../../../../kernel/limits.js';
import { DIFF_OPS, wordDiff } from '../../../../kernel/text/word-diff.js';
import {
  bitOf,
  type RevisionKind as Kind,
  type ListedRevision,
  minutesAfter,
  REVISION_KINDS,
  type RevisionPlace,
  type RevisionQuery,
} from '../../../../news/media/state/revision-table.js';
import { invalidQuery } from '../../../http/errors.js';
import { type Route, route } from '../../../http/route.js';
import { articlesJson } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { FilterQuery, mediaMaskOf } from '../articles/article-filter.js';
import type { Article } from '../articles/article-lookup.js';
import { WindowQuery, windowOf } from '../articles/articles.js';
import { listEndMs, shownArticle } from '../articles/catalog-list.js';
import { ARTICLE_ERRORS, ArticleParameter } from '../parameters.js';
import { ARTICLE_NAME } from '../schemas.js';
import type { NewsSources } from '../sources.js';

const RevisionKind = Type.oneOf(
  REVISION_KINDS,
  'What was changed: title, summary, byline, picture or text',
);

/** Fields of a revision in every answer. */
const REVISION_FIELDS = {
  id: Type.integer('Number of the change, which stays; larger ones came later'),
  seenAt: Type.DateTime,
  minutesAfter: Type.integer('Whole minutes from `publishedAt` until the change was seen'),
  changed: Type.arrayOf(RevisionKind, 'At least one, in the order of the fields'),
  title: Type.describedOrNull('Null where the title stayed', {
    before: Type.text('As it was'),
    after: Type.text('As it became'),
    diff: Type.listed('From `before` to `after`; a Han letter counts as a word', {
      op: Type.oneOf(DIFF_OPS, '`equal` stayed, `delete` went, `insert` came'),
      text: Type.text('Words, with the spaces between them'),
    }),
    flips: Type.integer(
      'How often the title went back, or forth again, between the same two since: an outlet that tries two titles is told once',
    ),
    lastSeenAt: Type.DateTime,
  }),
  summary: Type.describedOrNull('Null where the summary stayed', {
    before: Type.text('As it was'),
    after: Type.text('As it became'),
  }),
  authors: Type.describedOrNull('Null where the byline stayed', {
    before: Type.arrayOf(Type.String(), 'As they were'),
    after: Type.arrayOf(Type.String(), 'As they became'),
  }),
  image: Type.describedOrNull('Null where the picture stayed', {
    before: Type.text('Its address before'),
    after: Type.text('Its address after'),
  }),
  body: Type.describedOrNull('Null where the text stayed', {
    before: Type.integer('Code points of the text before'),
    after: Type.integer('Code points of the text after'),
    wordsRemoved: Type.integer(
      'Words that went, a Han letter for a word; moved sentences are none',
    ),
    wordsAdded: Type.integer('Words that came'),
  }),
};

export const Revision = Type.named('Revision', REVISION_FIELDS);

const RevisedArticle = Type.named('RevisedArticle', {
  ...ARTICLE_NAME,
  title: Type.text('As it is now'),
});

/** Text in the description of all routes of revisions. */
const REVISION_RULES =
  'A change is told where it changes what is said: not width, case, quotation marks, dashes, spaces, counters, the name of the outlet behind a title, or short lines around the text that change with every visit. What a first reading of the page completes is none. Nothing is told of what is hidden or erased.';

/** A revision as in answers. */
export function toldOf(one: ListedRevision): Type.Static<typeof Revision> {
  const { summary, authors, image, body, words } = one;
  const changed = REVISION_KINDS.filter((kind) => (one.kinds & bitOf(kind)) !== 0);
  return {
    id: one.sequence,
    seenAt: isoOf(one.seenMs),
    minutesAfter: minutesAfter(one.seenMs, one.sortMs),
    changed,
    title: changed.includes('title') ? titleOf(one) : null,
    summary: summary && { before: summary[0], after: summary[1] },
    authors: authors && { before: [...authors[0]], after: [...authors[1]] },
    image: image && { before: image[0], after: image[1] },
    body: body && {
      ...{ before: body[0], after: body[1] },
      ...{ wordsRemoved: words?.[0] ?? 0, wordsAdded: words?.[1] ?? 0 },
    },
  };
}

function titleOf({ title: [before, after], flips, lastMs }: ListedRevision) {
  return { before, after, diff: wordDiff(before, after), flips, lastSeenAt: isoOf(lastMs) };
}

/** Kinds of changes, and the window in which they were observed. */
export const RevisionsQuery = {
  q: Type.freeText(
    NEWS.searchQueryMax,
    'Text that the title or summary held before the change, or holds after it',
  ),
  media: FilterQuery.media,
  kind: Type.Optional(
    Type.Array(RevisionKind, {
      maxItems: REVISION_KINDS.length,
      description: 'What was changed, one of these at least, separated by commas',
    }),
  ),
  ...WindowQuery,
};

const Query = {
  ...RevisionsQuery,
  limit: Type.within(1, 200, 50),
  cursor: Type.cursorWith('all other parameters'),
};

const Response = Type.named('RevisionList', {
  since: Type.DateTime,
  until: Type.DateTime,
  count: Type.integer('Changes on this page'),
  nextCursor: Type.textOrNull('Null on the last page'),
  keptSince: Type.textOrNull(
    'UTC, ISO 8601: changes that were seen before are not all listed; null while all are',
  ),
  revisions: Type.Array(
    Type.named('ListedRevision', { ...REVISION_FIELDS, article: RevisedArticle }),
    {
      description: 'Newest first',
    },
  ),
});
export type RevisionsAnswer = Type.Static<typeof Response>;

type Asked = Type.Static<Type.TObject<typeof RevisionsQuery>>;

/** A revision with its article in the current state. */
export interface RevisedPair {
  revision: ListedRevision;
  article: Article;
}

export function revisionsRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/revisions',
    summary: 'What was changed after publication, newest first',
    description: `${REVISION_RULES} The window is of the times when changes were seen: the last 24 hours unless said otherwise, at most 31 days. The newest 65,536 changes are listed.`,
    tag: 'articles',
    query: Query,
    needs: ['media'],
    onCopy: 'passed on',
    response: Response,
    errors: {
      400: 'Unknown media or kind, a malformed time, a window over 31 days, or an invalid cursor',
    },
    handle: async ({ query }) => {
      const { cursors } = sources;
      const { keptSinceMs } = sources.media.revisionSpan;
      const { q, media, kind, since, until, hours, limit } = query;
      const scope = `revisions ${JSON.stringify([q || null, media, kind, since, until, hours])}`;
      const page = cursors.pageOf(query.cursor, scope, () => revisionWindow(sources, query));
      const filter = revisionFilter(sources, query, page);
      const { found, next } = await revisionPage(sources, filter, page.after, limit);
      return articlesJson({
        since: isoOf(filter.sinceMs),
        until: isoOf(filter.untilMs),
        count: found.length,
        nextCursor: cursors.sealPage(filter, next, scope),
        keptSince: keptSinceMs === null ? null : isoOf(keptSinceMs),
        revisions: found.map(({ revision, article }) => ({
          ...toldOf(revision),
          article: Type.fieldsOf(RevisedArticle, article),
        })),
      });
    },
  });
}

/** The filter for parameters and a window. @throws HttpError 400. */
export function revisionFilter(
  sources: NewsSources,
  query: Asked,
  window: { sinceMs: number; untilMs: number } = revisionWindow(sources, query),
): RevisionQuery {
  if (query.media !== undefined) mediaMaskOf(sources.catalog, 'media', query.media);
  if (query.kind?.length === 0) throw invalidQuery('kind must name what was changed', 'kind=title');
  const kinds = (query.kind ?? REVISION_KINDS) as readonly Kind[];
  return {
    sinceMs: window.sinceMs,
    untilMs: window.untilMs,
    kinds: kinds.reduce((bits, kind) => bits | bitOf(kind), 0),
    media: query.media === undefined ? null : new Set(query.media),
    q: query.q || null,
  };
}

/** The window of a first page ends after the newest change, or at `listEndMs` if that is later. */
function revisionWindow(sources: NewsSources, query: Asked) {
  return windowOf(query, Math.max(listEndMs(sources), sources.media.revisionSpan.lastMs + 1));
}

/** A page with the articles in their current state; full, unless it is the last one. */
export async function revisionPage(
  sources: NewsSources,
  query: RevisionQuery,
  from: RevisionPlace | null,
  limit: number,
): Promise<{ found: RevisedPair[]; next: RevisionPlace | null }> {
  const found: RevisedPair[] = [];
  let after = from;
  for (;;) {
    const page = sources.media.revisions(query, after, limit - found.length, sources.clock.nowMs());
    const articles = await sources.articles(
      page.found.map(({ articleId, sortMs }) => ({ id: articleId, sortMs })),
    );
    page.found.forEach((revision, at) => {
      const article = articles[at] ?? null;
      // Null where the article was hidden meanwhile.
      if (article !== null) found.push({ revision, article });
    });
    after = page.next;
    if (after === null || found.length >= limit) return { found, next: after };
    await frontsTurn();
  }
}

const ArticleResponse = Type.named('ArticleRevisions', {
  article: RevisedArticle,
  count: Type.integer('Changes that are told'),
  revisions: Type.arrayOf(Revision, 'Newest first'),
  texts: Type.listed('Texts that were replaced, until seven days after publication', {
    id: Type.integer('Number of the change that replaced it'),
    text: Type.text('The whole text before'),
  }),
});
export type ArticleRevisionsAnswer = Type.Static<typeof ArticleResponse>;

/** `/api/v1/articles/{id}/revisions`: changes of one article after publication. */
export function articleRevisionsRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/articles/{id}/revisions',
    summary: 'What was changed of one article after publication',
    description: REVISION_RULES,
    tag: 'articles',
    params: ArticleParameter,
    needs: ['media'],
    onCopy: 'passed on',
    response: ArticleResponse,
    errors: ARTICLE_ERRORS,
    handle: async ({ params: { id } }) => {
      const item = await sources.article(id, true);
      const article = await shownArticle(sources, id);
      const nowMs = sources.clock.nowMs();
      const revisions = sources.media.revisionsOf(id, nowMs);
      const isKept = nowMs < Date.parse(article.publishedAt) + NEWS.bodyRetentionMs;
      const told = new Set(revisions.map(({ sequence }) => sequence));
      const texts = isKept ? [...(item?.earlier ?? [])].filter(([change]) => told.has(change)) : [];
      return articlesJson({
        article: Type.fieldsOf(RevisedArticle, article),
        count: revisions.length,
        revisions: revisions.map(toldOf),
        texts: texts.map(([change, words]) => ({ id: change, text: words })),
      });
    },
  });
}
