/**
 * Finds the element with the text of an article by the markup: microdata, names that content management systems give,
 * `article` and `main`.
 *
 * A hint is used only where it holds most of the page's prose, because lists of teasers have many such hints.
 */
import type { Genre } from '../documents.js';
import { Masses } from './mass.js';
import { childrenOf, elementsOf, isInside, namesOf, type TreeElement } from './tree.js';

/**
 * Names of an element that holds only the text. Component builders append a word and a hash to names; names that
 * lists have as well must match to their end.
 */
const BODY_NAMES = new RegExp(
  `[\\s_-](?:${[
    '(?:article|story|post|entry|news|blog|single|page|detail|text|main)[_-]{0,2}(?:body|contents?|text|txt|copy|main-?content|inner|detail|paragraphs?)',
    'body-?(?:copy|text|content)',
    'content-?(?:body|text|article)',
    'rich-?text',
    'markdown-body',
    'caas-body',
    'editor-?content',
    'cms-?content',
    '(?:gh|the|available|full|md|markdown|notion-page|post-full|post-main|entry-main)-?content',
    'markdown-section',
  ].join('|')})(?:[_-]{1,2}\\w{1,20}){0,3}\\s|[\\s_-](?:e-content|prose|markup|markdown)\\s`,
);
/** Names of the text, or of the text with everything around it. */
const WHOLE_NAMES = /[\s_-](?:entry|story|article)\s/;
/** Names of elements with a whole post and its headline; `main` is one too. */
const POST_NAMES = /\s(?:hentry|h-entry|(?:blog-?)?post|(?:type|single|blog)-post|post-?single)\s/;
/** Share of the page's prose that a hint must hold. */
const PROSE_SHARE_MIN = 0.35;
/** Share of all of the page's text that suffices without that prose. */
const TEXT_SHARE_MIN = 0.35;
/** Share of the prose of all marked elements that a single one must hold to be the article. */
const PART_SHARE_MIN = 0.6;
/** Share of a holder's prose that an inner element must hold to be chosen. */
const INNER_SHARE_MIN = 0.85;
/** The same where the holder's name does not mean text: it may hold a lead and notes on the author too. */
const NAMED_SHARE_MIN = 0.7;

const HOLDERS = new Set(['div', 'section', 'article', 'td']);

/** The element with the text, or null where no hint is good enough. */
export function containerOf(
  body: TreeElement,
  marked: readonly TreeElement[],
  genre: Genre,
): TreeElement | null {
  const masses = new Masses(body);
  const whole = masses.of(body).prose;
  const holder = holderOf(
    marked.filter((one) => isInside(one, body)),
    body,
    masses,
  );
  if (holder !== null && (whole === 0 || isMost(holder, masses, whole))) return holder;
  if (whole === 0) return null;
  const isHint = (element: TreeElement) =>
    isTextNamed(element)
      ? isMost(element, masses, whole) || isMostText(element, masses)
      : element.localName === 'article' && isMost(element, masses, whole);
  const candidates = [...elementsOf(body)].filter(isHint);
  return innermost(candidates, masses, genre);
}

/** Whether the name of the element says that it holds the text. */
export function isTextNamed(element: TreeElement): boolean {
  if (!HOLDERS.has(element.localName)) return false;
  const names = namesOf(element);
  return BODY_NAMES.test(names) || WHOLE_NAMES.test(names);
}

/** The element of a whole post where no name marks its text, or null. */
export function postOf(body: TreeElement): TreeElement | null {
  const masses = new Masses(body);
  const whole = masses.of(body).prose;
  if (whole === 0) return null;
  const named: TreeElement[] = [];
  for (const element of elementsOf(body)) {
    const { localName } = element;
    const isMain = localName === 'main' || element.getAttribute('role') === 'main';
    const isPost = HOLDERS.has(localName) && POST_NAMES.test(namesOf(element));
    if ((isMain || isPost) && isMost(element, masses, whole)) named.push(element);
  }
  return innermost(named, masses, 'post');
}

function isMost(element: TreeElement, masses: Masses, whole: number): boolean {
  return masses.of(element).prose >= PROSE_SHARE_MIN * whole;
}

/** Whether an element holds most of the text: a text of lists and short lines has little prose. */
function isMostText(element: TreeElement, masses: Masses): boolean {
  const { text, prose } = masses.of(element);
  return prose > 0 && text >= TEXT_SHARE_MIN * masses.text;
}

/** The largest of the marked elements, or the common parent where the text is marked in parts. */
function holderOf(
  marked: readonly TreeElement[],
  body: TreeElement,
  masses: Masses,
): TreeElement | null {
  const best = largest(marked, masses);
  if (best === null) return null;
  const outer = marked.filter(
    (one) => !marked.some((other) => other !== one && isInside(one, other)),
  );
  const sum = outer.reduce((total, one) => total + masses.of(one).prose, 0);
  if (masses.of(best).prose >= PART_SHARE_MIN * sum) return best;
  let around: TreeElement = best;
  while (around !== body && !outer.every((one) => isInside(one, around))) {
    around = around.parentNode ?? body;
  }
  return around === body ? best : around;
}

/** The innermost element with almost all of the prose, or of the text where there is no prose. */
export function densestOf(body: TreeElement, masses: Masses): TreeElement | null {
  const kind = masses.of(body).prose > 0 ? 'prose' : 'text';
  if (masses.of(body)[kind] === 0) return null;
  let at = body;
  for (;;) {
    const wanted = INNER_SHARE_MIN * masses.of(at)[kind];
    const inner = childrenOf(at).find((child) => masses.of(child)[kind] >= wanted);
    if (inner === undefined || inner.localName === 'p') return at;
    at = inner;
  }
}

function largest(elements: readonly TreeElement[], masses: Masses): TreeElement | null {
  let best: TreeElement | null = null;
  for (const element of elements) {
    if (best === null || masses.of(element).prose > masses.of(best).prose) best = element;
  }
  return best;
}

/**
 * The innermost of nested candidates, outer ones first, that loses little of the outer ones' prose. The lead
 * of a news article is part of it; the lead beside a post only repeats the post.
 */
function innermost(
  candidates: readonly TreeElement[],
  masses: Masses,
  genre: Genre,
): TreeElement | null {
  let best: TreeElement | null = null;
  for (const element of candidates) {
    if (best === null) best = element;
    else if (isInside(element, best)) {
      const isWhole = genre === 'post' && !BODY_NAMES.test(namesOf(best));
      const shareMin = isWhole ? NAMED_SHARE_MIN : INNER_SHARE_MIN;
      if (masses.of(element).prose >= shareMin * masses.of(best).prose) best = element;
    } else if (masses.of(element).prose > masses.of(best).prose) best = element;
  }
  return best;
}
