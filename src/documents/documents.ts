/**
 * The contents of fetched documents: a feed, a sitemap, a list page, a portal or an article.
 *
 * Invariants: plain data that can be sent to other threads. Every address is absolute http or https, in the form of
 * `httpUrl`. Texts are clean, but not yet cut to the limits of ingest records. An unreadable document is a
 * `DocumentFault`, never an exception of a parser.
 * Not here: fetching (crawler/fetch), records of documents (crawler/records).
 */
import type { PostLink, Precision } from '../kernel/model/records.js';

/** The bytes of an answer, before the charset is known. */
export interface RawDocument {
  bytes: Uint8Array;
  /** Value of the content-type header, empty where there is none. */
  contentType: string;
  /** Address of the document after redirects. */
  url: string;
}

/** Rules of a source's operator for reading its documents, where their own declarations are wrong or incomplete. */
export interface ReadingRules {
  /** Label of the charset of all documents, as in WHATWG's standard. */
  charset?: string | undefined;
  /** Language tag of dates: names of months, calendar, order of numbers. */
  dateLanguage?: string | undefined;
  /** Whether 03/04/2026 is in April. */
  dayFirst?: boolean | undefined;
  page?: PageRule | undefined;
}

/** Positions of an article's parts on its page. A selector may end in `@attribute`. */
export interface PageRule {
  /** Elements of the text, in order. */
  body?: string | undefined;
  title?: string | undefined;
  date?: string | undefined;
  author?: string | undefined;
  /** Elements that are removed before anything is read. */
  remove?: string | undefined;
  /** Link to the next page of an article of several. */
  nextPage?: string | undefined;
}

/** Why a document gives no content. */
export type DocumentFaultReason =
  | 'empty'
  | 'not-a-feed'
  | 'not-a-sitemap'
  | 'not-html'
  | 'not-a-picture'
  | 'login-wall'
  | 'too-deep'
  | 'too-many-elements'
  | 'too-large'
  | 'broken'
  | 'selector'
  | 'timeout'
  | 'memory';

/** A document that cannot be used. `message` is one sentence for people. */
export interface DocumentFault {
  kind: 'fault';
  reason: DocumentFaultReason;
  message: string;
}

/** An instant from a source; with precision `day` the start of that day in its zone. */
export interface Stamp {
  atMs: number;
  precision: Precision;
}

/** Something that was left out, with the reason. Counted, and shown by `inspect`. */
export interface Dropped {
  reason: DropReason;
  /** Address or title, by which people recognise it; at most 300 code points. */
  what: string;
  /** The entry of a feed, where that was asked for. */
  item?: Omit<FeedItem, 'url'> & { url: string | null };
}

export type DropReason =
  | 'no-address'
  | 'no-title'
  | 'bad-address'
  | 'repeated'
  | 'too-many'
  | 'too-old'
  | 'future'
  | 'filtered'
  | 'unknown-publisher'
  | 'other-site'
  | 'not-an-article';

/** One entry of a feed. */
export interface FeedItem {
  /** guid, id or atom:id, as written. */
  guid: string | null;
  url: string;
  title: string;
  /** Raw byline strings, without mail addresses; the feed's authors where the entry has none (Atom, JSON). */
  authors: string[];
  /** The time of the update, where the feed gives no time of publication. */
  published: Stamp | null;
  updated: Stamp | null;
  categories: string[];
  /** HTML; plain text is escaped. */
  summary: string | null;
  /** HTML of the whole entry where the feed holds it (content:encoded, atom:content, content_html). */
  content: string | null;
  image: string | null;
  /** The publisher that an aggregator names (`<source>`). */
  source: { title: string; url: string | null } | null;
}

export interface FeedDocument {
  kind: 'feed';
  format: 'rss' | 'atom' | 'rdf' | 'json';
  title: string;
  description: string;
  language: string | null;
  /** Home page. */
  siteUrl: string | null;
  /** The address by which the feed names itself. */
  selfUrl: string | null;
  hubUrl: string | null;
  /** The next page of the feed, with older entries (RFC 5005). */
  nextUrl: string | null;
  iconUrl: string | null;
  /** Interval of readings that the feed asks for (ttl, sy:updatePeriod), in minutes. */
  ttlMinutes: number | null;
  /** Charset by which the bytes were decoded. */
  charset: string;
  items: FeedItem[];
  dropped: Dropped[];
}

/** One address of a sitemap. */
export interface SitemapEntry {
  url: string;
  modified: Stamp | null;
  /** From the news extension. */
  title: string | null;
  published: Stamp | null;
  keywords: string[];
  image: string | null;
}

export interface SitemapDocument {
  kind: 'sitemap';
  /** Sitemaps that an index names. */
  sitemaps: { url: string; modified: Stamp | null }[];
  entries: SitemapEntry[];
  charset: string;
  dropped: Dropped[];
}

/** State of the text on a page; further states come from fetching. */
export type PageBodyState = 'ok' | 'short' | 'missing' | 'blocked';

