/**
 * Tells whether an element stands in the margins of a page: menus, sidebars, comments, related
 * stories, footers. What stands there says nothing of the article.
 */
import { landmarkOf } from '../html.js';
import { namesOf, type TreeElement } from './tree.js';

const MARGIN =
  /[\s_-](?:comments?|related|recommend(?:ed|ations?)?|most-?(?:read|viewed|popular)|popular|trending|latest|sidebar|footer|navbar|menu|teasers?|promo|newsletter|widgets?|recent-?posts?|more-?(?:news|stories|from))[\s_-]/;
const MARGIN_ELEMENTS = new Set(['nav', 'footer', 'aside']);

/** Looks at the element and all around it. */
export function isMargin(element: TreeElement): boolean {
  for (let at: TreeElement | null = element; at !== null; at = at.parentNode) {
    if (at.nodeType !== 1) return false;
    if (at.localName === 'article' || at.localName === 'main') return false;
    if (MARGIN_ELEMENTS.has(at.localName) || isNamedMargin(at)) return true;
  }
  return false;
}

function isNamedMargin(element: TreeElement): boolean {
  if (element.localName === 'html' || element.localName === 'body') return false;
  return MARGIN.test(namesOf(element));
}

/** The landmark that the element itself opens. */
export function ownLandmark(element: TreeElement): ReturnType<typeof landmarkOf> {
  const attributes: Record<string, string> = {};
  for (const name of ['class', 'id', 'role']) {
    const value = element.getAttribute(name);
    if (value) attributes[name] = value;
  }
  return landmarkOf(element.localName, attributes);
}
