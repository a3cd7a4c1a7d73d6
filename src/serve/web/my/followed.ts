/** The blogs that a person follows, as the API shows them now. */

import type { User } from '../../../store/accounts/roster-events.js';
import type { BlogAnswer } from '../../api/blog/blogs.js';
import { jsonOf } from '../../http/service-options.js';
import type { Backend } from '../backend.js';

export interface FollowedBlog {
  blog: string;
  name: string;
  /** Null while the blog is hidden or no longer verified; the follow stays. */
  detail: BlogAnswer['blog'] | null;
}

export async function followedBlogs(
  { accounts, ask }: Pick<Backend, 'accounts' | 'ask'>,
  user: User,
): Promise<FollowedBlog[]> {
  const found: FollowedBlog[] = [];
  for (const { blog } of accounts.follows.of(user)) {
    const answer = await ask(`/api/v1/blogs/${encodeURIComponent(blog)}`);
    const detail = jsonOf<BlogAnswer>(answer)?.blog ?? null;
    found.push({ blog, name: detail?.name ?? blog, detail });
  }
  return found;
}
