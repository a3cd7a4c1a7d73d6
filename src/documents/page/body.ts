/**
 * Finds the text of an article on its page.
 *
 * Candidates are the element that the markup points at, what Readability finds without a hint, and
 * the text that the metadata carries. Where the markup points, the rest of the page is cut off
 * before Readability cleans what is left: so the text does not change with what stands around it.
 * The tree is used up.
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

/** What the page's own markup gives: the text and the HTML that it was made of. */
interface Found extends PageBody {
  html: string;
}

/** Readability has cleaned too much where it leaves less of a hinted element's prose than this. */
const KEPT_SHARE_MIN = 0.7;

/** A page has its headline once or twice. */
const HEADLINES_MAX = 20;
/** Elements that a rule may join. */
const TOLD_MAX = 200;
/** Without a hint and without a long line, a text with more in links is a menu; and so is a line with more. */
const LINKED_SHARE_MAX = 0.3;

/** What a page is read as, and its headline. */
export interface PageReading {
  title: string | null;
  genre: Genre;
  /** Where the source's operator says that the text stands. */
  rule?: PageRule | undefined;
}

/** The text, and the HTML of the article for its links; null where the page has none. */
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

/** What stands in the elements of a rule, cleaned of nothing; null where there are none. */
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

/** Where no name says which element is the text of a post: the one that has next to all of it. */
function unnamedPost(body: TreeElement): TreeElement | null {
  const post = postOf(body);
  if (post !== null) return post;
  const masses = new Masses(body);
  const densest = densestOf(body, masses);
  if (densest === null || densest === body || masses.of(densest).prose === 0) return null;
  return masses.linkedShare(densest) < LINKED_SHARE_MAX ? densest : null;
}

/** Headings that are the headline. */
function headlinesOf(body: TreeElement, title: string | null): TreeElement[] {
  if (title === null) return [];
  const key = slugOf(title);
  const isHeadline = (element: TreeElement) =>
    isHeading(element) && slugOf(lineOf(element)) === key;
  return elementsWhere(body, isHeadline, HEADLINES_MAX);
}

/** All of a container. A post is as it was written, cleaned of nothing but sure debris. */
function wholeHtml(container: TreeElement, genre: Genre, removals: readonly Removal[]): string {
  if (genre === 'post') restorePost(container, removals);
  return container.innerHTML;
}

/** What Readability finds on the whole page; else the element with most of the prose. */
function freeHtml(tree: Tree, title: string | null): string | null {
  removeMenus(tree.body);
  const masses = new Masses(tree.body);
  const densest = densestOf(tree.body, masses)?.innerHTML ?? null;
  return readableHtml(tree, title, masses) ?? densest;
}

/** The hinted element, cleaned by Readability unless that takes too much of it. */
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

/** Code units of text in HTML, white space aside; near enough for comparing. */
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
 * Readability reads the text of every element again and again: its time grows with text times
 * depth. Real pages are far below; what is above is read by other rules.
 */
const WEIGHT_MAX = 12_000_000;
const TEXT_UNITS_MAX = 500_000;

/**
 * Finds the article of a page that no markup points at: Readability over the tree.
 *
 * The tree is used up. Readability counts letters and Latin habits; a page in Chinese or Japanese
 * says as much in a third of the letters, and gets thresholds in proportion.
 *
 * HTML of the article, or null. `title` is the headline, which is no part of the text; `masses` are
 * those of all that the body holds.
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
    // It throws where the tree has too many nodes to be parsed again.
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
 * Puts back the lines that cleaning has taken out of the middle of a text.
 *
 * Cleaning knows where a text begins and ends. Inside of it, it takes headings, tables and short
 * paragraphs for debris; but debris that has no name is made of links.
 *
 * The cleaned lines, with those of `whole` between them that are no links.
 */
function restoredLines(whole: readonly ShownLine[], cleaned: readonly ShownLine[]): ShownLine[] {
  const places = placesOf(whole);
  const lines: ShownLine[] = [];
  let from = -1;
  let isBegun = false;
  for (const line of cleaned) {
    const at = placeAfter(places.get(line.text), from);
    if (at === null) {
      // Cleaning has joined or parted lines: what stands here cannot be told.
      from = -1;
      lines.push(line);
      continue;
    }
    // What stands before the first paragraph may as well be a byline.
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

/** Where each text stands, the last place first. */
function placesOf(lines: readonly ShownLine[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (let at = lines.length - 1; at >= 0; at--) {
    const { text } = lines[at]!;
    getOrInsert(places, text, () => []).push(at);
  }
  return places;
}

/** The first place behind `from`; the places before it are used up. */
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

/** Fewest code points of a text that is more than a teaser. */
const TEXT_MIN = 200;
/** The page's text is taken for broken where it has less of the metadata's than this. */
const SHOWN_SHARE_MIN = 0.6;
/** And for polluted where it has more; most markup adds captions and notes. */
const SHOWN_SHARE_MAX = 2;
/** What metadata is cut off with. */
const CUT_END = /(?:…|\.\.\.|\[…\]|\[\.\.\.\])\s*$/;
/** Length of the probes by which one text is looked for in the other. */
const PROBE_UNITS = 40;
const PROBES = 8;

/**
 * The text of an article that the page's JSON-LD carries, and when it is better than what shows.
 *
 * The article's text as its metadata has it; null where that is no whole text.
 */
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

/** The better one of what the page shows and what its metadata says. */
function preferred<T extends PageBody>(
  shown: T | null,
  metadata: PageBody | null,
): PageBody | null {
  if (shown === null || metadata === null) return shown ?? metadata;
  const share = lengthOf(shown.text) / Math.max(1, lengthOf(metadata.text));
  if (share < SHOWN_SHARE_MIN) return metadata;
  // Metadata that is only the beginning of what the page shows has been cut.
  if (share > SHOWN_SHARE_MAX) return isSpread(metadata.text, shown.text) ? metadata : shown;
  return agree(shown.text, metadata.text) ? shown : metadata;
}

/** Code points without white space. */
function lengthOf(text: string): number {
  return codePointLength(text.replace(/\s+/g, ''));
}

/** Whether the texts share a good part of each other. */
function agree(shown: string, metadata: string): boolean {
  return probesOf(metadata).filter((probe) => keyOf(shown).includes(probe)).length >= 2;
}

/** Whether the end of the short text stands near the end of the long one, or nowhere. */
function isSpread(short: string, long: string): boolean {
  const whole = keyOf(long);
  const probes = probesOf(short);
  const first = whole.indexOf(probes[0] ?? '');
  const last = whole.indexOf(probes.at(-1) ?? '');
  return first < 0 || last < 0 || last > 0.8 * whole.length;
}

/** Pieces of the text from its beginning to its end. */
function probesOf(text: string): string[] {
  const key = keyOf(text);
  const step = Math.max(1, Math.floor((key.length - PROBE_UNITS) / (PROBES - 1)));
  return Array.from({ length: PROBES }, (_, at) => key.slice(at * step, at * step + PROBE_UNITS));
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
