/**
 * Turns found listings, or a list of sites, into entries of `sources.toml`; and entries into lists.
 *
 * Invariants: the key of a listed site follows from its address, so that a list that is read again gives the same
 * keys. Sites and feeds that are already among the sources are left out.
 */

import type { Outline } from '../../documents/opml.js';
import { DAY_MS } from '../../kernel/clock.js';
import { PLACE } from '../../kernel/current-place.js';
import { INGEST } from '../../kernel/limits.js';
import { cleanCut } from '../../kernel/text/text.js';
import { httpUrl, siteKey, slugOf, withHash } from '../../kernel/text/url.js';
import type {
  BlogSource,
  Channel,
  ContentMode,
  MediaSource,
  SourceEntry,
} from '../sources/model.js';
import { contentOf, type SourceDefaults, zoneOf } from '../sources/read-entries.js';
import { homeOf } from './places.js';
import type { FoundListing, Searched } from './search.js';

/** A site with more items a day has an editorial office. */
const MEDIA_ITEMS_PER_DAY = 5;
/** Fewest dated items from which a rhythm can be computed. */
const RHYTHM_ITEMS = 5;
/** Words that feeds append to the name of their site. */
const TITLE_TAIL = /\s*[-–—|»:·]\s*(?:rss|atom|feed|all posts|全部文章|最新文章|rss feed)\s*$/i;

/** The caller's own choices. */
export interface Wishes {
  kind?: SourceEntry['kind'];
  key?: string;
}

export interface ProposalInput {
  searched: Searched & { listing: FoundListing };
  known: readonly SourceEntry[];
  defaults: SourceDefaults;
  wishes: Wishes;
  /** Null for the default of the owner. */
  content: ContentMode | null;
}

export function proposalOf(input: ProposalInput): SourceEntry {
  const { searched, known, defaults, wishes } = input;
  const { listing, page } = searched;
  const kind = wishes.kind ?? kindOf(searched);
  const siteUrl = siteUrlOf(searched);
  const feed = listing.type === 'feed' ? listing.document : null;
  const host = new URL(siteUrl).hostname.replace(/^www\./, '');
  const title = titleOf(searched, kind);
  const icon = page?.document.iconUrl ?? feed?.iconUrl ?? null;
  const key = wishes.key ?? freeKey(siteUrl, keysOf(kind, known));
  const owner = ownerOf(kind, key, listing, defaults, input.content);
  if (kind === 'blog') {
    return blogOf(owner, title || host, siteUrl, icon, feed?.description ?? '');
  }
  const sourceKind = namesPublishers(searched) ? 'discovery' : null;
  return { ...mediaOf(owner, title || host, siteUrl, icon), sourceKind };
}

/** The name of the source: of the outlet for media, of the feed for blogs; else the other one. */
function titleOf(
  { listing, page }: Searched & { listing: FoundListing },
  kind: SourceEntry['kind'],
): string {
  const feedName = listing.type === 'feed' ? listing.document.title.replace(TITLE_TAIL, '') : '';
  const siteName = page?.document.siteName ?? '';
  const isHome = page !== null && homeOf(page.url) === page.url;
  const pageName = isHome ? (page.document.title ?? '') : '';
  const names = kind === 'media' ? [siteName, feedName, pageName] : [feedName, siteName, pageName];
  return cleanCut(names.find((name) => name.trim() !== '') ?? '', 'line', INGEST.nameMax);
}

/** Whether most items name another publisher, as in aggregators. */
function namesPublishers({ listing }: ProposalInput['searched']): boolean {
  if (listing.type !== 'feed') return false;
  const { items } = listing.document;
  return 2 * items.filter(({ source }) => source !== null).length > items.length;
}

