/**
 * `/tag/{tag}/`: a tag over time, with its reports, related tags and stories.
 *
 * The chart is an SVG of the server and a table; with scripts, uPlot replaces the SVG once the page
 * is complete.
 */
import { MINUTE_MS, ZONE_OFFSET_MS } from '../../../kernel/clock.js';
import type {
  TagArticlesAnswer,
  TagSeriesAnswer,
  TagStatsAnswer,
  TagStatusAnswer,
} from '../../api/news/tags/tags.js';
import type { SiteRequest } from '../../http/site.js';
import { missing } from '../error-view.js';
import { definePage, feedsAt, type PageLoad, type PageView, type ViewContext } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { Spark } from '../parts/graphics.js';
import {
  ArticleGrid,
  Choice,
  Empty,
  Follow,
  PageHead,
  Section,
  Table,
  TagChips,
} from '../parts/pieces.js';
import { Calendar, RankLegend, shadeOfRank, Time } from '../parts/time.js';

interface Answers {
  status: TagStatusAnswer;
  series: TagSeriesAnswer;
  long: TagSeriesAnswer;
  stats: TagStatsAnswer;
  articles: TagArticlesAnswer;
  categories: { key: string; label: string }[];
}

type Context = ViewContext<Answers>;

const HOURS = [72, 168, 336] as const;
const ARTICLES_SHOWN = 40;
/** The longest series. */
const CALENDAR_HOURS = 336;

const tagOf = ({ params, query }: { params: { [name: string]: string }; query: string | null }) =>
  params.tag ?? query ?? '';

function load({ params, query }: SiteRequest): PageLoad {
  const tag = encodeURIComponent(tagOf({ params, query: query.get('name') }));
  const hours = query.get('hours') ?? '';
  return {
    asks: {
      status: `/api/v1/tags/${tag}/status`,
      series: withQuery(`/api/v1/tags/${tag}/series`, { hours }),
      long: `/api/v1/tags/${tag}/series?hours=${CALENDAR_HOURS}`,
      stats: `/api/v1/tags/${tag}/stats`,
      articles: `/api/v1/tags/${tag}/articles?hours=336&limit=${ARTICLES_SHOWN}`,
      categories: '/api/v1/categories',
    },
  };
}

