/** `/blogs/`: the directory of verified blogs. */
import type { BlogPageAnswer } from '../../api/blog/blogs.js';
import { Empty } from '../my/parts.js';
import { definePage, type Page, type ViewContext } from '../page.js';
import { pathTo, withQuery } from '../parts/address.js';
import { Further, Icon } from '../parts/pieces.js';
import { Time } from '../parts/time.js';

const BLOGS = '/api/v1/blogs';

interface Answers {
  blogs: BlogPageAnswer;
}

export const directoryPage: Page = definePage<Answers>({
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
    body: <Body c={c} />,
  }),
});

function Body({ c }: { c: ViewContext<Answers> }) {
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
