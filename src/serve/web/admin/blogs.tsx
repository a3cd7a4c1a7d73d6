/** `/admin/`: candidates to verify or refuse, and blogs to hide. */
import { HttpError } from '../../http/errors.js';
import type { AdminBlog, Backend, BlogAction } from '../backend.js';
import { Act, Small } from '../my/parts.js';
import type { Page } from '../page.js';
import { Out, pathTo, withQuery } from '../parts/address.js';
import { Chip, Empty } from '../parts/pieces.js';
import type { TextName } from '../texts.js';
import { type AdminContext, adminPage, FilterForm } from './frame.js';

const PATH = '/admin/';
/** Rows of one page. */
const ROWS_MAX = 200;

const STATES = ['candidate', 'verified', 'hidden', 'refused'] as const;
type State = (typeof STATES)[number];

interface Data {
  state: State;
  counts: { [state in State]: number };
  blogs: AdminBlog[];
}

const WORDS: { readonly [state in State]: TextName } = {
  candidate: 'stateCandidate',
  verified: 'stateVerified',
  hidden: 'stateHidden',
  refused: 'stateRefused',
};

/** What can be done to a blog in a state. */
const CHANGES: { readonly [state in State]: readonly BlogAction[] } = {
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
  return adminPage<Data>(backend, {
    path: PATH,
    title: 'adminBlogs',
    load: async ({ query }) => {
      const all = await backend.admin.blogs();
      const asked = query.get('q')?.toLowerCase() ?? '';
      const state = STATES.find((one) => one === query.get('state')) ?? 'candidate';
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
    view: (c) => <Body c={c} />,
  });
}

function Body({ c }: { c: AdminContext<Data> }) {
  const { t, data } = c;
  const here = withQuery(PATH, { state: data.state, q: c.query.q });
  return (
    <>
      <ul class="chips">
        {STATES.map((state) => (
          <Chip
            href={withQuery(PATH, { state })}
            current={state === data.state ? 'true' : undefined}
          >
            {t(WORDS[state])} <small>{data.counts[state]}</small>
          </Chip>
        ))}
      </ul>
      <section class="section">
        <search>
          <FilterForm c={c} path={PATH} state={data.state} />
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
