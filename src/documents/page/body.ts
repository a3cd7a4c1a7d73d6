/**
 * Finds the text of an article on its page.
 *
 * Candidates are the element that the markup names, the result of Readability without a hint, and the text in the
 * metadata. Where the markup names an element, the rest of the page is removed before Readability cleans that element,
 * so that the text does not change with the page around it. The tree is changed and must not be used afterwards.
 */

import { Readability } from '@mozilla/readability';
import { getOrInsert } from '../../kernel/collections.js';
import { INGEST } from '../../kernel/limits.js';
import { cleanText, codePointLength, cutCodePoints } from '../../kernel/text/text.js';
import type { Genre, PageRule } from '../documents.js';
import { extractHtml } from '../html.js';
import { parseSelector } from '../selector.js';
import { containerOf, densestOf, isTextNamed, postOf } from './container.js';
import {
  isHeading,
  type Removal,
  removeDebris,
  removeMenus,
  removeOthers,
  restorePost,
  slugOf,
} from './debris.js';
import type { PageFacts } from './facts.js';
import { textOf, typesOf } from './json-ld.js';
import { hasProse, type ShownLine, shownLines, tidyText } from './lines.js';
import { Masses } from './mass.js';
import { removeNotices } from './notices.js';
import { elementsWhere, isInside, lineOf, type Tree, type TreeElement } from './tree.js';

/** The text from the page's own markup, and its HTML. */
interface Found extends PageBody {
  html: string;
}

/** With less of a hinted element's prose left than this, Readability has removed too much. */
const KEPT_SHARE_MIN = 0.7;

/** Headings that may be the headline; a page has it once or twice. */
const HEADLINES_MAX = 20;
/** Elements that a rule may select. */
const TOLD_MAX = 200;
/** Without a hint and a paragraph, a text with a larger share of links is a menu; so is such a line. */
const LINKED_SHARE_MAX = 0.3;

/** How a page is read, and its headline. */
export interface PageReading {
  title: string | null;
  genre: Genre;
  /** The operator's selectors for the parts of the page. */
  rule?: PageRule | undefined;
}

/** The text, and the HTML of the article for its links; null where the page has no text. */
export function bodyOf(
  tree: Tree,
  facts: PageFacts,
  reading: PageReading,
): { body: PageBody | null; html: string | null } {
  const told = reading.rule?.body === undefined ? null : toldBody(tree, facts, reading);
  if (told !== null) return { body: told, html: told.html };
  const found = foundBody(tree, facts, reading);
  const body = preferred(found, metadataText(facts));
  return { body, html: found?.html ?? null };
}

/** The content of the elements of a rule, without cleaning; null where there are none. */
function toldBody({ body }: Tree, facts: PageFacts, reading: PageReading): Found | null {
  const { css } = parseSelector(reading.rule!.body!);
  const elements = css === '' ? [body] : [...body.querySelectorAll(css)].slice(0, TOLD_MAX);
  const html = elements
    .filter((one) => !elements.some((other) => other !== one && isInside(one, other)))
    .map(({ innerHTML }) => `<div>${innerHTML}</div>`)
    .join('');
  const text = tidyText(shownLines(html, facts.baseUrl), { ...facts, ...reading, isApart: true });
  return text === '' ? null : { text, source: 'selector', html };
}

function foundBody(tree: Tree, facts: PageFacts, reading: PageReading): Found | null {
  const { title, genre } = reading;
  const headlines = headlinesOf(tree.body, title);
  removeNotices(tree, title);
  const removals = removeDebris(tree.body);
  if (genre === 'news') removeOthers(tree.body);
  const { bodies } = facts.microdata;
  const hint = containerOf(tree.body, bodies, genre);
  const container = hint ?? (genre === 'post' ? unnamedPost(tree.body) : null);
  const source = bodies.some((one) => one === container) ? 'microdata' : 'readability';
  const isApart =
    container !== null && headlines.some((headline) => !isInside(headline, container));
  const whole = container === null ? null : wholeHtml(container, genre, removals);
  const html =
    container === null
      ? freeHtml(tree, title)
      : genre === 'post'
        ? whole
        : hintedHtml(tree, container, title);
  if (html === null) return null;
  const lines = shownLines(html, facts.baseUrl);
  const isSure = container !== null && (source === 'microdata' || isTextNamed(container));
  const all =
    whole === null || whole === html || !isSure
      ? lines
      : restoredLines(shownLines(whole, facts.baseUrl), lines);
  const text = tidyText(all, { ...facts, ...reading, isApart });
  const isText = container !== null || hasProse(text) || linkedShareOf(html) < LINKED_SHARE_MAX;
  return text !== '' && isText ? { text, source, html } : null;
}

