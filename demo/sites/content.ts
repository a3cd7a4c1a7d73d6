/**
 * What a website is made of: its owner, its style, and what has been published by now.
 *
 * Invariants: plain data with absolute addresses of the site itself; texts are plain and not
 * escaped, except `html`. Lists begin with the newest. Not here: markup (pages.ts, feeds.ts).
 */
import type { Precision } from '../../src/kernel/model/records.js';

/** The outlet or blog that a site belongs to. */
export interface SiteOwner {
  kind: 'media' | 'blog' | 'discovery';
  /** Code or slug. */
  key: string;
  title: string;
  description: string;
  /** Address of the home page, with a closing slash; everything of the site lies below it. */
  home: string;
  language: 'zh' | 'en';
  /** Offset of the times that it shows. */
  zoneOffsetMs: number;
  /** Blogs that it names beside its own text. */
  friends: readonly { name: string; url: string }[];
}

/** An article or post as it stands now. */
export interface SiteArticle {
  url: string;
  title: string;
  description: string | null;
  /** With precision `day` any instant of that day in the zone of the owner. */
  publishedMs: number | null;
  precision: Precision;
  /** When it appeared; orders all lists. */
  visibleMs: number;
  /** When its content last changed; `visibleMs` where it never did. */
  changedMs: number;
  section: string | null;
  image: string | null;
  authors: readonly string[];
  tags: readonly string[];
  /** Plain text; null where the page has none. */
  body: string | null;
  /** The text as HTML, in place of `body`. */
  html: string | null;
  /** Whose article it is, where the site only lists it. */
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

/** What is published by now. */
export interface SiteContent {
  readonly count: number;
  /** At most `count` articles, the newest first, after the first `skipped`. */
  newest(count: number, skipped?: number): readonly SiteArticle[];
  /** The article with this address. */
  at(url: string): SiteArticle | undefined;
  topics(): readonly SiteTopic[];
}

/** Layouts of pages. The last two are those of blogs. */
export const THEMES = ['portal', 'cards', 'tables', 'wide', 'journal', 'notebook'] as const;
export type Theme = (typeof THEMES)[number];

/** Where an article's page says who wrote it and when. */
export const METADATA = ['json-ld', 'open-graph', 'microdata', 'bare'] as const;
export type Metadata = (typeof METADATA)[number];

export const FEED_FORMATS = ['rss', 'atom', 'json'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** How a site is built. */
export interface SiteStyle {
  theme: Theme;
  metadata: Metadata;
  charset: 'utf-8' | 'big5';
  /** Null: the site has no feed. */
  feed: FeedFormat | null;
  /** Below the home page. */
  feedPath: string;
  /** An older path of the feed, which answers 301; null where there is none. */
  oldFeedPath: string | null;
  feedText: 'summary' | 'whole';
  /** Addresses in feeds carry campaign parameters; `redirect` answers them with 302. */
  tracking: 'none' | 'canonical' | 'redirect';
  sitemap: 'none' | 'plain' | 'news' | 'index';
  /** Whether there are pages of topics and features. */
  portal: boolean;
  /** What a conditional request can name. */
  validators: 'both' | 'etag' | 'date' | 'none';
  crawlDelayS: number | null;
}

/** A site at one moment, as one visitor meets it. */
export interface SiteView {
  owner: SiteOwner;
  style: SiteStyle;
  content: SiteContent;
  nowMs: number;
  /** Counts the visits: advertisements, counters and related articles change with it. */
  visit: number;
}
