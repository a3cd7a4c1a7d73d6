/** Sitemaps in every form that sites serve. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import t from 'tap';
import type { DocumentFault, SitemapDocument } from '../../src/documents/documents.js';
import { readSitemap } from '../../src/documents/sitemap.js';

const SITEMAP_URL = 'https://news.example/sitemap.xml';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function read(text: string | Uint8Array, entriesMax = 100): SitemapDocument | DocumentFault {
  const raw = { bytes: Buffer.from(text as string), contentType: '', url: SITEMAP_URL };
  return readSitemap(raw, { entriesMax, zoneOffsetMs: 0 });
}

function sitemapOf(text: string | Uint8Array, entriesMax = 100): SitemapDocument {
  const document = read(text, entriesMax);
  if (document.kind === 'fault') throw new Error(`${document.reason}: ${document.message}`);
  return document;
}

function reasonOf(text: string | Uint8Array): string {
  const document = read(text);
  return document.kind === 'fault' ? document.reason : document.kind;
}

const urlset = (inside: string): string =>
  `<?xml version="1.0"?><urlset xmlns="${NAMESPACE}">${inside}</urlset>`;
const urlsOf = (text: string | Uint8Array): string[] =>
  sitemapOf(text).entries.map(({ url }) => url);

t.test('a news sitemap is read with its extensions', async (t) => {
  const sitemap = sitemapOf(
    urlset(`<url><loc> https://news.example/1?a=1&amp;b=2 </loc><lastmod>2026-01-31</lastmod>
      <news:news><news:publication><news:name>Name</news:name><news:language>en</news:language></news:publication>
      <news:publication_date>2026-01-31T08:00+08:00</news:publication_date><news:title>Tea &amp;amp; Ink</news:title>
      <news:keywords>tea, ink ,tea</news:keywords></news:news>
      <image:image><image:loc>/1.jpg</image:loc><image:title>no title</image:title></image:image>
      <image:image><image:loc>/2.jpg</image:loc></image:image>
      <video:video><video:title>no</video:title><video:publication_date>2020-01-01</video:publication_date></video:video></url>`),
  );
  t.same(sitemap.entries, [
    {
      url: 'https://news.example/1?a=1&b=2',
      modified: { atMs: Date.UTC(2026, 0, 31), precision: 'day' },
      title: 'Tea & Ink',
      published: { atMs: Date.UTC(2026, 0, 31), precision: 'second' },
      keywords: ['tea', 'ink'],
      image: 'https://news.example/1.jpg',
    },
  ]);
  t.same([sitemap.sitemaps, sitemap.dropped, sitemap.charset], [[], [], 'UTF-8']);
});

t.test('indexes, other namespaces and none are read', async (t) => {
  const index = sitemapOf(
    '<sitemapindex><sitemap><loc>https://news.example/a.xml</loc><lastmod>2026-01-31</lastmod></sitemap>' +
      '<sitemap>https://news.example/b.xml</sitemap><sitemap></sitemap></sitemapindex>',
  );
  t.same(
    index.sitemaps.map(({ url }) => url),
    ['https://news.example/a.xml', 'https://news.example/b.xml'],
  );
  t.same(index.dropped, [{ reason: 'no-address', what: '' }]);
  t.same(urlsOf('<x:urlset xmlns:x="urn:other"><x:url><x:loc>/1</x:loc></x:url></x:urlset>'), [
    'https://news.example/1',
  ]);
  t.same(urlsOf('<URLSET><URL><LOC><![CDATA[/1?a=1&b=2]]></LOC></URL></URLSET>'), [
    'https://news.example/1?a=1&b=2',
  ]);
  t.same(urlsOf(`<a/><url><loc>/1</loc><url><loc>/2</loc></url>`), [
    'https://news.example/1',
    'https://news.example/2',
  ]);
});

t.test('lists, marks, compressed files and feeds are read', async (t) => {
  const list = 'https://news.example/1\r\nhttps://news.example/2\n\n# words\nnews.example/3\n';
  t.same(urlsOf(list), ['https://news.example/1', 'https://news.example/2']);
  t.same(sitemapOf(list).dropped, [{ reason: 'bad-address', what: 'news.example/3' }]);
  t.same(urlsOf(`\ufeff${list}`).length, 2);
  t.same(urlsOf(gzipSync(urlset('<url><loc>/1</loc></url>'))), ['https://news.example/1']);
  t.same(urlsOf(Buffer.from(`\ufeff${urlset('<url><loc>/1</loc></url>')}`, 'utf16le')), [
    'https://news.example/1',
  ]);
  const feed =
    '<rss><channel><link>https://news.example/</link><item><title>T</title><link>/1</link></item></channel></rss>';
  const [entry] = sitemapOf(feed).entries;
  t.same([entry!.url, entry!.title], ['https://news.example/1', 'T']);
});

t.test('what is beyond the limit, repeated or no address is left out and counted', async (t) => {
  const entry = (path: string, day: number): string =>
    `<url><loc>${path}</loc><lastmod>2026-01-${String(day).padStart(2, '0')}</lastmod></url>`;
  const days = [3, 1, 5, 2, 4].map((day) => entry(`/${day}`, day)).join('');
  const newest = sitemapOf(urlset(days), 2);
  t.same(
    newest.entries.map(({ url }) => url),
    ['https://news.example/5', 'https://news.example/4'],
  );
  t.same(
    newest.dropped.map(({ reason }) => reason),
    ['too-many', 'too-many', 'too-many'],
  );
  const odd = sitemapOf(
    urlset(`${entry('/1', 1)}${entry('/1', 2)}${entry('mailto:a@b.example', 1)}`),
  );
  t.same(odd.dropped, [
    { reason: 'repeated', what: 'https://news.example/1' },
    { reason: 'bad-address', what: 'mailto:a@b.example' },
  ]);
  const cut = urlset(entry('/1', 1) + entry('/second', 1)).replace(/cond<.*/s, '');
  t.same(urlsOf(cut), ['https://news.example/1'], 'an address that the end has cut');
});

