/** What a person follows, as the API shows it now, and does not want to read. */
import { searchForm } from '../../../kernel/text/tag.js';
import type { User } from '../../../store/accounts/roster-events.js';
import type { BlogAnswer } from '../../api/blog/directory-lists.js';
import { jsonOf } from '../../http/service-options.js';
import type { Backend } from '../backend.js';

interface FollowedBlog {
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

/**
 * Words that somebody does not want to read, separated by commas: on the front page, in digests and in feeds alike.
 *
 * The words in search form; blanks around them mean nothing.
 */
export function mutedWords(text: string): string[] {
  return text
    .split(',')
    .map((word) => searchForm(word.trim()))
    .filter((word) => word !== '');
}

/** Whether one of some words, in search form, stands in a text. */
export function hasMuted(words: readonly string[], text: string): boolean {
  if (words.length === 0) return false;
  const form = searchForm(text);
  return words.some((word) => form.includes(word));
}
