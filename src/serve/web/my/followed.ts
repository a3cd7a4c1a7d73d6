/** What a user follows, as the API shows it now, and the user's muted words. */
import { searchForm } from '../../../kernel/text/tag.js';
import type { User } from '../../../store/accounts/roster-events.js';
import type { BlogAnswer } from '../../api/blog/directory-lists.js';
import { jsonOf } from '../../http/service-options.js';
import type { Backend } from '../backend.js';

interface FollowedBlog {
  blog: string;
  name: string;
  /** Null while the blog is hidden or not verified; the subscription stays. */
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
 * Parses muted words, separated by commas, as search forms. They are applied to the front page,
 * digests and feeds.
 */
export function mutedWords(text: string): string[] {
  return text
    .split(',')
    .map((word) => searchForm(word.trim()))
    .filter((word) => word !== '');
}

/** Whether a text contains one of some words in search form. */
export function hasMuted(words: readonly string[], text: string): boolean {
  if (words.length === 0) return false;
  const form = searchForm(text);
  return words.some((word) => form.includes(word));
}
