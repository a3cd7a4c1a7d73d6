/**
 * Hiding and showing: `/admin/` lists candidates to verify or refuse and blogs to hide,
 * `/admin/media/` outlets, and `/admin/items/` articles by address or number.
 */
import { HttpError } from '../../http/errors.js';
import { type InnerAnswer, jsonOf } from '../../http/service-options.js';
import type { AdminBlog, AdminMedia, Backend, BlogAction, Masked } from '../backend.js';
import { Act, type Did, Small } from '../my/parts.js';
import type { Page } from '../page.js';
import { Out, pathTo, withQuery } from '../parts/address.js';
import { Chip, Empty } from '../parts/pieces.js';
import type { TextName, Translate } from '../texts.js';
import { type AdminContext, adminPage, FilterForm } from './frame.js';

const BLOGS_PATH = '/admin/';
const BLOG_STATES = ['candidate', 'verified', 'hidden', 'refused'] as const;
type BlogState = (typeof BLOG_STATES)[number];

interface BlogsData {
  state: BlogState;
  counts: { [state in BlogState]: number };
  blogs: AdminBlog[];
}

const BLOG_WORDS: { readonly [state in BlogState]: TextName } = {
  candidate: 'stateCandidate',
  verified: 'stateVerified',
  hidden: 'stateHidden',
  refused: 'stateRefused',
};

/** The possible changes of a blog by its state. */
const CHANGES: { readonly [state in BlogState]: readonly BlogAction[] } = {
  candidate: ['verify', 'refuse'],
  verified: ['hide', 'unverify'],
  hidden: ['show'],
  refused: ['show'],
};

const DID: { readonly [change in BlogAction]: TextName } = {
  verify: 'didVerify',
  unverify: 'didUnverify',
  hide: 'didHide',
  show: 'didShow',
  refuse: 'didRefuse',
};

export function adminBlogsPage(backend: Backend): Page {
  return adminPage<BlogsData>(backend, {
    path: BLOGS_PATH,
    title: 'adminBlogs',
    load: async ({ query }) => {
      const all = await backend.admin.blogs();
      const asked = query.get('q')?.toLowerCase() ?? '';
      const state = BLOG_STATES.find((one) => one === query.get('state')) ?? 'candidate';
      const counts = { candidate: 0, verified: 0, hidden: 0, refused: 0 };
      for (const blog of all) counts[blog.state] += 1;
      const blogs = all.filter(
        (blog) =>
          blog.state === state &&
          [blog.slug, blog.name, blog.sourceUrl].some((text) => text.toLowerCase().includes(asked)),
      );
      return { state, counts, blogs: blogs.slice(0, ROWS_MAX) };
    },
    post: async ({ form }, user) => {
      const change = Object.values(CHANGES)
        .flat()
        .find((one) => one === form.get('do'));
      if (change === undefined) throw new HttpError(400, 'invalid_query', 'no such change');
      const name = form.get('blog') ?? '';
      await backend.admin.changeBlog(user.id, name, change);
      return { did: { text: DID[change], values: { name } } };
    },
    view: (c) => <Blogs c={c} />,
  });
}

