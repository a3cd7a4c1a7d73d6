/**
 * `/eve/{id}/articles/`: all articles of one story, newest first.
 */
import type { ThreadListAnswer } from '../../api/news/events/thread-list.js';
import { definePage, type PageView, type ViewContext } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { ArticleGrid, Further, PageHead } from '../parts/pieces.js';
import { missing } from './missing.js';

interface Answers {
  found: ThreadListAnswer;
}

const SHOWN = 100;

export const eventArticlesPage = definePage<Answers>({
  path: '/eve/{id}/articles/',
  load: ({ params, query }) => ({
    asks: { found: listPath(params.id!, query.get('cursor') ?? undefined) },
  }),
  view: (c): PageView => {
    const { t, answers, query } = c;
    if (!answers.found.ok) return missing(c as ViewContext, answers.found);
    const { threadId, majorTags, total, nextCursor, articles } = answers.found.value;
    const path = `${pathTo.event(threadId)}articles/`;
    return {
      title: t('eventArticlesTitle', { tags: majorTags.join(t('dot')) }),
      section: 'navToday',
      canonical: query.cursor ? null : path,
      json: [listPath(threadId, query.cursor)],
      schema: { '@context': 'https://schema.org', '@type': 'CollectionPage', keywords: majorTags },
      body: (
        <>
          <PageHead
            title={t('eventArticles', { n: total })}
            kicker={<a href={pathTo.event(threadId)}>{majorTags.join(t('dot'))}</a>}
          />
          <ArticleGrid c={c} articles={articles} />
          {nextCursor === null ? null : (
            <Further href={withQuery(path, { cursor: nextCursor })}>{t('olderReports')}</Further>
          )}
        </>
      ),
    };
  },
});

function listPath(id: number | string, cursor: string | undefined): string {
  const path = `/api/v1/events/threads/${encodeURIComponent(id)}/articles`;
  return withQuery(path, { limit: SHOWN, cursor });
}
