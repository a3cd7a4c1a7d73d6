/**
 * Lists of sites into entries, and entries into lists.
 *
 * Invariants: an entry's key follows from the address of its site, so that a list that is read again
 * gives the same keys; sites and feeds that are in the sources already are left out.
 */
import type { Outline } from '../../documents/opml.js';
import { INGEST } from '../../kernel/limits.js';
import { cleanCut } from '../../kernel/text/text.js';
import { siteKey } from '../../kernel/text/url.js';
import { blogOf, freeKey, keysOf, mediaOf } from '../finding/proposal.js';
import type { Channel, SourceEntry } from './model.js';
import { contentOf, type SourceDefaults, zoneOf } from './read-entries.js';

/** A site of a list. Addresses are absolute and checked. */
export interface ListedSite {
  name: string;
  siteUrl: string;
  feedUrl: string | null;
  category: string;
}

export interface Imported {
  entries: SourceEntry[];
  /** Sites that are in the sources, or stand in the list twice. */
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

/** The addresses by which an entry is recognised in a list. */
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
  const channel: Channel = {
    type: 'feed',
    url: feedUrl,
    rule: null,
    content: contentOf(kind, defaults),
    include: null,
    exclude: null,
    section: null,
    everyMs: defaults.everyMs,
  };
  const owner = {
    key,
    enabled: true,
    obeyRobots: true,
    zoneOffsetMs: zoneOf(kind, defaults),
    line: 0,
    channels: [channel],
  };
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
