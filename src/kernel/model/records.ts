/**
 * The records of the ingest log, as actors see them.
 *
 * Invariants: a record is *whole*: it holds every field of its item after the update that it stands for,
 * so folding is "the last record of an id wins". Times are milliseconds since the epoch. Texts are within
 * `INGEST` limits. Long bodies travel beside the record (`body`), because they leave the store while the
 * record stays.
 * Not here: how lines become records (log/), what an index makes of them (news/, blogs/).
 */
import { FIRST_POLE, SECOND_POLE } from '../current-place.js';

/** The two poles of the place, in order, and all other media. Stored numbers are positions in this list. */
export const CAMPS: readonly Camp[] = [FIRST_POLE, SECOND_POLE, 'other'];
/** Key of a pole, or `other`. */
export type Camp = string;

export const SOURCE_KINDS = ['publisher', 'discovery'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What is known about the text of an article. `expired` is never stored: it follows from the time. */
export const BODY_STATUSES = ['ok', 'short', 'missing', 'blocked', 'error', 'not_fetched'] as const;
export type BodyStatus = (typeof BODY_STATUSES)[number];

/** Whose tags the articles of an outlet show. */
export const TAGGING_CHOICES = ['own', 'derived', 'both'] as const;
export type TaggingChoice = (typeof TAGGING_CHOICES)[number];

export const PRECISIONS = ['second', 'day'] as const;
export type Precision = (typeof PRECISIONS)[number];

export const LINK_LOCATIONS = ['body', 'sidebar', 'blogroll', 'comment'] as const;
export type LinkLocation = (typeof LINK_LOCATIONS)[number];

export const FEED_TYPES = ['rss', 'atom', 'sitemap'] as const;
type FeedType = (typeof FEED_TYPES)[number];

export const HIDE_TARGETS = ['news', 'post', 'blog', 'media'] as const;
export type HideTarget = (typeof HIDE_TARGETS)[number];

export const PORTAL_ITEM_KINDS = ['topic', 'feature', 'auto'] as const;
export type PortalItemKind = (typeof PORTAL_ITEM_KINDS)[number];

export const CHECK_STATUSES = ['ok', 'partial', 'failed', 'running', 'pending'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** Runs that a tick makes due. */
export const TICK_RUNS = ['ranking', 'events', 'portal', 'expiry'] as const;
export type TickRun = (typeof TICK_RUNS)[number];

export interface CategoryRecord {
  kind: 'category';
  key: string;
  label: string;
}

export interface MediaFeed {
  url: string;
  type: string;
}

/** Where a media's portal lists its topics; the crawler reads it. */
export interface MediaPortal {
  link: string | null;
  rulesUrl: string | null;
  sources: { url: string; kind: PortalItemKind }[];
}

/** How a media is collected, as published in the statistics. */
export interface MediaCrawler {
  methods: string[];
  transport: string | null;
  body: string | null;
  lastVerifiedMethod: string | null;
  links: { label: string; url: string }[];
}

export interface MediaRecord {
  kind: 'media';
  media: string;
  title: string;
  camp: Camp;
  /** Category keys; `all` and the camps are implied and not listed. */
  categories: string[];
  sourceKind: SourceKind;
  country: string;
  countryCode: string;
  homepage: string | null;
  icon: string | null;
  aliases: string[];
  syndicated: boolean;
  enabled: boolean;
  external: boolean;
  collectingSinceMs: number | null;
  schedule: string | null;
  feeds: MediaFeed[];
  portal: MediaPortal | null;
  crawler: MediaCrawler | null;
  /** Whose tags its articles show; null: derived ones where the outlet gives hardly any. */
  tagging: TaggingChoice | null;
  /** Name of the icon that is hosted (model/icon.ts); null while none is. */
  iconHash: string | null;
}

/** Where an aggregator found an article. */
export interface Discovery {
  media: string;
  title: string | null;
  url: string;
  discoveredMs: number;
}

/** The fields that an update changed in substance, with their former values. */
export interface Replaced {
  /** When the update was seen. */
  atMs: number;
  title?: string;
  description?: string;
  authors?: string[];
  image?: string;
  /** Code points of the former text, and words that were removed and added. */
  body?: { chars: number; wordsOut: number; wordsIn: number };
}

export interface NewsRecord {
  kind: 'news';
  /** Assigned when the article is first seen, never reused. */
  id: number;
  media: string;
  /** Canonical: no fragment, no tracking parameters. The identity of the article. */
  url: string;
  title: string;
  description: string | null;
  /** As the source says; null when it names no time. With precision `day`, the start of that day. */
  publishedMs: number | null;
  precision: Precision;
  /** When the article was first known. */
  observedMs: number;
  section: string | null;
  image: string | null;
  authors: string[];
  /** Normal forms (decision 13), without repeats; those of the source first, in its order. */
  tags: string[];
  bodyStatus: BodyStatus;
  /** Code points of the body; 0 when there is none. */
  bodyChars: number;
  /** Hex hash of the body's bytes; empty when there is none. */
  bodyHash: string;
  bodySource: string | null;
  fetchedMs: number | null;
  /** Every discovery of the article, the first one first, one for each discovering media. */
  discoveries: Discovery[];
  /** Orders lists and drives windows and expiry (decisions 27a, 27b). */
  sortMs: number;
  /** True when `sortMs` is only the time of first sight and the page was not read. */
  datePending: boolean;
  /** `sortMs` of the record that this one replaces; null for a new article. */
  previousSortMs: number | null;
  /** The outlet's tags where `tags` differ from them; null where `tags` are the outlet's. */
  ownTags: string[] | null;
  /** Method and version by which tags were derived; null where none were. */
  tagMethod: string | null;
  /** When its page was found to be permanently gone; null while the page exists. */
  goneMs: number | null;
  /** The changes in substance of this update; null for a new article, and where nothing changed. */
  replaced: Replaced | null;
  /** Language of title and text, in the form of `kernel/text/language.ts`; null where unknown. */
  lang: string | null;
}

export interface PortalStory {
  url: string;
  title: string | null;
  dateMs: number | null;
}

export interface PortalItemRecord {
  kind: 'portal-item';
  media: string;
  id: string;
  /** Integer identity across media, assigned when the item is first seen. */
  number: number;
  itemKind: PortalItemKind;
  title: string;
  url: string;
  image: string | null;
  parentId: string | null;
  sponsored: boolean;
  /** 1 is the first page of the portal's list. */
  listPage: number;
  stories: PortalStory[];
  observedMs: number;
}

export interface CheckSource {
  url: string;
  kind: PortalItemKind;
  items: number;
  pages: number;
  error: string | null;
}

export interface PortalCheckRecord {
  kind: 'portal-check';
  media: string;
  checkedMs: number;
  status: CheckStatus;
  fetched: number;
  sources: CheckSource[];
  error: string | null;
}

export interface CrawlRecord {
  kind: 'crawl';
  /** Exactly one of `media` and `blog` is set. */
  media: string | null;
  blog: string | null;
  atMs: number;
  ok: boolean;
  method: string | null;
  error: string | null;
  items: number | null;
}

export interface BlogFeed {
  url: string;
  type: FeedType;
}

export interface BlogRecord {
  kind: 'blog';
  id: number;
  slug: string;
  name: string;
  sourceUrl: string;
  category: string;
  description: string;
  feeds: BlogFeed[];
  verified: boolean;
  iconUrl: string | null;
  /** Other hosts or host/path prefixes under which the blog's pages are found. */
  aliases: string[];
  discoveredMs: number | null;
  expectedIntervalHours: number | null;
  canonicalSlug: string | null;
  /** Name of the icon that is hosted (model/icon.ts); null while none is. */
  iconHash: string | null;
}

export interface PostLink {
  url: string;
  anchor: string;
  location: LinkLocation;
}

export interface PostRecord {
  kind: 'post';
  id: number;
  blog: string;
  url: string;
  title: string;
  author: string | null;
  publishedMs: number | null;
  updatedMs: number | null;
  observedMs: number;
  summary: string | null;
  imageUrl: string | null;
  labels: string[];
  bodyChars: number;
  bodyHash: string;
  /** At most `INGEST.linksMax`; `linksTruncated` tells when there were more. */
  links: PostLink[];
  linksTruncated: boolean;
  /** `publishedMs`, or `observedMs` where that is unknown. */
  sortMs: number;
  previousSortMs: number | null;
}

/** The earliest times of a media that depend on erased articles: they stay true. */
export interface EarliestTimes {
  media: string;
  /** When its first article became known; null when none of the erased articles was its own. */
  acquiredMs: number | null;
  /** When it first listed an article of another media; null when it listed none of the erased ones. */
  foundMs: number | null;
}

/** `hide` masks, `show` undoes it, `erase` also purges the content. */
export interface MaskRecord {
  kind: 'hide' | 'show' | 'erase';
  target: HideTarget;
  /** Canonical URL, slug or code. */
  key: string;
  /** Id of the news article or post; null for blogs and media. */
  id: number | null;
  /** `sortMs` of the item; null for blogs and media. */
  sortMs: number | null;
  /** In an `erase` of articles, by media: the times that a fold of the log without these articles lacks. */
  earliest?: EarliestTimes[] | null;
}

export interface RevokeRecord {
  kind: 'revoke';
  /** Exactly one of `topic` and `post` is set. */
  topic: string | null;
  post: string | null;
  postId: number | null;
}

/** The time of the store, and the runs that are due at `atMs`. */
export interface TickRecord {
  kind: 'tick';
  atMs: number;
  runs: TickRun[];
}

/**
 * Sets the time of the store back to `atMs`, because a wrong clock had moved it on: ticks of later times
 * are void, from entry `fromSequence` up to this record.
 */
export interface RewindRecord {
  kind: 'rewind';
  atMs: number;
  fromSequence: number;
}

/** Sets aside a record that crashed an actor again and again. */
interface SkipRecord {
  kind: 'skip';
  actor: string;
  sequence: number;
}

export type LogRecord =
  | CategoryRecord
  | MediaRecord
  | NewsRecord
  | PortalItemRecord
  | PortalCheckRecord
  | CrawlRecord
  | BlogRecord
  | PostRecord
  | MaskRecord
  | RevokeRecord
  | TickRecord
  | SkipRecord
  | RewindRecord;

export type RecordKind = LogRecord['kind'];

/** A record with its place in the log, and its body where the body is still stored. */
export interface Entry {
  /** Contiguous from 1. */
  sequence: number;
  record: LogRecord;
  body: string | null;
}

/** Sources of tags that answers name. */
export const TAG_SOURCES = ['derived', 'both'] as const;

/** A member of answers: absent where all tags are the outlet's own. */
export function tagSourceOf({ ownTags, tagMethod }: NewsRecord): {
  tagSource?: (typeof TAG_SOURCES)[number];
} {
  if (tagMethod === null) return {};
  return { tagSource: ownTags === null || ownTags.length === 0 ? 'derived' : 'both' };
}

/** A member of answers: absent where the language is not known. */
export function langOf({ lang }: NewsRecord): { lang?: string } {
  return lang === null ? {} : { lang };
}

/**
 * How an index uses bodies. They leave the log seven days after publication, so this decides from which
 * state a thread may start, and what it does with void ticks of a rewind.
 *
 *             folds bodies        starts from                          void ticks
 *   none      no                  any snapshot, or nothing             are left out
 *   wanted    where they exist    any snapshot, or nothing             are left out
 *   needed    all                 a snapshot with the missing bodies   were folded, and so is the rewind
 */
export type BodyUse = 'none' | 'wanted' | 'needed';
