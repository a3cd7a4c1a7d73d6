/**
 * The JSON of posts and blogs in answers of the directory.
 *
 * Posts have no readable addresses, so `canonicalPath` and `blogCanonicalPath` are absent.
 */
import type { ColumnPart, Row, RowBuffer } from '../../../engine/runs/run-builder.js';
import { isoOf, isoOrNull } from '../../../kernel/clock.js';
import { INGEST } from '../../../kernel/limits.js';
import { iconUrlOf } from '../../../kernel/model/icon.js';
import type { BlogRecord, PostRecord } from '../../../kernel/model/records.js';
import { cleanCut, cleanText } from '../../../kernel/text/text.js';
import { wordsOf } from '../../../kernel/words.js';
import { FLAG } from '../codec.js';
import type { Pace } from './timeline.js';

const NO_KEYS: readonly number[] = [];

/** The row of a post of `blog`; its text and item are written into `buffer`. */
export function rowOf(
  post: PostRecord,
  blog: BlogRecord,
  { summary, hidden, publicUrl }: { summary: string; hidden: boolean; publicUrl: string },
  buffer: RowBuffer,
): Row {
  const item = buffer.putItem({
    id: post.id,
    title: post.title,
    url: uriOf(post.url),
    author: post.author,
    publishedAt: isoOrNull(post.publishedMs),
    updatedAt: isoOrNull(post.updatedMs),
    imageUrl: post.imageUrl === null ? null : uriOf(post.imageUrl),
    blogSlug: blog.slug,
    blogName: blog.name,
    summary,
    observedAt: isoOf(post.observedMs),
    iconUrl: iconOf(blog, publicUrl),
  });
  return {
    id: post.id,
    timeMs: post.sortMs,
    owner: blog.id,
    flags: hidden ? FLAG.hidden : 0,
    text: buffer.putFields(post.title),
    keys: NO_KEYS,
    item,
  };
}

/** The same item after a change of the blog's name or icon. */
export function withBlog(
  item: ColumnPart,
  blog: BlogRecord,
  publicUrl: string,
  buffer: RowBuffer,
): ColumnPart {
  const facts = { blogName: blog.name, iconUrl: iconOf(blog, publicUrl) };
  return buffer.putItem({ ...(buffer.valueAt(item) as object), ...facts });
}

/** Whether an item, without its comma, has the blog's current name and icon. */
export function saysBlog(item: Uint8Array, blog: BlogRecord, publicUrl: string): boolean {
  const said = JSON.parse(Buffer.from(item).toString()) as { blogName: string; iconUrl: unknown };
  return said.blogName === blog.name && said.iconUrl === iconOf(blog, publicUrl);
}

function iconOf({ iconHash }: BlogRecord, publicUrl: string): string | null {
  return iconHash == null ? null : iconUrlOf(publicUrl, iconHash);
}

/** JSON of a blog in the directory, with its comma. */
export function blogItemOf(
  blog: BlogRecord,
  pace: Pace,
  lastCrawlSuccessMs: number | null,
  publicUrl: string,
): Buffer {
  const given = blog.expectedIntervalHours;
  const item = JSON.stringify({
    id: blog.id,
    slug: blog.slug,
    name: blog.name,
    url: `${publicUrl}/blogs/${encodeURIComponent(blog.slug)}/`,
    sourceUrl: uriOf(blog.sourceUrl),
    category: blog.category,
    description: blog.description,
    iconUrl: iconOf(blog, publicUrl),
    discoveredAt: isoOrNull(blog.discoveredMs),
    lastCrawlSuccessAt: isoOrNull(lastCrawlSuccessMs),
    lastPublishedAt: isoOrNull(pace.lastPublishedMs),
    expectedIntervalHours: given === null ? pace.intervalHours : Math.max(1, Math.round(given)),
  });
  return Buffer.from(`${item},`);
}

export function feedsOf({ feeds }: BlogRecord): Buffer {
  return Buffer.from(JSON.stringify(feeds.map(({ url, type }) => ({ url, type }))));
}

/**
 * Addresses in the form of RFC 3986.
 *
 * Canonical addresses follow the WHATWG standard, which allows a few characters that the RFC does not;
 * readers that check `format: uri` would refuse them. They are escaped here, which servers undo, so an
 * address still leads to the same page.
 */
