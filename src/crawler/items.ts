/**
 * What the crawler has met of a source's items: finds them under any of their names.
 *
 *   address ─► guid ─► title and time          (some feeds change addresses, some guids)
 *
 * Invariants: items that stand side by side in a listing are different ones; a guid that stood for two
 * items once names nothing any more; title and time decide only where address and guid are silent.
 * Not here: what becomes of an item.
 */
import { CRAWL } from '../kernel/limits.js';
import { canonicalUrl } from '../kernel/text/url.js';
import { sharesWord } from './page-identity.js';
import { listedHashOf } from './records/article-records.js';
import type { Candidate, SeenItem } from './state/channel-state.js';
import { type CrawlStore, itemHash } from './state/crawl-store.js';

/** Shorter titles do not tell items apart. */
const TITLE_UNITS_MIN = 8;
/** A channel may give an item another guid at each poll; a few of them are enough to know it by. */
const NAMES_MAX = 16;
/** What a name leads to that has stood for several items. */
const NO_ITEM = '';
/** An item that is still listed is noted as listed about once a month. */
const LISTED_NOTE_MS = CRAWL.seenMsMax / 3;

/** An item with the name under which it is stored. */
export interface KnownItem {
  hash: string;
  item: SeenItem;
}

/** How an item was found. */
export type FoundBy = 'address' | 'guid' | 'title';

/** An entry of a listing with the item that it is; null when that is new. */
export interface ItemMatch {
  candidate: Candidate;
  known: KnownItem | null;
  by: FoundBy | null;
}

/** The item of an address, or of another address by which it is known; null when there is none. */
export function findByAddress(store: CrawlStore, source: string, url: string): KnownItem | null {
  return known(store, source, itemHash(url)) ?? findByName(store, source, url);
}

/** The item that has another name than its address; null when there is none. */
export function findByName(store: CrawlStore, source: string, name: string): KnownItem | null {
  return known(store, source, store.alias(source, name));
}

/** Has a name that stands for several items name none of them from now on. */
export function disownName(store: CrawlStore, source: string, name: string): void {
  if (!isDisowned(store, source, name)) store.putAlias(source, name, NO_ITEM);
}

/** Whether a name has stood for several items. */
export function isDisowned(store: CrawlStore, source: string, name: string): boolean {
  return store.alias(source, name) === NO_ITEM;
}

/** Finds the items of a listing, which tell more together than each of them alone. */
export function matchListing(
  store: CrawlStore,
  source: string,
  candidates: readonly Candidate[],
  sharedGuids: readonly string[],
): ItemMatch[] {
  return new Matching(store, source).run(candidates, sharedGuids);
}

class Matching {
  readonly #store: CrawlStore;
  readonly #source: string;
  /** Items that this listing has shown already. */
  readonly #shown = new Set<string>();

  constructor(store: CrawlStore, source: string) {
    this.#store = store;
    this.#source = source;
  }