/** The text of a post without a named element: the element with almost all of the prose. */
function unnamedPost(body: TreeElement): TreeElement | null {
  const post = postOf(body);
  if (post !== null) return post;
  const masses = new Masses(body);
  const densest = densestOf(body, masses);
  if (densest === null || densest === body || masses.of(densest).prose === 0) return null;
  return masses.linkedShare(densest) < LINKED_SHARE_MAX ? densest : null;
}

/** The headings that repeat the headline. */
function headlinesOf(body: TreeElement, title: string | null): TreeElement[] {
  if (title === null) return [];
  const key = slugOf(title);
  const isHeadline = (element: TreeElement) =>
    isHeading(element) && slugOf(lineOf(element)) === key;
  return elementsWhere(body, isHeadline, HEADLINES_MAX);
}

/** All of a container. From a post only certain debris is removed. */
function wholeHtml(container: TreeElement, genre: Genre, removals: readonly Removal[]): string {
  if (genre === 'post') restorePost(container, removals);
  return container.innerHTML;
}

/** The result of Readability on the whole page, or else the element with most of the prose. */
function freeHtml(tree: Tree, title: string | null): string | null {
  removeMenus(tree.body);
  const masses = new Masses(tree.body);
  const densest = densestOf(tree.body, masses)?.innerHTML ?? null;
  return readableHtml(tree, title, masses) ?? densest;
}

/** The hinted element, cleaned by Readability unless that removes too much of it. */
function hintedHtml(tree: Tree, container: TreeElement, title: string | null): string {
  const own = container.innerHTML;
  const masses = new Masses(container);
  const { prose } = masses.of(container);
  isolate(tree, container);
  const cleaned = readableHtml(tree, title, masses);
  if (cleaned === null) return own;
  return unitsOf(cleaned) >= KEPT_SHARE_MIN * prose ? cleaned : own;
}

function isolate({ body }: Tree, container: TreeElement): void {
  container.remove();
  while (body.firstChild !== null) body.firstChild.remove();
  body.appendChild(container);
}

function linkedShareOf(html: string): number {
  const linked = html.match(/<a\s[^<>]*>[^<>]*/g) ?? [];
  return linked.reduce((sum, link) => sum + unitsOf(link), 0) / Math.max(1, unitsOf(html));
}

/** Code units of text in HTML without white space; exact enough for comparisons. */
function unitsOf(html: string): number {
  return html.replace(/<[^<>]*>/g, '').replace(/\s+/g, '').length;
}

/** Fewest characters of an article before Readability tries again with weaker rules. */
const LATIN_THRESHOLD = 300;
const CJK_THRESHOLD = 100;
/** Share of Han, kana and hangul in a sample above which a page counts as CJK. */
const CJK_SHARE = 0.2;
const SAMPLE_UNITS = 6000;

/**
 * Readability reads the text of every element again and again: its time grows with text times depth. Real pages are
 * far below these limits; larger pages are read by other rules.
 */
const WEIGHT_MAX = 12_000_000;
const TEXT_UNITS_MAX = 500_000;

/**
 * HTML of the article on a page without a hint, by Readability over the tree; or null. `title` is the headline, which
 * is no part of the text; `masses` are those of the body.
 *
 * The tree is changed and must not be used afterwards. Readability's thresholds are for Latin letters; Chinese and
 * Japanese texts need a third of the letters, and get lower thresholds.
 */
function readableHtml(tree: Tree, title: string | null, masses: Masses): string | null {
  if (masses.weight > WEIGHT_MAX || masses.text > TEXT_UNITS_MAX) return null;
  setTitle(tree, title ?? '');
  const charThreshold = isCjk(tree.body.textContent) ? CJK_THRESHOLD : LATIN_THRESHOLD;
  const reader = new Readability<TreeElement>(tree as never, {
    charThreshold,
    disableJSONLD: true,
    keepClasses: true,
    serializer: (node) => node as unknown as TreeElement,
  });
  try {
    const content = reader.parse()?.content;
    return content ? content.innerHTML : null;
  } catch {
    // Readability throws where the tree has too many nodes to be parsed again.
    return null;
  }
}

function setTitle(tree: Tree, title: string): void {
  const element = tree.createElement('title');
  element.textContent = title;
  tree.head.appendChild(element);
}

/** Whether a text is mostly written without spaces between words. */
function isCjk(text: string): boolean {
  const sample = text.slice(0, SAMPLE_UNITS);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const cjk =
    sample.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)
      ?.length ?? 0;
  return letters > 0 && cjk / letters > CJK_SHARE;
}

/**
 * The cleaned lines, with the lines of `whole` between them that are no links.
 *
 * Cleaning finds the beginning and the end of a text. Inside the text it also removes headings, tables and short
 * paragraphs; but debris without a name consists of links.
 */
