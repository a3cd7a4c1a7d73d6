/**
 * Reads RSS 0.9x to 2.0, RDF and Atom 0.3 and 1.0, with the extensions that news and blogs use.
 *
 * Where several elements hold a field, the format's own takes precedence, then Dublin Core, then the elements of
 * media players, then Atom inside RSS.
 */

import { wordsOf } from '../kernel/words.js';
import { addressOn, documentBase, rebasedHtml } from './address.js';
import type { DocumentFault, FeedItem, Stamp } from './documents.js';
import {
  distinct,
  type EntryDraft,
  type FeedContext,
  type FeedDraft,
  NewestEntries,
} from './feed-draft.js';
import { entryLink, namedLink, siteLink } from './feed-links.js';
import {
  attributeOf,
  childrenOf,
  type FeedNode,
  type FieldValue,
  fieldValue,
  firstValue,
  textOf,
} from './feed-node.js';
import { lineOf, lineOfHtml, personName, tagOf } from './feed-text.js';
import { readFeedTree, type XmlFormat } from './feed-tree.js';
import { readStamp } from './stamp.js';

const PUBLISHED: Readonly<Record<XmlFormat, readonly string[]>> = {
  rss: wordsOf(`
    pubdate dc:date atom:published published dcterms:issued dcterms:created dcterms:available
    date atom:updated
  `),
  rdf: wordsOf(`
    dc:date pubdate dcterms:issued dcterms:created atom:published date atom:updated
  `),
  atom: wordsOf(`
    published issued created dcterms:issued dc:date pubdate dcterms:created updated modified
  `),
};
const UPDATED: Readonly<Record<XmlFormat, readonly string[]>> = {
  rss: ['atom:updated', 'dcterms:modified', 'dc:date', 'updated', 'lastbuilddate'],
  rdf: ['dcterms:modified', 'atom:updated', 'dc:date'],
  atom: ['updated', 'modified', 'dcterms:modified'],
};

const TITLES = ['title', 'dc:title', 'atom:title', 'media:title', 'itunes:title'];
const SUMMARIES = wordsOf(`
  description summary dc:description itunes:summary atom:summary itunes:subtitle
  dcterms:abstract
`);
const FEED_SUMMARIES = wordsOf(`
  description subtitle tagline dc:description itunes:summary itunes:subtitle info
`);
const CONTENTS = wordsOf(`
  content:encoded atom:content xhtml:body fullitem other:fullitem fullcontent fulltext body
  content
`);

/** Reads a feed of XML; null where the text is none. */
export function readXmlFeed(text: string, context: FeedContext): FeedDraft | DocumentFault | null {
  let format: XmlFormat = 'rss';
  const newest = new NewestEntries<FeedNode>(context.itemsMax, recognisable);
  const head = readFeedTree(text, context.url, {
    entry: (node) => {
      format = node.name === 'entry' ? 'atom' : format;
      newest.add(node, stampOf(node, PUBLISHED[format], context)?.atMs ?? null);
    },
  });
  if (head === null || 'kind' in head) return head;
  const draft = headDraft(head.format, head.node, context);
  const dates = { ...context.dates, language: draft.language };
  const hasNotes = /^ghost\b/i.test(textOf(head.node, 'generator').trim());
  const entryContext = { ...context, dates, siteUrl: draft.siteUrl, hasNotes };
  const entries = newest.chosen().map((node) => entryDraft(head.format, node, entryContext));
  return { ...draft, entries, beyond: newest.beyond };
}

/** A name by which people recognise an omitted entry. */
function recognisable(node: FeedNode): string {
  const link = childrenOf(node, 'link').map((one) => attributeOf(one, 'href') || one.text.trim());
  return link.find((text) => text !== '') ?? textOf(node, 'guid', 'id', 'title');
}

function headDraft(format: XmlFormat, node: FeedNode, context: FeedContext): FeedDraft {
  const base = node.base ?? context.url;
  const language = textOf(node, 'language', 'dc:language') || node.language;
  return {
    format,
    title: fieldOf(node, ['title', 'dc:title', 'atom:title', 'itunes:title']),
    description: fieldOf(node, FEED_SUMMARIES),
    language: language?.trim().replaceAll('_', '-') || null,
    siteUrl: siteLink(node, format, base),
    selfUrl: namedLink(node, 'self', base),
    hubUrl: namedLink(node, 'hub', base),
    nextUrl: namedLink(node, 'next', base) ?? namedLink(node, 'prev-archive', base),
    iconUrl: iconOf(node, base),
    ttlMinutes: ttlOf(node),
    authors: format === 'atom' ? authorsOf(node, ['author', 'dc:creator']) : [],
    entries: [],
    beyond: [],
  };
}

