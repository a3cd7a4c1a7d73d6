/**
 * What the crawler remembers of a channel, of a source and of an item between two starts.
 *
 * Plain data in MessagePack. A state can be lost without losing facts: then everything is read
 * again, and the log says that it is unchanged.
 */

import type { Stamp } from '../../documents/documents.js';
import { localDateOf } from '../../kernel/clock.js';
import type { Subscription } from '../fetch/websub.js';

/** Names for how a channel is doing; `status.ts` says what each means. */
const HEALTHS = [
  ...(['new', 'ok', 'failing', 'blocked', 'dead', 'empty', 'stale', 'low-volume'] as const),
  ...(['ended', 'disabled'] as const),
] as const;
export type Health = (typeof HEALTHS)[number];

export interface ChannelState extends ChildState {
  /** Where the channel has moved for good; null while it is where `sources.toml` says. */
  movedTo: string | null;
  dueMs: number;
  /** Failures in a row. */
  failures: number;
  failingSinceMs: number | null;
  lastFault: { reason: string; message: string } | null;
  firstPolledMs: number | null;
  lastPolledMs: number | null;
  lastOkMs: number | null;
  /** When the channel said that it has ended (410). */
  endedMs: number | null;
  /** Times of the newest items, ascending: of publication, or of first sight where only a day is known. */
  timesMs: number[];
  /** Last poll that found something new. */
  lastNewMs: number | null;
  /** Longest interval between polls, so that none of a busy channel's items passes by; null: none. */
  boundMs: number | null;
  ttlMinutes: number | null;
  hubUrl: string | null;
  /** The address under which the feed knows itself, and a hub knows it. */
  topicUrl: string | null;
  subscription: Subscription | null;
  /** Sitemaps below an index, by address: what tells whether they have changed. */
  children: { [url: string]: ChildState };
  health: Health;
  healthSinceMs: number;
  ledger: Ledger;
}

/** What tells whether a document has changed since it was read last. */
export interface ChildState {
  etag: string | null;
  lastModified: string | null;
  /** Hash of its bytes. */
  bytesHash: string | null;
}

export function newChannelState(nowMs: number): ChannelState {
  return {
    movedTo: null,
    etag: null,
    lastModified: null,
    bytesHash: null,
    dueMs: nowMs,
    failures: 0,
    failingSinceMs: null,
    lastFault: null,
    firstPolledMs: null,
    lastPolledMs: null,
    lastOkMs: null,
    endedMs: null,
    timesMs: [],
    lastNewMs: null,
    boundMs: null,
    ttlMinutes: null,
    hubUrl: null,
    topicUrl: null,
    subscription: null,
    children: {},
    health: 'new',
    healthSinceMs: nowMs,
    ledger: newLedger(),
  };
}

export interface SourceState {
  /** Hash of the registration that was sent last. */
  registration: string;
  registeredMs: number;
  /** The last crawl record: when, and whether it said that all went well. */
  crawlRecordMs: number | null;
  crawlRecordOk: boolean;
  /** When the portal was read last. */
  portalMs: number | null;
  /** Absent before its icon was looked at, and where it has none. */
  icon?: IconState | null;
}

/** What is known of a source's icon. */
export interface IconState {
  /** Where it is fetched. */
  url: string;
  /** Name of the icon that is hosted; null while none is. */
  hash: string | null;
  etag: string | null;
  lastModified: string | null;
  dueMs: number;
  /** Failures in a row. */
  failures: number;
}

/** One entry of a feed, sitemap or list, as the crawler passes it on. */
export interface Candidate {
  url: string;
  guid: string | null;
  title: string | null;
  published: Stamp | null;
  updated: Stamp | null;
  authors: string[];
  categories: string[];
  /** HTML or text. */
  summary: string | null;
  /** HTML of the whole text; null where the channel carries none. */
  content: string | null;
  image: string | null;
  section: string | null;
  /** Publisher that an aggregator names. */
  publisherUrl: string | null;
}

