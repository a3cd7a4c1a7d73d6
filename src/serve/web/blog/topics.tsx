/**
 * `/topics/`: the ranking of topics; and `/topics/{id}/`: the reasons for a topic's rank, its
 * blogs, and all evidence that was ever found.
 *
 * Older ids, and the term itself, redirect to the current address with 301.
 */

import type { TopicNewsAnswer } from '../../api/blog/reading.js';
import type { TopicAnswer, TopicsBody } from '../../api/blog/topics-schemas.js';
import { notFound } from '../../http/errors.js';
import { redirectReply } from '../../http/site.js';
import type { Backend } from '../backend.js';
import { definePage, type Page, type ViewContext } from '../page.js';
import { Out, pathTo, withQuery } from '../parts/address.js';
import { Empty, Further, Part, Scroll, Table } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import { numberText, type TextName, type Translate } from '../texts.js';
import { hoursOf, Missing, Periods } from './parts.js';

const NEWS_SHOWN = 5;
const TITLE_ONLY = 'high-window-document-frequency-title-only';

/** Reasons in the API; an unknown reason is shown unchanged. */
const REASONS: { readonly [reason: string]: TextName } = {
  [TITLE_ONLY]: 'reasonFrequent',
  'body-dominant-without-native-label-consensus': 'reasonBackground',
};

function reasonText(t: Translate, reason: string): string {
  return REASONS[reason] === undefined ? reason : t(REASONS[reason]);
}

interface Answers {
  topic: TopicAnswer;
  ranking: TopicsBody;
  news: TopicNewsAnswer;
}

interface Data {
  hours: number;
}

export function topicPage(backend: Backend): Page {
  return definePage<Answers, Data>({
    path: '/topics/{id}/',
    load: ({ params, query }) => {
      const id = backend.topicIdOf(params.id!);
      if (id === null) throw notFound('there is no such topic');
      if (id !== params.id) return redirectReply(301, pathTo.topic(id));
      const hours = hoursOf(query.get('hours'));
      const historyCursor = query.get('historyCursor') ?? '';
      const at = `/api/v1/topics/${encodeURIComponent(id)}`;
      return {
        asks: {
          topic: withQuery(at, { hours, historyCursor }),
          ranking: withQuery('/api/v1/topics', { hours, limit: 200 }),
          news: `${at}/news`,
        },
        data: { hours },
      };
    },
    view: (c) => {
      const { topic } = c.answers;
      if (!topic.ok) return Missing(c, topic.status);
      const { id, label } = topic.value.topic;
      return {
        title: label,
        section: 'navBlogTopics',
        json: [
          `/api/v1/topics/${encodeURIComponent(id)}`,
          `/api/v1/topics/${encodeURIComponent(id)}/news`,
        ],
        canonical: pathTo.topic(id),
        body: <Body c={c} value={topic.value} />,
      };
    },
  });
}

