/**
 * The elements of one feed entry, or of the head of a feed, as small trees with names that do not depend on
 * prefixes: `pubdate`, `dc:creator`, `media:content`. Also derives those names from prefixes.
 *
 * Elements of the feed's own format have names without a prefix, in lower case. A field holds its content as text;
 * markup that a feed did not escape is written back into that text.
 */
import { escapeText } from '../kernel/markup.js';
import { wordsOf } from '../kernel/words.js';

/** Parts of namespace addresses that identify a family, in any version or spelling. */
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

/** Meanings of undeclared prefixes. */
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

/** Prefixes in one scope, which is copied at each declaration. Real feeds have twenty. */
const SCOPE_MAX = 100;

export const EMPTY_SCOPE: Scope = new Map();

/** The scope within an element: that of its parent, unless the element declares prefixes. */
export function scopeWithin(
  scope: Scope,
  attributes: Readonly<Record<string, string>>,
  isRoot: boolean,
): Scope {
  let own: Map<string, string> | null = null;
  for (const key of Object.keys(attributes)) {
    if (!key.startsWith('xmlns')) continue;
    const prefix = key.slice('xmlns:'.length).toLowerCase();
    // The root's default namespace is the format itself, whatever address the feed has for it.
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

/**
 * The name of a feed element without its prefix: `dc:creator`, or only the local name where the family is the feed's
 * own; always in lower case. A prefix means what its declaration says, or its usual family where there is none.
 */
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

export interface FeedNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Only for containers; the content of a field is text. */
  children: FeedNode[];
  /** Text with its markup, as if the whole field had been escaped. */
  text: string;
  /** The same with the characters of the text escaped; null where the field has no markup. */
  markup: string | null;
  /** Elements directly in the field. */
  elements: number;
  /** Explicit base of relative addresses; null where the feed names none. */
  base: string | null;
  language: string | null;
}

/** Void elements of HTML, which feeds may leave unclosed. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  wordsOf('area base br col embed hr img input link meta source track wbr'),
);

/** The value of a field: HTML, or plain text that must be escaped to become HTML. */
export interface FieldValue {
  value: string;
  isText: boolean;
}

export function childrenOf(node: FeedNode, ...names: readonly string[]): FeedNode[] {
  return node.children.filter(({ name }) => names.includes(name));
}

/** Value of an attribute, in any case of its name. */
export function attributeOf({ attributes }: FeedNode, name: string): string {
  if (Object.hasOwn(attributes, name)) return attributes[name]!.trim();
  const key = Object.keys(attributes).find((one) => one.toLowerCase() === name);
  return key === undefined ? '' : attributes[key]!.trim();
}

/** Text of the first child with a text, in the order of the names. */
export function textOf(node: FeedNode, ...names: readonly string[]): string {
  for (const name of names) {
    for (const child of node.children) {
      if (child.name === name && child.text.trim() !== '') return child.text.trim();
    }
  }
  return '';
}

/** Value of the first child with a value, in the order of the names. */
export function firstValue(node: FeedNode, ...names: readonly string[]): FieldValue | null {
  for (const name of names) {
    for (const child of node.children) {
      const found = child.name === name ? fieldValue(child) : null;
      if (found !== null && found.value !== '') return found;
    }
  }
  return null;
}

const TEXT_TYPES = new Set(['text', 'text/plain', 'plain']);
const XML_TYPE = /^xhtml$|[+/]xml$/;
/** Applied to a text without white space at its ends. */
const BASE64 = /^[a-z0-9+/\s]+={0,2}$/i;
const ESCAPED_TAG = /&lt;[a-z!/]/i;

/** The value of a field, by its declared type. */
export function fieldValue(node: FeedNode): FieldValue | null {
  const type = attributeOf(node, 'type').toLowerCase();
  const isText = TEXT_TYPES.has(type) && node.markup === null;
  if (isBase64(node, type)) return base64Value(node, type, isText);
  const isXml = XML_TYPE.test(type) && attributeOf(node, 'mode').toLowerCase() !== 'escaped';
  const value = isXml ? xhtmlOf(node) : looseValue(node);
  return { value: value.trim(), isText };
}

/** Markup among text is kept, unless the text holds escaped markup too. */
function looseValue(node: FeedNode): string {
  if (node.markup === null) return node.text;
  return unwrapped(node, ESCAPED_TAG.test(node.markup) ? node.text : node.markup);
}

function xhtmlOf(node: FeedNode): string {
  return unwrapped(node, node.markup ?? escapeText(node.text));
}

/** The content without the `div` that Atom puts around it. */
function unwrapped(node: FeedNode, markup: string): string {
  if (node.elements !== 1) return markup;
  const opened = /^\s*<div(?:\s[^>]*)?>/.exec(markup);
  const closedAt = markup.lastIndexOf('</div>');
  return opened === null || closedAt < 0 ? markup : markup.slice(opened[0].length, closedAt);
}

function isBase64(node: FeedNode, type: string): boolean {
  const mode = attributeOf(node, 'mode').toLowerCase();
  const isMedia = type.includes('/') && !/^text\/|[+/]xml$|html/.test(type);
  if (node.markup !== null || (mode !== 'base64' && (mode !== '' || !isMedia))) return false;
  return BASE64.test(node.text.trim());
}

function base64Value(node: FeedNode, type: string, isText: boolean): FieldValue | null {
  const value = Buffer.from(node.text, 'base64').toString('utf8').trim();
  if (!/[\ufffd\0]/.test(value)) return { value, isText };
  // Pictures and sounds are no text; a value of an unknown type may be one.
  return /^(?:image|audio|video)\//.test(type) ? null : { value: node.text.trim(), isText: true };
}

const CONTROLS = /[\0-\x08\v\f\x0e-\x1f\x7f]/;

/** Without the characters that XML forbids and no page shows. */
export function withoutControls(text: string): string {
  return CONTROLS.test(text) ? text.replace(new RegExp(CONTROLS, 'g'), '') : text;
}
