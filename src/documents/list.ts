/**
 * Reads list pages and portals by selectors that an operator wrote for them.
 *
 * Invariants: an invalid selector, or an item selector without a match, is a fault that names the selector,
 * because either may mean that the site has changed. An item without an address or a title is dropped with its
 * reason. Work is bounded as for pages.
 */
import { INGEST } from '../kernel/limits.js';
import { cleanCut } from '../kernel/text/text.js';
import { canonicalUrl } from '../kernel/text/url.js';
import { decodeDocument } from './charset.js';
import { type DateManner, mannerBy } from './date-manner.js';
import type {
  DocumentFault,
  Dropped,
  DropReason,
  ListDocument,
  ListRule,
  PortalDocument,
  PortalRule,
  PortalStoryEntry,
  RawDocument,
  ReadingRules,
  Stamp,
  StoriesDocument,
} from './documents.js';
import { faultOf, OVERFLOWS, refusal } from './fault.js';
import { absoluteUrl, metaValue } from './page/facts.js';
import { type PageHead, scanPage } from './page/scan.js';
import { selectedStamp } from './page/told.js';
import { lineOf, type TreeElement } from './page/tree.js';
import { checkSelector, parseSelector, selectedText, selectedUrl } from './selector.js';

export { checkSelector } from './selector.js';

export interface ListOptions {
  /** Zone of times that name none. */
  zoneOffsetMs: number;
  itemsMax: number;
  rules?: ReadingRules | undefined;
}

const DROPPED_TEXT_MAX = 300;
const IMAGE_ATTRIBUTES = ['data-src', 'data-original', 'src', 'content', 'href'];
const LINK_ATTRIBUTES = ['href'];

interface Opened {
  body: TreeElement;
  head: PageHead;
  baseUrl: string;
  charset: string;
  dates: DateManner;
  options: ListOptions;
}

/** The entries of a list page. */
export function readList(
  raw: RawDocument,
  rule: ListRule,
  options: ListOptions,
): ListDocument | DocumentFault {
  return guarded(raw, rule, options, (page) => listOf(page, rule));
}

/** The topics that a portal lists, each with its stories in the list. */
export function readPortal(
  raw: RawDocument,
  rule: PortalRule,
  options: ListOptions,
): PortalDocument | DocumentFault {
  return guarded(raw, rule, options, (page) => portalOf(page, rule));
}

/** The stories on the page of one topic. */
export function readStories(
  raw: RawDocument,
  rule: PortalRule,
  options: ListOptions,
): StoriesDocument | DocumentFault {
  return guarded(raw, rule, options, (page) => storiesPageOf(page, rule));
}

function guarded<T>(
  raw: RawDocument,
  rule: ListRule | PortalRule,
  options: ListOptions,
  read: (page: Opened) => T | DocumentFault,
): T | DocumentFault {
  const invalid = invalidSelector(rule);
  if (invalid !== null) return faultOf('selector', invalid);
  try {
    const page = opened(raw, options);
    return 'kind' in page ? page : read(page);
  } catch (error) {
    return faultOf('broken', `The page cannot be read: ${String(error).slice(0, 200)}`);
  }
}

/** The first invalid selector of a rule, with the reason. */
function invalidSelector(rule: ListRule | PortalRule): string | null {
  for (const [key, selector] of Object.entries(rule)) {
    // The identity of a portal item is the plain name of an attribute.
    if (selector === undefined || key === 'id') continue;
    const message = checkSelector(selector as string);
    if (message !== null) return `${key} "${selector}": ${message}`;
  }
  return null;
}

function opened(raw: RawDocument, options: ListOptions): Opened | DocumentFault {
  if (raw.bytes.length === 0) return faultOf('empty', 'The page is empty.');
  const { text, charset } = decodeDocument(raw, 'html', options.rules?.charset);
  const refused = refusal(raw, text);
  if (refused !== null) return refused;
  const { tree, head, overflow } = scanPage(text, { allAttributes: true });
  if (tree === null) {
    const reason = overflow ?? 'too-large';
    return faultOf(reason, OVERFLOWS[reason]);
  }
  const baseUrl = absoluteUrl(head.base, raw.url) ?? raw.url;
  const dates = mannerBy(options.rules, head.language);
  return { body: tree.body, head, baseUrl, charset, dates, options };
}

/** The elements of a selector; a fault where there are none. */
function elementsOf({ body }: Opened, key: string, selector: string) {
  const items = [...body.querySelectorAll(selector)];
  if (items.length > 0) return items;
  return faultOf('selector', `${key} "${selector}" matches nothing on the page.`);
}

/** Calls `make` for each item of a page with an address and a title. */
function itemsOf<T>(
  page: Opened,
  rule: ListRule | PortalRule,
  make: (element: TreeElement, url: string, title: string) => T,
): Pick<Collector<T>, 'items' | 'dropped'> | DocumentFault {
  const elements = elementsOf(page, 'item', rule.item);
  if (!Array.isArray(elements)) return elements;
  const collected = new Collector<T>(page.options.itemsMax);
  for (const element of elements) {
    const title = titleOf(element, rule.title, rule.link);
    const what = lineOf(element, DROPPED_TEXT_MAX);
    collected.add(linkOf(page, element, rule.link), title, what, (address, headline) =>
      make(element, address, headline),
    );
  }
  return collected;
}

