/**
 * The data of a website: its owner, its style, and the articles published so far.
 *
 * Invariants: plain data with absolute addresses of the site itself; texts are plain and not escaped,
 * except `html`. Lists begin with the newest. Not here: markup (article-page.ts, list-pages.ts, feeds.ts).
 */
import type { Precision } from '../../src/kernel/model/records.js';

/** The outlet or blog that a site belongs to. */
export interface SiteOwner {
  kind: 'media' | 'blog' | 'discovery';
  /** Code or slug. */
  key: string;
  title: string;
  description: string;
  /** Address of the home page, with a closing slash; all pages of the site are below it. */
  home: string;
  language: 'zh' | 'en';
  /** Offset of displayed times from UTC. */
  zoneOffsetMs: number;
  /** Blogs that it lists beside its own text. */
  friends: readonly { name: string; url: string }[];
}

/** An article or post in its current version. */
export interface SiteArticle {
  url: string;
  title: string;
  description: string | null;
  /** With precision `day` any instant of that day in the zone of the owner. */
  publishedMs: number | null;
  precision: Precision;
  /** When it appeared; the order of all lists. */
  visibleMs: number;
  /** When its content last changed; `visibleMs` for unchanged articles. */
  changedMs: number;
  section: string | null;
  image: string | null;
  authors: readonly string[];
  tags: readonly string[];
  /** Plain text; null for a page without text. */
  body: string | null;
  /** The text as HTML, in place of `body`. */
  html: string | null;
  /** The publisher of an article that the site only lists. */
  publisher: { title: string; home: string; url: string } | null;
}

/** A topic or feature of a portal. */
export interface SiteTopic {
  id: string;
  kind: 'topic' | 'feature';
  url: string;
  title: string;
  image: string | null;
  sponsored: boolean;
  stories: readonly { url: string; title: string; publishedMs: number | null }[];
}

export interface SiteContent {
  readonly count: number;
  /** At most `count` articles, the newest first, after `skipped` ones. */
  newest(count: number, skipped?: number): readonly SiteArticle[];
  at(url: string): SiteArticle | undefined;
  topics(): readonly SiteTopic[];
}

/** Layouts of pages. The last two are those of blogs. */
export const THEMES = ['portal', 'cards', 'tables', 'wide', 'journal', 'notebook'] as const;
export type Theme = (typeof THEMES)[number];

/** The place of author and time in an article's page. */
export const METADATA = ['json-ld', 'open-graph', 'microdata', 'bare'] as const;
export type Metadata = (typeof METADATA)[number];

export const FEED_FORMATS = ['rss', 'atom', 'json'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** The technical properties of a site. */
export interface SiteStyle {
  theme: Theme;
  metadata: Metadata;
  charset: 'utf-8' | 'big5';
  /** Null: the site has no feed. */
  feed: FeedFormat | null;
  /** Below the home page. */
  feedPath: string;
  /** A former path of the feed, which answers 301; null without one. */
  oldFeedPath: string | null;
  feedText: 'summary' | 'whole';
  /** Addresses in feeds have campaign parameters; with `redirect` the site answers them with 302. */
  tracking: 'none' | 'canonical' | 'redirect';
  sitemap: 'none' | 'plain' | 'news' | 'index';
  /** Whether there are pages of topics and features. */
  portal: boolean;
  /** The validators of its answers. */
  validators: 'both' | 'etag' | 'date' | 'none';
  crawlDelayS: number | null;
}

/** A site at one time, for one visitor. */
export interface SiteView {
  owner: SiteOwner;
  style: SiteStyle;
  content: SiteContent;
  nowMs: number;
  /** Number of the visit: advertisements, counters and related articles change with it. */
  visit: number;
}
