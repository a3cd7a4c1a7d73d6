/**
 * `/`: tags that rise now, or rose in an earlier hour (`at=`).
 */
import { FIRST_POLE } from '../../../kernel/current-place.js';
import { CAMPS } from '../../../kernel/model/records.js';
import type { ArticleListAnswer } from '../../api/news/articles/articles.js';
import type { EventsBody } from '../../api/news/events/events.js';
import type { MediaList } from '../../api/news/media/media-lists.js';
import type { RankingAnswer } from '../../api/news/rankings/ranking.js';
import type { SetListAnswer } from '../../api/news/sets/sets.js';
import type { EvidenceBody } from '../../api/news/similarity/evidence.js';
import { hasMuted, mutedWords } from '../my/followed.js';
import { definePage, feedsAt, type PageView, type ViewContext } from '../page.js';
import { Out, pathTo, withQuery } from '../parts/address.js';
import { CampBar, CampLegend, campColour, Spark } from '../parts/graphics.js';
import { ArticleGrid, EmptyStore, Section } from '../parts/pieces.js';
import { SetAlerts, SetBar, SetChoice, SetLegend } from '../parts/sets.js';
import { clockText, dayText, Time } from '../parts/time.js';
import type { PreviewBars } from '../preview.js';

interface Answers {
  events: EventsBody;
  ranking: RankingAnswer;
  articles: ArticleListAnswer;
  evidence: EvidenceBody;
  media: MediaList;
  sets: SetListAnswer;
}

interface Data {
  at: string;
  /** The chosen set of outlets; empty for all. */
  set: string;
  /** Words in search form: stories with one in a main tag or a headline are left out. */
  muted: readonly string[];
}

type Context = ViewContext<Answers, Data>;
type Event = EventsBody['events'][number];

const EVENTS_SHOWN = 18;
/** Number of first stories that are shown large, with headlines of several outlets. */
const LEADS = 3;
const TAGS_SHOWN = 16;
const COPIED_SHOWN = 6;
/** Five rows of three. */
const NEWEST_SHOWN = 15;

export const frontPage = definePage<Answers, Data>({
  path: '/',
  load: ({ query }) => {
    const at = query.get('at') ?? '';
    const set = query.get('set') ?? '';
    const mute = query.get('mute') ?? '';
    const muteMedia = query.get('muteMedia') ?? '';
    return {
      data: { at, set, muted: mutedWords(mute) },
      asks: {
        events: withQuery('/api/v1/events', { at, set, limit: EVENTS_SHOWN }),
        ranking: withQuery('/api/v1/ranking', { at, set, limit: TAGS_SHOWN, trend: '1' }),
        articles: withQuery('/api/v1/articles', {
          until: at,
          limit: NEWEST_SHOWN,
          mute,
          muteMedia,
        }),
        evidence: withQuery('/api/v1/similarity/evidence', { hours: 48, mode: 'similarity', at }),
        media: '/api/v1/media',
        sets: '/api/v1/sets',
      },
    };
  },
  view: (context): PageView => {
    const { t, answers, data, viewer } = context;
    const { events } = answers;
    const json = [
      withQuery('/api/v1/events', { at: data.at, set: data.set }),
      withQuery('/api/v1/ranking', { at: data.at, set: data.set, trend: '1' }),
    ];
    const isPast = data.at !== '' && events.ok;
    const shown = events.ok ? Date.parse(events.value.builtAt) : context.nowMs;
    const title = isPast
      ? t('todayAt', { day: dayText(shown, viewer.language), clock: clockText(shown) })
      : t('todayTitle');
    return {
      title,
      status: events.ok || events.status === 503 ? 200 : events.status,
      description: t('todayText'),
      preview: events.ok ? previewOf(events.value.events) : {},
      section: 'navToday',
      canonical: isPast || data.set !== '' || data.muted.length > 0 ? null : '/',
      json,
      feeds: feedsAt(t('eventsFeed'), '/feeds/events'),
      body: (
        <>
          <div class="front-head">
            <h1>{title}</h1>
            {events.ok ? <Hours context={context} events={events.value} /> : null}
            <p class="fine">
              <a href="/since/">{t('sinceLink')} →</a>
            </p>
          </div>
          {answers.sets.ok ? (
            <SetChoice
              {...{ t, sets: answers.sets.value.sets, chosen: data.set }}
              {...{ path: '/', query: { at: data.at } }}
            />
          ) : null}
          <div class="columns">
            <div>
              <Stories context={context} />
            </div>
            <aside class="rail">
              <Rising context={context} />
              <Copied context={context} />
            </aside>
          </div>
          <Newest context={context} />
        </>
      ),
    };
  },
});

