/**
 * `/`: the newest articles, topics and mentions of the blogs. And `/api/status` for browsers:
 * whether the data can be reached, and the purpose of the endpoints. Cookies are not read below
 * `/api/`, so that page has the language and scheme of the browser.
 */
import { DAY_MS, isoOf, parseInstant, utcHourOf } from '../../../kernel/clock.js';
import type { ArticlePageAnswer } from '../../api/blog/directory-lists.js';
import type { RelationsAnswer } from '../../api/blog/relations.js';
import type { StatusAnswer } from '../../api/blog/status.js';
import type { TopicsBody } from '../../api/blog/topics-schemas.js';
import { ErrorView } from '../error-view.js';
import { definePage, feedsAt, type Page, type ViewContext } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { Chip, Empty, Further, PageHead, Section } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import { Articles } from './parts.js';

const ARTICLES = '/api/v1/articles';
const TOPICS_SHOWN = 20;
/** The longest window of the list. */
const WINDOW_MS = 90 * DAY_MS;
const MENTIONED_SHOWN = 10;

interface Answers {
  articles: ArticlePageAnswer;
  topics: TopicsBody;
  relations: RelationsAnswer;
}

export const blogFrontPage: Page = definePage<Answers>({
  path: '/',
  load: ({ query }) => {
    const q = (query.get('q') ?? '').trim().slice(0, 100);
    const cursor = query.get('cursor') ?? '';
    const at = query.get('at') ?? '';
    const atMs = parseInstant(at);
    const window =
      at === ''
        ? { hours: 2160 }
        : { since: atMs === null ? at : isoOf(atMs - WINDOW_MS), until: at };
    return {
      asks: {
        articles: withQuery(ARTICLES, { limit: 30, ...window, q, cursor }),
        topics: withQuery('/api/v1/topics', { limit: TOPICS_SHOWN, at }),
        ...(at === '' ? { relations: '/api/v1/relations' } : {}),
      },
    };
  },
  view: (c) => ({
    title: c.t('blogService'),
    description: c.t('blogIntro'),
    section: 'navLatest',
    json: [ARTICLES],
    feeds: feedsAt(c.t('latestArticles'), '/feeds/articles'),
    canonical: Object.keys(c.query).length === 0 ? '/' : null,
    status: c.answers.topics.ok || c.answers.topics.status === 503 ? 200 : c.answers.topics.status,
    body: <Body c={c} />,
  }),
});

function Body({ c }: { c: ViewContext<Answers> }) {
  const { t, answers, query } = c;
  const { articles } = answers;
  const q = query.q ?? '';
  const items = articles.ok ? articles.value.items : [];
  const next = articles.ok ? articles.value.nextCursor : null;
  return (
    <>
      <h1 class="sr">{t('blogService')}</h1>
      <div class="columns">
        <section aria-labelledby="latest">
          <header class="page-head spaced">
            <h2 id="latest" class="lead-title">
              {t('latestArticles')}
            </h2>
            <p class="standfirst">{t('blogIntro')}</p>
            <Hours c={c} />
            <search>
              <form action="/" method="get" class="search">
                <label class="sr" for="q">
                  {t('searchBlogArticles')}
                </label>
                <input
                  id="q"
                  name="q"
                  type="search"
                  maxlength={100}
                  value={q}
                  placeholder={t('searchBlogArticles')}
                />
                <button type="submit">{t('search')}</button>
              </form>
            </search>
          </header>
          {items.length > 0 ? (
            <Articles c={c} items={items} />
          ) : (
            <Empty
              {...(q === '' && {
                command: 'npm start\ntagwire blog add NAME --name "…" --url https://…',
              })}
            >
              <p>
                <strong>{t(q === '' ? 'noArticles' : 'noArticlesFound')}</strong>{' '}
                {q === '' ? t('noArticlesAdvice') : null}
              </p>
            </Empty>
          )}
          {next === null ? null : (
            <Further href={withQuery('/', { q, at: query.at, cursor: next })}>
              {t('olderArticles')}
            </Further>
          )}
        </section>
        <aside class="rail blog-rail">
          <Topics c={c} />
          <Mentioned c={c} />
        </aside>
      </div>
    </>
  );
}

