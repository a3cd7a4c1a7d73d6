/**
 * `/eve/{id}/`: one story: its hours, its headlines by camp and outlet, and how it spread.
 */

import { FIRST_POLE, SECOND_POLE } from '../../../kernel/current-place.js';
import { CAMPS } from '../../../kernel/model/records.js';
import type { ThreadAnswer } from '../../api/news/events/event-thread.js';
import type { ThreadCoverageAnswer } from '../../api/news/events/thread-coverage.js';
import type { PropagationAnswer } from '../../api/news/events/thread-propagation.js';
import type { ThreadSeriesAnswer } from '../../api/news/events/thread-series.js';
import { definePage, type PageView, type ViewContext } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { campColour, campText } from '../parts/camps.js';
import { Axis, Bars, CampBar, RankSpark } from '../parts/graphics.js';
import { Chip, Empty, Further, Icon, PageHead, Section, Table, TagChips } from '../parts/pieces.js';
import { clockText, dayText, Time } from '../parts/time.js';
import { SetCoverage } from './event-set.js';
import { missing } from './missing.js';
import { Propagation } from './propagation.js';

interface Answers {
  thread: ThreadAnswer;
  coverage: ThreadCoverageAnswer;
  series: ThreadSeriesAnswer;
  propagation: PropagationAnswer;
}

type Context = ViewContext<Answers>;

/** Reports of one outlet that stand open; the rest is folded in. */
const OPEN_REPORTS = 3;
const FOLDED_REPORTS = 40;
const HOUR_MS = 3_600_000;
/** A ratio below this is as usual. */
const LEAN_SHOWN = 1.2;

export const eventPage = definePage<Answers>({
  path: '/eve/{id}/',
  load: ({ params, query }) => {
    const path = `/api/v1/events/threads/${encodeURIComponent(params.id!)}`;
    const set = query.get('set') ?? '';
    return {
      asks: {
        thread: path,
        coverage: withQuery(`${path}/coverage`, { set }),
        series: `${path}/series`,
        propagation: `${path}/propagation`,
      },
    };
  },
  view: (c): PageView => {
    const { t, answers } = c;
    if (!answers.thread.ok) return missing(c as ViewContext, answers.thread);
    const { thread, hours } = answers.thread.value;
    const title = titleOf(answers.thread.value);
    const path = `/api/v1/events/threads/${thread.id}`;
    return {
      title,
      description: thread.majorTags.join(t('comma')),
      section: 'navToday',
      canonical: pathTo.event(thread.id),
      json: [path, `${path}/coverage`, `${path}/series`, `${path}/propagation`],
      feeds: [
        {
          title: t('eventFeed'),
          href: `/feeds/events/${thread.id}.xml`,
          type: 'application/rss+xml',
        },
        {
          title: t('eventFeed'),
          href: `/feeds/events/${thread.id}.json`,
          type: 'application/feed+json',
        },
      ],
      schema: {
        '@context': 'https://schema.org',
        '@type': 'CollectionPage',
        name: title,
        keywords: thread.majorTags,
        dateCreated: thread.firstTime,
        dateModified: thread.lastTime,
        url: `${c.facts.publicUrl}${pathTo.event(thread.id)}`,
      },
      body: (
        <>
          <PageHead title={title} kicker={thread.majorTags.join('・')}>
            <p>
              {t('eventSpan', {
                n: thread.hours,
                from: spanText(c, thread.firstTime),
                to: spanText(c, thread.lastTime),
              })}
              {hours.length === 0
                ? null
                : ` · ${t('bestRank', { rank: Math.min(...hours.map(({ rank }) => rank)) })}`}
            </p>
          </PageHead>
          <WentOn c={c} ids={thread.combinedTo} />
          <div class="columns">
            <div>
              <Coverage c={c} />
              <Kin c={c} thread={answers.thread.value} />
            </div>
            <aside class="rail">
              <Ranks c={c} thread={answers.thread.value} />
              <Section class="rail-part" title={t('navTags')}>
                <TagChips c={c} tags={thread.allTags.slice(0, 24).map((tag) => ({ tag }))} />
              </Section>
            </aside>
          </div>
          <Headlines c={c} />
          {answers.propagation.ok ? <Propagation c={c} answer={answers.propagation.value} /> : null}
        </>
      ),
    };
  },
});

/** The first headline of its best hour, which is what a reader remembers. */
function titleOf({ thread, hours }: ThreadAnswer): string {
  const best = [...hours].sort((a, b) => b.score - a.score).find(({ news }) => news.length > 0);
  return best?.news[0]?.title ?? thread.majorTags.join('・');
}

function spanText({ viewer }: Context, at: string): string {
  const ms = Date.parse(at);
  return `${dayText(ms, viewer.language)} ${clockText(ms)}`;
}