/** The number of each story's outlets by camp. */
function previewOf(events: readonly Event[]): PreviewBars {
  return Object.fromEntries(
    CAMPS.map((camp) => [
      campColour(camp),
      events.map(({ coverage }) => coverage.camps[camp] ?? 0),
    ]),
  );
}

/** Links to other hours, which work without scripts, and a slider for browsers with scripts. */
function Hours({ context, events }: { context: Context; events: EventsBody }) {
  const { t } = context;
  const { set } = context.data;
  const { hour, prev, next, dayHours } = events;
  const at = dayHours.indexOf(hour);
  const words = dayHours.map((one) => clockText(Date.parse(one)));
  return (
    <nav class="hours" aria-label={t('hourChoice')}>
      {prev === null ? null : (
        <a href={withQuery('/', { at: prev, set })} rel="prev">
          ← {t('hourEarlier')}
        </a>
      )}
      <span class="hours-now">
        <Time c={context} at={hour} as="full" />
      </span>
      {dayHours.length < 2 || at < 0 ? null : (
        <span class="hours-slider" hidden>
          <input
            type="range"
            min="0"
            max={dayHours.length - 1}
            value={at}
            data-hours={dayHours.join(' ')}
            data-words={words.join('|')}
            aria-label={t('hoursOfDay')}
            aria-valuetext={words[at]}
            aria-describedby="slider-hour"
          />
          <output id="slider-hour">{words[at]}</output>
        </span>
      )}
      {next === null ? null : (
        <>
          <a href={withQuery('/', { at: next, set })} rel="next">
            {t('hourLater')} →
          </a>
          <a href={withQuery('/', { set })}>{t('hourNow')}</a>
        </>
      )}
    </nav>
  );
}

function Stories({ context }: { context: Context }) {
  const { t, answers } = context;
  const { events } = answers;
  if (!events.ok) return <EmptyStore t={t} answer={events} why={t('emptyEvents')} />;
  const isMuted = mutingOf(context.data);
  const list = events.value.events.filter(
    ({ news, major }) => news.length > 0 && !isMuted(major, news),
  );
  const { set } = events.value;
  if (list.length === 0 && set !== undefined) return <p>{t('setNoEvents')}</p>;
  if (list.length === 0) return <EmptyStore t={t} answer={events} why={t('emptyEvents')} />;
  return (
    <>
      {events.value.stale && context.data.at === '' ? <p class="fine">{t('staleEvents')}</p> : null}
      {set === undefined ? <CampLegend t={t} /> : <SetLegend set={set} t={t} />}
      {set === undefined ? null : <p class="fine">{t('setOnDemand')}</p>}
      <ol class="stories">
        {list.map((event, at) => (
          <Story context={context} event={event} isLead={at < LEADS} />
        ))}
      </ol>
    </>
  );
}

