/**
 * Tells which part of a page an element opens: its body, a sidebar, a blogroll or its comments.
 *
 * Decision 29: the nearest landmark element, class or id decides, and all else is body. Only
 * elements that hold other elements count, because highlighted program text marks its comments
 * with the same words (`<span class="comment">`).
 */

import type { LinkLocation } from '../kernel/model/records.js';
import { wordsOf } from '../kernel/words.js';

const CONTAINERS = new Set(
  wordsOf('article aside dl div footer header nav ol section table td ul'),
);

/** Names longer than this are no landmarks. */
const NAMES_UNITS_MAX = 300;

/** A whole word at the start of a class: `sidebar-left` is one, `has-sidebar` is not. */
const COMMENT =
  /(?:^|\s)(?:comments?|comment-?list|respond|disqus|pingbacks?|trackbacks?|giscus|utterances)(?=$|[\s_-])/;
const BLOGROLL =
  /(?:^|\s)(?:blog-?roll|link-?roll|friend-?links?|friends-?links?|flinks?|webring)(?=$|[\s_-])/;
const SIDEBAR =
  /(?:^|\s)(?:(?:primary|secondary|left|right|main|site|page|blog)[_-])?(?:side-?bar|widgets?|navbar|navigation|menu|breadcrumbs?|related-?posts|share|sharing|social|tag-?cloud)(?=$|[\s_-])/;

const SIDEBAR_ROLES = new Set(['navigation', 'complementary', 'menu', 'banner', 'contentinfo']);

/**
 * The part that the element opens, or null where it only continues the one around it. `className`
 * and `id` decide before the element does: an aside may well be a blogroll.
 */
export function landmarkOf(
  element: string,
  attributes: Readonly<Record<string, string>>,
): LinkLocation | null {
  if (element === 'main') return 'body';
  if (!CONTAINERS.has(element)) return null;
  return namedLandmark(attributes) ?? (element === 'aside' || element === 'nav' ? 'sidebar' : null);
}

function namedLandmark(attributes: Readonly<Record<string, string>>): LinkLocation | null {
  const { class: className, id, role } = attributes;
  if (role !== undefined && SIDEBAR_ROLES.has(role)) return 'sidebar';
  if (className === undefined && id === undefined) return null;
  const names = `${className ?? ''} ${id ?? ''}`.slice(0, NAMES_UNITS_MAX).toLowerCase();
  if (COMMENT.test(names)) return 'comment';
  if (BLOGROLL.test(names)) return 'blogroll';
  return SIDEBAR.test(names) ? 'sidebar' : null;
}
