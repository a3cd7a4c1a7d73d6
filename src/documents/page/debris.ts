/**
 * Removes parts of the page that are no part of an article, in it or around it: share buttons, related stories,
 * newsletter forms, ads, comments, bylines, tags.
 *
 * Names and roles decide only for parts that are small compared with the page, because a template may name the
 * whole article `share-content`.
 */
import { wordsOf } from '../../kernel/words.js';
import { isTextNamed } from './container.js';
import { isArticle, isInline, Masses } from './mass.js';
import {
  elementsOf,
  elementsWhere,
  isElement,
  isInside,
  isMargin,
  lineOf,
  namesOf,
  nextNode,
  ownLandmark,
  type TreeElement,
  type TreeNode,
  unname,
} from './tree.js';

/** Elements without text of an article. */
const ELEMENTS = new Set(
  wordsOf(`
    nav input label dialog menu fieldset form figcaption rp rt footer aside
  `),
);
/** Those of these elements that authors of posts do not use. */
const SURE_ELEMENTS = new Set(['nav', 'input', 'dialog', 'menu', 'fieldset', 'form', 'rp', 'rt']);
/** Roles of debris, where the element holds little text: some sites put whole pages into such elements. */
const ROLES = new Set(
  wordsOf(`
    navigation complementary menu search dialog alertdialog alert contentinfo banner toolbar
  `),
);

/** A named part with a larger share of the page's prose is the article. */
const PROSE_SHARE_MAX = 0.3;
/** Names of parts with teasers of other stories. */
const TEASERS =
  /[\s-](?:related\w*|recommend\w*|popular\w*|trending|latest|most-?(?:read|viewed|popular)|more-?(?:news|stories|from)|side-?bar|teasers?|read-?(?:next|more|also)|hot-?news|next-?(?:articles?|stories))[\s-]/;
const TEASERS_LINKED_SHARE_MIN = 0.15;
/** Prose of a short article that must be left without the teasers. */
const TEASED_PROSE_MIN = 20;
/** Prose that must be left without the comments; some sites name the whole page a comment. */
const PROSE_LEFT_MIN = 200;
/** Elements that are never removed for their names. */
const NEVER = new Set(wordsOf('html body main h1 em b i blockquote pre code td tr tbody'));

/** Elements that hold menus and lists of stories. */
const MENUS = new Set(['dl', 'div', 'ol', 'section', 'table', 'td', 'ul']);
const HEADINGS_MAX = 1000;
const NOTE_ID = /^(?:fn|fnref|foot-?note|end-?note|sidenote|cite|ref)[:_-]/i;
const MENU_UNITS_MIN = 40;
const MENU_LINKED_SHARE_MIN = 0.85;
const PROGRAM = new Set(['pre', 'code']);

