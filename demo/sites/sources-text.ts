/**
 * Writes the `sources.toml` of sites, as an operator would write it.
 *
 * Invariants: values are TOML basic strings; an owner has the channels of its style.
 */
import type { SiteOwner, SiteStyle } from './content.js';
import { listRuleOf } from './list-pages.js';
import type { SiteLine } from './records.js';
import { PORTAL_RULE } from './topic-pages.js';

/** An owner with data that its site does not show. */
export interface SourceOf {
  owner: SiteOwner;
  style: SiteStyle;
  /** Further keys of the entry: texts, lists of texts. */
  more: Readonly<Record<string, string | readonly string[]>>;
  /** Kind of the portal's first list; topics by default. */
  topicKind?: string | undefined;
}

/** A TOML basic string. JSON escapes the same characters, except for U+007F. */
function quoted(value: string): string {
  return JSON.stringify(value).replaceAll('\x7f', '\\u007f');
}

function lines(pairs: Readonly<Record<string, string | readonly string[]>>): string[] {
  return Object.entries(pairs).map(([key, value]) => {
    const written = typeof value === 'string' ? quoted(value) : `[${value.map(quoted).join(', ')}]`;
    return `${key} = ${written}`;
  });
}

export function sourcesText(
  categories: readonly { key: string; label: string }[],
  sources: readonly SourceOf[],
): string {
  const blocks = categories.map(({ key, label }) => ['[[category]]', ...lines({ key, label })]);
  for (const source of sources) {
    blocks.push(...(source.owner.kind === 'blog' ? blogBlocks(source) : mediaBlocks(source)));
  }
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

/** The address of the feed as operators know it: the former one when the feed has moved. */
function feedOf({ owner, style }: SourceOf): string {
  return owner.home + (style.oldFeedPath ?? style.feedPath);
}

function mediaBlocks(source: SourceOf): string[][] {
  const { owner, style, more, topicKind = 'topic' } = source;
  const { home, key, title } = owner;
  const zone = owner.zoneOffsetMs === 0 ? '+00:00' : '+08:00';
  const own = { code: key, title, homepage: home, zone, ...more };
  const kind = owner.kind === 'discovery' ? { kind: 'discovery' } : {};
  const blocks = [['[[media]]', ...lines({ ...own, ...kind })]];
  if (style.feed !== null) blocks.push(['[[media.feed]]', ...lines({ url: feedOf(source) })]);
  // A feed is enough; a site without one is read by its sitemap, or else by its list.
  if (style.feed === null && style.sitemap !== 'none') {
    blocks.push(['[[media.sitemap]]', ...lines({ url: `${home}sitemap.xml` })]);
  } else if (style.feed === null) {
    blocks.push(['[[media.list]]', ...lines({ url: `${home}list`, ...listRuleOf(style) })]);
  }
  if (style.portal) blocks.push(...portalBlocks(home, topicKind));
  return blocks;
}

function portalBlocks(home: string, topicKind: string): string[][] {
  const list = (path: string, kind: string): string[] => [
    '[[media.portal.list]]',
    ...lines({ url: home + path, kind }),
    'pages = 3',
    ...lines(PORTAL_RULE),
  ];
  return [
    ['[media.portal]', ...lines({ link: `${home}topics` })],
    list('topics', topicKind),
    list('features', 'feature'),
  ];
}

function blogBlocks(source: SourceOf): string[][] {
  const { owner, style, more } = source;
  const feed = style.feed === null ? {} : { feed: feedOf(source) };
  const own = { slug: owner.key, name: owner.title, url: owner.home, ...feed, ...more };
  const zone = { zone: owner.zoneOffsetMs === 0 ? '+00:00' : '+08:00' };
  return [['[[blog]]', ...lines({ ...own, ...zone })]];
}

const COPIED = ['camp', 'categories', 'country', 'countryCode', 'category', 'description'] as const;

/** The data of a catalog line beside addresses; `aliasOf` gives the local form of a blog's alias. */
export function keysOf(line: SiteLine, aliasOf: (alias: string) => string): SourceOf['more'] {
  const keys: Record<string, string | readonly string[]> = {};
  for (const name of COPIED) {
    const value = line[name];
    if (Array.isArray(value) || (typeof value === 'string' && value !== '')) keys[name] = value;
  }
  const aliases = (line.aliases ?? []) as string[];
  if (aliases.length > 0) keys.aliases = line.kind === 'blog' ? aliases.map(aliasOf) : aliases;
  return keys;
}
