/**
 * Outlets: `/media/` lists all by camp, `/media/{media}/` shows the newest reports, tags and words
 * of one, and `/stats/` shows what is collected, how recent it is, and what is missing.
 */
import { CAMPS } from '../../../kernel/model/records.js';
import type { MediaList } from '../../api/news/media/media-lists.js';
import type { KeywordsAnswer, MediaPageAnswer } from '../../api/news/media/media-page.js';
import type { MediaStatsAnswer } from '../../api/news/media/media-stats.js';
import { missing } from '../error-view.js';
import { definePage, type ViewContext } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { campText } from '../parts/graphics.js';
import {
  ArticleGrid,
  Chip,
  Empty,
  EmptyStore,
  HoursChoice,
  Icon,
  laterText,
  PageHead,
  percentOf,
  Scroll,
  Section,
  Table,
  TagChips,
} from '../parts/pieces.js';
import { Time, type TimeContext } from '../parts/time.js';
import type { TextName } from '../texts.js';

const HOURS = [24, 48, 168] as const;
const WORDS_SHOWN = 40;
const NONE = { titles7d: 0, titleShare7d: null, medianMinutes: null };

interface Answers {
  media: MediaPageAnswer;
  keywords: KeywordsAnswer;
  stats: MediaStatsAnswer;
}

export const mediaPage = definePage<Answers>({
  path: '/media/{media}/',
  load: ({ params, query }) => {
    const media = encodeURIComponent(params.media!);
    return {
      asks: {
        media: withQuery(`/api/v1/media/${media}`, { hours: query.get('hours') ?? '' }),
        keywords: `/api/v1/media/${media}/keywords`,
        stats: '/api/v1/media-stats',
      },
    };
  },
  view: (c) => {
    const { t, answers, params } = c;
    const { media, keywords } = answers;
    if (!media.ok) return missing(c, media);
    const { media: code, title, icon, hours, articleCount, topTags, articles } = media.value;
    const path = `/api/v1/media/${encodeURIComponent(params.media!)}`;
    return {
      title: title,
      section: 'navMedia',
      canonical: pathTo.media(code),
      admin: withQuery('/admin/media/', { q: code }),
      json: [path, `${path}/keywords`, `${path}/content`],
      schema: { '@context': 'https://schema.org', '@type': 'NewsMediaOrganization', name: title },
      body: (
        <>
          <PageHead
            title={
              <>
                <Icon c={c} url={icon} /> {title}
              </>
            }
            kicker={t('media')}
          >
            <p>{t('articlesInHours', { n: articleCount, hours })}</p>
            <Retitled c={c} code={code} />
          </PageHead>
          <HoursChoice {...{ t, path: pathTo.media(code), hours: HOURS, chosen: hours }} />
          <div class="columns">
            <div>
              {articles.length === 0 ? (
                <Empty title={t('nothingFound')}>
                  <p>{t('nothingAdvice')}</p>
                </Empty>
              ) : (
                <Section title={t('latestReports')}>
                  <ArticleGrid c={c} articles={articles} />
                </Section>
              )}
            </div>
            <aside class="rail">
              {topTags.length === 0 ? null : (
                <Section class="rail-part" title={t('topTags')}>
                  <TagChips c={c} tags={topTags.slice(0, WORDS_SHOWN)} />
                </Section>
              )}
              {keywords.ok && keywords.value.terms.length > 0 ? (
                <Section class="rail-part" title={t('keywords')}>
                  <ul class="chips">
                    {keywords.value.terms.slice(0, WORDS_SHOWN).map(({ label, count }) => (
                      <li>
                        <a class="chip" href={pathTo.search({ q: label, media: code })}>
                          {label} <small>{count}</small>
                        </a>
                      </li>
                    ))}
                  </ul>
                </Section>
              ) : null}
            </aside>
          </div>
        </>
      ),
    };
  },
});

/** Number of titles of the last days that were changed after publication; empty for none. */
function Retitled({ c, code }: { c: ViewContext<Answers>; code: string }) {
  const { t, answers } = c;
  const { stats } = answers;
  const row = stats.ok ? stats.value.media.find(({ media }) => media === code) : undefined;
  const { titles7d, titleShare7d, medianMinutes } = row?.revisions ?? NONE;
  if (titles7d === 0) return null;
  return (
    <p>
      <a href={withQuery('/revisions/', { media: code, kind: 'title', hours: 168 })}>
        {t('retitled', { n: titles7d, percent: percentOf(titleShare7d ?? 0) })}
      </a>{' '}
      {t('retitledAfter', { later: laterText(t, medianMinutes ?? 0) })}
    </p>
  );
}

