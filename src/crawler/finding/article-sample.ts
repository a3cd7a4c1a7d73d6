/**
 * Opens one article and says what would be kept of it.
 */
import type { FeedItem, PageDocument, Stamp } from '../../documents/documents.js';
import { extractHtml } from '../../documents/html.js';
import { LINK_LOCATIONS, type LinkLocation } from '../../kernel/model/records.js';
import { codePointLength, cutCodePoints } from '../../kernel/text/text.js';
import type { Looker } from './looker.js';

/** What is shown of a text. */
const START_CHARS = 160;

/** One article as it would be stored. */
export interface ArticleSample {
  url: string;
  title: string | null;
  authors: string[];
  published: Stamp | null;
  modified: Stamp | null;
  section: string | null;
  image: string | null;
  keywords: string[];
  bodyFrom: 'page' | 'feed' | null;
  bodyState: PageDocument['bodyState'] | 'not-read';
  bodyChars: number;
  bodyStart: string;
  links: { [location in LinkLocation]: number };
  /** Why the page could not be read; null where it could. */
  fault: string | null;
}

export const ROBOTS_REFUSAL =
  'robots.txt, which counts without `obeyRobots = false`, forbids this page';

/** What a listing says about the article already. */
export type Listed = Pick<FeedItem, 'url' | 'title' | 'published'> &
  Partial<Pick<FeedItem, 'authors' | 'content' | 'summary' | 'image' | 'updated'>>;

/** The article behind an item: its page, and what the item says where the page does not. */
export async function sampleOf(looker: Looker, item: Listed): Promise<ArticleSample> {
  const { allows } = await looker.robotsOf(item.url);
  if (!looker.ignoresRobots && !allows(item.url)) return withoutPage(item, ROBOTS_REFUSAL);
  const look = await looker.look(item.url, 'page');
  if (look.kind === 'page') return sampleOfPage(item, look.document, look.url);
  const why = look.kind === 'nothing' ? look.why : `the address of the article is a ${look.kind}`;
  return withoutPage(item, why);
}

/** An article whose page has been read. */
export function sampleOfPage(item: Listed, page: PageDocument, url: string): ArticleSample {
  const { published, modified, section, image, keywords, body, bodyState, links } = page;
  return {
    url: page.canonicalUrl ?? url,
    title: page.title ?? item.title,
    authors: page.authors.length > 0 ? page.authors : (item.authors ?? []),
    published: published ?? item.published,
    modified: modified ?? item.updated ?? null,
    section,
    image: image ?? item.image ?? null,
    keywords,
    bodyFrom: body === null ? null : 'page',
    bodyState,
    ...measured(body ?? ''),
    links: byLocation(links),
    fault: null,
  };
}

function withoutPage(item: Listed, fault: string): ArticleSample {
  const html = item.content ?? '';
  const { text, links } = extractHtml(html, item.url);
  return {
    url: item.url,
    title: item.title,
    authors: item.authors ?? [],
    published: item.published,
    modified: item.updated ?? null,
    section: null,
    image: item.image ?? null,
    keywords: [],
    bodyFrom: text === '' ? null : 'feed',
    bodyState: 'not-read',
    ...measured(text),
    links: byLocation(links),
    fault,
  };
}

function measured(text: string): Pick<ArticleSample, 'bodyChars' | 'bodyStart'> {
  const start = cutCodePoints(text, START_CHARS).replace(/\s+/g, ' ');
  return { bodyChars: codePointLength(text), bodyStart: start };
}

function byLocation(links: PageDocument['links']): ArticleSample['links'] {
  const counts = Object.fromEntries(LINK_LOCATIONS.map((location) => [location, 0]));
  for (const { location } of links) counts[location]! += 1;
  return counts as ArticleSample['links'];
}

/** Code points of the longest text that an item of a feed carries. */
export function itemChars(item: Pick<FeedItem, 'content' | 'summary' | 'url'>): number {
  const html = item.content ?? item.summary ?? '';
  return codePointLength(extractHtml(html, item.url).text);
}
