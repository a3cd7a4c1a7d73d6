/**
 * `/revisions/`: what outlets changed after publication, newest first.
 */
import type { RevisionsAnswer } from '../../api/news/revisions/revisions.js';
import { missing } from '../error-view.js';
import { definePage } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { Change } from '../parts/change.js';
import { Choice, Empty, Further, PageHead } from '../parts/pieces.js';

const HOURS = [24, 168, 744] as const;
const PATH = '/revisions/';
const SHOWN = 30;

export const revisionsPage = definePage<{ found: RevisionsAnswer }>({
  path: PATH,
  load: ({ query }) => ({ asks: { found: apiPath(Object.fromEntries(query)) } }),
  view: (c) => {
    const { t, query, answers } = c;
    const { found } = answers;
    if (!found.ok) return missing(c as never, found);
    const { media = '', kind = '', q = '' } = query;
    const hours = Number(query.hours ?? '168');
    const { revisions, nextCursor } = found.value;
    return {
      title: t('revisionsTitle'),
      description: t('revisionsText'),
      section: 'navArticles',
      canonical: Object.keys(query).length === 0 ? PATH : null,
      json: [apiPath(query)],
      feeds: [
        { title: t('revisionsTitle'), href: '/feeds/revisions.xml', type: 'application/rss+xml' },
      ],
      body: (
        <>
          <PageHead title={t('revisionsTitle')}>
            <p>{t('revisionsText')}</p>
          </PageHead>
          <Choice
            label={t('period')}
            entries={HOURS.map((one) => ({
              href: withQuery(PATH, { media, kind, q, hours: one }),
              text: t(`hours${one}`),
              isChosen: one === hours,
            }))}
          />
          {revisions.length === 0 ? (
            <Empty title={t('nothingFound')}>
              <p>{t('revisionsNone')}</p>
            </Empty>
          ) : (
            <ul class="copies">
              {revisions.map(({ article, ...revision }) => (
                <Change c={c} revision={revision}>
                  <p>
                    <a class="outlet-name" href={pathTo.media(article.media)}>
                      {article.mediaTitle}
                    </a>{' '}
                    <a href={pathTo.article(article.id)}>{article.title}</a>
                  </p>
                </Change>
              ))}
            </ul>
          )}
          {nextCursor === null ? null : (
            <Further href={withQuery(PATH, { media, kind, q, hours, cursor: nextCursor })}>
              {t('olderChanges')}
            </Further>
          )}
        </>
      ),
    };
  },
});

function apiPath({ media = '', kind = '', q = '', hours = '168', cursor = '' }): string {
  return withQuery('/api/v1/revisions', { media, kind, q, hours, cursor, limit: SHOWN });
}
