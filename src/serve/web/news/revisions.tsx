/**
 * `/revisions/`: changes after publication, newest first; each with the texts before and after side
 * by side, also used on pages of articles.
 */

import type { Child } from 'hono/jsx';
import type {
  ArticleRevisionsAnswer,
  RevisionsAnswer,
} from '../../api/news/revisions/revisions.js';
import { missing } from '../error-view.js';
import { definePage } from '../page.js';
import { Out, pathTo, withQuery } from '../parts/address.js';
import { Empty, Further, HoursChoice, laterText, PageHead } from '../parts/pieces.js';
import { Time, type TimeContext } from '../parts/time.js';
import type { TextName } from '../texts.js';

const HOURS = [24, 168, 744] as const;
const PATH = '/revisions/';
const SHOWN = 30;

export const revisionsPage = definePage<{ found: RevisionsAnswer }>({
  path: PATH,
  load: ({ query }) => ({ asks: { found: apiPath(Object.fromEntries(query)) } }),
  view: (c) => {
    const { t, query, answers } = c;
    const { found } = answers;
    if (!found.ok) return missing(c, found);
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
          <HoursChoice
            {...{ t, path: PATH, query: { media, kind, q }, hours: HOURS, chosen: hours }}
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

type Revision = ArticleRevisionsAnswer['revisions'][number];
type Diff = NonNullable<Revision['title']>['diff'];

const KINDS: { readonly [kind: string]: TextName } = {
  title: 'changedTitle',
  summary: 'changedSummary',
  authors: 'changedAuthors',
  image: 'changedImage',
  body: 'changedBody',
};

/** One change. `children` name the article, where the page does not. */
export function Change({
  c,
  revision,
  children,
}: {
  c: TimeContext;
  revision: Revision;
  children?: Child;
}) {
  const { t } = c;
  const { id, seenAt, minutesAfter, changed, title, summary, authors, image, body } = revision;
  return (
    <li id={`change-${id}`}>
      {children}
      <p class="meta">
        <span class="kicker">{changed.map((kind) => t(KINDS[kind] ?? 'unknown')).join(' · ')}</span>
        <Time c={c} at={seenAt} as="full" />
        <span>{t('afterPublication', { later: laterText(t, minutesAfter) })}</span>
      </p>
      {title === null ? null : (
        <>
          <Sides
            c={c}
            before={<DiffLine diff={title.diff} op="delete" />}
            after={<DiffLine diff={title.diff} op="insert" />}
          />
          {title.flips === 0 ? null : (
            <p class="fine">
              {t('titleFlips', { n: title.flips })} <Time c={c} at={title.lastSeenAt} as="full" />
            </p>
          )}
        </>
      )}
      {summary === null ? null : <Sides c={c} before={summary.before} after={summary.after} />}
      {authors === null ? null : (
        <Sides c={c} before={authors.before.join(', ')} after={authors.after.join(', ')} />
      )}
      {image === null ? null : (
        <Sides
          c={c}
          before={<Out href={image.before}>{t('changedImage')}</Out>}
          after={<Out href={image.after}>{t('changedImage')}</Out>}
        />
      )}
      {body === null ? null : (
        <p class="fine">
          {t('bodyChange', {
            ...{ before: body.before, after: body.after },
            ...{ out: body.wordsRemoved, came: body.wordsAdded },
          })}
        </p>
      )}
    </li>
  );
}

function Sides({ c: { t }, before, after }: { c: TimeContext; before: Child; after: Child }) {
  return (
    <dl class="pair sides">
      <div>
        <dt>{t('changeBefore')}</dt>
        <dd>{before}</dd>
      </div>
      <div>
        <dt>{t('changeAfter')}</dt>
        <dd>{after}</dd>
      </div>
    </dl>
  );
}

/** One side of a diff: common text, and deleted or inserted text. */
function DiffLine({ diff, op }: { diff: Diff; op: 'delete' | 'insert' }) {
  const Mark = op === 'delete' ? 'del' : 'ins';
  return (
    <>
      {diff.map((run) => {
        if (run.op === 'equal') return run.text;
        return run.op === op ? <Mark>{run.text}</Mark> : null;
      })}
    </>
  );
}