function Story({ context, event, isLead }: { context: Context; event: Event; isLead: boolean }) {
  const { t } = context;
  const { major, news, threadId, hours, prevRank, coverage, setCoverage } = event;
  const { events } = context.answers;
  const set = (events.ok && events.value.set) || null;
  const [first, ...rest] = bestOf(news);
  const chosen = context.data.set;
  const href = threadId === null ? null : withQuery(pathTo.event(threadId), { set: chosen });
  return (
    <li class={isLead ? 'story lead' : 'story'}>
      <p class="kicker">{major.slice(0, isLead ? 4 : 3).join(t('dot'))}</p>
      <h2>{href === null ? first!.title : <a href={href}>{first!.title}</a>}</h2>
      {isLead ? (
        <ul class="story-others">
          {rest.slice(0, 3).map(({ id, media, title, url, camp }) => (
            <li>
              <span class={`camp ${campColour(camp)}`}>{mediaName(context, media)}</span>{' '}
              {id === null ? (
                <Out href={url}>{title}</Out>
              ) : (
                <a href={pathTo.article(id)}>{title}</a>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <p class="meta">
        <span>
          {t('outletsArticles', { n: coverage.outlets.length, articles: coverage.articles })}
        </span>
        {hours === null || hours < 2 ? null : <span>{t('sinceHours', { n: hours })}</span>}
        {prevRank === null ? <span class="tag-new">{t('newEvent')}</span> : null}
        {set === null || setCoverage === undefined ? (
          <Alerts context={context} coverage={coverage} />
        ) : (
          <SetAlerts set={set} coverage={setCoverage} t={t} />
        )}
      </p>
      {set === null || setCoverage === undefined ? (
        <CampBar camps={coverage.camps} t={t} />
      ) : (
        <SetBar set={set} coverage={setCoverage} t={t} />
      )}
    </li>
  );
}

function Alerts({ context: { t }, coverage }: { context: Context; coverage: Event['coverage'] }) {
  const { blindspot, tilt } = coverage;
  return (
    <>
      {blindspot.map((camp) => (
        <span class="alert">{t(camp === FIRST_POLE ? 'blindFirst' : 'blindSecond')}</span>
      ))}
      {blindspot.length === 0 && tilt !== null ? (
        <span class="alert">{t(tilt === FIRST_POLE ? 'tiltFirst' : 'tiltSecond')}</span>
      ) : null}
    </>
  );
}

/** Headlines in an order in which each camp appears early. */
function bestOf(news: Event['news']): Event['news'] {
  const seen = new Set<string>();
  const first = news.filter(({ camp }) => !seen.has(camp) && seen.add(camp));
  return [
    news[0]!,
    ...first.filter((item) => item !== news[0]),
    ...news.filter((item) => item !== news[0] && !first.includes(item)),
  ];
}

function mediaName({ answers }: Context, code: string): string {
  return (answers.media.ok ? answers.media.value[code]?.title : null) ?? code;
}

/** Rising tags; in a store of less than three days, which has no bursts, the most frequent ones. */
function Rising({ context }: { context: Context }) {
  const { t, answers } = context;
  const { ranking } = answers;
  if (!ranking.ok || ranking.value.entries.length === 0) return null;
  const isMuted = mutingOf(context.data);
  const isCompared = ranking.value.entries.some(({ burst }) => burst !== null);
  return (
    <Section class="rail-part" title={t(isCompared ? 'bursting' : 'mostReported')}>
      {isCompared ? null : <p class="fine">{t('burstingLater')}</p>}
      <ol class="rising">
        {ranking.value.entries
          .filter(({ tag }) => !isMuted([tag], []))
          .map(({ tag, count, trend, new: isNew }) => (
            <li>
              <a href={pathTo.tag(tag)}>{tag}</a>
              {isNew ? <span class="tag-new">{t('newTag')}</span> : null}
              <Spark
                values={(trend ?? []).map(({ average24h }) => average24h)}
                label={`${tag}: ${t('trend48')}`}
              />
              <span class="n">{t('articles', { n: count })}</span>
            </li>
          ))}
      </ol>
      <p class="fine">
        <a href="/tags/">{t('moreTags')} →</a>
      </p>
    </Section>
  );
}

/** The first articles of the largest groups of similar texts. */
function Copied({ context }: { context: Context }) {
  const { t, answers } = context;
  const { evidence } = answers;
  if (!evidence.ok) return null;
  const isMuted = mutingOf(context.data);
  const groups = Object.values(evidence.value.groups)
    .filter(({ sourceId }) => {
      const first = evidence.value.articles[String(sourceId)];
      return first !== undefined && !isMuted([], [first]);
    })
    .sort((a, b) => b.articleCount - a.articleCount)
    .slice(0, COPIED_SHOWN);
  if (groups.length === 0) return null;
  return (
    <Section class="rail-part" title={t('copiedMost')}>
      <p class="fine">{t('copiedMostText')}</p>
      <ol class="copied">
        {groups.flatMap(({ sourceId, articleCount }) => {
          const article = evidence.value.articles[String(sourceId)];
          if (article === undefined) return [];
          return [
            <li>
              <a href={pathTo.article(article.id)}>{article.title}</a>
              <span class="meta">
                <span>{article.mediaTitle}</span>
                <span>{t('copiedBy', { n: articleCount - 1 })}</span>
              </span>
            </li>,
          ];
        })}
      </ol>
      <p class="fine">
        <a href="/similarity/">{t('navSimilarity')} →</a>
      </p>
    </Section>
  );
}

function Newest({ context }: { context: Context }) {
  const { t, answers } = context;
  const { articles } = answers;
  if (!articles.ok || articles.value.articles.length === 0) return null;
  return (
    <Section title={t('newest')}>
      <ArticleGrid c={context} articles={articles.value.articles} wide />
      <p class="fine">
        <a href="/articles/">{t('moreArticles')} →</a>
      </p>
    </Section>
  );
}

/** Whether tags or titles contain a muted word. Muted outlets do not count: others report too. */
function mutingOf({ muted }: Data) {
  return (tags: readonly string[], articles: readonly { title: string }[]): boolean => {
    return hasMuted(muted, [...tags, ...articles.map(({ title }) => title)].join('\n'));
  };
}
