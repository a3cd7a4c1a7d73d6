/**
 * `/eve/{id}/`: one story: its hours, its headlines by camp and outlet, and its spread.
 */
import { FIRST_POLE } from '../../../kernel/current-place.js';
import { CAMPS } from '../../../kernel/model/records.js';
import type { ThreadAnswer } from '../../api/news/events/event-thread.js';
import type { PropagationAnswer, ThreadSeriesAnswer } from '../../api/news/events/thread-course.js';
import type { ThreadCoverageAnswer } from '../../api/news/events/thread-coverage.js';
import type { ThreadBlogsAnswer } from '../../api/news/mentions.js';
import { missing } from '../error-view.js';
import { definePage, feedsAt, type PageView, type ViewContext } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { Axis, Bars, CampBar, campColour, campText, RankSpark } from '../parts/graphics.js';
import { Chip, Follow, PageHead, Section, Table, TagChips } from '../parts/pieces.js';
import { clockText, dayText, Time } from '../parts/time.js';
import type { PreviewBars } from '../preview.js';
import type { Translate } from '../texts.js';
import { BlogsOn } from './blogs-on.js';
import { Headlines, Propagation, SetCoverage } from './event-sections.js';

interface Answers {
  thread: ThreadAnswer;
  coverage: ThreadCoverageAnswer;
  series: ThreadSeriesAnswer;
  propagation: PropagationAnswer;
  blogs: ThreadBlogsAnswer;
}

type Context = ViewContext<Answers>;

const HOUR_MS = 3_600_000;
/** Smaller ratios count as usual. */
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
        blogs: `${path}/blogs`,
      },
    };
  },
  view: (c): PageView => {
    const { t, answers } = c;
    if (!answers.thread.ok) return missing(c, answers.thread);
    const { thread, hours } = answers.thread.value;
    const title = titleOf(answers.thread.value, t);
    const path = `/api/v1/events/threads/${thread.id}`;
    return {
      title,
      description: thread.majorTags.join(t('comma')),
      section: 'navToday',
      canonical: pathTo.event(thread.id),
      json: [path, `${path}/coverage`, `${path}/series`, `${path}/propagation`, `${path}/blogs`],
      feeds: feedsAt(t('eventFeed'), `/feeds/events/${thread.id}`),
      preview: previewOf(answers.series),
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
          <PageHead title={title} kicker={thread.majorTags.join(t('dot'))}>
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
            <Follow
              c={c}
              question={{ service: 'event', thread: String(thread.id), label: title }}
            />
          </PageHead>
          <WentOn c={c} ids={thread.combinedTo} />
          <div class="columns">
            <div>
              <Coverage c={c} />
              <Section title={t('navTags')}>
                <TagChips c={c} tags={thread.allTags.slice(0, 24).map((tag) => ({ tag }))} />
              </Section>
              <Kin c={c} thread={answers.thread.value} />
            </div>
            <aside class="rail">
              <Ranks c={c} thread={answers.thread.value} />
            </aside>
          </div>
          {answers.blogs.ok ? (
            <BlogsOn
              c={c}
              posts={answers.blogs.value.posts}
              limited={answers.blogs.value.limited}
            />
          ) : null}
          {answers.coverage.ok ? <Headlines c={c} coverage={answers.coverage.value} /> : null}
          {answers.propagation.ok ? <Propagation c={c} answer={answers.propagation.value} /> : null}
        </>
      ),
    };
  },
});

/** The first headline of its last hour, as on the front page. */
export function titleOf({ thread, hours }: ThreadAnswer, t: Translate): string {
  const last = hours.find(({ news }) => news.length > 0);
  return last?.news[0]?.title ?? thread.majorTags.join(t('dot'));
}

/** Articles of each hour by camp. */
function previewOf(series: Context['answers']['series']): PreviewBars {
  const points: readonly Record<string, unknown>[] = series.ok ? series.value.points : [];
  return Object.fromEntries(
    CAMPS.map((camp) => [campColour(camp), points.map((point) => Number(point[camp]))]),
  );
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

/** Numbers of the event's own articles, as on the front page, and the total of all hours. */
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

/** The ratio of the sides to their usual shares, in words. */
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

/** Links to the stories that this one was merged into, at the top of the page. */
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

/** The title of a story; its number where the story is not known. */
function nameOf({ t, answers }: Context, id: number): string {
  const kin = answers.thread.ok ? answers.thread.value.kin : [];
  const tags = kin.find((thread) => thread.id === id)?.majorTags ?? [];
  return tags.length === 0 ? t('event', { n: id }) : tags.slice(0, 3).join(t('dot'));
}

/** Stories that it split from, merged with, or is similar to. */
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