/** `/media/`: every media that is known, by camp. */
export const mediaListPage = definePage<{ media: MediaList; stats: MediaStatsAnswer }>({
  path: '/media/',
  load: () => ({ asks: { media: '/api/v1/media', stats: '/api/v1/media-stats' } }),
  view: (c) => {
    const { t, answers } = c;
    const { media, stats } = answers;
    const byCount = ([a]: [string, unknown], [b]: [string, unknown]): number =>
      (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1);
    const cited = new Set(
      stats.ok ? stats.value.media.filter(isOnlyCited).map(({ media: code }) => code) : [],
    );
    const list = media.ok ? Object.entries(media.value) : [];
    const groups = [
      ...CAMPS.map((camp) => ({
        title: t(campText(camp)),
        list: list.filter(([code, one]) => one.camp === camp && !cited.has(code)),
      })),
      { title: t('onlyCited'), list: list.filter(([code]) => cited.has(code)) },
    ];
    const counts = new Map(
      stats.ok ? stats.value.media.map((one) => [one.media, one.last24h] as const) : [],
    );
    return {
      title: t('mediaTitle'),
      description: t('mediaText'),
      section: 'navMedia',
      json: ['/api/v1/media'],
      body: (
        <>
          <PageHead title={t('mediaTitle')}>
            <p>{t('mediaText')}</p>
          </PageHead>
          {list.length === 0 ? <EmptyStore t={t} answer={media} /> : null}
          {groups.map(({ title: heading, list: mine }) =>
            mine.length === 0 ? null : (
              <Section title={heading}>
                <ul class="media-grid">
                  {mine.toSorted(byCount).map(([code, { title, icon }]) => (
                    <li>
                      <Icon c={c} url={icon} />
                      <a href={pathTo.media(code)}>{title ?? code}</a>
                      {(counts.get(code) ?? 0) === 0 ? null : (
                        <span class="meta">{t('mediaToday', { n: counts.get(code)! })}</span>
                      )}
                    </li>
                  ))}
                </ul>
              </Section>
            ),
          )}
        </>
      ),
    };
  },
});

type Row = MediaStatsAnswer['media'][number];

const STATUS: { readonly [status: string]: TextName } = {
  ok: 'statusOk',
  stale: 'statusStale',
  failing: 'statusFailing',
  disabled: 'statusDisabled',
};
/** Statuses that need attention are first. */
const ORDER = ['failing', 'stale', 'ok', 'disabled'];

export const statsPage = definePage<{ stats: MediaStatsAnswer }>({
  path: '/stats/',
  load: () => ({ asks: { stats: '/api/v1/media-stats' } }),
  view: (c) => {
    const { t, answers } = c;
    const { stats } = answers;
    const rows = stats.ok
      ? [...stats.value.media].sort(
          (a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status) || b.last24h - a.last24h,
        )
      : [];
    const cited = rows.filter(isOnlyCited);
    return {
      title: t('statsTitle'),
      description: t('statsText'),
      section: 'navStats',
      json: ['/api/v1/media-stats', '/api/v1/media-traffic-comparison'],
      body: (
        <>
          <PageHead title={t('statsTitle')}>
            <p>{t('statsText')}</p>
          </PageHead>
          {stats.ok && rows.length > 0 ? null : (
            <EmptyStore t={t} answer={stats} why={stats.ok ? undefined : stats.error} />
          )}
          {stats.ok && rows.length > 0 ? <Totals c={c} stats={stats.value} /> : null}
          {rows.length === 0 ? null : (
            <Section title={t('navMedia')}>
              <Rows c={c} rows={rows.filter((row) => !isOnlyCited(row))} />
              {cited.length === 0 ? null : (
                <details>
                  <summary>{t('notCollected', { n: cited.length })}</summary>
                  <ul class="chips">
                    {cited.map(({ media, title }) => (
                      <Chip href={pathTo.media(media)}>{title}</Chip>
                    ))}
                  </ul>
                </details>
              )}
            </Section>
          )}
        </>
      ),
    };
  },
});

/** Whether a media is only cited, and not collected. */
function isOnlyCited({ status, lastArticle, crawler }: Row): boolean {
  return status === 'disabled' && lastArticle === null && crawler.health === null;
}

function Rows({ c, rows }: { c: TimeContext; rows: readonly Row[] }) {
  const { t } = c;
  return (
    <Scroll label={t('navMedia')}>
      <Table
        t={t}
        columns={[
          'media',
          'status',
          '#statToday',
          '#hours24',
          '#hours168',
          '#statTagged',
          '#statPending',
          '#statRetitled',
          'statLast',
        ]}
      >
        {rows.map((row) => (
          <tr>
            <th scope="row">
              <a href={pathTo.media(row.media)}>{row.title}</a>
            </th>
            <td class={`status-${row.status}`}>
              {t(STATUS[row.status] ?? 'unknown')}
              {row.crawler.health === null || row.status === 'ok' ? null : (
                <span class="fine"> {row.crawler.health.message}</span>
              )}
            </td>
            <td class="n">{row.today}</td>
            <td class="n">{row.last24h}</td>
            <td class="n">{row.last7d}</td>
            <td class="n">
              {row.taggedShare24h === null ? '–' : `${percentOf(row.taggedShare24h)}%`}
            </td>
            <td class="n">{row.pendingDate}</td>
            <td class="n">
              {row.revisions.titles7d === 0 ? (
                0
              ) : (
                <a href={withQuery('/revisions/', { media: row.media, kind: 'title', hours: 168 })}>
                  {row.revisions.titles7d}
                </a>
              )}
            </td>
            <td>{row.lastArticle === null ? '–' : <Time c={c} at={row.lastArticle} />}</td>
          </tr>
        ))}
      </Table>
    </Scroll>
  );
}

function Totals({
  c,
  stats: { totals, generatedAt },
}: {
  c: TimeContext;
  stats: MediaStatsAnswer;
}) {
  const { t } = c;
  const figures: [TextName, number | string][] = [
    ['statToday', totals.today],
    ['hours24', totals.last24h],
    ['statMedia', totals.publishingMedia24h],
    ['statTagged', `${percentOf(totals.taggedShare24h)}%`],
    ['statPending', totals.pendingDate],
  ];
  return (
    <>
      <dl class="figures">
        {figures.map(([name, value]) => (
          <div>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="fine">
        {t('asOf')} <Time c={c} at={generatedAt} as="full" />
      </p>
    </>
  );
}
