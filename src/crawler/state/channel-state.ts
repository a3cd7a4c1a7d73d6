/**
 * The state of a channel, of a source and of an item between two starts of the crawler.
 *
 * Plain data in MessagePack. A lost state loses no facts: everything is read again, and the log finds it
 * unchanged.
 */

import type { Stamp } from '../../documents/documents.js';
import { localDateOf } from '../../kernel/clock.js';
import type { Subscription } from '../fetch/websub.js';

/** States of a channel; `status.ts` defines them. */
const HEALTHS = [
  ...(['new', 'ok', 'failing', 'blocked', 'dead', 'empty', 'stale', 'low-volume'] as const),
  ...(['ended', 'disabled'] as const),
] as const;
export type Health = (typeof HEALTHS)[number];

export interface ChannelState extends ChildState {
  /** Where the channel has moved permanently; null while it has the address of `sources.toml`. */
  movedTo: string | null;
  dueMs: number;
  /** Failures in a row. */
  failures: number;
  failingSinceMs: number | null;
  lastFault: { reason: string; message: string } | null;
  firstPolledMs: number | null;
  lastPolledMs: number | null;
  lastOkMs: number | null;
  /** When the server said that the channel has ended (410). */
  endedMs: number | null;
  /** Times of the newest items, ascending: of publication, or of first sight where only a day is known. */
  timesMs: number[];
  /** Last poll that found new items. */
  lastNewMs: number | null;
  /** Longest interval between polls with which no item of a busy channel is missed; null for none. */
  boundMs: number | null;
  ttlMinutes: number | null;
  hubUrl: string | null;
  /** The address by which the feed names itself, and a hub knows it. */
  topicUrl: string | null;
  subscription: Subscription | null;
  /** Sitemaps below an index, by address, with the state that shows whether they have changed. */
  children: { [url: string]: ChildState };
  health: Health;
  healthSinceMs: number;
  ledger: Ledger;
}

/** The state that shows whether a document has changed since it was last read. */
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
  /** Time of the last crawl record, and whether it reported success. */
  crawlRecordMs: number | null;
  crawlRecordOk: boolean;
  /** When the portal was read last. */
  portalMs: number | null;
  /** Absent before the first visit of its icon, and where it has none. */
  icon?: IconState | null;
}

/** The known state of a source's icon. */
export interface IconState {
  url: string;
  /** Name of the hosted icon; null while there is none. */
  hash: string | null;
  etag: string | null;
  lastModified: string | null;
  dueMs: number;
  /** Failures in a row. */
  failures: number;
}

/** One entry of a feed, sitemap or list, as passed on in the crawler. */
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
  /** HTML of the whole text; null where the channel does not hold it. */
  content: string | null;
  image: string | null;
  section: string | null;
  /** Publisher that an aggregator names. */
  publisherUrl: string | null;
}

/** An item that the crawler has found. */
export interface SeenItem {
  /** Identity in the log: the canonical address once it is known. */
  url: string;
  /** Title as it was stored; empty before. */
  title: string;
  /** Hash of the item's entry in the channel. */
  listedHash: string;
  /** Hash of title and body of its page; empty before it was read. */
  pageHash: string;
  /** Title on the page; it distinguishes a change of the page from a title that the feed words differently. */
  pageTitle: string;
  /** As the channel named it first. */
  publishedMs: number | null;
  /** Whether it was stored with a time of publication. */
  isDated: boolean;
  firstMs: number;
  /** Last time that a channel listed the item, with a precision of about a month. */
  listedMs: number;
  state: 'waiting' | 'stored' | 'dropped';
  /** Successful visits, and failed visits in a row. */
  visits: number;
  failures: number;
  /** Number of other names: guids, canonical addresses, title and time. */
  names: number;
  /** How often its guid came with another address, title and time. */
  rebirths?: number;
  /** Name of the short text on its page, by which other pages with the same text are recognised. */
  shortText?: string | null;
  /** Since when its page is missing, and when the article was declared gone. */
  missingMs?: number | null;
  goneMs?: number | null;
  /** Whether the channel held the whole text, so that a visit only checks that the page exists. */
  isWhole?: boolean;
  /** Present address of its page, if not `url`. */
  movedTo?: string;
  /** Stored until the item is stored in the log. */
  candidate: Candidate | null;
  /** Media that published it, where a discovery source found it. */
  publisher: string | null;
  /** Channel that listed it first. */
  channel: string;
  /** Whether it appeared while the channel was watched: only then its delay is counted. */
  isFresh: boolean;
  etag: string | null;
  lastModified: string | null;
  /** Last successful visit of its page; null before. */
  visitedMs: number | null;
}

/** Delays from which the median is taken. */
const DELAYS_MAX = 51;
/** Days of stored volume. */
const DAYS_MAX = 29;
/** There are few reasons; the bound guards against a bug. */
const REASONS_MAX = 40;

/**
 * The counts of one channel, stored and missed items alike, which show users what they miss.
 *
 * Plain data, saved with the channel's state; only functions of this file write it.
 */
export interface Ledger {
  polls: number;
  /** Polls without a change: 304, or the same bytes. */
  unchanged: number;
  failed: number;
  /** Items listed by polls, counted each time that they are new or changed. */
  seen: number;
  stored: number;
  updated: number;
  /** Items whose pages are gone; absent before the first. */
  gone?: number;
  /** Items and pages that were left out, by reason. */
  dropped: { [reason: string]: number };
  /** Milliseconds from publication until the article is served, for the newest items since the channel is watched. */
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

/** Notes an item that was stored at `nowMs`; `publishedMs` only where its delay is to be counted. */
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

/** Median milliseconds from publication until the article is served; null when nothing is known. */
export function medianDelayMs({ delaysMs }: Ledger): number | null {
  if (delaysMs.length === 0) return null;
  return [...delaysMs].sort((a, b) => a - b)[delaysMs.length >> 1]!;
}

/** Sum of all dropped items. */
export function droppedOf({ dropped }: Ledger): number {
  return Object.values(dropped).reduce((sum, count) => sum + count, 0);
}