function Ranks({ c, thread }: { c: Context; thread: ThreadAnswer }) {
  const { t, answers } = c;
  const { hours } = thread;
  if (hours.length === 0) return null;
  const first = Date.parse(hours.at(-1)!.hourStart);
  const last = Date.parse(hours[0]!.hourStart);
  const byHour = new Map(hours.map(({ hourStart, rank }) => [Date.parse(hourStart), rank]));
  const ranks: (number | null)[] = [];
  for (let at = first; at <= last; at += HOUR_MS) ranks.push(byHour.get(at) ?? null);
  const points = answers.series.ok ? answers.series.value.points : [];
  const counts = points.map((point: Record<string, unknown>) =>
    CAMPS.reduce((sum, camp) => sum + Number(point[camp]), 0),
  );
  const all = hours.map(({ rank }) => rank);
  return (
    <Section class="rail-part" title={t('rankThrough')}>
      <RankSpark ranks={ranks} label={t('rankThrough')} />
      {hours.length < 2 ? null : (
        <Axis c={c} from={first} to={last}>
          {t('rankSpan', { best: Math.min(...all), worst: Math.max(...all) })}
        </Axis>
      )}
      {points.length === 0 ? null : (
        <>
          <h3>{t('hourly')}</h3>
          <Bars counts={counts} label={t('hourly')} />
          <Axis c={c} from={points[0]!.t} to={points.at(-1)!.t}>
            {t('histogramMost', { n: Math.max(...counts) })}
          </Axis>
        </>
      )}
      <details>
        <summary>{t('table')}</summary>
        <Table t={t} columns={['time', '#rank']}>
          {hours.map(({ hourStart, rank }) => (
            <tr>
              <td>
                <a href={`/?at=${encodeURIComponent(hourStart)}`}>
                  <Time c={c} at={hourStart} as="full" />
                </a>
              </td>
              <td class="n">{rank}</td>
            </tr>
          ))}
        </Table>
      </details>
    </Section>
  );
}

/** Figures of the event's own articles, as the front has them, and how many there were in all hours. */
function Coverage({ c }: { c: Context }) {
  const { t, answers } = c;
  if (!answers.coverage.ok) return null;
  const { lastHour, event, set } = answers.coverage.value;
  if (set !== undefined) return <SetCoverage c={c} answer={answers.coverage.value} set={set} />;
  const { camps, outlets, articles, blindspot } = lastHour.coverage;
  return (
    <Section
      title={t('coverage')}
      note={t('eventCoverageText', { at: spanText(c, lastHour.builtAt) })}
    >
      <CampBar camps={camps} t={t} />
      <dl class="figures">
        <div>
          <dt>{t('navMedia')}</dt>
          <dd>{outlets.length}</dd>
        </div>
        <div>
          <dt>{t('navArticles')}</dt>
          <dd>{articles}</dd>
        </div>
        {CAMPS.map((camp) => (
          <div>
            <dt class={campColour(camp)}>{t(campText(camp))}</dt>
            <dd>
              {camps[camp]} <small>{t('outletsUnit', { n: camps[camp]! })}</small>
            </dd>
          </div>
        ))}
      </dl>
      <p class="fine">{t('coverageAll', { n: event.outlets, articles: event.articles })}</p>
      <Lean c={c} coverage={lastHour.coverage} />
      {blindspot.map((camp) => (
        <p class="alert">{t(camp === FIRST_POLE ? 'blindFirst' : 'blindSecond')}</p>
      ))}
    </Section>
  );
}

/** How the sides compare with their usual share, in words. */
function Lean({
  c: { t },
  coverage: { lean, tilt },
}: {
  c: Context;
  coverage: ThreadCoverageAnswer['lastHour']['coverage'];
}) {
  if (lean === null) return null;
  const ratio = Math.round(2 ** Math.abs(lean) * 10) / 10;
  if (ratio < LEAN_SHOWN) return <p>{t('leanNone')}</p>;
  return (
    <p>
      {t(lean > 0 ? 'leanFirst' : 'leanSecond', { ratio })}
      {tilt === null ? null : ` · ${t(tilt === FIRST_POLE ? 'tiltFirst' : 'tiltSecond')}`}
    </p>
  );
}

type OutletEntry = ThreadCoverageAnswer['byOutlet'][number];

/** Headlines of the event's own articles, and apart from them what merely carries a main tag. */
function Headlines({ c }: { c: Context }) {
  const { t, answers } = c;
  if (!answers.coverage.ok) return null;
  const { threadId, byOutlet, event } = answers.coverage.value;
  if (byOutlet.length + event.byOutlet.length === 0) {
    return (
      <Empty title={t('nothingFound')}>
        <p>{t('notThereText')}</p>
      </Empty>
    );
  }
  return (
    <>
      <Section title={t('headlines')} note={t('headlinesText')}>
        <SideBySide c={c} byOutlet={event.byOutlet} />
        <Further href={`${pathTo.event(threadId)}articles/`}>
          {t('eventArticles', { n: event.articles })}
        </Further>
      </Section>
      <Tagged c={c} byOutlet={othersIn(byOutlet)} />
    </>
  );
}

