/**
 * Expectations of a public suite for feed parsers, for the fields that records use.
 *
 * The suite expects fields as they stand in the feed, so what is compared are drafts: before titles
 * lose their markup and entries without an address are left out. Names and categories are plain
 * texts in our drafts already; those of the suite are made plain in the same way. Addresses that the suite leaves
 * relative are compared on the address of the feed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { addressOn } from '../../src/documents/address.js';
import { decodeDocument } from '../../src/documents/charset.js';
import type { Stamp } from '../../src/documents/documents.js';
import { pictureOf, readFeed, readFeedDraft } from '../../src/documents/feed.js';
import type { EntryDraft, FeedDraft } from '../../src/documents/feed-draft.js';
import { lineOfHtml, personName } from '../../src/documents/feed-text.js';
import { readStamp } from '../../src/documents/stamp.js';

const folder = process.env.TAGWIRE_TEST_DATA;
const URL_OF_FEED = 'http://feed.example/';

type Json = Record<string, unknown>;

/** What is compared: a name, what the suite expects, what we have. */
type Comparison = [field: string, expected: unknown, actual: unknown];

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function squeezed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  // A void element may be written in two ways.
  return value.replace(/\s+/g, ' ').replace(/ ?\/>/g, '>').trim();
}

function address(value: unknown): unknown {
  return typeof value === 'string' ? (addressOn(value, URL_OF_FEED) ?? value) : value;
}

function instant(value: unknown): unknown {
  return typeof value === 'string' ? (readStamp(value, 0)?.atMs ?? undefined) : undefined;
}

function at(stamp: Stamp | null): number | null {
  return stamp?.atMs ?? null;
}

function names(persons: unknown): unknown {
  const found = list(persons).map((person) => record(person).name);
  const given = found
    .map((name) => (typeof name === 'string' ? personName(name) : ''))
    .filter(Boolean);
  return given.length > 0 ? given : undefined;
}

function alternateOf(links: unknown): unknown {
  const found = list(links).map(record);
  return address(found.find(({ rel }) => rel === 'alternate' || rel === undefined)?.href);
}

/** The fields of the suite's own forms under the names that its unified form has. */
function unifiedFeed(json: Json, form: string): Json {
  if (form === 'translator') return json;
  if (form === 'rss') return json;
  if (form === 'atom')
    return { ...json, description: json.subtitle, link: alternateOf(json.links) };
  return { ...json, link: json.home_page_url };
}

function unifiedItem(json: Json, form: string): Json {
  if (form === 'translator') return { ...json, image: record(json.image).url };
  const content = typeof json.content === 'string' ? json.content : record(json.content).value;
  if (form === 'rss') {
    const categories = list(json.categories).map((one) => record(one).value);
    const guid = record(json.guid).value;
    const authors = json.author === undefined ? undefined : [{ name: json.author }];
    const published = json.pubDateParsed;
    return {
      ...json,
      image: undefined,
      content,
      categories,
      guid,
      authors,
      published,
      updated: undefined,
    };
  }
  if (form === 'atom') {
    const categories = list(json.categories).map((one) => record(one).label ?? record(one).term);
    const link = alternateOf(json.links);
    const [published, updated] = [json.publishedParsed, json.updatedParsed];
    const rest = { content, categories, link, published, updated, guid: json.id };
    return { ...json, ...rest, description: json.summary, image: undefined };
  }
  const html = json.content_html ?? json.content_text;
  const [published, updated] = [json.date_published, json.date_modified];
  const rest = { content: html, published, updated, categories: json.tags };
  return { ...json, ...rest, guid: json.id, link: json.url, description: json.summary };
}

function comparisons(json: Json, draft: FeedDraft, form: string): Comparison[] {
  const feed = unifiedFeed(json, form);
  const found: Comparison[] = [
    ['feed title', feed.title, draft.title?.value],
    ['feed description', feed.description, draft.description?.value],
    ['feed link', address(feed.link), draft.siteUrl],
    ['feed language', feed.language, draft.language],
  ];
  const items = list(json.items ?? json.entries);
  for (const [index, item] of items.entries()) {
    const entry = draft.entries[index];
    if (entry === undefined) found.push(['item', true, undefined]);
    else found.push(...itemComparisons(unifiedItem(record(item), form), entry));
  }
  return found;
}

function itemComparisons(item: Json, entry: EntryDraft): Comparison[] {
  const words = list(item.categories).filter((one) => typeof one === 'string');
  const categories = words.map(lineOfHtml).filter(Boolean);
  return [
    ['title', item.title, entry.title?.value],
    ['link', address(item.link), entry.url],
    ['description', item.description, entry.summary?.value],
    ['content', item.content, entry.content?.value],
    ['published', instant(item.publishedParsed ?? item.published), at(entry.published)],
    ['updated', instant(item.updatedParsed ?? item.updated), at(entry.updated)],
    ['authors', names(item.authors), entry.authors],
    ['categories', categories.length > 0 ? categories : undefined, entry.categories],
    ['guid', item.guid, entry.guid],
    ['image', address(item.image), pictureOf(entry)],
  ];
}

function isEqual(expected: unknown, actual: unknown): boolean {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return (
      expected.length === actual.length && expected.every((one, at) => isEqual(one, actual[at]))
    );
  }
  return squeezed(expected) === squeezed(actual);
}

