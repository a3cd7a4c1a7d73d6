/**
 * `/stats/`: what is collected, how fresh it is, and what is missing.
 */
import type { MediaStatsAnswer } from '../../api/news/media/media-stats.js';
import { definePage } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { Chip, EmptyStore, PageHead, percentOf, Scroll, Section, Table } from '../parts/pieces.js';
import { Time, type TimeContext } from '../parts/time.js';
import type { TextName } from '../texts.js';

type Row = MediaStatsAnswer['media'][number];

const STATUS: { readonly [status: string]: TextName } = {
  ok: 'statusOk',
  stale: 'statusStale',
  failing: 'statusFailing',
  disabled: 'statusDisabled',
};
/** What needs a look stands first. */
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

/** A media that is known by name alone. */
export function isOnlyCited({ status, lastArticle, crawler }: Row): boolean {
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
          '#stat24',
          '#stat7d',
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
    ['stat24', totals.last24h],
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
