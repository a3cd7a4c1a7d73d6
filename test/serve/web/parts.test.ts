/** The small parts that every page is made of: words, times, addresses, choices. */
import fc from 'fast-check';
import t from 'tap';
import type { SiteRequest } from '../../../src/serve/http/site.js';
import { jsonText } from '../../../src/serve/web/layout.js';
import { Out, pathTo, safeHref, withQuery } from '../../../src/serve/web/parts/address.js';
import { EmptyStore } from '../../../src/serve/web/parts/pieces.js';
import { Calendar, shadeOfRank, Time } from '../../../src/serve/web/parts/time.js';
import { BLOG_TEXTS, COMMON_TEXTS } from '../../../src/serve/web/texts/common.js';
import { NEWS_TEXTS } from '../../../src/serve/web/texts/news.js';
import { PEOPLE_TEXTS } from '../../../src/serve/web/texts/people.js';
import { numberText, translator } from '../../../src/serve/web/texts.js';
import { choiceCookies, viewerOf } from '../../../src/serve/web/viewer.js';

const NOW = Date.parse('2026-03-10T04:00:30.000Z');

function request(query: string, cookies: Record<string, string>, acceptLanguage: string) {
  return {
    query: new URLSearchParams(query),
    cookies: new Map(Object.entries(cookies)),
    acceptLanguage,
  } as unknown as SiteRequest;
}

t.test('a parameter wins over a cookie, a cookie over the browser', async (t) => {
  const languageOf = (query: string, cookies: Record<string, string>, accept: string) =>
    viewerOf(request(query, cookies, accept)).language;
  t.equal(languageOf('', {}, ''), 'zh');
  t.equal(languageOf('', {}, 'en-GB,en;q=0.9'), 'en');
  t.equal(languageOf('', {}, 'en;q=0.3, zh-TW;q=0.9'), 'zh');
  t.equal(languageOf('', {}, 'fr, de;q=0.5'), 'zh');
  t.equal(languageOf('', { lang: 'en' }, 'zh-TW'), 'en');
  t.equal(languageOf('lang=zh', { lang: 'en' }, 'en'), 'zh');
  t.equal(languageOf('lang=<script>', { lang: 'xx' }, 'en'), 'en');
});

t.test('a choice is remembered in a cookie that holds nothing else', async (t) => {
  const [cookie] = choiceCookies(request('lang=en&scheme=x', {}, ''), true);
  t.equal(cookie, 'lang=en; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure');
  t.same(choiceCookies(request('lang=%0d%0aset-cookie:x', {}, ''), false), []);
});

t.test('a calendar has a square for each hour, in the line of its day at the place', async (t) => {
  const c = { t: translator('en'), viewer: { language: 'en' }, nowMs: NOW } as never;
  // 22:00 and 23:00 of a day in Taiwan, and 00:00 of the next.
  const fromMs = Date.parse('2026-03-09T14:00:00.000Z');
  const hours = [4, 0, 4].map((shade, at) => ({ atMs: fromMs + at * 3_600_000, shade }));
  const drawn = String(Calendar({ c, hours, label: 'hours' }));
  t.match(drawn, /9 Mar.*10 Mar/s);
  t.match(drawn, /shade-4" d="M370 16h12v12h-12zM62 30h12v12h-12z"/);
  t.match(drawn, /shade-0" d="M384 16h12v12h-12z"/);
  t.same([shadeOfRank(1, true), shadeOfRank(11, true), shadeOfRank(51, true)], [4, 3, 2]);
  t.same([shadeOfRank(null, true), shadeOfRank(null, false)], [1, 0]);
});

t.test('only http and https addresses become links', async (t) => {
  const hostile = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x.example/1',
    '//x.example',
    '/relative',
    '',
  ];
  for (const url of hostile) {
    t.equal(safeHref(url), undefined, JSON.stringify(url));
    t.notMatch(String(Out({ href: url, children: 'x' })), /href/);
  }
  t.equal(safeHref('https://x.example/"><script>'), 'https://x.example/%22%3E%3Cscript%3E');
  t.match(String(Out({ href: 'https://x.example/', children: '<b>' })), '&lt;b&gt;');
});

t.test('a name in a path comes back as it was, whatever it holds', async (t) => {
  const base = 'http://127.0.0.1';
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (tag) => {
      const { pathname, searchParams, search } = new URL(pathTo.tag(tag), base);
      const back =
        search === '' ? decodeURIComponent(pathname.slice(5, -1)) : searchParams.get('name');
      return back === tag && (search !== '' || pathname.split('/').length === 4);
    }),
  );
  t.equal(pathTo.tag('..'), '/tag/?name=..');
  t.equal(withQuery('/x/', { a: '', b: 'c&d', n: 0 }), '/x/?b=c%26d&n=0');
});

t.test('times are told in words, with the exact instant', async (t) => {
  const told = (language: 'zh' | 'en', at: number | string | null) =>
    String(
      Time({
        c: { t: translator(language), viewer: { language, scheme: 'auto' }, nowMs: NOW },
        at,
      }),
    );
  t.match(told('zh', NOW - 20_000), '>剛剛<');
  t.match(told('en', NOW - 60_000), '>1 minute ago<');
  t.match(told('en', NOW - 7_200_000), '>2 hours ago<');
  t.match(told('zh', NOW - 86_400_000), '>3月9日 12:00<');
  t.match(told('en', '2025-12-31T16:00:00.000Z'), '>1 Jan 00:00<');
  t.match(told('zh', NOW), 'datetime="2026-03-10T04:00:30.000Z"');
  t.match(told('en', null), 'unknown');
  t.equal(numberText('en', 1234567), '1,234,567');
});

t.test('JSON-LD cannot end its element', async () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const written = jsonText({ text: `${text}</script><!--<script>` });
      return !/[<>&]/.test(written) && JSON.parse(written).text.startsWith(text);
    }),
  );
});

t.test('no name of a text is given twice, so no page shows the words of another', async (t) => {
  const names = [COMMON_TEXTS, NEWS_TEXTS, BLOG_TEXTS, PEOPLE_TEXTS].flatMap(Object.keys);
  t.same(
    names.filter((name, at) => names.indexOf(name) !== at),
    [],
  );
});

t.test('an empty place says how a store is filled, unless its index is being read', async (t) => {
  const textOf = (answer: Parameters<typeof EmptyStore>[0]['answer']) =>
    String(EmptyStore({ t: translator('en'), answer }));
  const failed = { ok: false, status: 503 } as const;
  t.match(textOf({ ok: true, status: 200, value: [] }), /tagwire ingest/);
  const error = 'there is no event snapshot yet';
  t.match(textOf({ ...failed, code: 'unavailable', error }), /tagwire ingest/);
  const reading = textOf({ ...failed, code: 'rebuilding', error });
  t.match(reading, /getting ready/);
  t.notMatch(reading, /tagwire ingest/);
});
