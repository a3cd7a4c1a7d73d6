/** The line "Blogs on this" of articles and events: posts of verified blogs, newest first. */
import type { ArticleMentionsAnswer } from '../../api/news/mentions.js';
import type { ViewContext } from '../page.js';
import { Out, pathTo } from '../parts/address.js';
import { Section } from '../parts/pieces.js';
import { Time, type TimeContext } from '../parts/time.js';

/** Posts that are shown open; the others are folded. */
const OPEN_POSTS = 5;

type Context = TimeContext & Pick<ViewContext, 'facts'>;
type Post = ArticleMentionsAnswer['mentions'][number]['post'];

/** A post, and whether it is older than the first report. */
export interface PostOn {
  post: Post;
  beforeFirst?: boolean;
}

/** Empty without posts. */
export function BlogsOn({
  c,
  posts,
  limited,
}: {
  c: Context;
  posts: readonly PostOn[];
  limited: boolean;
}) {
  const { t } = c;
  if (posts.length === 0) return null;
  const blogs = new Set(posts.map(({ post }) => post.blogSlug)).size;
  const earlier = posts.filter(({ beforeFirst }) => beforeFirst).length;
  const rest = posts.slice(OPEN_POSTS);
  return (
    <Section title={t('blogsOn')} note={t('blogsOnText')}>
      <p>
        {t(limited ? 'blogsOnLeast' : 'blogsOnCount', { n: posts.length, blogs })}
        {earlier === 0 ? null : ` · ${t('blogsEarlier', { n: earlier })}`}
      </p>
      <ul class="copies">
        {posts.slice(0, OPEN_POSTS).map((one) => (
          <Line c={c} one={one} />
        ))}
      </ul>
      {rest.length === 0 ? null : (
        <details>
          <summary>{t('moreOf', { n: rest.length })}</summary>
          <ul class="copies">
            {rest.map((one) => (
              <Line c={c} one={one} />
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

function Line({ c, one: { post, beforeFirst } }: { c: Context; one: PostOn }) {
  const at = post.publishedAt ?? post.observedAt;
  return (
    <li>
      <p>
        <strong class="outlet-name">
          <a href={`${c.facts.otherUrl}${pathTo.blog(post.blogSlug)}`}>{post.blogName}</a>
        </strong>{' '}
        <Out href={post.url}>{post.title}</Out>
      </p>
      <p class="meta">
        {beforeFirst ? <span class="kicker">{c.t('beforeFirst')}</span> : null}
        {at === null ? null : <Time c={c} at={at} as="full" />}
      </p>
    </li>
  );
}