const SOUND = /^[A-Za-z0-9\-._~:/?@!$&'()*+,;=]*$/;
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/g;
const STRANGER = /[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]/g;

/** An absolute http or https address, escaped where the RFC requires it. */
export function uriOf(address: string): string {
  if (SOUND.test(address)) return address;
  const pathAt = address.indexOf('/', address.indexOf('//') + 2);
  if (pathAt < 0) return address;
  const origin = address.slice(0, pathAt);
  // Brackets are only allowed in the host, around an IPv6 address.
  const host = origin.includes('[') ? origin : origin.replace(STRANGER, escaped);
  const rest = address.slice(pathAt).replace(STRAY_PERCENT, '%25').replace(STRANGER, escaped);
  const fragmentAt = rest.indexOf('#') + 1;
  if (fragmentAt === 0) return host + rest;
  const fragment = rest.slice(fragmentAt).replaceAll('#', '%23');
  return host + rest.slice(0, fragmentAt) + fragment;
}

function escaped(character: string): string {
  return encodeURIComponent(character);
}

/**
 * The summary of a post: plain text of at most 500 code points, from the given summary or the body.
 *
 * Feeds often contain HTML where text is expected. Comments, scripts, styles and the tags of HTML
 * elements are removed, character references are resolved, white space becomes single spaces. Other text
 * in angle brackets stays: `Vec<T>` and `a < b` are text. Only the start of a text is read, so hostile
 * markup costs no more than its length allows.
 */

/** Code units of a longer text from which a summary is made. */
const SOURCE_UNITS_MAX = 8 * INGEST.summaryMax;
const MARKUP = /[<&]/;
/** Elements whose content is not text; an unclosed one reaches to the end. */
const UNSEEN = /<(script|style|template|noscript)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
/** A tag, with a > in quotes where the quotes are paired. */
const TAG =
  /<\/?([a-z][a-z0-9]*)(?:[\s/](?:"[^"<]*"|'[^'<]*'|[^<>"'])*|[\s/][^<>]*)?>|<!doctype[^<>]*>|<\?xml[^<>]*>/gi;
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}\d?));/gi;

/** Elements within a line; all other elements end a line. */
const INLINE = new Set(
  wordsOf(`
    a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small
    span strike strong sub sup time tt u var wbr
  `),
);
const ELEMENTS = new Set([
  ...INLINE,
  ...wordsOf(`
    address applet area article aside audio base blockquote body br button canvas caption center
    col colgroup dd details dialog dir div dl dt embed fieldset figcaption figure footer form
    frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input label legend li
    link main map menu meta meter nav noframes object ol optgroup option output p param picture
    pre progress rp rt ruby script search section select slot source style summary svg table
    tbody td template textarea tfoot th thead title tr track ul video
  `),
]);

/** Named character references of blogs' texts; others stay unresolved. */
const NAMED = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
    ...{ nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ' },
    ...{ hellip: '…', mdash: '—', ndash: '–', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
    ...{ laquo: '«', raquo: '»', middot: '·', bull: '•' },
    ...{ copy: '©', reg: '®', trade: '™', deg: '°', times: '×' },
    ...{ rarr: '→', larr: '←' },
  }),
);

/** The summary of a post: the summary of the source, or else the start of the body. */
export function summaryOf(given: string | null, body: string | null): string {
  const summary = given === null ? '' : plainText(given);
  return summary === '' && body !== null ? plainText(body) : summary;
}

/** The start of a text without markup. */
function plainText(raw: string): string {
  // Controls are removed first, because they could hide a tag.
  const source = cleanText(raw.length > SOURCE_UNITS_MAX ? startOf(raw) : raw, 'line');
  const text = MARKUP.test(source) ? withoutMarkup(source) : source;
  return cleanCut(text, 'line', INGEST.summaryMax);
}

/** The start of a text from which a summary is made, without a tag that is cut at its end. */
function startOf(raw: string): string {
  const start = raw.slice(0, SOURCE_UNITS_MAX);
  const open = start.lastIndexOf('<');
  return open > start.lastIndexOf('>') ? start.slice(0, open) : start;
}

/** Tags are removed before and after references are resolved, because some feeds escape twice. */
function withoutMarkup(source: string): string {
  const text = allTagsGone(source).replace(REFERENCE, resolved);
  return text.includes('<') ? allTagsGone(cleanText(text, 'line')) : text;
}

/** Removes tags until nothing changes, because a removed tag may join the parts of another one. */
function allTagsGone(text: string): string {
  for (let before = text; ; ) {
    const after = withoutTags(before);
    if (after === before) return after;
    before = after;
  }
}

function withoutTags(text: string): string {
  return text
    .replace(COMMENT, ' ')
    .replace(UNSEEN, ' ')
    .replace(TAG, (tag: string, name: string | undefined) => {
      if (name === undefined) return ' ';
      const element = name.toLowerCase();
      if (!ELEMENTS.has(element)) return tag;
      return INLINE.has(element) ? '' : ' ';
    });
}

function resolved(reference: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name) ?? NAMED.get(name.toLowerCase()) ?? reference;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : reference;
}