/** `hasNotes`: categories that begin with a number sign are notes of the editors (Ghost). */
type EntryContext = FeedContext & { siteUrl: string | null; hasNotes: boolean };

function entryDraft(format: XmlFormat, node: FeedNode, context: EntryContext): EntryDraft {
  const base = node.base ?? documentBase(context);
  const url = entryLink(node, format, base);
  const group = childrenOf(node, 'media:group')[0];
  return {
    guid: guidOf(node, format),
    url,
    base: node.base ?? url ?? base,
    title: fieldOf(node, TITLES) ?? (group ? fieldOf(group, ['media:title']) : null),
    summary: summaryOf(node, format) ?? (group ? fieldOf(group, ['media:description']) : null),
    content: contentOf(node, format),
    published: stampOf(node, PUBLISHED[format], context),
    updated: stampOf(node, UPDATED[format], context),
    authors: entryAuthors(node, format),
    categories: categoriesOf(node, context.hasNotes),
    image: pictureOf(node, base),
    source: sourceOf(node, format, base),
  };
}

/** The field with absolute addresses, where the field or one of its parents names a base. */
function rebased(field: FieldValue | null, node: FeedNode): FieldValue | null {
  if (field === null || node.base === null || field.isText) return field;
  return { ...field, value: rebasedHtml(field.value, node.base) };
}

function fieldOf(node: FeedNode, names: readonly string[]): FieldValue | null {
  for (const name of names) {
    for (const child of childrenOf(node, name)) {
      const value = fieldValue(child);
      if (value !== null && value.value !== '') return rebased(value, child);
    }
  }
  return null;
}

function summaryOf(node: FeedNode, format: XmlFormat): FieldValue | null {
  const names = format === 'atom' ? ['summary', ...SUMMARIES] : SUMMARIES;
  return fieldOf(node, names) ?? fieldOf(node, ['media:description']);
}

function contentOf(node: FeedNode, format: XmlFormat): FieldValue | null {
  // Atom 0.3 allows several contents, of which the HTML one is the fullest.
  const contents = format === 'atom' ? childrenOf(node, 'content') : [];
  const html = contents.find((one) => /html/i.test(attributeOf(one, 'type'))) ?? contents[0];
  const own = html === undefined ? null : fieldValue(html);
  if (own !== null && own.value !== '') return rebased(own, html!);
  return fieldOf(
    node,
    CONTENTS.filter((name) => format !== 'atom' || name !== 'content'),
  );
}

function guidOf(node: FeedNode, format: XmlFormat): string | null {
  const names = format === 'atom' ? ['id', 'guid'] : ['guid', 'atom:id', 'id', 'dc:identifier'];
  const found = childrenOf(node, ...names).find(({ text }) => text.trim() !== '');
  if (found === undefined) return attributeOf(node, 'rdf:about') || null;
  const guid = found.text.trim();
  // A relative identifier is unique only with its base.
  return format === 'atom' && found.base !== null ? (addressOn(guid, found.base) ?? guid) : guid;
}

function stampOf(node: FeedNode, names: readonly string[], context: FeedContext): Stamp | null {
  for (const name of names) {
    for (const child of node.children) {
      const stamp =
        child.name === name
          ? readStamp(child.text.trim(), context.zoneOffsetMs, context.dates)
          : null;
      if (stamp !== null) return stamp;
    }
  }
  return null;
}

/** The authors of the first kind of element that names any. */
function entryAuthors(node: FeedNode, format: XmlFormat): string[] {
  const names = [
    'author',
    'dc:author',
    'dc:creator',
    'itunes:author',
    'atom:author',
    'media:credit',
  ];
  for (const name of names) {
    const authors = authorsOf(node, [name]);
    if (authors.length > 0) return authors;
  }
  const source = format === 'atom' ? childrenOf(node, 'source')[0] : undefined;
  return source === undefined ? [] : authorsOf(source, ['author']);
}

function authorsOf(node: FeedNode, names: readonly string[]): string[] {
  return distinct(childrenOf(node, ...names).map(authorName));
}

/** The name in a person's elements, or its text. */
function authorName(node: FeedNode): string {
  const hasParts =
    childrenOf(node, 'name', 'email', 'uri', 'url', 'atom:name', 'atom:email').length > 0;
  if (hasParts) return personName(textOf(node, 'name', 'atom:name'));
  return personName(deepText(node));
}

function deepText(node: FeedNode): string {
  return [node.text, ...node.children.map(({ text }) => text)].join(' ').trim();
}

/** Units of a list of keywords that are read. */
const KEYWORDS_UNITS_MAX = 10_000;

