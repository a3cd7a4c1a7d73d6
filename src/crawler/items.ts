/**
 * The known items of a source: finds an item under any of its names.
 *
 *   address ─► guid ─► title and time          (some feeds change addresses, some guids)
 *
 * Invariants: two entries of one listing are different items. A guid that once stood for two items names no
 * item any more. Title and time decide only where address and guid do not.
 * Not here: storing and dropping items.
 */
import { CRAWL } from '../kernel/limits.js';
import { canonicalUrl } from '../kernel/text/url.js';
import { sharesWord } from './page-identity.js';
import { listedHashOf } from './records/article-records.js';
import type { Candidate, SeenItem } from './state/channel-state.js';
import { type CrawlStore, itemHash } from './state/crawl-store.js';

/** Shorter titles do not distinguish items. */
const TITLE_UNITS_MIN = 8;
/** Names of an item: a channel may give it another guid at each poll, and a few suffice to recognise it. */
const NAMES_MAX = 16;
/** The target of a name that has stood for several items. */
const NO_ITEM = '';
/** The interval at which a listed item is noted as still listed: about a month. */
const LISTED_NOTE_MS = CRAWL.seenMsMax / 3;

/** An item with the hash under which it is stored. */
export interface KnownItem {
  hash: string;
  item: SeenItem;
}

/** How an item was found. */
export type FoundBy = 'address' | 'guid' | 'title';

/** An entry of a listing with its item; null when the entry is new. */
export interface ItemMatch {
  candidate: Candidate;
  known: KnownItem | null;
  by: FoundBy | null;
}

/** The item with an address, as its own or another known address; null when there is none. */
export function findByAddress(store: CrawlStore, source: string, url: string): KnownItem | null {
  return known(store, source, itemHash(url)) ?? findByName(store, source, url);
}

/** The item with a name other than its own address; null when there is none. */
export function findByName(store: CrawlStore, source: string, name: string): KnownItem | null {
  return known(store, source, store.alias(source, name));
}

/** Marks a name that stands for several items: from now on it names none. */
export function disownName(store: CrawlStore, source: string, name: string): void {
  if (!isDisowned(store, source, name)) store.putAlias(source, name, NO_ITEM);
}

/** Whether a name has stood for several items. */
export function isDisowned(store: CrawlStore, source: string, name: string): boolean {
  return store.alias(source, name) === NO_ITEM;
}

/** Finds the items of a listing, whose entries together decide more than each entry alone. */
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
  /** Items that this listing has already matched. */
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
    // When a known item has the guid of another item, the guids number positions in the list.
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
    // The same holds when most entries of a list have another item's guid in one poll.
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
    // Some feeds change addresses at each poll: then most entries have new addresses, otherwise none.
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
    // Only the host or the protocol has changed.
    if (was.pathname === is.pathname && is.pathname !== '/' && was.search === is.search)
      return true;
    if (published === null) return false;
    // A guid that equals the address, or has stood for several items, adds nothing.
    const isSilent =
      guid === null ||
      isDisowned(this.#store, this.#source, guidName(guid)) ||
      canonicalUrl(guid) === url;
    return isSilent || item.names >= NAMES_MAX;
  }

  /** Adds a new guid to an item that was found by its address. */
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

/** Whether an entry has the item's title or time. */
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
    // Addresses that change at each poll are not stored as names each time.
    candidate === null || item.names >= NAMES_MAX / 2 ? null : candidate.url,
    candidate?.guid == null ? null : guidName(candidate.guid),
    candidate === null ? null : fingerprintOf(candidate),
  ];
  for (const name of names) if (name !== null) addName(store, source, { hash, item }, name);
  store.putItem(source, hash, item);
}

/** Adds a name to an item; the caller stores the item afterwards. */
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

/** Notes a permanent move of an item's page, unless the new address is another item's; the caller stores the item. */
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

/** The name of an entry by title and time; null where they do not identify an item. */
function fingerprintOf({ title, published }: Candidate): string | null {
  if (title === null || title.length < TITLE_UNITS_MIN) return null;
  if (published?.precision === 'day') return null;
  return `title ${title}\n${published?.atMs ?? ''}`;
}