/** Links a day back and forth from the shown hour. */
function Hours({ c }: { c: ViewContext<Answers> }) {
  const { t, answers, nowMs } = c;
  const past = answers.topics.ok ? answers.topics.value.past : null;
  const hourMs = past === null ? utcHourOf(nowMs) : Date.parse(past.hour);
  const isLast = hourMs + DAY_MS > nowMs;
  return (
    <nav class="hours" aria-label={t('hourChoice')}>
      <a href={withQuery('/', { at: isoOf(hourMs - DAY_MS) })} rel="prev">
        ← {t('dayEarlier')}
      </a>
      {past === null ? null : (
        <>
          <span class="hours-now">
            <Time c={c} at={past.hour} as="full" />
          </span>
          {isLast ? null : (
            <a href={withQuery('/', { at: isoOf(hourMs + DAY_MS) })} rel="next">
              {t('dayLater')} →
            </a>
          )}
          <a href="/">{t('hourNow')}</a>
        </>
      )}
    </nav>
  );
}

function Topics({ c: { t, answers } }: { c: ViewContext<Answers> }) {
  const items = answers.topics.ok ? answers.topics.value.items : [];
  return (
    <section>
      <h2>
        <a href="/topics/">{t('risingTopics')}</a>
      </h2>
      {items.length === 0 ? <p class="fine">{t('noTopics')}</p> : null}
      <ul class="chips">
        {items.map(({ id, label, blogs }) => (
          <Chip href={pathTo.topic(id)}>
            {label} <small>{t('blogsOf', { n: blogs })}</small>
          </Chip>
        ))}
      </ul>
    </section>
  );
}

function Mentioned({ c: { t, answers } }: { c: ViewContext<Answers> }) {
  // A page about the past has no mentions.
  if (!('relations' in answers) || !answers.relations.ok) return null;
  const { nodes, mostMentioned } = answers.relations.value;
  const names = new Map(nodes.map((node) => [node.id, node]));
  const shown = mostMentioned.filter(({ blogId }) => names.has(blogId)).slice(0, MENTIONED_SHOWN);
  return (
    <section>
      <h2>
        <a href="/relations/">{t('mostMentioned')}</a>
      </h2>
      {shown.length === 0 ? <p class="fine">{t('noMentions')}</p> : null}
      <ol class="rows">
        {shown.map(({ blogId, mentions }) => (
          <li>
            <a href={pathTo.blog(names.get(blogId)!.slug)}>{names.get(blogId)!.name}</a>
            <span class="fine">{t('articles', { n: mentions })}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const STATUS = { ok: 'statusOk', degraded: 'statusDegraded' } as const;

export const statusPage = definePage<{ status: StatusAnswer }>({
  path: '/api/status',
  load: () => ({ asks: { status: '/api/status' } }),
  view: (c) => {
    const { t, answers } = c;
    if (!answers.status.ok) {
      return ErrorView(c, { status: answers.status.status, message: '' });
    }
    const { status, version, endpoints, updatedAt } = answers.status.value;
    return {
      title: `${t('statusPage')}: ${t(STATUS[status])}`,
      canonical: null,
      json: ['/api/status'],
      body: (
        <>
          <PageHead
            title={t('statusPage')}
            kicker={<span class={`status-${status}`}>{t(STATUS[status])}</span>}
          >
            <p>{t(status === 'ok' ? 'statusReached' : 'statusUnreached')}</p>
            <p class="fine">
              {t('statusAsOf', { version })} <Time c={c} at={updatedAt} as="full" />
            </p>
          </PageHead>
          <Section title={t('statusEndpoints')}>
            <dl class="endpoints">
              {endpoints.map(({ path, summary }) => (
                <>
                  <dt>
                    <code>{path}</code>
                  </dt>
                  <dd lang="en">{summary}</dd>
                </>
              ))}
            </dl>
          </Section>
        </>
      ),
    };
  },
});
