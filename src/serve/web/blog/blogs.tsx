/**
 * `/blogs/`: the directory of verified blogs; and `/blogs/{slug}/`: one blog, its articles, and its
 * mentions in both directions.
 *
 * An address with a number redirects with 301 to the address with the code.
 */
import type {
  ArticlePageAnswer,
  BlogAnswer,
  BlogPageAnswer,
} from '../../api/blog/directory-lists.js';
import type { ReadingAnswer } from '../../api/blog/reading.js';
import type { BlogRelationsAnswer } from '../../api/blog/relations.js';
import { notFound } from '../../http/errors.js';
import { redirectReply } from '../../http/site.js';
import type { Backend } from '../backend.js';
import { Act } from '../my/parts.js';
import { definePage, type Page, type ViewContext } from '../page.js';
import { Out, pathTo, withQuery } from '../parts/address.js';
import { Empty, Further, Icon } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import type { Translate } from '../texts.js';
import { type VisitView, viewOf } from '../visitors.js';
import { Articles, hoursOf, Missing, Periods } from './parts.js';

const NUMBER = /^[1-9]\d{0,9}$/;
const EDGES_SHOWN = 20;
const OUTLETS_SHOWN = 10;
const DAY_HOURS = 24;
const FEED_NAMES = new Map([
  ['rss', 'RSS'],
  ['atom', 'Atom'],
  ['json', 'JSON Feed'],
  ['sitemap', 'Sitemap'],
]);

interface Answers {
  blog: BlogAnswer;
  articles: ArticlePageAnswer;
  relations: BlogRelationsAnswer;
  reading: ReadingAnswer;
}

interface Data {
  hours: number;
  visit: VisitView;
  isFollowed: boolean;
}

export function blogPage(backend: Backend): Page {
  return definePage<Answers, Data>({
    path: '/blogs/{slug}/',
    load: async (request) => {
      const slug = request.params.slug!;
      const at = `/api/v1/blogs/${encodeURIComponent(slug)}`;
      if (NUMBER.test(slug) && (await backend.ask(at)).status === 404) {
        const named = backend.slugOfId(Number(slug));
        if (named !== null) return redirectReply(301, pathTo.blog(named));
      }
      if (slug === '') throw notFound('there is no such blog');
      const visit = backend.visitors.visitOf(request);
      const hours = hoursOf(request.query.get('hours'));
      const cursor = request.query.get('cursor') ?? '';
      const user = visit.signedIn?.user;
      return {
        asks: {
          blog: at,
          articles: withQuery(`${at}/articles`, { limit: 20, hours: 2160, cursor }),
          relations: withQuery(`${at}/relations`, { hours }),
          reading: withQuery(`${at}/reading`, { hours }),
        },
        data: {
          hours,
          visit: viewOf(visit),
          isFollowed: user !== undefined && backend.accounts.follows.has(user, slug),
        } satisfies Data,
        isPrivate: user !== undefined,
      };
    },
    view: (c) => {
      const { blog } = c.answers;
      if (!blog.ok) return Missing(c, blog.status);
      const { slug, name, description } = blog.value.blog;
      const at = `/api/v1/blogs/${encodeURIComponent(slug)}`;
      return {
        title: name,
        description: description === '' ? name : description,
        section: 'navBlogs',
        json: [at, `${at}/articles`, `${at}/relations`, `${at}/reading`],
        canonical: pathTo.blog(slug),
        admin: withQuery('/admin/', { state: 'verified', q: slug }),
        schema: {
          ...{ '@context': 'https://schema.org', '@type': 'Blog' },
          ...{ name, description, url: `${c.facts.publicUrl}${pathTo.blog(slug)}` },
        },
        body: <Body c={c} blog={blog.value.blog} />,
      };
    },
  });
}