t.test('what is no sitemap, or too much of one, is named', async (t) => {
  t.equal(reasonOf(''), 'empty');
  t.equal(reasonOf('<!doctype html><html><body>'), 'not-a-sitemap');
  t.equal(reasonOf('<html><input type=password>'), 'login-wall');
  t.equal(reasonOf('Not found'), 'not-a-sitemap');
  t.equal(reasonOf('<other/>'), 'not-a-sitemap');
  t.equal(reasonOf(gzipSync(Buffer.alloc(80 * 1024 * 1024))), 'too-large', 'a bomb');
  t.equal(reasonOf(gzipSync('x').subarray(0, 12)), 'broken', 'a file that is cut');
  t.equal(reasonOf(`<urlset>${'<url>'.repeat(200_000)}`), 'too-deep');
  t.equal(reasonOf('<urlset>'.concat('<a/>'.repeat(2_000_001))), 'too-many-elements');
  t.equal(reasonOf('<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><urlset/>'), 'broken');
});

t.test('every address of any list is found, in its order', async (t) => {
  const paths = fc.uniqueArray(fc.webPath(), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(paths, fc.boolean(), (found, isXml) => {
      const urls = [...new Set(found.map((path) => new URL(`https://news.example${path}`).href))];
      const escaped = urls.map((url) => url.replaceAll('&', '&amp;').replaceAll("'", '&apos;'));
      const xml = urlset(escaped.map((url) => `<url><loc>${url}</loc></url>`).join('\n'));
      return JSON.stringify(urlsOf(isXml ? xml : urls.join('\n'))) === JSON.stringify(urls);
    }),
  );
  t.pass();
});

t.test(
  'keywords of a news sitemap are parted by commas of any script, or by semicolons',
  async (t) => {
    const lists = ['sea, port', 'sea; port', 'sea;port;', 'sea，port', 'sea、port'];
    for (const list of lists) {
      const news = `<news:news><news:title>T</news:title><news:keywords>${list}</news:keywords></news:news>`;
      const text = `<urlset><url><loc>https://quay.example/1</loc>${news}</url></urlset>`;
      const raw = {
        bytes: Buffer.from(text),
        contentType: 'text/xml',
        url: 'https://quay.example/s',
      };
      const document = readSitemap(raw, { entriesMax: 9, zoneOffsetMs: 0 });
      t.match(document, { entries: [{ keywords: ['sea', 'port'] }] }, list);
    }
  },
);