function Blogs({ c }: { c: AdminContext<BlogsData> }) {
  const { t, data } = c;
  const here = withQuery(BLOGS_PATH, { state: data.state, q: c.query.q });
  return (
    <>
      <StateChips
        {...{ t, path: BLOGS_PATH, words: BLOG_WORDS, chosen: data.state, counts: data.counts }}
      />
      <section class="section">
        <search>
          <FilterForm c={c} path={BLOGS_PATH} state={data.state} />
        </search>
        {data.blogs.length === 0 ? (
          <Empty>
            <p>
              <strong>{t(data.state === 'candidate' ? 'noCandidates' : 'noBlogsFound')}</strong>{' '}
              {data.state === 'candidate' ? t('noCandidatesAdvice') : null}
            </p>
          </Empty>
        ) : (
          <ul class="rows">
            {data.blogs.map((blog) => (
              <li>
                <span>
                  {blog.state === 'verified' ? (
                    <a href={pathTo.blog(blog.slug)}>{blog.name}</a>
                  ) : (
                    <strong>{blog.name}</strong>
                  )}{' '}
                  <code>{blog.slug}</code>
                  <br />
                  <span class="fine">
                    <Out href={blog.sourceUrl}>{blog.sourceUrl}</Out>
                    {blog.category === '' ? null : ` · ${blog.category}`}
                  </span>
                </span>
                <span class="acts">
                  {CHANGES[blog.state].map((change) => (
                    <Act visit={data.visit} to={here} act={change} values={{ blog: blog.slug }}>
                      <Small about={blog.name}>{t(change)}</Small>
                    </Act>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

const MEDIA_PATH = '/admin/media/';
const ITEMS_PATH = '/admin/items/';
const ROWS_MAX = 200;

const MEDIA_WORDS: { readonly [state in 'shown' | 'hidden']: TextName } = {
  shown: 'stateShown',
  hidden: 'stateHidden',
};

/** Hides or shows the item of a form. */
async function changeMask(
  backend: Backend,
  target: Masked,
  form: URLSearchParams,
  by: number,
): Promise<{ did: Did }> {
  const what = form.get('do');
  if (what !== 'hide' && what !== 'show')
    throw new HttpError(400, 'invalid_query', 'no such change');
  const key = form.get('key') ?? '';
  await backend.admin.mask(by, target, key, what === 'hide');
  return { did: { text: what === 'hide' ? 'didHide' : 'didShow', values: { name: key } } };
}

interface MediaData {
  state: 'shown' | 'hidden';
  media: AdminMedia[];
}

export function adminMediaPage(backend: Backend): Page {
  return adminPage<MediaData>(backend, {
    path: MEDIA_PATH,
    title: 'navMedia',
    load: async ({ query }) => {
      const asked = query.get('q')?.toLowerCase() ?? '';
      const state = query.get('state') === 'hidden' ? 'hidden' : 'shown';
      const media = (await backend.admin.media()).filter(
        ({ media, title, isHidden }) =>
          isHidden === (state === 'hidden') && `${media} ${title}`.toLowerCase().includes(asked),
      );
      return { state, media: media.slice(0, ROWS_MAX) };
    },
    post: ({ form }, user) => changeMask(backend, 'media', form, user.id),
    view: (c) => <Media c={c} />,
  });
}

function Media({ c }: { c: AdminContext<MediaData> }) {
  const { t, data, query } = c;
  const here = withQuery(MEDIA_PATH, { state: data.state, q: query.q });
  return (
    <>
      <StateChips {...{ t, path: MEDIA_PATH, words: MEDIA_WORDS, chosen: data.state }} />
      <search class="section">
        <FilterForm c={c} path={MEDIA_PATH} state={data.state} />
      </search>
      {data.media.length === 0 ? (
        <Empty>
          <p>{t('noMediaFound')}</p>
        </Empty>
      ) : (
        <ul class="rows">
          {data.media.map(({ media, title, homepage, isHidden }) => (
            <li>
              <span>
                <strong>{title}</strong> <code>{media}</code>
                <br />
                <span class="fine">
                  <Out href={homepage}>{homepage}</Out>
                </span>
              </span>
              <Act
                visit={data.visit}
                to={here}
                act={isHidden ? 'show' : 'hide'}
                values={{ key: media }}
              >
                <Small about={title}>{t(isHidden ? 'show' : 'hide')}</Small>
              </Act>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface Item {
  target: 'news' | 'post';
  /** Canonical address; null where only a number was given and the article is not shown. */
  url: string | null;
  title: string;
  isShown: boolean;
}

interface ItemsData {
  asked: string;
  items: Item[];
}

export function adminItemsPage(backend: Backend): Page {
  return adminPage<ItemsData>(backend, {
    path: ITEMS_PATH,
    title: 'adminItems',
    load: async ({ query }) => {
      const asked = (query.get('url') ?? query.get('id') ?? '').trim();
      if (asked === '' || /\s/.test(asked)) return { asked, items: [] };
      const path = withQuery('/api/v1/lookup', { [query.has('url') ? 'url' : 'id']: asked });
      const news = itemOf('news', await backend.askNews(path));
      // A number means an article: the two services count separately.
      const post = query.has('url') ? itemOf('post', await backend.ask(path)) : null;
      return { asked, items: [news, post].filter((one) => one !== null) };
    },
    post: ({ form }, user) =>
      changeMask(backend, form.get('target') === 'post' ? 'post' : 'news', form, user.id),
    view: (c) => <Items c={c} />,
  });
}

/** The used fields of a look-up's answer. */
interface LookedUp {
  canonicalUrl?: string | null;
  reason?: string;
  article?: { url: string; title: string };
}

/** The item of a look-up; null for an article that the store never had. */
function itemOf(target: Item['target'], answer: InnerAnswer): Item | null {
  const [result] = jsonOf<{ results: LookedUp[] }>(answer)?.results ?? [];
  const { canonicalUrl, reason, article } = result ?? {};
  if (article === undefined && reason !== 'not_shown') return null;
  const url = canonicalUrl ?? article?.url ?? null;
  return { target, url, title: article?.title ?? '', isShown: article !== undefined };
}

function Items({ c }: { c: AdminContext<ItemsData> }) {
  const { t, data, query } = c;
  const here = withQuery(ITEMS_PATH, { url: query.url, id: query.id });
  return (
    <>
      <search>
        <form action={ITEMS_PATH} method="get" class="search ends">
          <p class="field grow">
            <label for="url">{t('articleAddress')}</label>
            <input id="url" name="url" type="url" maxlength={2000} value={query.url ?? ''} />
          </p>
          <button type="submit" class="quiet">
            {t('search')}
          </button>
        </form>
      </search>
      {data.asked !== '' && data.items.length === 0 ? (
        <Empty>
          <p>{t('noSuchItem')}</p>
        </Empty>
      ) : null}
      <ul class="rows">
        {data.items.map(({ target, url, title, isShown }) => (
          <li>
            <span>
              <strong>{title === '' ? t('stateHidden') : title}</strong>
              <br />
              <span class="fine">
                {t(target === 'news' ? 'feedOfNews' : 'feedOfBlogs')} ·{' '}
                {url === null ? t('giveItsAddress') : <Out href={url}>{url}</Out>}
              </span>
            </span>
            {url === null ? null : (
              <Act
                visit={data.visit}
                to={here}
                act={isShown ? 'hide' : 'show'}
                values={{ target, key: url }}
              >
                <Small about={title}>{t(isShown ? 'hide' : 'show')}</Small>
              </Act>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** States as links to a page with the items in each. */
function StateChips<State extends string>(props: {
  t: Translate;
  path: string;
  words: { readonly [state in State]: TextName };
  chosen: State;
  counts?: { readonly [state in State]: number };
}) {
  const { t, path, words, chosen, counts } = props;
  return (
    <ul class="chips">
      {(Object.keys(words) as State[]).map((state) => (
        <Chip href={withQuery(path, { state })} current={state === chosen ? 'true' : undefined}>
          {t(words[state])}
          {counts === undefined ? null : (
            <>
              {' '}
              <small>{counts[state]}</small>
            </>
          )}
        </Chip>
      ))}
    </ul>
  );
}
