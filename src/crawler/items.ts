/**
 * What the crawler has met of a source's items: finds them under any of their names.
 *
 *   address ─► guid ─► title and time          (some feeds change addresses, some guids)
 *
 * A guid alone proves nothing, for there are feeds that give all their items the same one: title or
 * time must fit as well. Not here: what becomes of an item.
 */
import { CRAWL } from '../kernel/limits.js';
import { listedHashOf } from './records/article-records.js';
import type { Candidate, SeenItem } from './state/channel-state.js';
import { type CrawlStore, itemHash } from './state/crawl-store.js';

/** Shorter titles do not tell items apart. */
const TITLE_UNITS_MIN = 8;
/** A channel may give an item another guid at each poll; a few of them are enough to know it by. */
const NAMES_MAX = 16;
/** An item that is still listed is noted as listed about once a month. */
const LISTED_NOTE_MS = CRAWL.seenMsMax / 3;

/** An item with the name under which it is stored. */
export interface KnownItem {
  hash: string;
  item: SeenItem;
}

/** Finds an item by what a channel says of it; null when it is new. */
export function findItem(
  store: CrawlStore,
  source: string,
  candidate: Candidate,
): KnownItem | null {
  return (
    known(store, source, itemHash(candidate.url)) ??
    known(store, source, store.alias(source, candidate.url)) ??
    byGuid(store, source, candidate) ??
    byFingerprint(store, source, candidate)
  );
}

/** Stores an item under all its names. */
export function rememberItem(
  store: CrawlStore,
  source: string,
  { hash, item }: KnownItem,
  candidate: Candidate | null,
): void {
  const names = [
    itemHash(item.url) === hash ? null : item.url,
    candidate?.guid == null ? null : guidName(candidate.guid),
    candidate === null ? null : fingerprintOf(candidate),
  ];
  for (const name of names) if (name !== null) addName(store, source, { hash, item }, name);
  store.putItem(source, hash, item);
}

/** Has an item found under one more name; the item itself is to be put afterwards. */
export function addName(
  store: CrawlStore,
  source: string,
  { hash, item }: KnownItem,
  name: string,
): void {
  if (item.names >= NAMES_MAX || store.alias(source, name) === hash) return;
  item.names += 1;
  store.putAlias(source, name, hash);
}

/** Notes that an item is still listed, so that it is not forgotten. */
export function touchItem(
  store: CrawlStore,
  source: string,
  { hash, item }: KnownItem,
  nowMs: number,
): void {
  if (nowMs - item.listedMs < LISTED_NOTE_MS) return;
  item.listedMs = nowMs;
  store.putItem(source, hash, item);
}

export function newItem(
  candidate: Candidate,
  channel: string,
  isFresh: boolean,
  nowMs: number,
): SeenItem {
  return {
    url: candidate.url,
    title: candidate.title ?? '',
    listedHash: listedHashOf(candidate),
    pageHash: '',
    pageTitle: '',
    publishedMs: candidate.published?.atMs ?? null,
    isDated: false,
    firstMs: nowMs,
    listedMs: nowMs,
    state: 'waiting',
    visits: 0,
    failures: 0,
    names: 0,
    candidate,
    publisher: null,
    channel,
    isFresh,
    etag: null,
    lastModified: null,
    visitedMs: null,
  };
}

function known(store: CrawlStore, source: string, hash: string | null): KnownItem | null {
  const item = hash === null ? null : store.item(source, hash);
  return item === null ? null : { hash: hash!, item };
}

function byGuid(store: CrawlStore, source: string, candidate: Candidate): KnownItem | null {
  const { guid, title, published } = candidate;
  if (guid === null) return null;
  const found = known(store, source, store.alias(source, guidName(guid)));
  if (found === null) return null;
  const { item } = found;
  const isSameTime = published?.precision === 'second' && item.publishedMs === published.atMs;
  const fits = item.title === title || isSameTime;
  return fits ? found : null;
}

function byFingerprint(store: CrawlStore, source: string, candidate: Candidate): KnownItem | null {
  const name = fingerprintOf(candidate);
  return name === null ? null : known(store, source, store.alias(source, name));
}

function guidName(guid: string): string {
  return `guid ${guid}`;
}

/** Null where title and time are too little to know an item by. */
function fingerprintOf({ title, published }: Candidate): string | null {
  if (title === null || title.length < TITLE_UNITS_MIN) return null;
  if (published?.precision === 'day') return null;
  return `title ${title}\n${published?.atMs ?? ''}`;
}
