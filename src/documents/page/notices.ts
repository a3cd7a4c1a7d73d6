/**
 * Removes the parts of a page before an article, and notices about cookies and the like, of any length: these are
 * recognised by their content, not by their share of the page.
 *
 * The headline shows where the article is: no part of it is before the element that holds both. Pages without a
 * headline are left unchanged.
 */
import { wordsOf } from '../../kernel/words.js';
import { isTextNamed } from './container.js';
import { isHeading, plainNames, slugOf } from './debris.js';
import { isArticle, Masses } from './mass.js';
import {
  elementsWhere,
  isElement,
  isInside,
  lineOf,
  namesOf,
  type Tree,
  type TreeElement,
  type TreeNode,
} from './tree.js';
import { COOKIES, SPEAKER } from './wall.js';

/** Names of notices, dialogs and boxes, which are never an article. */
const NOTICE_NAMES =
  /[\s-](?:(?:cookie|consent|gdpr|ccpa|onetrust|didomi|cookiebot|cookielaw|usercentrics|quantcast|sourcepoint|cmp(?:box)?)\w*|newsletter\w*|disqus\w*|comments|comment-?(?:list|area|section|thread|wrap\w*)|related-?(?:posts?|articles?|stories|news|links?|content)|modal|pop-?up|overlay|privacy-?(?:banner|notice|popup)|side-?bar\w*|(?:site-?|page-?|global-?)?footer\w*|colophon|imprint|impressum|site-?info|disclaimer|legal-?(?:notice|info|text)|copyright\w*|recommend\w*|most-?(?:read|popular)|ad-?block\w*)[\s-]/;
const NOTICE_ROLES = new Set(['dialog', 'alertdialog', 'alert', 'contentinfo']);
/** Legal notices of publishers; an article has one at its end at most. */
const RIGHTS =
  /all rights reserved|alle rechte vorbehalten|alle rechten voorbehouden|tous droits réservés|(?:todos los|reservados (?:todos )?los) derechos|todos os direitos|tutti i diritti|wszelkie prawa|все права защищены|(?:版[权權]|著作[权權])所有|all rights? are|無断転載|무단 ?전재/iu;
/** Units at the beginning of a part that show what it is. */
const START_UNITS = 300;
const HOLDERS = new Set(wordsOf('div section aside form footer header ul dialog td'));
const NOTICES_MAX = 50;
/** Prose of the shortest article. */
const ARTICLE_PROSE_MIN = 60;
const HEADLINES_MAX = 20;
/** Share of its prose that may follow the article's element. */
const BEHIND_SHARE_MAX = 0.5;

/** Cleans the tree; `title` is the headline. */
export function removeNotices({ body }: Tree, title: string | null): void {
  const headline = headlineIn(body, title);
  if (headline === null) return;
  dropNotices(body, headline, title ?? '');
  // A heading of a lower rank may belong to a link to the page itself.
  if (headline.localName !== 'h1') return;
  const masses = new Masses(body);
  const core = coreOf(body, headline, masses);
  if (core !== null) dropBefore(body, core, masses);
}

/** The first heading of the highest rank that equals the headline. */
function headlineIn(body: TreeElement, title: string | null): TreeElement | null {
  const key = slugOf(title ?? '');
  if (key === '') return null;
  const isHeadline = (element: TreeElement) =>
    isHeading(element) && slugOf(lineOf(element)) === key;
  const found = elementsWhere(body, isHeadline, HEADLINES_MAX);
  return found.find(({ localName }) => localName === 'h1') ?? found[0] ?? null;
}

function dropNotices(body: TreeElement, headline: TreeElement, title: string): void {
  const masses = new Masses(body);
  const around = new Set<TreeNode>();
  for (let at: TreeNode | null = headline; at !== null; at = at.parentNode) around.add(at);
  const hasCookies = COOKIES.test(body.textContent) && !COOKIES.test(title);
  const isNotice = (element: TreeElement): boolean => {
    if (!HOLDERS.has(element.localName) || masses.of(element).prose === 0) return false;
    if (around.has(element) || isTextNamed(element)) return false;
    const isNamed =
      (element.localName === 'footer' && element.parentNode?.localName !== 'blockquote') ||
      NOTICE_ROLES.has(element.getAttribute('role') ?? '') ||
      NOTICE_NAMES.test(plainNames(namesOf(element)));
    if (isNamed) return true;
    if (isInArticle(element, around)) return false;
    const start = lineOf(element, START_UNITS);
    return (hasCookies && isOnCookies(start)) || RIGHTS.test(start);
  };
  for (const notice of elementsWhere(body, isNotice, NOTICES_MAX)) {
    // Texts may have names of layouts and tools too: no article consists of a notice.
    const isText = masses.isAllOf(notice, ARTICLE_PROSE_MIN, (one) => around.has(one));
    if (isText || !isInside(notice, body)) continue;
    masses.forget(notice);
    notice.remove();
  }
}

function isOnCookies(text: string): boolean {
  return COOKIES.test(text) && SPEAKER.test(text);
}

/** Whether an element is in the same article as the headline. */
function isInArticle(element: TreeElement, around: ReadonlySet<TreeNode>): boolean {
  for (let at = element.parentNode; at !== null; at = at.parentNode) {
    if ((isArticle(at) || at.localName === 'p') && around.has(at)) return true;
  }
  return false;
}

/** The innermost element around the headline that has prose, and little prose after it. */
function coreOf(body: TreeElement, headline: TreeElement, masses: Masses): TreeElement | null {
  const around: TreeElement[] = [];
  for (let at = headline.parentNode; at !== null && at !== body; at = at.parentNode)
    around.push(at);
  let core: TreeElement | null = null;
  let behind = 0;
  for (const at of around.reverse()) {
    for (let next = at.nextSibling; next !== null; next = next.nextSibling) {
      behind += masses.of(next).prose;
    }
    const { prose } = masses.of(at);
    if (prose >= ARTICLE_PROSE_MIN && behind <= BEHIND_SHARE_MAX * prose) core = at;
  }
  return core === null ? null : outerOf(core);
}

/** The article or main around the core: parts before the core inside it belong to the article. */
function outerOf(core: TreeElement): TreeElement {
  for (let at: TreeElement | null = core; at !== null; at = at.parentNode) {
    if (isArticle(at)) return at;
  }
  return core;
}

/** Removes everything before the article, where the article is long enough to be one. */
function dropBefore(body: TreeElement, core: TreeElement, masses: Masses): void {
  for (let at: TreeElement | null = core; at !== null && at !== body; at = at.parentNode) {
    let before: TreeNode | null = at.previousSibling;
    while (before !== null) {
      const next: TreeNode | null = before.previousSibling;
      if (isElement(before) && masses.of(before).prose > 0) before.remove();
      before = next;
    }
  }
}