function Body({ c, blog }: { c: ViewContext<Answers, Data>; blog: BlogAnswer['blog'] }) {
  const { t, answers, data } = c;
  const { articles } = answers;
  const items = articles.ok ? articles.value.items : [];
  const next = articles.ok ? articles.value.nextCursor : null;
  return (
    <>
      <header class="page-head spaced">
        <p class="kicker">{blog.category === '' ? t('navBlogs') : blog.category}</p>
        <h1>
          <Icon c={c} url={blog.iconUrl} /> {blog.name}
        </h1>
        {blog.description === '' ? null : <p class="standfirst">{blog.description}</p>}
        <div class="row">
          <FollowButton c={c} slug={blog.slug} />
          <Out href={blog.sourceUrl}>{t('visitSite')}</Out>
          {blog.feeds.map(({ url, type }) => (
            <Out href={url}>{FEED_NAMES.get(type) ?? type}</Out>
          ))}
        </div>
        <p class="meta">
          <span>{intervalText(t, blog.expectedIntervalHours)}</span>
          {blog.lastCrawlSuccessAt === null ? null : (
            <span>
              {t('lastRead')} <Time c={c} at={blog.lastCrawlSuccessAt} />
            </span>
          )}
        </p>
      </header>
      <div class="columns">
        <section aria-labelledby="articles">
          <h2 id="articles" class="rule-title">
            {t('latestArticles')}
          </h2>
          {items.length === 0 ? (
            <p class="fine">{t('noArticles')}</p>
          ) : (
            <Articles c={c} items={items} isOneBlog />
          )}
          {next === null ? null : (
            <Further href={withQuery(pathTo.blog(blog.slug), { cursor: next })}>
              {t('olderArticles')}
            </Further>
          )}
        </section>
        <aside class="rail blog-rail">
          <Periods c={c} hours={data.hours} path={pathTo.blog(blog.slug)} />
          <Relations c={c} />
          <Reading c={c} />
        </aside>
      </div>
    </>
  );
}

/** A blog's interval between articles, in hours or days. */
function intervalText(t: Translate, hours: number): string {
  return hours < 2 * DAY_HOURS
    ? t('usualInterval', { n: hours })
    : t('usualIntervalDays', { n: Math.round(hours / DAY_HOURS) });
}

function FollowButton({ c: { t, data }, slug }: { c: ViewContext<Answers, Data>; slug: string }) {
  const { visit, isFollowed } = data;
  const next = pathTo.blog(slug);
  if (visit.user === null) {
    return (
      <a class="button" href={withQuery('/my/sign-in/', { next })} rel="nofollow">
        {t('follow')}
      </a>
    );
  }
  return (
    <Act
      visit={visit}
      to="/my/"
      act={isFollowed ? 'unfollow' : 'follow'}
      values={{ blog: slug, next }}
    >
      <button type="submit" class={isFollowed ? 'quiet' : ''}>
        {t(isFollowed ? 'unfollow' : 'follow')}
      </button>
    </Act>
  );
}

