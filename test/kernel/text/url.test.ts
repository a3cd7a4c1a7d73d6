import fc from 'fast-check';
import t from 'tap';
import { INGEST } from '../../../src/kernel/limits.js';
import {
  canonicalUrl,
  httpUrl,
  parsedPage,
  resolvedUrl,
  TRACKING_PARAMETERS,
} from '../../../src/kernel/text/url.js';

/** Pieces that stress the border between pattern and parser. */
const piece = fc.constantFrom(
  'a',
  'Z',
  '0',
  '-',
  '.',
  '..',
  '/',
  '//',
  '/.',
  '/..',
  '/%2e',
  '%2E%2e',
  '%',
  '%41',
  '~',
  "'",
  '|',
  '^',
  '\\',
  ' ',
  '\t',
  '中',
  '@',
  ':',
  ':80',
  ':443',
  '?',
  '#',
  '&',
  '=',
  'utm_source=x',
  'fbclid=1',
  'id=7',
  'xn--',
  'xn--fiq228c',
  '1',
  '0x1',
  '_',
  '*',
  '!',
  '$',
  '(',
  ';',
  ',',
  '+',
  '"',
  '<',
  '{',
  '`',
  'é',
  '\0',
);
const messyUrl = fc
  .tuple(
    fc.constantFrom('http://', 'https://', 'HTTPS://', 'http:', 'ftp://', '//', ''),
    fc.constantFrom(
      'example.com',
      'news.example.tw',
      'Example.COM',
      '1.2.3',
      'a.b-',
      'a_b.com',
      '-a.com',
      '',
    ),
    fc.array(piece, { maxLength: 12 }),
  )
  .map(([scheme, host, pieces]) => `${scheme}${host}${pieces.join('')}`);
const anyUrl = fc.oneof(messyUrl, fc.webUrl({ withQueryParameters: true, withFragments: true }));

t.test('the fast path gives what the parser gives', async (t) => {
  fc.assert(
    fc.property(anyUrl, (raw) => {
      t.equal(canonicalUrl(raw), parsedPage(raw), raw);
    }),
    { numRuns: 5000 },
  );
});

t.test('the fast path of addresses gives what the parser gives', async (t) => {
  fc.assert(
    fc.property(anyUrl, (raw) => {
      const url = httpUrl(raw);
      if (url !== null) t.equal(url, new URL(raw).href, raw);
    }),
    { numRuns: 5000 },
  );
});

t.test('a canonical address is its own canonical form', async (t) => {
  fc.assert(
    fc.property(anyUrl, (raw) => {
      const url = canonicalUrl(raw);
      if (url !== null) t.equal(canonicalUrl(url), url);
      const address = httpUrl(raw);
      if (address !== null) t.equal(httpUrl(address), address);
    }),
    { numRuns: 3000 },
  );
});

t.test('fragment and tracking parameters go, the rest keeps order and bytes', async (t) => {
  const same = (raw: string, expected: string | null) => t.equal(canonicalUrl(raw), expected, raw);
  same(
    'https://Example.com/a?b=2&utm_source=x&a=%e4&fbclid=1#top',
    'https://example.com/a?b=2&a=%e4',
  );
  same('https://example.com/a?utm_source=x', 'https://example.com/a');
  same('https://example.com/a?UTM_Medium=x&gclid', 'https://example.com/a');
  const counters =
    'mtm_campaign=x&pk_kwd=y&at_medium=rss&srsltid=z&xtor=RSS-1&__hstc=1&itm_source=top';
  same(`https://example.com/a?${counters}&page=2`, 'https://example.com/a?page=2');
  const shared = ['__twitter_impression=true', 'cmp=rss', 'CMP=share', 'ito=1490', 'smid=x'];
  const more = ['ftag=RSS1', 'emc=rss', 'source=rss', 'ref=feed', 'partner=RSS', 'rss=yes'];
  for (const one of [...shared, ...more, 'srnd=x', 'traffic_source=rss'])
    same(`https://example.com/a?${one}&id=3`, 'https://example.com/a?id=3');
  const own = 'https://example.com/a?at=5&source=sun&ref=7&atlas=1&mt=2&cid=9';
  same(own, own);
  same('https://example.com/a?', 'https://example.com/a');
  same('https://example.com/a?id=3', 'https://example.com/a?id=3');
  same('https://example.com', 'https://example.com/');
  same('http://example.com:80/', 'http://example.com/');
  same(' https://example.com/中 ', 'https://example.com/%E4%B8%AD');
  same('https://example.com/?automatic=1&spm_id=2', 'https://example.com/?automatic=1&spm_id=2');
  for (const name of TRACKING_PARAMETERS)
    same(`https://example.com/?${name}=1`, 'https://example.com/');
});

t.test('what is no page on the web is refused', async (t) => {
  const refused = [
    '',
    'example.com',
    '//example.com/a',
    'ftp://example.com/',
    'javascript:alert(1)',
    'mailto:a@example.com',
    'data:text/html,x',
    'https://',
    'https://user:secret@example.com/',
    'https://user@example.com/',
    'http://a b/',
  ];
  for (const raw of refused) {
    t.equal(canonicalUrl(raw), null, raw);
    t.equal(httpUrl(raw), null, raw);
  }
});

t.test('an address has a greatest length', async (t) => {
  const base = 'https://example.com/';
  const longest = base + 'a'.repeat(INGEST.urlMax - base.length);
  t.equal(canonicalUrl(longest), longest);
  t.equal(canonicalUrl(`${longest}a`), null);
  t.equal(canonicalUrl(`${longest}?utm_source=x`), longest, 'what is dropped does not count');
  t.equal(canonicalUrl(`${base}?utm_source=${'x'.repeat(100_000)}`), null, 'within reason');
});

t.test('an address keeps its query and its fragment', async (t) => {
  t.equal(
    httpUrl('https://example.com/i.jpg?w=1&utm_source=x#y'),
    'https://example.com/i.jpg?w=1&utm_source=x#y',
  );
});

t.test('links are resolved against their page', async (t) => {
  const page = 'https://example.com/blog/post';
  t.equal(resolvedUrl('../about#me', page), 'https://example.com/about');
  t.equal(resolvedUrl('//other.example/x', page), 'https://other.example/x');
  t.equal(resolvedUrl('https://other.example/x', page), 'https://other.example/x');
  t.equal(resolvedUrl('mailto:me@example.com', page), null);
  t.equal(resolvedUrl('x', 'not a base'), null);
});