  run(candidates: readonly Candidate[], sharedGuids: readonly string[]): ItemMatch[] {
    for (const guid of sharedGuids) this.#disown(guid);
    const matches = candidates.map((candidate): ItemMatch => {
      const found = findByAddress(this.#store, this.#source, candidate.url);
      if (found !== null) this.#shown.add(found.hash);
      return { candidate, known: found, by: found === null ? null : 'address' };
    });
    this.#matchGuids(matches);
    this.#matchTitles(matches);
    return matches;
  }

  #matchGuids(matches: readonly ItemMatch[]): void {
    const changed: [ItemMatch, KnownItem][] = [];
    // Where an item that is known stands under the guid of another one, guids number places of the list.
    let arePlaces = false;
    for (const match of matches) {
      const { guid } = match.candidate;
      const hash = guid === null ? null : this.#store.alias(this.#source, guidName(guid));
      if (hash === null && guid !== null && match.known !== null)
        this.#learnGuid(match.known, guid);
      const found = hash === match.known?.hash ? null : known(this.#store, this.#source, hash);
      if (found === null) continue;
      if (match.known !== null || this.#shown.has(found.hash)) {
        arePlaces ||= match.known !== null;
        this.#disown(guid!);
      } else if (fits(found.item, match.candidate)) this.#take(match, found, 'guid');
      else changed.push([match, found]);
    }
    // So they do where most of a list is other items all at once.
    arePlaces ||= changed.length > 1 && 2 * changed.length > matches.length;
    for (const [match, found] of changed) {
      const { item } = found;
      const isOther = (item.rebirths ?? 0) > 0 && !sharesWord(item.title, match.candidate.title);
      if (arePlaces || isOther) this.#disown(match.candidate.guid!);
      else {
        item.rebirths = (item.rebirths ?? 0) + 1;
        this.#take(match, found, 'guid');
      }
    }
  }

  #matchTitles(matches: readonly ItemMatch[]): void {
    const alike: [ItemMatch, KnownItem][] = [];
    for (const match of matches) {
      const name = match.known === null ? fingerprintOf(match.candidate) : null;
      const found = name === null ? null : findByName(this.#store, this.#source, name);
      if (found !== null) alike.push([match, found]);
    }
    // Some feeds have other addresses at each poll: of most entries at once, or of none.
    const timed = alike.filter(([{ candidate }]) => candidate.published !== null);
    const names = new Set(timed.map(([, { hash }]) => hash)).size;
    const renamed = matches.filter(({ by }) => by === 'guid').length + names;
    const isRenamed = renamed > 1 && 2 * renamed > matches.length;
    for (const [match, found] of alike) {
      if (this.#shown.has(found.hash)) continue;
      const isTimed = match.candidate.published !== null;
      if ((isRenamed && isTimed) || this.#isOpen(found.item, match.candidate))
        this.#take(match, found, 'title');
    }
  }

  /** Whether address and guid leave open that an entry is the item with its title and time. */
  #isOpen(item: SeenItem, { url, guid, published }: Candidate): boolean {
    const [was, is] = [new URL(item.url), new URL(url)];
    // Only host or protocol have changed.
    if (was.pathname === is.pathname && is.pathname !== '/' && was.search === is.search)
      return true;
    if (published === null) return false;
    // A guid that is the address, or has stood for several items, says no more than that.
    const isSilent =
      guid === null ||
      isDisowned(this.#store, this.#source, guidName(guid)) ||
      canonicalUrl(guid) === url;
    return isSilent || item.names >= NAMES_MAX;
  }

  /** An item that was found by its address has a guid that it had not before. */
  #learnGuid(known: KnownItem, guid: string): void {
    if (known.item.names >= NAMES_MAX / 2) return;
    addName(this.#store, this.#source, known, guidName(guid));
    this.#store.putItem(this.#source, known.hash, known.item);
  }

  #disown(guid: string): void {
    disownName(this.#store, this.#source, guidName(guid));
  }

  #take(match: ItemMatch, found: KnownItem, by: FoundBy): void {
    this.#shown.add(found.hash);
    Object.assign(match, { known: found, by });
  }
}

/** Whether title or time is that of the item. */
function fits(item: SeenItem, { title, published }: Candidate): boolean {
  const isSameTime = published?.precision === 'second' && item.publishedMs === published.atMs;
  return item.title === title || isSameTime;
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
    // Addresses that change at each poll are not worth a name each.
    candidate === null || item.names >= NAMES_MAX / 2 ? null : candidate.url,
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
  if (item.names >= NAMES_MAX || itemHash(name) === hash) return;
  const before = store.alias(source, name);
  if (before === hash || before === NO_ITEM) return;
  item.names += 1;
  store.putAlias(source, name, hash);
}

/** Notes where the page of an item has moved for good, unless that is another item's; it is to be put afterwards. */
export function noteMove(
  store: CrawlStore,
  source: string,
  known: KnownItem,
  movedTo: string | null,
): void {
  const url = movedTo === null ? null : canonicalUrl(movedTo);
  if (url === null || new URL(url).pathname === '/') return;
  if ((findByAddress(store, source, url)?.hash ?? known.hash) !== known.hash) return;
  known.item.movedTo = url;
  addName(store, source, known, url);
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

function guidName(guid: string): string {
  return `guid ${guid}`;
}

/** Null where title and time are too little to know an item by. */
function fingerprintOf({ title, published }: Candidate): string | null {
  if (title === null || title.length < TITLE_UNITS_MIN) return null;
  if (published?.precision === 'day') return null;
  return `title ${title}\n${published?.atMs ?? ''}`;
}