export interface PageDocument {
  kind: 'page';
  /** rel=canonical or og:url where it is an article of the same site; null otherwise. */
  canonicalUrl: string | null;
  title: string | null;
  description: string | null;
  /** Raw byline strings, as written. */
  authors: string[];
  published: Stamp | null;
  modified: Stamp | null;
  section: string | null;
  image: string | null;
  /** Keywords and tags of the page's own metadata. */
  keywords: string[];
  /** Whether they come from `meta keywords`, which many sites repeat on every page. */
  hasGeneralKeywords?: boolean | undefined;
  /** Whether the markup says that the page is an article. */
  isMarkedArticle?: boolean | undefined;
  language: string | null;
  siteName: string | null;
  /** Plain text; null unless `bodyState` is ok or short. */
  body: string | null;
  bodyState: PageBodyState;
  /** Source of the text: `json-ld`, `microdata` or `readability`. */
  bodySource: string | null;
  /** Links of the whole page, each with its location. */
  links: PostLink[];
  linksTruncated: boolean;
  /** Feeds that the page names (`<link rel=alternate>`), then links that look like feeds. */
  feeds: { url: string; title: string; type: string }[];
  iconUrl: string | null;
  hubUrl: string | null;
  charset: string;
  /** Next page of the article: by the source's rules, or else a numbered link that is named as such. */
  nextUrl?: string | null | undefined;
  /** Address of an immediate meta refresh; null where there is none. */
  refreshUrl: string | null;
}

/**
 * The way in which a page is read. The markup of blogs names the element of the text, which holds little else. In
 * news the text has to be searched, and is never only a table or program text.
 */
export type Genre = 'news' | 'post';

/** Entries of a list page. A selector may end in `@attribute`; without one it means text, or href for links. */
export interface ListRule {
  item: string;
  link: string;
  title?: string | undefined;
  date?: string | undefined;
  summary?: string | undefined;
  image?: string | undefined;
  author?: string | undefined;
  /** Link to the next page of the list. */
  next?: string | undefined;
}

export interface ListDocument {
  kind: 'list';
  items: {
    url: string;
    title: string;
    published: Stamp | null;
    summary: string | null;
    image: string | null;
    authors: string[];
  }[];
  nextUrl: string | null;
  charset: string;
  dropped: Dropped[];
}

/** How a portal lists its topics. Selectors are relative to the item, those of stories to the story. */
export interface PortalRule {
  item: string;
  link: string;
  title?: string | undefined;
  image?: string | undefined;
  /** Matches paid items. */
  sponsored?: string | undefined;
  next?: string | undefined;
  /** Attribute of the item that identifies it; the address of its page by default. */
  id?: string | undefined;
  /** Stories on the page of the item; without this selector they are read inside the list's item. */
  story?: string | undefined;
  storyLink?: string | undefined;
  storyTitle?: string | undefined;
  storyDate?: string | undefined;
}

export interface PortalStoryEntry {
  url: string;
  title: string | null;
  published: Stamp | null;
}

export interface PortalDocument {
  kind: 'portal';
  items: {
    id: string;
    title: string;
    url: string;
    image: string | null;
    sponsored: boolean;
    stories: PortalStoryEntry[];
  }[];
  nextUrl: string | null;
  dropped: Dropped[];
}

/** The stories on the page of one topic. */
export interface StoriesDocument {
  kind: 'stories';
  title: string | null;
  image: string | null;
  stories: PortalStoryEntry[];
  nextUrl: string | null;
}

/** An icon in the form that is hosted. */
export interface IconDocument {
  kind: 'icon';
  /** 64 by 64 pixels. */
  png: Uint8Array;
}

/**
 * A request to the extraction worker. `zoneOffsetMs` is the zone of times without one, `rules` are those of the
 * source's operator; without a `genre` the page itself decides whether it is a post.
 */
export type ExtractTask = RawDocument & {
  zoneOffsetMs: number;
  rules?: ReadingRules | undefined;
} & (
    | { task: 'feed'; itemsMax: number; keepsDropped?: boolean }
    | { task: 'sitemap'; entriesMax: number }
    | { task: 'page'; genre?: Genre | undefined }
    | { task: 'list'; rule: ListRule; itemsMax: number }
    | { task: 'portal'; rule: PortalRule; itemsMax: number }
    | { task: 'stories'; rule: PortalRule; itemsMax: number }
    | { task: 'icon' }
  );

/** The result of each task; each may also be a fault. */
export interface ExtractResults {
  feed: FeedDocument;
  sitemap: SitemapDocument;
  page: PageDocument;
  list: ListDocument;
  portal: PortalDocument;
  stories: StoriesDocument;
  icon: IconDocument;
}

export type ExtractTaskName = keyof ExtractResults;
export type ExtractTaskOf<N extends ExtractTaskName> = Extract<ExtractTask, { task: N }>;
