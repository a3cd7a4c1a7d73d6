/**
 * Names of feed elements without their prefixes: a prefix means what its declaration says, and
 * where there is none, what it usually means.
 */

/** Parts of namespace addresses by which their family is known, whatever version or spelling. */
const FAMILIES: readonly (readonly [string, string])[] = [
  ['www.w3.org/2005/atom', 'atom'],
  ['purl.org/atom/ns', 'atom'],
  ['purl.org/rss/1.0/modules/content', 'content'],
  ['purl.org/rss/1.0/modules/syndication', 'sy'],
  ['purl.org/rss/1.0/modules/slash', 'slash'],
  ['purl.org/rss/1.0/modules/', 'other'],
  ['purl.org/dc/elements', 'dc'],
  ['purl.org/dc/terms', 'dcterms'],
  ['search.yahoo.com/mrss', 'media'],
  ['www.rssboard.org/media-rss', 'media'],
  ['www.itunes.com/dtds/podcast', 'itunes'],
  ['www.google.com/schemas/play-podcasts', 'itunes'],
  ['rssnamespace.org/feedburner', 'feedburner'],
  ['www.w3.org/1999/xhtml', 'xhtml'],
  ['www.w3.org/1999/02/22-rdf-syntax', 'rdf'],
  ['purl.org/rss/1.0', 'rss'],
  ['purl.org/net/rss1.1', 'rss'],
  ['netscape.com/rdf/simple', 'rss'],
  ['backend.userland.com/rss', 'rss'],
  ['blogs.law.harvard.edu/tech/rss', 'rss'],
  ['cyber.law.harvard.edu/rss', 'rss'],
];

/** What prefixes mean that nobody declared. */
const USUAL: ReadonlyMap<string, string> = new Map([
  ...FAMILIES.map(([, family]): [string, string] => [family, family]),
  ['atom10', 'atom'],
  ['atom03', 'atom'],
  ['a10', 'atom'],
  ['dct', 'dcterms'],
  ['googleplay', 'itunes'],
]);

/** Families by prefix; the empty prefix is the default. */
export type Scope = ReadonlyMap<string, string>;

/** Prefixes in one scope: it is copied where something is declared. Real feeds have twenty. */
const SCOPE_MAX = 100;

export const EMPTY_SCOPE: Scope = new Map();

/** The scope within an element, which is the one around it unless it declares something. */
export function scopeWithin(
  scope: Scope,
  attributes: Readonly<Record<string, string>>,
  isRoot: boolean,
): Scope {
  let own: Map<string, string> | null = null;
  for (const key of Object.keys(attributes)) {
    if (!key.startsWith('xmlns')) continue;
    const prefix = key.slice('xmlns:'.length).toLowerCase();
    // The default of the root is the format itself, whatever address somebody has copied there.
    if (prefix === '' && isRoot) continue;
    if ((own ?? scope).size >= SCOPE_MAX) break;
    own ??= new Map(scope);
    own.set(prefix, familyOf(attributes[key]!));
  }
  return own ?? scope;
}

function familyOf(address: string): string {
  const lower = address.trim().slice(0, 200).toLowerCase();
  return FAMILIES.find(([part]) => lower.includes(part))?.[1] ?? 'other';
}

/** `dc:creator`, or the bare local name where the family is the feed's own; always in lower case. */
export function nameIn(scope: Scope, tag: string, own: string): string {
  const lower = tag.toLowerCase();
  const split = lower.indexOf(':');
  const prefix = split < 0 ? '' : lower.slice(0, split);
  const local = lower.slice(split + 1);
  if (prefix === '') {
    const family = scope.get('');
    return family === undefined || family === own || family === 'other'
      ? local
      : `${family}:${local}`;
  }
  const family = scope.get(prefix) ?? USUAL.get(prefix) ?? 'other';
  return family === own ? local : `${family}:${local}`;
}

/** A name without its prefix, in lower case. */
export function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1).toLowerCase();
}