/** Pairs of a feed with what is expected of it. */
function pairsIn(directory: string): [feed: string, expected: string][] {
  const files = readdirSync(directory);
  return files.flatMap((file): [string, string][] => {
    const isJson = file.endsWith('.json') && !file.endsWith('_expected.json');
    const expected = isJson
      ? file.replace('.json', '_expected.json')
      : file.replace('.xml', '.json');
    const isPair =
      expected !== file && files.includes(expected) && !file.endsWith('_expected.json');
    return isPair ? [[join(directory, file), join(directory, expected)]] : [];
  });
}

t.test('fields of the suite are read as it expects', async (t) => {
  if (folder === undefined || !existsSync(join(folder, 'feeds'))) {
    t.pass('TAGWIRE_TEST_DATA is not set: nothing to read');
    return;
  }
  let count = 0;
  const misses: string[] = [];
  const sets = [
    'translator/rss',
    'translator/atom',
    'translator/json',
    'parser/rss',
    'parser/atom',
    'parser/json',
  ];
  for (const set of sets) {
    const directory = join(folder, 'feeds', set);
    const form = set.startsWith('translator') ? 'translator' : set.slice('parser/'.length);
    for (const [file, expected] of pairsIn(directory)) {
      const raw = { bytes: readFileSync(file), contentType: '', url: URL_OF_FEED };
      const { text } = decodeDocument(raw, 'xml');
      const draft = readFeedDraft(text, { url: URL_OF_FEED, itemsMax: 1000, zoneOffsetMs: 0 });
      const json = JSON.parse(readFileSync(expected, 'utf8')) as Json;
      const compared =
        'kind' in draft
          ? [['feed', true, draft.message] as Comparison]
          : comparisons(json, draft, form);
      for (const [field, wanted, actual] of compared) {
        if (wanted === undefined || wanted === null || wanted === '') continue;
        count++;
        if (!isEqual(wanted, actual)) {
          misses.push(
            `${field}: ${JSON.stringify(wanted)} != ${JSON.stringify(actual)} (${file.slice(directory.length)})`,
          );
        }
      }
    }
  }
  t.comment(`${count - misses.length} of ${count} expectations are met`);
  for (const miss of misses.sort()) t.comment(miss);
  t.ok(count > 300, 'the suite has expectations');
  t.ok(misses.length <= count / 100, `${misses.length} of ${count} are missed`);
});

/** Insides of an item of RSS, a field of what is made of it, and what that is. */
const ITEMS: readonly (readonly [string, 'title' | 'url' | 'published' | 'categories', unknown])[] =
  [
    ['<title>How to use the &lt;b&gt; tag</title>', 'title', 'How to use the <b> tag'],
    ['<title>Why we＆#8217;re here</title>', 'title', 'Why we’re here'],
    ['<title>It&amp;#146;s here</title>', 'title', 'It’s here'],
    ['<title><![CDATA[One<br/>two]]></title>', 'title', 'One two'],
    ['<title><![CDATA[CO<sub>2</sub> rises]]></title>', 'title', 'CO2 rises'],
    ['<title><![CDATA[<b>Rain</b> in May]]></title>', 'title', 'Rain in May'],
    ['<title>a</title><link>quay.example/9</link>', 'url', 'https://quay.example/9'],
    ['<title>a</title><link>www.quay.example/9</link>', 'url', 'https://www.quay.example/9'],
    ['<title>a</title><link>//quay.example/9</link>', 'url', 'https://quay.example/9'],
    ['<title>a</title><link>/x/9</link>', 'url', 'https://quay.example/x/9'],
    ['<title>a</title><guid>https://quay.example/g</guid>', 'url', 'https://quay.example/g'],
    ['<pubdate>Wed, 06 May 2026 01:00:00 GMT</pubdate>', 'published', Date.UTC(2026, 4, 6, 1)],
    ['<published>2026-05-06T01:00:00Z</published>', 'published', Date.UTC(2026, 4, 6, 1)],
    ['<date>2026-05-06 01:00</date>', 'published', Date.UTC(2026, 4, 6, 1)],
    ['<category>Sea &amp;amp; port</category>', 'categories', ['Sea & port']],
  ];

t.test('items are read in the forms that sites write', async (t) => {
  const documentOf = (text: string, contentType = 'application/rss+xml') => {
    const raw = { bytes: Buffer.from(text), contentType, url: 'https://quay.example/feed' };
    const document = readFeed(raw, { itemsMax: 9, zoneOffsetMs: 0 });
    if (document.kind === 'fault') throw new Error(document.message);
    return document;
  };
  const rss = (item: string, head = ''): string =>
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>F</title>${head}<item>${item}</item></channel></rss>`;
  for (const [inside, field, expected] of ITEMS) {
    const title = inside.includes('<title>') ? '' : '<title>a</title>';
    const isLinked = /<link>|<guid>/.test(inside);
    const link = isLinked ? '' : '<link>https://quay.example/1</link>';
    const [item] = documentOf(rss(`${title}${inside}${link}`)).items;
    const found = field === 'published' ? item?.published?.atMs : item?.[field];
    t.same(found, expected, inside);
  }
  const next = (link: string) => documentOf(rss('<title>a</title><link>/1</link>', link)).nextUrl;
  t.equal(next('<atom:link rel="NEXT" href="?p=2"/>'), 'https://quay.example/feed?p=2');
  t.equal(next('<atom:link rel="prev-archive" href="/4"/>'), 'https://quay.example/4');
  const json = '{"version":"https://jsonfeed.org/version/1.1","title":"J","items":[';
  const item = '{"id":"1","url":"https://quay.example/1","title":"T","tags":"sea, port"},';
  const feed = documentOf(`${json}${item}]}`, 'application/json');
  t.same(feed.items[0]?.categories, ['sea', 'port'], 'tags in one text, and a stray comma');
});