/** Outlets that the blog links to, each with the last linked article. */
function Reading({ c }: { c: ViewContext<Answers, Data> }) {
  const { reading } = c.answers;
  if (!reading.ok || reading.value.outlets.length === 0) return null;
  const news = c.facts.otherUrl;
  return (
    <section>
      <h2>{c.t('readsOutlets')}</h2>
      <ul class="posts fine">
        {reading.value.outlets.slice(0, OUTLETS_SHOWN).map(({ media, mediaTitle, ...one }) => (
          <li>
            <a href={`${news}${pathTo.media(media)}`}>{mediaTitle}</a>{' '}
            {c.t('readArticles', { n: one.articles })}
            {one.latest.slice(0, 1).map(({ article }) => (
              <p class="meta">
                <a href={`${news}${pathTo.article(article.id)}`}>{article.title}</a>
                <Time c={c} at={article.publishedAt} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Relations({ c }: { c: ViewContext<Answers, Data> }) {
  const { t, answers } = c;
  if (!answers.relations.ok) return null;
  const { nodes, outgoing, incoming, evidence } = answers.relations.value;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const name = (id: number): string => byId.get(id)?.name ?? String(id);
  const list = (edges: typeof outgoing, other: 'sourceBlogId' | 'targetBlogId') =>
    edges.length === 0 ? (
      <p class="fine">{t('noMentions')}</p>
    ) : (
      <ul class="rows">
        {edges.slice(0, EDGES_SHOWN).map((edge) => {
          const node = byId.get(edge[other]);
          return node === undefined ? null : (
            <li>
              <span>
                <a href={pathTo.blog(node.slug)}>{node.name}</a>{' '}
                {edge.mutual ? <span class="tag-new">{t('mutual')}</span> : null}
              </span>
              <span class="fine">{t('articles', { n: edge.count })}</span>
            </li>
          );
        })}
      </ul>
    );
  return (
    <>
      <section>
        <h2>{t('mentionsIn')}</h2>
        {list(incoming, 'sourceBlogId')}
      </section>
      <section>
        <h2>{t('mentionsOut')}</h2>
        {list(outgoing, 'targetBlogId')}
      </section>
      {evidence.length === 0 ? null : (
        <section>
          <h2>{t('evidence')}</h2>
          <ul class="posts fine">
            {evidence.map((one) => (
              <li>
                <Out href={one.postUrl}>{one.postTitle}</Out>
                <p class="meta">
                  <span>
                    {t('mentionsWhom', {
                      from: name(one.sourceBlogId),
                      to: name(one.targetBlogId),
                    })}
                  </span>
                  {one.publishedAt === null ? null : <Time c={c} at={one.publishedAt} />}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const BLOGS = '/api/v1/blogs';

interface DirectoryAnswers {
  blogs: BlogPageAnswer;
}

/** `/blogs/`: the directory of verified blogs. */
export const directoryPage: Page = definePage<DirectoryAnswers>({
  path: '/blogs/',
  load: ({ query }) => {
    const q = (query.get('q') ?? '').trim().slice(0, 100);
    return {
      asks: { blogs: withQuery(BLOGS, { limit: 60, q, cursor: query.get('cursor') ?? '' }) },
    };
  },
  view: (c) => ({
    title: c.t('directoryTitle'),
    section: 'navBlogs',
    json: [BLOGS],
    canonical: c.query.q === undefined && c.query.cursor === undefined ? '/blogs/' : null,
    body: <DirectoryBody c={c} />,
  }),
});

function DirectoryBody({ c }: { c: ViewContext<DirectoryAnswers> }) {
  const { t, answers, query } = c;
  const q = query.q ?? '';
  const { items, nextCursor } = answers.blogs.ok
    ? answers.blogs.value
    : { items: [], nextCursor: null };
  return (
    <>
      <header class="page-head spaced">
        <h1>{t('directoryTitle')}</h1>
        <search>
          <form action="/blogs/" method="get" class="search">
            <label class="sr" for="q">
              {t('searchBlogs')}
            </label>
            <input id="q" name="q" type="search" maxlength={100} value={q} />
            <button type="submit">{t('searchBlogs')}</button>
          </form>
        </search>
      </header>
      {items.length === 0 ? (
        <Empty {...(q === '' && { command: 'tagwire blog add NAME --name "…" --url https://…' })}>
          <p>
            <strong>{t(q === '' ? 'noBlogs' : 'noBlogsFound')}</strong>{' '}
            {q === '' ? t('noBlogsAdvice') : null}
          </p>
        </Empty>
      ) : (
        <ul class="cards">
          {items.map((blog) => (
            <li>
              <h2 class="card-title">
                <Icon c={c} url={blog.iconUrl} />
                <a href={pathTo.blog(blog.slug)}>{blog.name}</a>
              </h2>
              {blog.description === '' ? null : <p class="summary">{blog.description}</p>}
              <p class="meta">
                {blog.category === '' ? null : <span>{blog.category}</span>}
                {blog.lastPublishedAt === null ? null : (
                  <span>
                    {t('lastPublished')} <Time c={c} at={blog.lastPublishedAt} />
                  </span>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {nextCursor === null ? null : (
        <Further href={withQuery('/blogs/', { q, cursor: nextCursor })}>{t('next')}</Further>
      )}
    </>
  );
}
