/**
 * `/sets/`: public sets of outlets; `/sets/{name}/`: one set with its grounds, the rising tags of
 * its outlets, and the events that they have or miss. The name may be a secret address.
 */
import type { EventsBody } from '../../api/news/events/events.js';
import type { MediaList } from '../../api/news/media/media-lists.js';
import type { RankingAnswer } from '../../api/news/rankings/ranking.js';
import type { SetAnswer, SetListAnswer } from '../../api/news/sets/sets.js';
import { missing } from '../error-view.js';
import { definePage, type PageView, type ViewContext } from '../page.js';
import { Out, pathTo, withQuery } from '../parts/address.js';
import { Chip, Empty, PageHead, Section, TagChips } from '../parts/pieces.js';
import { CampMark, campLabel, SetAlerts, SetBar, SetLegend } from '../parts/sets.js';
import { Time } from '../parts/time.js';

const PATH = '/sets/';
const TAGS_SHOWN = 24;
const EVENTS_SHOWN = 12;
const MISSED_SHOWN = 8;

export const setsPage = definePage<{ list: SetListAnswer }>({
  path: PATH,
  load: () => ({ asks: { list: '/api/v1/sets' } }),
  view: (c): PageView => {
    const { t, answers } = c;
    if (!answers.list.ok) return missing(c, answers.list);
    const { sets } = answers.list.value;
    return {
      title: t('sets'),
      description: t('setsText'),
      section: 'navMedia',
      canonical: PATH,
      json: ['/api/v1/sets'],
      body: (
        <>
          <PageHead title={t('sets')}>
            <p>{t('setsText')}</p>
            <p class="fine">
              <a href={`${c.facts.otherUrl}/my/sets/`}>{t('mySets')}</a>
            </p>
          </PageHead>
          {sets.length === 0 ? <Empty title={t('noSets')} /> : null}
          <ul class="copies">
            {sets.map(({ name, title, by, changed, outlets, camps }) => (
              <li>
                <h2>
                  <a href={pathTo.set(name)}>{title}</a>
                </h2>
                <p class="meta">
                  <span>{t('setBy', { name: by })}</span>
                  {changed === null ? null : (
                    <span>
                      {t('setChanged')} <Time c={c} at={changed} as="day" />
                    </span>
                  )}
                  <span>{t('setOutlets', { n: outlets })}</span>
                  {camps.length === 0 ? null : <span>{camps.join(' · ')}</span>}
                </p>
              </li>
            ))}
          </ul>
        </>
      ),
    };
  },
});

interface Answers {
  set: SetAnswer;
  ranking: RankingAnswer;
  events: EventsBody;
  media: MediaList;
}

type Context = ViewContext<Answers>;

export const setPage = definePage<Answers>({
  path: '/sets/{name}/',
  load: ({ params }) => {
    const set = params.name!;
    return {
      asks: {
        set: `/api/v1/sets/${encodeURIComponent(set)}`,
        ranking: withQuery('/api/v1/ranking', { set, limit: TAGS_SHOWN }),
        events: withQuery('/api/v1/events', { set, limit: EVENTS_SHOWN }),
        media: '/api/v1/media',
      },
    };
  },
  view: (c): PageView => {
    const { t, answers, params } = c;
    if (!answers.set.ok) return missing(c, answers.set);
    const set = answers.set.value;
    const { name } = params;
    return {
      title: set.title ?? '',
      description: set.grounds ?? '',
      section: 'navMedia',
      // Search engines must not list a set with a secret address.
      canonical: set.name === null ? null : pathTo.set(set.name),
      json: [
        `/api/v1/sets/${encodeURIComponent(name!)}`,
        withQuery('/api/v1/ranking', { set: name }),
        withQuery('/api/v1/events', { set: name }),
      ],
      body: (
        <>
          <PageHead title={set.title} kicker={t('sets')}>
            <p>
              {t('setBy', { name: set.by ?? '' })}
              {set.changed === null ? null : (
                <>
                  {' · '}
                  {t('setChanged')} <Time c={c} at={set.changed} as="day" />
                </>
              )}
            </p>
          </PageHead>
          <p>
            <a href={withQuery('/', { set: name })}>{t('setFront')} →</a>
          </p>
          <Grounds c={c} set={set} />
          <Events c={c} />
          <Tags c={c} />
        </>
      ),
    };
  },
});

function Grounds({ c: { t, answers }, set }: { c: Context; set: SetAnswer }) {
  const known = answers.media.ok ? answers.media.value : {};
  return (
    <Section title={t('setGrounds')}>
      {(set.grounds ?? '').split(/\n+/).map((line) => (
        <p>{line}</p>
      ))}
      {set.links.length === 0 ? null : (
        <ul class="plain">
          {set.links.map((link) => (
            <li>
              <Out href={link} class="break">
                {link}
              </Out>
            </li>
          ))}
        </ul>
      )}
      <dl class="kin">
        {set.camps.map((camp) => (
          <>
            <dt>
              <CampMark camp={camp} /> {campLabel(t, camp)}
            </dt>
            <dd>
              <ul class="chips">
                {camp.outlets.map((media) => (
                  <Chip href={pathTo.media(media)}>{known[media]?.title ?? media}</Chip>
                ))}
              </ul>
            </dd>
          </>
        ))}
      </dl>
      {set.leftOut.length === 0 ? null : (
        <p class="fine">{t('setLeftOut', { codes: set.leftOut.join(', ') })}</p>
      )}
    </Section>
  );
}

function Events({ c }: { c: Context }) {
  const { t, answers, params } = c;
  if (!answers.events.ok || answers.events.value.set === undefined) return null;
  const { events, missed = [], set, builtAt } = answers.events.value;
  const shown = events.filter(({ news }) => news.length > 0);
  return (
    <>
      <Section title={t('navToday')} note={t('setOnDemand')}>
        <SetLegend set={set} t={t} />
        {shown.length === 0 ? <p class="fine">{t('setNoEvents')}</p> : null}
        <ol class="stories">
          {shown.map(({ threadId, major, news, setCoverage }) => (
            <li class="story">
              <p class="kicker">{major.slice(0, 3).join(t('dot'))}</p>
              <h3>
                <a href={withQuery(pathTo.event(threadId!), { set: params.name })}>
                  {news[0]!.title}
                </a>
              </h3>
              <p class="meta">
                <span>
                  {t('outletsArticles', {
                    n: setCoverage!.outlets.length,
                    articles: setCoverage!.articles,
                  })}
                </span>
                <SetAlerts set={set} coverage={setCoverage!} t={t} />
              </p>
              <SetBar set={set} coverage={setCoverage!} t={t} />
            </li>
          ))}
        </ol>
        <p class="fine">
          <Time c={c} at={builtAt} as="full" />
        </p>
      </Section>
      {missed.length === 0 ? null : (
        <Section title={t('setMissed')}>
          <ul class="chips">
            {missed.slice(0, MISSED_SHOWN).map(({ threadId, major, outlets }) => (
              <Chip href={pathTo.event(threadId)}>
                {major.slice(0, 3).join(t('dot'))} <small>{t('setOutlets', { n: outlets })}</small>
              </Chip>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Tags({ c }: { c: Context }) {
  const { t, answers } = c;
  if (!answers.ranking.ok || answers.ranking.value.entries.length === 0) return null;
  const { entries } = answers.ranking.value;
  const isCompared = entries.some(({ burst }) => burst !== null);
  return (
    <Section title={t(isCompared ? 'bursting' : 'mostReported')}>
      <TagChips c={c} tags={entries.map(({ tag, count }) => ({ tag, count }))} />
    </Section>
  );
}