/** Articles that carry a main tag and tell of something else. */
function Tagged({ c, byOutlet }: { c: Context; byOutlet: readonly OutletEntry[] }) {
  if (byOutlet.length === 0) return null;
  const n = byOutlet.reduce((sum, { articles }) => sum + articles.length, 0);
  return (
    <Section title={c.t('alsoTagged')} note={c.t('alsoTaggedText')}>
      <details>
        <summary>{c.t('outletsArticles', { n: byOutlet.length, articles: n })}</summary>
        <SideBySide c={c} byOutlet={byOutlet} />
      </details>
    </Section>
  );
}

/** Outlets with their articles that are not of the event; without those that have none. */
function othersIn(byOutlet: readonly OutletEntry[]): OutletEntry[] {
  return byOutlet
    .map((outlet) => ({ ...outlet, articles: outlet.articles.filter(({ ofEvent }) => !ofEvent) }))
    .filter(({ articles }) => articles.length > 0)
    .sort((a, b) => b.articles.length - a.articles.length);
}

function SideBySide({ c, byOutlet }: { c: Context; byOutlet: readonly OutletEntry[] }) {
  return (
    <div class="side-by-side">
      {[FIRST_POLE, 'other', SECOND_POLE].map((camp) => {
        const mine = byOutlet.filter((outlet) => outlet.camp === camp);
        return mine.length === 0 ? null : (
          <div class={`side side-${campColour(camp)}`}>
            <h3 class={campColour(camp)}>{c.t(campText(camp))}</h3>
            {mine.map((outlet) => (
              <Outlet c={c} outlet={outlet} />
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Outlet({ c, outlet }: { c: Context; outlet: OutletEntry }) {
  const { media, title, icon, articles } = outlet;
  // What is most about the story stands first.
  const sorted = [...articles].sort((a, b) => b.hits - a.hits);
  const rest = sorted.slice(OPEN_REPORTS, FOLDED_REPORTS);
  return (
    <div class="outlet">
      <h4>
        <Icon c={c} url={icon} />
        <a href={pathTo.media(media)}>{title}</a>
      </h4>
      <ul>
        {sorted.slice(0, OPEN_REPORTS).map((article) => (
          <Report c={c} article={article} />
        ))}
      </ul>
      {rest.length === 0 ? null : (
        <details>
          <summary>{c.t('moreOf', { n: articles.length - OPEN_REPORTS })}</summary>
          <ul>
            {rest.map((article) => (
              <Report c={c} article={article} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Report({ c, article }: { c: Context; article: OutletEntry['articles'][number] }) {
  return (
    <li>
      <a href={pathTo.article(article.id)}>{article.title}</a>{' '}
      <span class="fine">
        <Time c={c} at={article.publishedAt} />
      </span>
    </li>
  );
}

/** A story that ended because it became part of another one points there before anything else. */
function WentOn({ c, ids }: { c: Context; ids: readonly number[] }) {
  if (ids.length === 0) return null;
  return (
    <p class="outcome">
      {c.t('wentOn')}{' '}
      {ids.map((id) => (
        <a href={pathTo.event(id)}>{nameOf(c, id)} →</a>
      ))}
    </p>
  );
}

/** What a story is about; its number where it is not known any more. */
function nameOf({ t, answers }: Context, id: number): string {
  const kin = answers.thread.ok ? answers.thread.value.kin : [];
  const tags = kin.find((thread) => thread.id === id)?.majorTags ?? [];
  return tags.length === 0 ? t('event', { n: id }) : tags.slice(0, 3).join('・');
}

/** What it split from, merged with, and what is about the same. */
function Kin({ c, thread: { thread, related } }: { c: Context; thread: ThreadAnswer }) {
  const { t } = c;
  const { combinedFrom, combinedTo } = thread;
  const named = new Set([...combinedFrom, ...combinedTo, ...thread.splitFrom, ...thread.splitInto]);
  const groups = [
    [t('splitFrom'), thread.splitFrom],
    [t('splitInto'), thread.splitInto],
    [t('mergedFrom'), combinedFrom],
    [t('mergedInto'), combinedTo],
    [t('relatedEvents'), related.filter((id) => !named.has(id))],
  ] as const;
  if (groups.every(([, ids]) => ids.length === 0)) return null;
  return (
    <Section title={t('splitMerged')}>
      <dl class="kin">
        {groups.map(([label, ids]) =>
          ids.length === 0 ? null : (
            <>
              <dt>{label}</dt>
              <dd>
                <ul class="chips">
                  {ids.map((id) => (
                    <Chip href={pathTo.event(id)}>{nameOf(c, id)}</Chip>
                  ))}
                </ul>
              </dd>
            </>
          ),
        )}
      </dl>
    </Section>
  );
}