function view(c: Context): PageView {
  const { t, answers } = c;
  const tag = tagOf({ params: c.params, query: c.query.name ?? null });
  const { status, series, stats, articles } = answers;
  if (!status.ok) return missing(c, status);
  const { ranking, related, threads, history } = status.value;
  const labels = new Map([['all', t('allOf')]]);
  if (answers.categories.ok) {
    for (const { key, label } of answers.categories.value) labels.set(key, label);
  }
  const path = encodeURIComponent(tag);
  const list = articles.ok ? articles.value.articles : [];
  const isKnown = list.length > 0 || history !== null;
  return {
    title: t('tagTitle', { tag }),
    section: 'navTags',
    status: isKnown ? 200 : 404,
    canonical: isKnown ? pathTo.tag(tag) : null,
    scripts: ['chart.js'],
    description: t('tagDescription', { tag }),
    preview: series.ok
      ? { ink: series.value.points.map(({ hourlyCount }) => hourlyCount ?? 0) }
      : {},
    json: [
      `/api/v1/tags/${path}/status`,
      `/api/v1/tags/${path}/series`,
      `/api/v1/tags/${path}/articles`,
    ],
    feeds: feedsAt(t('tagFeed', { tag }), `/feeds/tag/${path}`),
    body: (
      <>
        <PageHead title={tag} kicker={t('tag')}>
          <p>
            {ranking === null
              ? t('tagQuiet')
              : t('tagStanding', {
                  n: ranking.count,
                  media: ranking.mediaCount,
                  normalized: Math.round(ranking.normalized * 10) / 10,
                  burst: ranking.burst === null ? '–' : Math.round(ranking.burst * 10) / 10,
                })}
          </p>
          {ranking === null ? null : <p class="fine">{t('tagStandingText')}</p>}
          {isKnown ? <Follow c={c} question={{ service: 'news', tag, label: tag }} /> : null}
        </PageHead>
        {isKnown ? null : (
          <Empty title={t('notThere')}>
            <p>{t('notThereText')}</p>
          </Empty>
        )}
        {series.ok && isKnown ? <Series c={c} series={series.value} tag={tag} /> : null}
        <div class="columns">
          <div>
            {list.length === 0 ? null : (
              <Section title={t('latestReports')}>
                <ArticleGrid c={c} articles={list} />
              </Section>
            )}
          </div>
          <aside class="rail">
            {related.length === 0 ? null : (
              <Section class="rail-part" title={t('related')}>
                <TagChips c={c} tags={related} />
              </Section>
            )}
            {threads.length === 0 ? null : (
              <Section class="rail-part" title={t('threads')}>
                <ul class="plain-list">
                  {threads.map((thread) => (
                    <li>
                      <a href={pathTo.event(thread.id)}>
                        {thread.majorTags.slice(0, 3).join(t('dot'))}
                      </a>
                      <span class="meta">
                        <Time c={c} at={thread.firstTime} />
                      </span>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
            {stats.ok && stats.value.stats.length > 0 && answers.long.ok ? (
              <LongTerm c={c} stats={stats.value} series={answers.long.value} labels={labels} />
            ) : null}
          </aside>
        </div>
      </>
    ),
  };
}

/** A calendar of the last two weeks; folded below, the time on the rankings for each category. */
function LongTerm({
  c,
  stats: { tag, stats },
  series,
  labels,
}: {
  c: Context;
  stats: TagStatsAnswer;
  series: TagSeriesAnswer;
  labels: ReadonlyMap<string, string>;
}) {
  const { t } = c;
  const hours = series.points.map(({ t: at, rank, hourlyCount }) => ({
    atMs: Date.parse(at),
    shade: shadeOfRank(rank, (hourlyCount ?? 0) > 0),
  }));
  return (
    <Section class="rail-part" title={t('longTerm')}>
      <Calendar c={c} hours={hours} label={`${tag}: ${t('calendarText')}`} />
      <RankLegend t={t} />
      <details>
        <summary>{t('longTermText')}</summary>
        <ul class="plain-list">
          {stats.map(({ category, level, firstHour, lastHour, hoursCount }) => (
            <li>
              {labels.get(category) ?? category} · {t(level === 3 ? 'levelHigh' : 'levelBase')}
              <span class="meta">
                <Time c={c} at={firstHour} /> – <Time c={c} at={lastHour} /> ·{' '}
                {t('hoursAll', { n: hoursCount })}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </Section>
  );
}

/** The chart, the choice of its length, and the numbers. */
function Series({ c, series, tag }: { c: Context; series: TagSeriesAnswer; tag: string }) {
  const { t } = c;
  const { points, hours } = series;
  const label = t('tagSeries', { hours });
  const base = pathTo.tag(tag);
  return (
    <Section title={label}>
      <div class="chart" id="chart-series">
        <Spark
          wide
          values={points.map(({ average24h }) => average24h)}
          label={`${tag}: ${label}`}
        />
      </div>
      <Choice
        label={t('period')}
        entries={HOURS.map((one) => ({
          href: base.includes('?') ? `${base}&hours=${one}` : withQuery(base, { hours: one }),
          text: t('days', { n: one / 24 }),
          isChosen: one === hours,
        }))}
      />
      <details>
        <summary>{t('table')}</summary>
        <Table
          t={t}
          data-chart="chart-series"
          data-zone={ZONE_OFFSET_MS / MINUTE_MS}
          data-script={c.facts.assets['uplot.js']}
          data-style={c.facts.assets['uplot.css']}
          columns={['time', '#average24', '#hourly']}
        >
          {points.map(({ t: at, hourlyCount, average24h }) => (
            <tr>
              <td>
                <Time c={c} at={at} as="full" />
              </td>
              <Figure value={average24h} />
              <Figure value={hourlyCount} />
            </tr>
          ))}
        </Table>
      </details>
    </Section>
  );
}

function Figure({ value }: { value: number | null }) {
  return value === null ? (
    <td class="n">–</td>
  ) : (
    <td class="n" data-n={value}>
      {Math.round(value * 100) / 100}
    </td>
  );
}

export const tagPage = definePage<Answers>({ path: '/tag/{tag}/', load, view });

/** For tags that are no path segment: `/tag/?name=..` */
export const tagByNamePage = definePage<Answers>({ path: '/tag/', load, view });
