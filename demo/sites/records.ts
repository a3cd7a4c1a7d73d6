/**
 * Reads ingest lines as data of sites: owners, articles, topics.
 *
 * Invariants: all addresses become those of the site (`localOf`), in the HTML of texts too; a later line
 * of an article is laid over the earlier one, as ingest does. Lines are trusted: they come from the
 * generator or from files that ingest accepts.
 */
import { ZONE_OFFSET_MS } from '../../src/kernel/clock.js';
import { PLACE } from '../../src/kernel/current-place.js';
import { linkedHtml } from './article-text.js';
import type { SiteArticle, SiteOwner, SiteTopic } from './content.js';

export type SiteLine = Readonly<Record<string, unknown>> & { kind: string };

/** Returns the address on a local site for an original one; unknown addresses stay unchanged. */
export type LocalOf = (url: string) => string;

interface LineLink {
  url: string;
  anchor: string;
  location: string;
}

/** The text of a post within a page with other content. */
const ENTRY = /<div class="entry-content">([\s\S]*)<\/div><\/article>/;
const HREF = /(href=")([^"]+)(")/g;
const LATIN_TITLE = /^[\x20-\x7e]*$/;

/** An aggregator writes the language of the place. */
const IS_CHINESE = PLACE.language.startsWith('zh');

/** The owner of a line of kind `media` or `blog`. */
export function ownerOf(line: SiteLine, localOf: LocalOf): SiteOwner {
  const isBlog = line.kind === 'blog';
  const title = text(isBlog ? line.name : line.title) ?? '';
  const address = text(isBlog ? line.sourceUrl : line.homepage) ?? '';
  const isEnglish = isBlog
    ? LATIN_TITLE.test(title + (text(line.description) ?? ''))
    : text(line.countryCode) !== 'TW' && (line.sourceKind !== 'discovery' || !IS_CHINESE);
  return {
    kind: isBlog ? 'blog' : line.sourceKind === 'discovery' ? 'discovery' : 'media',
    key: text(isBlog ? line.slug : line.media) ?? '',
    title,
    description: text(line.description) ?? title,
    home: localOf(address),
    language: isEnglish ? 'en' : 'zh',
    zoneOffsetMs: isBlog && isEnglish ? 0 : ZONE_OFFSET_MS,
    friends: [],
  };
}

/** The article of a line of kind `news` or `post`, laid over its former version. */
export function articleOf(
  line: SiteLine,
  known: SiteArticle | null,
  localOf: LocalOf,
): SiteArticle {
  return line.kind === 'post' ? postOf(line, localOf) : newsOf(line, known, localOf);
}

function newsOf(line: SiteLine, known: SiteArticle | null, localOf: LocalOf): SiteArticle {
  const observedMs = instant(line.observedAt) ?? 0;
  const publishedMs = instant(line.publishedAt) ?? known?.publishedMs ?? null;
  const isDay = text(line.publishedPrecision) === 'day' || known?.precision === 'day';
  const ownMs = publishedMs === null || isDay ? observedMs : publishedMs;
  const image = text(line.image);
  return {
    url: localOf(text(line.url) ?? ''),
    title: text(line.title) ?? known?.title ?? '',
    description: text(line.description) ?? known?.description ?? null,
    publishedMs,
    precision: isDay ? 'day' : 'second',
    visibleMs: known?.visibleMs ?? ownMs,
    changedMs: known === null ? ownMs : observedMs,
    section: text(line.section) ?? known?.section ?? null,
    image: image === null ? (known?.image ?? null) : localOf(image),
    authors: texts(line.authors) ?? known?.authors ?? [],
    tags: texts(line.tags) ?? known?.tags ?? [],
    body: text(line.body) ?? known?.body ?? null,
    html: null,
    publisher: null,
  };
}

function postOf(line: SiteLine, localOf: LocalOf): SiteArticle {
  const observedMs = instant(line.observedAt) ?? 0;
  const publishedMs = instant(line.publishedAt);
  const ownMs = publishedMs ?? observedMs;
  const author = text(line.author);
  const image = text(line.imageUrl);
  return {
    url: localOf(text(line.url) ?? ''),
    title: text(line.title) ?? '',
    description: text(line.summary),
    publishedMs,
    precision: 'second',
    visibleMs: ownMs,
    changedMs: ownMs,
    section: null,
    image: image === null ? null : localOf(image),
    authors: author === null ? [] : [author],
    tags: texts(line.labels) ?? [],
    body: null,
    html: entryHtml(line, localOf),
    publisher: null,
  };
}

/** The text of a post; the page's layout adds links around it. */
function entryHtml(line: SiteLine, localOf: LocalOf): string {
  const whole = text(line.html);
  if (whole === null) {
    const links = ((line.links ?? []) as LineLink[]).filter(({ location }) => location === 'body');
    const local = links.map(({ url, anchor }) => ({ url: localOf(url), anchor }));
    return linkedHtml(text(line.body) ?? '', local);
  }
  const entry = ENTRY.exec(whole)?.[1] ?? whole;
  return entry.replace(
    HREF,
    (_, open: string, url: string, close: string) => open + localHref(url, localOf) + close,
  );
}

/** In an attribute the ampersands of an address are escaped, and no other characters. */
function localHref(escaped: string, localOf: LocalOf): string {
  const url = escaped.replaceAll('&amp;', '&');
  const local = localOf(url);
  return local === url ? escaped : local.replaceAll('&', '&amp;');
}

/** An article that an aggregator lists, at an address of its own that leads to the publisher's. */
export function listedArticle(
  line: SiteLine,
  publisher: { title: string; home: string },
  localOf: LocalOf,
): SiteArticle | null {
  const discovery = line.discovery as SiteLine | null | undefined;
  if (discovery === null || discovery === undefined) return null;
  const atMs = instant(discovery.discoveredAt) ?? instant(line.observedAt) ?? 0;
  return {
    url: localOf(text(discovery.url) ?? ''),
    title: text(discovery.title) ?? text(line.title) ?? '',
    ...{ description: null, publishedMs: atMs, precision: 'second', visibleMs: atMs },
    ...{ changedMs: atMs, section: null, image: null, authors: [], tags: [], body: null },
    html: null,
    publisher: { ...publisher, url: localOf(text(line.url) ?? '') },
  };
}

export function topicOf(line: SiteLine, localOf: LocalOf): SiteTopic {
  const image = text(line.image);
  const stories = (line.stories ?? []) as SiteLine[];
  return {
    id: text(line.id) ?? '',
    kind: line.itemKind === 'feature' ? 'feature' : 'topic',
    url: localOf(text(line.url) ?? ''),
    title: text(line.title) ?? '',
    image: image === null ? null : localOf(image),
    sponsored: line.sponsored === true,
    stories: stories.map((story) => ({
      url: localOf(text(story.url) ?? ''),
      title: text(story.title) ?? '',
      publishedMs: instant(story.date),
    })),
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function texts(value: unknown): string[] | null {
  return Array.isArray(value) ? (value as string[]) : null;
}

function instant(value: unknown): number | null {
  const atMs = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}
