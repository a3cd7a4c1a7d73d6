/**
 * `/since/`: changes since the reader's last visit.
 *
 * The browser stores the time of the last visit and sends it (`?from=`); without scripts there are
 * links for some hours back. The server stores nothing.
 */
import type { NewsDiff } from '../../api/news/diff/diff.js';
import { missing } from '../error-view.js';
import { definePage, type ViewContext } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { Chip, HoursChoice, PageHead, Part } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import type { TextName } from '../texts.js';

const PATH = '/since/';
const HOURS = [6, 24, 168] as const;
/** Shown events of each kind; the JSON has all. */
const SHOWN = 12;

type Context = ViewContext<{ diff: NewsDiff }>;
type Event = NewsDiff['events']['new'][number];

export const sincePage = definePage<{ diff: NewsDiff }>({
  path: PATH,
  load: ({ query }) => ({ asks: { diff: apiPath(Object.fromEntries(query)) } }),
  view: (c) => {
    const { t, query, answers } = c;
    const { diff } = answers;
    if (!diff.ok && diff.status !== 404) return missing(c, diff);
    const isUsual = Object.keys(query).length === 0;
    const hours = query.from === undefined ? Number(query.hours ?? '24') : null;
    return {
      title: t('sinceTitle'),
      description: t('sinceText'),
      section: 'navToday',
      canonical: isUsual ? PATH : null,
      json: [apiPath(query)],
      body: (
        <>
          <PageHead title={t('sinceTitle')}>
            <p>{t('sinceText')}</p>
          </PageHead>
          <HoursChoice {...{ t, path: PATH, hours: HOURS, chosen: hours }} />
          <p class="fine" data-visit={isUsual ? 'open' : ''} hidden>
            <a href={PATH}>{t('sinceVisit', { when: '…' })}</a>
          </p>
          {diff.ok ? (
            <Changes c={c} diff={diff.value} />
          ) : (
            <p class="empty">{t('sinceTooEarly')}</p>
          )}
        </>
      ),
    };
  },
});

function apiPath({ from = '', to = '', hours = '' }): string {
  return withQuery('/api/v1/diff', { from, to, hours });
}

function Changes({ c, diff }: { c: Context; diff: NewsDiff }) {
  const { t } = c;
  const { events, tags, outlets } = diff;
  const parts: [TextName, readonly Event[]][] = [
    ['sinceNew', events.new],
    ['sinceGrown', [...events.grown, ...events.back]],
    ['sinceMerged', events.merged],
    ['sinceEnded', events.ended],
  ];
  return (
    <>
      <p class="standfirst">
        <Time c={c} at={diff.from} as="full" /> – <Time c={c} at={diff.to} as="full" />
      </p>
      <div class="columns">
        <div>
          {parts.map(([title, list]) => (
            <Events c={c} title={title} list={list} />
          ))}
          <p class="fine">{t('sinceOthers', { n: events.others })}</p>
        </div>
        <aside class="rail">
          <Tags c={c} title="sinceCame" list={tags.came} />
          <Tags c={c} title="sinceWent" list={tags.went} />
          <Outlets c={c} outlets={outlets} />
        </aside>
      </div>
    </>
  );
}

function Events({ c, title, list }: { c: Context; title: TextName; list: readonly Event[] }) {
  const { t } = c;
  const shown = list.filter(({ news }) => news.length > 0).slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <Part id={title} title={t(title)}>
      <ol class="stories">
        {shown.map((event) => (
          <Line c={c} event={event} />
        ))}
      </ol>
      {list.length > shown.length ? (
        <p class="fine">{t('sinceMore', { n: list.length - shown.length })}</p>
      ) : null}
    </Part>
  );
}

function Line({ c, event }: { c: Context; event: Event }) {
  const { t } = c;
  const { threadId, majorTags, news, now, before, bestRank, lastTime, mergedInto } = event;
  const size = now ?? before;
  return (
    <li class="story">
      <p class="kicker">{majorTags.slice(0, 3).join(t('dot'))}</p>
      <h2>
        <a href={pathTo.event(threadId)}>{news[0]!.title}</a>
      </h2>
      <p class="meta">
        {size === null ? null : (
          <span>{t('outletsArticles', { n: size.outlets, articles: size.articles })}</span>
        )}
        {now !== null && before !== null && now.articles > before.articles ? (
          <span class="tag-new">
            {t('sinceMoreArticles', { n: now.articles - before.articles })}
          </span>
        ) : null}
        <span>{t('sinceBestRank', { n: bestRank })}</span>
        {now === null ? (
          <span>
            {t('sinceUntil')} <Time c={c} at={lastTime} as="moment" />
          </span>
        ) : null}
        {mergedInto === null ? null : (
          <span>
            <a href={pathTo.event(mergedInto)}>{t('sinceInto')} →</a>
          </span>
        )}
      </p>
    </li>
  );
}

function Tags({ c, title, list }: { c: Context; title: TextName; list: NewsDiff['tags']['came'] }) {
  if (list.length === 0) return null;
  return (
    <section class="rail-part">
      <h2>{c.t(title)}</h2>
      <ul class="chips">
        {list.map(({ tag, count, countBefore }) => (
          <Chip href={pathTo.tag(tag)}>
            {tag}{' '}
            <small>
              {countBefore} → {count}
            </small>
          </Chip>
        ))}
      </ul>
    </section>
  );
}

function Outlets({ c, outlets }: { c: Context; outlets: NewsDiff['outlets'] }) {
  const { t } = c;
  const rows = outlets === null ? [] : [...outlets.silent, ...outlets.resumed];
  return (
    <section class="rail-part">
      <h2>{t('sinceOutlets')}</h2>
      {outlets === null ? <p class="fine">{t('sinceOutletsUnknown')}</p> : null}
      {outlets !== null && rows.length === 0 ? <p class="fine">{t('sinceOutletsNone')}</p> : null}
      <ul class="rows">
        {rows.map(({ media, title, status, lastArticle }) => (
          <li>
            <a href={pathTo.media(media)}>{title}</a>
            <span class="fine">
              {t(status === 'ok' ? 'sinceResumed' : 'sinceSilent')}{' '}
              {lastArticle === null ? null : <Time c={c} at={lastArticle} as="moment" />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