function listOf(page: Opened, rule: ListRule): ListDocument | DocumentFault {
  const found = itemsOf(page, rule, (element, url, title): ListDocument['items'][number] => ({
    ...{ url, title, published: stampOf(page, element, rule.date) },
    summary: cleaned(selectedText(element, rule.summary), 10 * INGEST.summaryMax),
    image: selectedUrl(element, rule.image, page.baseUrl, IMAGE_ATTRIBUTES),
    authors: [cleaned(selectedText(element, rule.author), INGEST.authorMax)].filter(
      (author) => author !== null,
    ),
  }));
  if ('kind' in found) return found;
  const { items, dropped } = found;
  return { kind: 'list', items, nextUrl: nextOf(page, rule.next), charset: page.charset, dropped };
}

function portalOf(page: Opened, rule: PortalRule): PortalDocument | DocumentFault {
  const found = itemsOf(page, rule, (element, url, title): PortalDocument['items'][number] => ({
    ...{ id: identityOf(element, rule.id) ?? url, title, url },
    image: selectedUrl(element, rule.image, page.baseUrl, IMAGE_ATTRIBUTES),
    sponsored: rule.sponsored !== undefined && isSponsored(element, rule.sponsored),
    stories: rule.story === undefined ? [] : storiesOf(page, element, rule, rule.story),
  }));
  if ('kind' in found) return found;
  const { items, dropped } = found;
  return { kind: 'portal', items, nextUrl: nextOf(page, rule.next), dropped };
}

function storiesPageOf(page: Opened, rule: PortalRule): StoriesDocument | DocumentFault {
  if (rule.story === undefined) {
    return faultOf('selector', 'The rule has no selector for stories.');
  }
  const elements = elementsOf(page, 'story', rule.story);
  if (!Array.isArray(elements)) return elements;
  const { head, baseUrl } = page;
  const title = metaValue(head.metas, 'og:title') ?? head.title;
  return {
    kind: 'stories',
    title: cleaned(title, INGEST.titleMax),
    image: absoluteUrl(metaValue(head.metas, 'og:image'), baseUrl),
    stories: storiesOf(page, page.body, rule, rule.story),
    nextUrl: nextOf(page, rule.next),
  };
}

/** The stories inside an element, without repeats. */
function storiesOf(
  page: Opened,
  root: TreeElement,
  rule: PortalRule,
  selector: string,
): PortalStoryEntry[] {
  const byUrl = new Map<string, PortalStoryEntry>();
  for (const story of root.querySelectorAll(selector)) {
    const url = linkOf(page, story, rule.storyLink ?? 'a[href]');
    if (url === null || byUrl.has(url)) continue;
    const title = titleOf(story, rule.storyTitle, rule.storyLink ?? 'a[href]');
    byUrl.set(url, { url, title, published: stampOf(page, story, rule.storyDate) });
    if (byUrl.size >= Math.min(page.options.itemsMax, INGEST.storiesMax)) break;
  }
  return [...byUrl.values()];
}

function linkOf({ baseUrl }: Opened, element: TreeElement, selector: string): string | null {
  const url = selectedUrl(element, selector, baseUrl, LINK_ATTRIBUTES);
  return url === null ? null : canonicalUrl(url);
}

/** The title that a selector reads; without a selector the text of the link, or its `title`. */
function titleOf(element: TreeElement, selector: string | undefined, link: string): string | null {
  if (selector !== undefined) return cleaned(selectedText(element, selector), INGEST.titleMax);
  const plain = parseSelector(link).css;
  const text = selectedText(element, plain) ?? selectedText(element, `${plain}@title`);
  return cleaned(text, INGEST.titleMax);
}

function stampOf(page: Opened, element: TreeElement, selector: string | undefined): Stamp | null {
  return selectedStamp(element, selector, page.options.zoneOffsetMs, page.dates);
}

function identityOf(element: TreeElement, attribute: string | undefined): string | null {
  if (attribute === undefined) return null;
  return cleaned(element.getAttribute(attribute.replace(/^@/, '')), INGEST.urlMax);
}

function isSponsored(element: TreeElement, selector: string): boolean {
  if (element.matches(selector)) return true;
  for (const _ of element.querySelectorAll(selector)) return true;
  return false;
}

function nextOf({ body, baseUrl }: Opened, selector: string | undefined): string | null {
  return selectedUrl(body, selector, baseUrl, LINK_ATTRIBUTES);
}

function cleaned(text: string | null, max: number): string | null {
  return cleanCut(text ?? '', 'line', max) || null;
}

/** Collects items with an address and a title, each address once; the others with the reason. */
class Collector<T> {
  readonly items: T[] = [];
  readonly dropped: Dropped[] = [];
  readonly #max: number;
  readonly #urls = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  add(
    url: string | null,
    title: string | null,
    what: string,
    make: (url: string, title: string) => T,
  ): void {
    if (url === null) this.#drop('no-address', title ?? what);
    else if (title === null) this.#drop('no-title', url);
    else if (this.#urls.has(url)) this.#drop('repeated', url);
    else if (this.items.length >= this.#max) this.#drop('too-many', url);
    else {
      this.#urls.add(url);
      this.items.push(make(url, title));
    }
  }

  #drop(reason: DropReason, what: string): void {
    this.dropped.push({ reason, what: cleanCut(what, 'line', DROPPED_TEXT_MAX) });
  }
}