function Body({ c, value }: { c: ViewContext<Answers, Data>; value: TopicAnswer }) {
  const { t, data } = c;
  const { topic, blogs, articles, history } = value;
  const path = pathTo.topic(topic.id);
  const reason = topic.excludedReason ?? topic.inactiveReason;
  return (
    <>
      <header class="page-head spaced">
        <p class="kicker">
          {t(
            topic.matchingStatus === 'active'
              ? 'statusActive'
              : topic.matchingStatus === 'inactive'
                ? 'statusInactive'
                : 'statusExcluded',
          )}
          {reason === null ? null : ` · ${reasonText(t, reason)}`}
        </p>
        <h1>{topic.label}</h1>
        <Periods c={c} hours={data.hours} path={path} />
      </header>
      <div class="columns">
        <div>
          <section class="section first" aria-labelledby="recent">
            <h2 id="recent">{t('recentArticles')}</h2>
            {articles.length === 0 ? <p class="fine">{t('noArticles')}</p> : null}
            <ol class="posts">
              {articles.map((item) => (
                <li>
                  <h3>
                    <Out href={item.url}>{item.title}</Out>
                  </h3>
                  <p class="meta">
                    <a href={pathTo.blog(item.blogSlug)}>{item.blogName}</a>
                    {item.publishedAt === null ? null : <Time c={c} at={item.publishedAt} />}
                  </p>
                </li>
              ))}
            </ol>
          </section>
          {history === undefined ? null : (
            <History
              c={c}
              history={history}
              listed={new Set(articles.map(({ url }) => url))}
              path={path}
            />
          )}
        </div>
        <aside class="rail blog-rail">
          <Why c={c} value={value} />
          <InTheNews c={c} />
          <section>
            <h2>{t('whoWrites')}</h2>
            <ul class="rows">
              {blogs.map((blog) => (
                <li>
                  <a href={pathTo.blog(blog.slug)}>{blog.name}</a>
                  <span class="fine">
                    {t('articles', { n: blog.posts })} · {t('points', { n: blog.score })}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        </aside>
      </div>
    </>
  );
}

/** The newest articles with the topic as a tag. */
function InTheNews({ c }: { c: ViewContext<Answers, Data> }) {
  const { news } = c.answers;
  if (!news.ok) return null;
  const { articles, label } = news.value;
  return (
    <section>
      <h2>{c.t('inTheNews')}</h2>
      {articles.length === 0 ? <p class="fine">{c.t('inTheNewsNone')}</p> : null}
      <ul class="posts fine">
        {articles.slice(0, NEWS_SHOWN).map(({ id, mediaTitle, title, publishedAt }) => (
          <li>
            <a href={`${c.facts.otherUrl}${pathTo.article(id)}`}>{title}</a>
            <p class="meta">
              <span>{mediaTitle}</span>
              <Time c={c} at={publishedAt} />
            </p>
          </li>
        ))}
      </ul>
      {articles.length === 0 ? null : (
        <Further href={`${c.facts.otherUrl}${pathTo.tag(label)}`}>{label}</Further>
      )}
    </section>
  );
}

/** The rules of the ranking, each with the topic's result. */
function Why({ c, value }: { c: ViewContext<Answers, Data>; value: TopicAnswer }) {
  const { t, answers, viewer } = c;
  const { topic, matchingPolicy } = value;
  const gate = matchingPolicy.displayGate;
  const ranked = answers.ranking.ok
    ? answers.ranking.value.items.find(({ id }) => id === topic.id)
    : undefined;
  return (
    <section>
      <h2>{t('whyRanks')}</h2>
      <ul class="plain">
        {gate === undefined ? null : (
          <li>
            {t('gateSpread', {
              blogs: gate.minimumSources,
              twice: gate.minimumTwiceSources,
              peak: gate.minimumPeakPosts,
            })}
            : <strong>{t(value.gate.passed ? 'gatePassed' : 'gateMissed')}</strong>
          </li>
        )}
        <li>
          {topic.matchingRule === 'title-and-body'
            ? t('titleAndBodyRule')
            : gate === undefined
              ? t('reasonFrequent')
              : t('titleOnlyRule', { percent: gate.documentFrequencyRatio * 100 })}
        </li>
        {ranked === undefined ? null : (
          <li>
            {t('score')} <strong>{numberText(viewer.language, ranked.score)}</strong>
            {' · '}
            {t('titlePosts')} {ranked.titlePosts} · {t('bodyPosts')} {ranked.bodyOnlyPosts}
          </li>
        )}
        {ranked === undefined ? null : (
          <li>
            {t('lift')}{' '}
            <strong>
              {ranked.lift === null
                ? t('noBaseline')
                : t('liftTimes', { x: Math.round(ranked.lift * 10) / 10 })}
            </strong>
          </li>
        )}
        {topic.matchingReason === null || topic.matchingReason === TITLE_ONLY ? null : (
          <li>{reasonText(t, topic.matchingReason)}</li>
        )}
      </ul>
    </section>
  );
}

/** @param listed addresses of the articles above, which are counted but not repeated. */
function History({
  c,
  history,
  listed,
  path,
}: {
  c: ViewContext<Answers, Data>;
  history: NonNullable<TopicAnswer['history']>;
  listed: ReadonlySet<string>;
  path: string;
}) {
  const { t } = c;
  const { total, confirmed, pending, nextCursor } = history;
  return (
    <Part id="history" title={t('history')}>
      <p class="fine">{t('historyAdvice', { total, confirmed, pending })}</p>
      <ol class="posts">
        {history.articles
          .filter(({ url }) => !listed.has(url))
          .map((item) => (
            <li>
              <Out href={item.url}>{item.title}</Out>
              <p class="meta">
                <a href={pathTo.blog(item.blogSlug)}>{item.blogName}</a>
                {item.publishedAt === null ? null : <Time c={c} at={item.publishedAt} />}
                <span>{t(item.evidenceState)}</span>
              </p>
            </li>
          ))}
      </ol>
      {nextCursor === null ? null : (
        <Further href={withQuery(path, { historyCursor: nextCursor })}>
          {t('olderEvidence')}
        </Further>
      )}
    </Part>
  );
}

const TOPICS = '/api/v1/topics';

interface RankingAnswers {
  topics: TopicsBody;
}

interface RankingData {
  hours: number;
}

export const topicRankingPage: Page = definePage<RankingAnswers, RankingData>({
  path: '/topics/',
  load: ({ query }) => {
    const hours = hoursOf(query.get('hours'));
    return { asks: { topics: withQuery(TOPICS, { hours, limit: 100 }) }, data: { hours } };
  },
  view: (c) => ({
    title: c.t('blogTopicsTitle'),
    description: c.t('topicsIntro'),
    section: 'navBlogTopics',
    json: [withQuery(TOPICS, { hours: c.data.hours })],
    canonical: '/topics/',
    body: <RankingBody c={c} />,
  }),
});

function RankingBody({ c }: { c: ViewContext<RankingAnswers, RankingData> }) {
  const { t, answers, data, viewer } = c;
  const { topics } = answers;
  const items = topics.ok ? topics.value.items : [];
  const highest = Math.max(1, ...items.map(({ score }) => score));
  return (
    <>
      <header class="page-head spaced">
        <h1>{t('blogTopicsTitle')}</h1>
        <p class="standfirst">{t('topicsIntro')}</p>
        <Periods c={c} hours={data.hours} path="/topics/" />
      </header>
      {topics.ok && topics.value.vocabulary.status !== 'ready' ? (
        <p class="outcome outcome-bad">{t('vocabularyMissing')}</p>
      ) : null}
      {items.length === 0 ? (
        <Empty>
          <p>
            <strong>{t('noTopics')}</strong> {t('noTopicsAdvice')}
          </p>
        </Empty>
      ) : (
        <Scroll label={t('blogTopicsTitle')}>
          <Table
            t={t}
            scope="col"
            columns={['term', 'score', '#navBlogs', '#titlePosts', '#bodyPosts', '#lift']}
          >
            {items.map((item) => (
              <tr>
                <th scope="row">
                  <a href={pathTo.topic(item.id)}>{item.label}</a>
                </th>
                <td>
                  <meter min={0} max={highest} value={item.score}>
                    {item.score}
                  </meter>{' '}
                  {numberText(viewer.language, item.score)}
                </td>
                <td class="n">{item.blogs}</td>
                <td class="n">{item.titlePosts}</td>
                <td class="n">{item.bodyOnlyPosts}</td>
                <td class="n">
                  {item.lift === null
                    ? t('noBaseline')
                    : t('liftTimes', { x: Math.round(item.lift * 10) / 10 })}
                </td>
              </tr>
            ))}
          </Table>
        </Scroll>
      )}
      {topics.ok && topics.value.truncated ? <p class="fine">{t('truncated')}</p> : null}
    </>
  );
}