function categoriesOf(node: FeedNode, hasNotes: boolean): string[] {
  const words: string[] = [];
  for (const child of node.children) {
    if (child.name === 'category' || child.name === 'atom:category') {
      words.push(attributeOf(child, 'label') || attributeOf(child, 'term') || child.text);
    } else if (child.name === 'dc:subject') words.push(child.text);
    else if (child.name === 'itunes:keywords' || child.name === 'media:keywords') {
      words.push(...child.text.slice(0, KEYWORDS_UNITS_MAX).split(','));
    }
  }
  const shown = hasNotes ? words.filter((word) => !word.trim().startsWith('#')) : words;
  return distinct(shown.map(tagOf));
}

function sourceOf(node: FeedNode, format: XmlFormat, base: string): FeedItem['source'] {
  const source = childrenOf(node, 'source', 'atom:source')[0];
  if (source === undefined) return null;
  const isAtom = format === 'atom' || source.name === 'atom:source';
  const title = isAtom
    ? lineOf(firstValue(source, 'title', 'atom:title'))
    : lineOfHtml(source.text);
  const href = attributeOf(source, 'url');
  const url = isAtom ? siteLink(source, 'atom', source.base ?? base) : addressOn(href, base);
  return title === '' && url === null ? null : { title, url };
}

function iconOf(node: FeedNode, base: string): string | null {
  const image = childrenOf(node, 'image')[0];
  const own = image === undefined ? '' : textOf(image, 'url') || attributeOf(image, 'rdf:resource');
  const itunes = childrenOf(node, 'itunes:image').map((one) => attributeOf(one, 'href'))[0] ?? '';
  const href = textOf(node, 'icon', 'logo', 'atom:icon', 'atom:logo') || own || itunes;
  return addressOn(href, base);
}

const MINUTES: Readonly<Record<string, number>> = {
  hourly: 60,
  daily: 1440,
  weekly: 10_080,
  monthly: 43_200,
  yearly: 525_600,
};
const TTL_MINUTES_MAX = 525_600;

/** How long the feed says that it stays unchanged, in minutes. */
function ttlOf(node: FeedNode): number | null {
  const ttl = Number(textOf(node, 'ttl'));
  if (ttl >= 1) return Math.min(Math.floor(ttl), TTL_MINUTES_MAX);
  const period = textOf(node, 'sy:updateperiod').toLowerCase();
  const frequency = Number(textOf(node, 'sy:updatefrequency') || 1);
  if (!Object.hasOwn(MINUTES, period) || !(frequency > 0)) return null;
  return Math.max(1, Math.min(Math.round(MINUTES[period]! / frequency), TTL_MINUTES_MAX));
}

const PICTURE_FILE = /\.(?:avif|gif|jpe?g|png|webp)(?:[?#]|$)/i;

/** The first picture of the entry's media, enclosures and own elements. */
function pictureOf(node: FeedNode, base: string): string | null {
  const groups = childrenOf(node, 'media:group');
  const holders = [node, ...groups, ...mediaOf(node), ...groups.flatMap(mediaOf)];
  const found = [
    ...holders.flatMap(mediaOf).filter(isPicture).map(urlOf),
    ...holders.flatMap((holder) => childrenOf(holder, 'media:thumbnail')).map(urlOf),
    ...enclosuresOf(node).filter(isPicture).map(urlOf),
    ...childrenOf(node, 'itunes:image').map((one) => attributeOf(one, 'href') || one.text),
    ...childrenOf(node, 'image', 'thumbnail', 'image_url').map(ownPicture),
  ];
  for (const href of found) {
    const url = addressOn(href, base);
    if (url !== null) return url;
  }
  return null;
}

function mediaOf(node: FeedNode): FeedNode[] {
  return childrenOf(node, 'media:content');
}

function enclosuresOf(node: FeedNode): FeedNode[] {
  const links = childrenOf(node, 'link', 'atom:link');
  const enclosed = links.filter((link) => attributeOf(link, 'rel') === 'enclosure');
  return [...childrenOf(node, 'enclosure'), ...enclosed];
}

function isPicture(node: FeedNode): boolean {
  const kind = attributeOf(node, 'medium') || attributeOf(node, 'type');
  return kind === '' ? PICTURE_FILE.test(urlOf(node)) : /^image/i.test(kind);
}

function urlOf(node: FeedNode): string {
  return attributeOf(node, 'url') || attributeOf(node, 'href');
}

/** The address in an `<image>`, either in a child or as its text. */
function ownPicture(node: FeedNode): string {
  const [url] = childrenOf(node, 'url');
  return url?.text ?? (urlOf(node) || node.text);
}