/** The entry that already has this feed or site; null where there is none. */
export function knownAs(
  { url }: { url: string },
  siteUrl: string,
  known: readonly SourceEntry[],
): SourceEntry | null {
  const site = siteKey(siteUrl);
  const isSame = (entry: SourceEntry): boolean => {
    const home = entry.kind === 'media' ? entry.homepage : entry.sourceUrl;
    const isListed = entry.channels.some((channel) => channel.url === url);
    return isListed || (home !== null && siteKey(home) === site);
  };
  return known.find(isSame) ?? null;
}

/** Home page: the one that the feed names, where plausible; otherwise the page from which the feed was found. */
export function siteUrlOf({ listing, page }: ProposalInput['searched']): string {
  const said = listing.type === 'feed' ? httpUrl(listing.document.siteUrl ?? '') : null;
  const place = page?.url ?? listing.url;
  if (said !== null && (areKin(said, listing.url) || areKin(said, place))) return said;
  if (listing.type === 'feed' && listing.siteUrl !== null) return listing.siteUrl;
  return homeOf(place);
}

/** Whether one host equals the other, or is its subdomain. Some feeds name unrelated hosts by mistake. */
function areKin(one: string, other: string): boolean {
  const [a, b] = [one, other].map((url) => new URL(url).hostname.replace(/^www\./, '')) as [
    string,
    string,
  ];
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

function kindOf(searched: ProposalInput['searched']): SourceEntry['kind'] {
  const { listing } = searched;
  if (namesPublishers(searched)) return 'media';
  if (listing.type === 'sitemap') {
    return listing.document.entries.some(({ published }) => published !== null) ? 'media' : 'blog';
  }
  const times = listing.document.items.flatMap(({ published }) => published?.atMs ?? []);
  if (times.length < RHYTHM_ITEMS) return 'blog';
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const days = Math.max((last - first) / DAY_MS, 1);
  return (times.length - 1) / days >= MEDIA_ITEMS_PER_DAY ? 'media' : 'blog';
}

function keysOf(kind: SourceEntry['kind'], known: readonly SourceEntry[]): Set<string> {
  return new Set(known.filter((entry) => entry.kind === kind).map(({ key }) => key));
}

/** A key for the site that no entry has. */
function freeKey(siteUrl: string, taken: ReadonlySet<string>): string {
  const site = siteKey(siteUrl);
  const plain = slugOf(site);
  let key = plain;
  for (let number = 1; taken.has(key); number++) {
    key = withHash(plain, number === 1 ? site : `${site}#${number}`);
  }
  return key;
}

type Owner = Pick<
  SourceEntry,
  'key' | 'enabled' | 'obeyRobots' | 'zoneOffsetMs' | 'line' | 'channels'
>;

/** An owner with one channel and otherwise defaults. @param content null for the default. */
function ownerOf(
  kind: SourceEntry['kind'],
  key: string,
  { type, url }: Pick<Channel, 'type' | 'url'>,
  defaults: SourceDefaults,
  content: ContentMode | null,
): Owner {
  const channel: Channel = {
    ...{ type, url, rule: null, content: content ?? contentOf(kind, defaults) },
    ...{ include: null, exclude: null, section: null, everyMs: defaults.everyMs },
  };
  const zoneOffsetMs = zoneOf(kind, defaults);
  return { key, enabled: true, obeyRobots: true, zoneOffsetMs, line: 0, channels: [channel] };
}

/** A media with the required fields only. */
function mediaOf(
  owner: Owner,
  title: string,
  homepage: string | null,
  icon: string | null,
): MediaSource {
  return {
    kind: 'media',
    title,
    homepage,
    camp: 'other',
    categories: null,
    sourceKind: null,
    ...countryOf(homepage),
    icon,
    aliases: null,
    syndicated: null,
    tagging: null,
    ...owner,
    portal: null,
  };
}

/** A blog with the required fields only. */
function blogOf(
  owner: Owner,
  name: string,
  sourceUrl: string,
  iconUrl: string | null,
  description: string,
): BlogSource {
  return {
    kind: 'blog',
    name,
    sourceUrl,
    category: null,
    description: cleanCut(description, 'line', INGEST.descriptionMax) || null,
    aliases: null,
    verified: null,
    iconUrl,
    expectedIntervalHours: null,
    ...owner,
  };
}

/** The country of the place, for a site below the country's own domain; unknown for others. */
function countryOf(homepage: string | null): Pick<MediaSource, 'country' | 'countryCode'> {
  const { country, countryCode } = PLACE;
  const host = homepage !== null && URL.canParse(homepage) ? new URL(homepage).hostname : '';
  const isOurs = host.endsWith(`.${countryCode.toLowerCase()}`);
  return isOurs ? { country, countryCode } : { country: null, countryCode: null };
}

/** A site of a list. Addresses are absolute and checked. */
interface ListedSite {
  name: string;
  siteUrl: string;
  feedUrl: string | null;
  category: string;
}

interface Imported {
  entries: SourceEntry[];
  /** Sites that are among the sources, or occur twice in the list. */
  known: number;
  /** Sites of which the list names no feed. */
  withoutFeed: ListedSite[];
}

/** Entries for the sites of a list that are not in the sources yet. */
export function entriesOf(
  sites: readonly ListedSite[],
  known: readonly SourceEntry[],
  defaults: SourceDefaults,
  kind: SourceEntry['kind'],
): Imported {
  const places = new Set(known.flatMap(placesOf));
  const keys = keysOf(kind, known);
  const imported: Imported = { entries: [], known: 0, withoutFeed: [] };
  for (const site of sites) {
    const { feedUrl, siteUrl } = site;
    if (feedUrl === null) imported.withoutFeed.push(site);
    else if (places.has(siteKey(siteUrl)) || places.has(siteKey(feedUrl))) imported.known += 1;
    else {
      const entry = entryOf({ ...site, feedUrl }, freeKey(siteUrl, keys), defaults, kind);
      keys.add(entry.key);
      for (const place of placesOf(entry)) places.add(place);
      imported.entries.push(entry);
    }
  }
  return imported;
}

/** The keys of addresses by which a list names an entry. */
function placesOf(entry: SourceEntry): string[] {
  const home = entry.kind === 'media' ? entry.homepage : entry.sourceUrl;
  const urls = entry.channels.map(({ url }) => url);
  return (home === null ? urls : [home, ...urls]).map(siteKey);
}

function entryOf(
  { name, siteUrl, feedUrl, category }: ListedSite & { feedUrl: string },
  key: string,
  defaults: SourceDefaults,
  kind: SourceEntry['kind'],
): SourceEntry {
  const owner = ownerOf(kind, key, { type: 'feed', url: feedUrl }, defaults, null);
  const title = cleanCut(name, 'line', INGEST.nameMax) || new URL(siteUrl).hostname;
  if (kind === 'media') return mediaOf(owner, title, siteUrl, null);
  const group = cleanCut(category, 'line', INGEST.nameMax) || null;
  return { ...blogOf(owner, title, siteUrl, null, ''), category: group };
}

/** Every feed of the entries as outlines: media in one group, blogs by their category. */
export function outlinesOf(entries: readonly SourceEntry[]): Outline[] {
  const outlines = entries.flatMap((entry): Outline[] => {
    const isMedia = entry.kind === 'media';
    const title = isMedia ? entry.title : entry.name;
    const siteUrl = isMedia ? entry.homepage : entry.sourceUrl;
    const group = isMedia ? 'Media' : (entry.category ?? 'Blogs');
    const feeds = entry.channels.filter(({ type }) => type === 'feed');
    return feeds.map(({ url }) => ({ title, feedUrl: url, siteUrl, group }));
  });
  const order = [...new Set(outlines.map(({ group }) => group))];
  const rank = new Map(order.map((group, at) => [group, at]));
  return outlines.sort((a, b) => rank.get(a.group)! - rank.get(b.group)!);
}