/** An item that the crawler has met. */
export interface SeenItem {
  /** Identity in the log: the canonical address once it is known. */
  url: string;
  /** Title as it was stored; empty before. */
  title: string;
  /** Hash of what the channel says of the item. */
  listedHash: string;
  /** Hash of title and body of its page; empty before it was read. */
  pageHash: string;
  /** Title on the page; it tells a change of the page from a title that the feed words otherwise. */
  pageTitle: string;
  /** As the channel said it first. */
  publishedMs: number | null;
  /** Whether it was stored with a time of publication. */
  isDated: boolean;
  firstMs: number;
  /** Last time a channel listed it, to the nearest month or so. */
  listedMs: number;
  state: 'waiting' | 'stored' | 'dropped';
  /** Good visits, and failed ones in a row. */
  visits: number;
  failures: number;
  /** Other names under which it is found: guids, canonical addresses, title and time. */
  names: number;
  /** Times that its guid has stood for it under another address, title and time. */
  rebirths?: number;
  /** What a short text on its page is told by, should others show the same. */
  shortText?: string | null;
  /** Since when its page answers that it is not there, and when it was taken for gone. */
  missingMs?: number | null;
  goneMs?: number | null;
  /** Whether its channel carried it whole, so that its page is only looked at for being there. */
  isWhole?: boolean;
  /** Where its page is now, if not at `url`. */
  movedTo?: string;
  /** Kept until the item is stored. */
  candidate: Candidate | null;
  /** Media that published it, where a discovery source found it. */
  publisher: string | null;
  /** Channel that listed it first. */
  channel: string;
  /** Whether it appeared while the channel was being watched: then its delay means something. */
  isFresh: boolean;
  etag: string | null;
  lastModified: string | null;
  /** Last good visit of its page; null before. */
  visitedMs: number | null;
}

/** Delays from which the median is taken. */
const DELAYS_MAX = 51;
/** Days of volume that a range is read from. */
const DAYS_MAX = 29;
/** Reasons are few; a bug must not make them many. */
const REASONS_MAX = 40;

/**
 * What one channel brought and what it did not: the counts that tell users what they miss.
 *
 * Plain data, saved with the channel's state; functions here are its only writers.
 */
export interface Ledger {
  polls: number;
  /** Polls that brought what was known already: 304, or the same bytes. */
  unchanged: number;
  failed: number;
  /** Items listed by polls, each time that they were listed anew or changed. */
  seen: number;
  stored: number;
  updated: number;
  /** Items whose pages are gone; absent before the first. */
  gone?: number;
  /** Items and pages that were left out, by reason. */
  dropped: { [reason: string]: number };
  /** From publication to being served, of the newest items that came while we watched. */
  delaysMs: number[];
  /** Items stored by day in UTC+8, newest last. */
  days: { date: string; stored: number }[];
  /** Items of the last poll that listed any document; null before the first. */
  listed: number | null;
}

function newLedger(): Ledger {
  return {
    polls: 0,
    unchanged: 0,
    failed: 0,
    seen: 0,
    stored: 0,
    updated: 0,
    dropped: {},
    delaysMs: [],
    days: [],
    listed: null,
  };
}

export function noteDropped(ledger: Ledger, reason: string, count = 1): void {
  const known = ledger.dropped[reason];
  const key =
    known !== undefined || Object.keys(ledger.dropped).length < REASONS_MAX ? reason : 'other';
  ledger.dropped[key] = (ledger.dropped[key] ?? 0) + count;
}

/** Notes an item that was stored at `nowMs`; `publishedMs` only where its delay means something. */
export function noteStored(ledger: Ledger, nowMs: number, publishedMs: number | null): void {
  ledger.stored += 1;
  const date = localDateOf(nowMs);
  const today = ledger.days.at(-1);
  if (today?.date === date) today.stored += 1;
  else ledger.days.push({ date, stored: 1 });
  if (ledger.days.length > DAYS_MAX) ledger.days.shift();
  if (publishedMs === null || publishedMs > nowMs) return;
  ledger.delaysMs.push(nowMs - publishedMs);
  if (ledger.delaysMs.length > DELAYS_MAX) ledger.delaysMs.shift();
}

/** Median milliseconds from publication to being served; null when nothing is known. */
export function medianDelayMs({ delaysMs }: Ledger): number | null {
  if (delaysMs.length === 0) return null;
  return [...delaysMs].sort((a, b) => a - b)[delaysMs.length >> 1]!;
}

/** Sum of everything that was dropped. */
export function droppedOf({ dropped }: Ledger): number {
  return Object.values(dropped).reduce((sum, count) => sum + count, 0);
}