/** Words before lists of other stories, in the languages of news sites. */
const OTHERS =
  /^[\s\p{P}\p{S}]*(?:related|read more|read also|also read|see also|more (?:on|from|about|stories|news|coverage)|recommended|you (?:may|might) (?:also )?like|don'?t miss|most (?:read|popular)|trending|further reading|in other news|延伸閱讀|延伸阅读|相關新聞|相关新闻|相關報導|相关报道|相關閱讀|相关阅读|相關文章|相关文章|更多\p{L}{0,8}(?:新聞|報導|报道|內容|内容|文章)|推薦閱讀|推荐阅读|推薦文章|看更多|你可能也|您可能|熱門新聞|热门|猜你喜欢|関連記事|あわせて読みたい|おすすめ|관련\s?기사|lea también|te puede interesar|lire aussi|à lire aussi|voir aussi|lesen sie auch|mehr zum thema|leia também|leggi anche)/iu;
const OTHERS_UNITS_MAX = 60;
/** Such words with a larger share of their paragraph are the paragraph itself. */
const SENTENCE_SHARE_MAX = 0.5;
/** Links in such a list. */
const OTHERS_MAX = 30;
const LINKED_SHARE_MIN = 0.6;

/** Captions of a slide show, and the share of the page's prose from which on they are the article. */
const CAPTION = /[\s-](?:wp-)?(?:captions?|slide-?(?:text|caption|description))(?:-text)?[\s-]/;
const SLIDES_MIN = 3;
const SLIDES_MAX = 200;
const SLIDES_SHARE_MIN = 0.6;

/** A removed element, and its former position. */
export interface Removal {
  element: TreeElement;
  parent: TreeElement;
  before: TreeNode | null;
}

/**
 * Cleans the tree: first of hidden parts and comments, which may be longer than the article, then of parts
 * that are small compared with the remaining prose. Program text is left unchanged, because the names of its
 * colours are like those of debris.
 */
export function removeDebris(body: TreeElement): Removal[] {
  forgetSlugs(body);
  showSlides(body);
  const masses = new Masses(body);
  const { prose } = masses.of(body);
  const bulk = removeWhere(
    body,
    (element) => isHidden(element, masses, prose) || isComments(element, masses, prose),
  );
  const left = bulk.length === 0 ? masses : new Masses(body);
  return removeWhere(body, (element) => isDebris(element, left, left.of(body).prose));
}

/**
 * Puts removed elements back into the text of a post, because only the author can have written them. Certain
 * debris stays out.
 */
export function restorePost(text: TreeElement, removals: readonly Removal[]): void {
  for (const { element, parent, before } of [...removals].reverse()) {
    if (isInside(parent, text)) parent.insertBefore(element, before);
  }
  removeWhere(text, isSureDebris);
}

/**
 * Keeps a text that consists of captions: removes the names of the captions and their parents, by which they
 * would be judged.
 */
function showSlides(body: TreeElement): void {
  const isNamed = (element: TreeElement): boolean =>
    element.localName === 'figcaption' || CAPTION.test(namesOf(element).replaceAll('_', '-'));
  const named = elementsWhere(body, isNamed, SLIDES_MAX);
  if (named.length < SLIDES_MIN) return;
  const masses = new Masses(body);
  const captions = named.filter(
    (one) =>
      masses.of(one).prose > 0 &&
      !isMargin(one) &&
      !named.some((other) => other !== one && isInside(one, other)),
  );
  const told = captions.reduce((sum, caption) => sum + masses.of(caption).prose, 0);
  if (captions.length < SLIDES_MIN || told < SLIDES_SHARE_MIN * masses.of(body).prose) return;
  for (const caption of captions) {
    for (let at: TreeElement = caption; at !== body; at = at.parentNode ?? body) {
      if (isArticle(at)) break;
      unname(at, 'class', 'id');
    }
    if (caption.localName !== 'figcaption') continue;
    const paragraph = body.ownerDocument.createElement('p');
    while (caption.firstChild !== null) paragraph.appendChild(caption.firstChild);
    const figure = caption.parentNode ?? body;
    figure.insertBefore(paragraph, caption);
    caption.remove();
  }
}

/** Whether an element is hidden from screen readers: a link beside a heading, or a formula in its second form. */
function isSilent(element: TreeElement): boolean {
  if (element.getAttribute('aria-hidden') !== 'true') return false;
  return element.localName === 'a' || !isInline(element);
}

function isSureDebris(element: TreeElement): boolean {
  const { localName } = element;
  if (localName === 'footer') return element.parentNode?.localName !== 'blockquote';
  if (SURE_ELEMENTS.has(localName) || ROLES.has(element.getAttribute('role') ?? '')) return true;
  if (element.hasAttribute('hidden') || isSilent(element)) return true;
  if (ownLandmark(element) === 'comment') return true;
  const names = namesOf(element);
  return !NEVER.has(localName) && names.length > 2 && SURE_WORDS.test(plainNames(names));
}

/**
 * Removes ids that were made from the words of headings, sections and notes: the heading "Related work" has the
 * id `related-work`, and is no list of related stories.
 */
function forgetSlugs(body: TreeElement): void {
  for (const element of elementsOf(body)) {
    if (NOTE_ID.test(element.getAttribute('id') ?? '')) unname(element, 'id');
  }
  for (const heading of elementsWhere(body, isHeading, HEADINGS_MAX)) {
    unname(heading, 'id');
    const section = heading.parentNode;
    const id = section?.getAttribute?.('id') ?? '';
    if (id !== '' && slugOf(id) === slugOf(lineOf(heading))) unname(section!, 'id');
  }
}

export function isHeading({ localName }: TreeElement): boolean {
  return /^h[1-6]$/.test(localName);
}

export function slugOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Removes the outermost elements that the test accepts; returns them in this order. */
function removeWhere(body: TreeElement, test: (element: TreeElement) => boolean): Removal[] {
  const removals: Removal[] = [];
  let node: TreeNode | null = body.firstChild;
  while (node !== null) {
    if (!isElement(node)) node = nextNode(node, body);
    else if (test(node)) {
      removals.push({ element: node, parent: node.parentNode ?? body, before: node.nextSibling });
      node = removed(node, body);
    } else node = nextNode(node, body, PROGRAM.has(node.localName));
  }
  return removals;
}

/** Whether a hidden part is debris; a hidden article, which scripts would show, is made visible. */
function isHidden(element: TreeElement, masses: Masses, prose: number): boolean {
  if (!element.hasAttribute('hidden')) return false;
  if (masses.of(element).prose <= prose / 2) return true;
  element.removeAttribute('hidden');
  return false;
}

function isComments(element: TreeElement, masses: Masses, prose: number): boolean {
  if (ownLandmark(element) !== 'comment') return false;
  return prose - masses.of(element).prose >= PROSE_LEFT_MIN;
}

function removed(element: TreeElement, body: TreeElement): TreeNode | null {
  const next = nextNode(element, body, true);
  element.remove();
  return next;
}

function isDebris(element: TreeElement, masses: Masses, prose: number): boolean {
  if (masses.of(element).prose > PROSE_SHARE_MAX * prose) return isTeasers(element, masses, prose);
  if (ELEMENTS.has(element.localName) || ROLES.has(element.getAttribute('role') ?? '')) return true;
  if (element.getAttribute('aria-hidden') === 'true') return true;
  if (NEVER.has(element.localName)) return false;
  const names = namesOf(element);
  return names.length > 2 && WORDS.test(plainNames(names));
}

/** Whether an element holds teasers, which may have more prose than a short article; their headlines are links. */
function isTeasers(element: TreeElement, masses: Masses, prose: number): boolean {
  return (
    prose - masses.of(element).prose >= TEASED_PROSE_MIN &&
    masses.linkedShare(element) >= TEASERS_LINKED_SHARE_MIN &&
    TEASERS.test(plainNames(namesOf(element))) &&
    !isTextNamed(element) &&
    !masses.isAllOf(element, TEASED_PROSE_MIN) &&
    elementsWhere(element, ({ localName }) => localName === 'h1', 1).length === 0
  );
}

/** Removes blocks that consist of links, on pages whose markup does not delimit the article. */
export function removeMenus(body: TreeElement): void {
  const masses = new Masses(body);
  removeWhere(body, (element) => {
    const { text, prose } = masses.of(element);
    if (!MENUS.has(element.localName) || text < MENU_UNITS_MIN || prose > 0) return false;
    return masses.linkedShare(element) >= MENU_LINKED_SHARE_MIN;
  });
}

/** Removes headings that announce other stories, together with the lists after them. */
export function removeOthers(root: TreeElement): void {
  const masses = new Masses(root);
  const openers = [...elementsOf(root)].filter((element) => {
    const { text } = masses.of(element);
    return (
      text > 0 &&
      text <= OTHERS_UNITS_MAX * 3 &&
      !isInSentence(element, masses) &&
      OTHERS.test(lineOf(element, OTHERS_UNITS_MAX * 3))
    );
  });
  for (const opener of openers) removeList(opener, masses);
}

/** Whether a link or an emphasis has more text around it: then it announces nothing. */
function isInSentence(element: TreeElement, masses: Masses): boolean {
  if (!isInline(element)) return false;
  let block = element;
  while (isInline(block) && block.parentNode !== null) block = block.parentNode;
  const { text, prose } = masses.of(block);
  return prose > 0 && masses.of(element).text < SENTENCE_SHARE_MAX * text;
}

function removeList(opener: TreeElement, masses: Masses): void {
  const isList = masses.linkedShare(opener) >= LINKED_SHARE_MIN;
  if (masses.of(opener).text > OTHERS_UNITS_MAX && !isList) return;
  let next = opener.nextSibling;
  let count = 0;
  for (let steps = 0; next !== null && steps < OTHERS_MAX; steps++) {
    const after: TreeNode | null = next.nextSibling;
    if (!isOther(next, masses)) break;
    if (isElement(next) && masses.of(next).text > 0) count++;
    next.remove();
    next = after;
  }
  if (count > 0 || isList) opener.remove();
}

/** Whether a node is a link to another story, or blank. */
function isOther(node: TreeNode, masses: Masses): boolean {
  if (!isElement(node)) return node.textContent.trim() === '';
  return masses.of(node).text === 0 || masses.linkedShare(node) >= LINKED_SHARE_MIN;
}

/** Names that only debris has. */
const SURE = wordsOf(`
  ad adbox ads adsbygoogle adv advert\\w* also-?(?:read|like)
  article-?(?:footer|meta|tools|tags|info|share|header-?meta)
  author-?(?:bio|box|card|info|profile|desc\\w*) breadcrumbs? byline\\w* commentlist comments?
  dateline disqus\\w* email-?(?:link|share|signup|form) entry-?(?:meta|footer|utility|tags|date)
  ez-toc\\w* fb-?(?:like|share|root|comments|page) follow-?(?:us|me)
  inline-?(?:related|promo|newsletter) jp-relatedposts latest-?(?:news|posts|stories)
  like-?(?:box|button) likes? mailing-?list meta most-?(?:read|popular|viewed|commented|shared)
  nav(?:bar|igation|i)? newsletter\\w* next-?(?:post|article|story) outbrain pager pagination
  popular-?posts post-?(?:meta|footer|tags|navigation|nav|info|share|ratings?|date|details)
  post-?views prev-?(?:post|article|story) read-?next reading-?time recirc\\w* recommend\\w*
  rel-?(?:posts?|articles?|stories) related\\w* respond screen-?reader-?text
  share-?(?:bar|box|buttons?|icons?|links?|list|tools|this|wrap|wrapper) shareaholic\\w*
  sharedaddy shares? sharethis\\w* sharing side-?bar\\w* sign-?up\\w* skip-?link\\w* sns\\w*
  social\\w* sponsor\\w* sr-only subscribe\\w* subscription\\w* table-?of-?contents taboola\\w*
  tag-?(?:list|cloud|links) tags toc tweet-?(?:button|this) visually-?hidden widget-area
  yarpp\\w* you-?(?:may|might)-?\\w*
`);

/** Names that parts of a text have too, and that authors of blogs use. */
const DOUBTFUL = wordsOf(`
  banner captions? carousel consent cookies? copyright credits? donat\\w* editors?-?pick\\w*
  feedback follow(?:-?us|-?me|ing)? footer gallery-?\\w* gdpr hashtags? keywords? lightbox login
  meta-?(?:info|data) modal more-?(?:from|on|news|stories|links|posts|articles) popular\\w*
  popup print-?(?:only|button|link) promo(?:s|tions?)? ratings? read-?(?:more|next|also|on)
  reply see-?also slider slideshow\\w* timestamp toolbar tools topics?-?(?:list|tags)?
  trending\\w* widgets?(?:-area)? wp-caption-text
`);

/** Parts of names that describe a layout or a tool. */
const LAYOUT = /[\s](?:elementor|has|no|not|with|without|is|wp-block)-[\w-]*/g;

/** Matches whole words, between blanks and hyphens. */
function anyOf(words: readonly string[]): RegExp {
  return new RegExp(`[\\s-](?:${words.join('|')})[\\s-]`);
}

const SURE_WORDS = anyOf(SURE);
const WORDS = anyOf([...SURE, ...DOUBTFUL]);

/** Names without parts for layouts, and with hyphens as the only separators in words. */
export function plainNames(names: string): string {
  return names.replace(LAYOUT, ' ').replace(/[_-]+/g, '-');
}