function restoredLines(whole: readonly ShownLine[], cleaned: readonly ShownLine[]): ShownLine[] {
  const places = placesOf(whole);
  const lines: ShownLine[] = [];
  let from = -1;
  let isBegun = false;
  for (const line of cleaned) {
    const at = placeAfter(places.get(line.text), from);
    if (at === null) {
      // Cleaning has joined or split lines: the position in `whole` is not known.
      from = -1;
      lines.push(line);
      continue;
    }
    // A line before the first paragraph may be a byline.
    if (from >= 0 && isBegun) lines.push(...whole.slice(from + 1, at).filter(isText));
    lines.push(line);
    from = at;
    isBegun ||= hasProse(line.text);
  }
  return lines;
}

function isText({ linkedShare }: ShownLine): boolean {
  return linkedShare <= LINKED_SHARE_MAX;
}

/** Positions of each text, the last position first. */
function placesOf(lines: readonly ShownLine[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let at = lines.length - 1; at >= 0; at--) {
    const { text } = lines[at]!;
    getOrInsert(places, text, () => []).push(at);
  }
  return places;
}

/** The first position after `from`; removes it and the positions before it. */
function placeAfter(places: number[] | undefined, from: number): number | null {
  while (places !== undefined && places.length > 0) {
    const at = places.pop()!;
    if (at > from) return at;
  }
  return null;
}

type BodySource = 'json-ld' | 'microdata' | 'readability' | 'selector';

export interface PageBody {
  text: string;
  source: BodySource;
}

/** Fewest code points of a text that is longer than a teaser. */
const TEXT_MIN = 200;
/** With a smaller share of the metadata's text, the page's text counts as incomplete. */
const SHOWN_SHARE_MIN = 0.6;
/** With a larger share, it counts as polluted: most markup adds captions and notes. */
const SHOWN_SHARE_MAX = 2;
/** Ends of truncated metadata. */
const CUT_END = /(?:…|\.\.\.|\[…\]|\[\.\.\.\])\s*$/;
/** Length of the probes by which one text is searched in the other. */
const PROBE_UNITS = 40;
const PROBES = 8;

/** The article's text in the page's JSON-LD; null where the JSON-LD holds no whole text. */
export function metadataText(facts: PageFacts): PageBody | null {
  const { article } = facts.jsonLd;
  if (article === null) return null;
  const raw = textOf(article.articleBody) ?? (isPosting(facts) ? textOf(article.text) : null);
  if (raw === null || raw.length < TEXT_MIN) return null;
  const text = /<(?:p|br|div)\b|&(?:[a-z]{2,8}|#\w{1,7});/i.test(raw)
    ? extractHtml(raw.replaceAll('&lt;', '<').replaceAll('&gt;', '>'), facts.baseUrl).text
    : cutCodePoints(cleanText(raw, 'body').replace(/\n\s*\n/g, '\n'), INGEST.bodyMax);
  return text === '' || CUT_END.test(text.slice(-20)) ? null : { text, source: 'json-ld' };
}

function isPosting({ jsonLd }: PageFacts): boolean {
  return (
    jsonLd.article !== null && typesOf(jsonLd.article).some((type) => type.endsWith('posting'))
  );
}

/** The better of the shown text and the text of the metadata. */
function preferred<T extends PageBody>(
  shown: T | null,
  metadata: PageBody | null,
): PageBody | null {
  if (shown === null || metadata === null) return shown ?? metadata;
  const share = lengthOf(shown.text) / Math.max(1, lengthOf(metadata.text));
  if (share < SHOWN_SHARE_MIN) return metadata;
  // Metadata whose end is far from the end of the shown text is truncated.
  if (share > SHOWN_SHARE_MAX) return isSpread(metadata.text, shown.text) ? metadata : shown;
  return agree(shown.text, metadata.text) ? shown : metadata;
}

/** Number of code points without white space. */
function lengthOf(text: string): number {
  return codePointLength(text.replace(/\s+/g, ''));
}

/** Whether at least two probes of the metadata occur in the shown text. */
function agree(shown: string, metadata: string): boolean {
  return probesOf(metadata).filter((probe) => keyOf(shown).includes(probe)).length >= 2;
}

/** Whether the end of the short text is near the end of the long text, or does not occur in it. */
function isSpread(short: string, long: string): boolean {
  const whole = keyOf(long);
  const probes = probesOf(short);
  const first = whole.indexOf(probes[0] ?? '');
  const last = whole.indexOf(probes.at(-1) ?? '');
  return first < 0 || last < 0 || last > 0.8 * whole.length;
}

/** Pieces of the text, at equal distances. */
function probesOf(text: string): string[] {
  const key = keyOf(text);
  const step = Math.max(1, Math.floor((key.length - PROBE_UNITS) / (PROBES - 1)));
  return Array.from({ length: PROBES }, (_, at) => key.slice(at * step, at * step + PROBE_UNITS));
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
