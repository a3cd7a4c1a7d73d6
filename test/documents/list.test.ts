import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type {
  DocumentFault,
  ListDocument,
  ListRule,
  PortalDocument,
  PortalRule,
  StoriesDocument,
} from '../../src/documents/documents.js';
import { checkSelector, readList, readPortal, readStories } from '../../src/documents/list.js';
import { rawOf } from './page/reading.js';

const OPTIONS = { zoneOffsetMs: 8 * 3_600_000, itemsMax: 100 };
const URL_OF_LIST = 'https://www.site.example/list?page=1';

function read<T extends { kind: string }>(document: T | DocumentFault): T {
  assert.notEqual(document.kind, 'fault', JSON.stringify(document));
  return document as T;
}

const listOf = (html: string, rule: ListRule): ListDocument =>
  read<ListDocument>(readList(rawOf(html, URL_OF_LIST, 'text/html; charset=utf-8'), rule, OPTIONS));
const portalOf = (html: string, rule: PortalRule): PortalDocument =>
  read<PortalDocument>(readPortal(rawOf(html, URL_OF_LIST), rule, OPTIONS));
const storiesOf = (html: string, rule: PortalRule): StoriesDocument =>
  read<StoriesDocument>(readStories(rawOf(html, URL_OF_LIST), rule, OPTIONS));

const LIST = `<body class="home"><ul>
  <li class="entry" data-id="7"><a class="t" href="/a?utm_source=x" title="Long one">One</a>
    <time datetime="2024-03-05T08:30:00+08:00">today</time><p>It   rained.</p>
    <img src="blank.gif" data-src="/one.jpg"><b class="by">Ada Quill</b></li>
  <li class="entry"><a class="t" href="b">Two</a><span class="d">發布：2024/03/06 10:00</span></li>
  <li class="entry"><a class="t" href="/a">Again</a></li>
  <li class="entry"><a class="t">No address</a></li>
  <li class="entry"><a class="t" href="/empty"></a></li>
</ul><a class="next" href="?page=2">Next</a></body>`;

t.test('a list gives its entries, with what the rule asks for', async (t) => {
  const rule: ListRule = {
    item: 'body.home li.entry',
    link: 'a.t',
    date: 'time, .d',
    summary: 'p',
    image: 'img',
    author: '.by',
    next: 'a.next',
  };
  const list = listOf(LIST, rule);
  t.same(list.items, [
    {
      url: 'https://www.site.example/a',
      title: 'One',
      published: { atMs: Date.parse('2024-03-05T00:30:00Z'), precision: 'second' },
      summary: 'It rained.',
      image: 'https://www.site.example/one.jpg',
      authors: ['Ada Quill'],
    },
    {
      url: 'https://www.site.example/b',
      title: 'Two',
      published: { atMs: Date.parse('2024-03-06T02:00:00Z'), precision: 'second' },
      summary: null,
      image: null,
      authors: [],
    },
  ]);
  t.equal(list.nextUrl, 'https://www.site.example/list?page=2');
  t.same(
    list.dropped.map(({ reason }) => reason),
    ['repeated', 'no-address', 'no-title'],
  );
});

t.test('a selector may end in an attribute, or be one alone', async (t) => {
  const rule = { item: 'li.entry > a[href]', link: '@href', title: '@title' };
  t.same(
    listOf(LIST, rule).items.map(({ url, title }) => [url, title]),
    [['https://www.site.example/a', 'Long one']],
  );
  const dated = { item: 'li', link: 'a', date: 'time @datetime' };
  t.equal(listOf(LIST, dated).items[0]?.published?.precision, 'second');
});

t.test('an entry that is a link itself is its own link', async (t) => {
  const { items } = listOf('<a class="card" href="/x"><h3>X</h3></a>', {
    item: 'a.card',
    link: 'a',
    title: 'h3',
  });
  t.same(
    items.map(({ url, title }) => [url, title]),
    [['https://www.site.example/x', 'X']],
  );
});

t.test('entries beyond the bound are counted', async (t) => {
  const html = Array.from({ length: 105 }, (_, at) => `<a href="/${at}">x</a>`).join('');
  const { items, dropped } = listOf(html, { item: 'a', link: '@href' });
  t.equal(items.length, 100);
  t.same(new Set(dropped.map(({ reason }) => reason)), new Set(['too-many']));
});

const PORTAL = `<div class="topic" data-id="t1"><h2><a href="/topic/1">Rain</a></h2><img src="/r.jpg">
  <ul><li><a href="/s/1">First</a> <i>2024-03-05 08:30</i></li><li><a href="/s/2">Second</a></li><li><a href="/s/1">First</a></li></ul></div>
  <div class="topic ad"><h2><a href="/topic/2">Bought</a></h2></div>`;
const PORTAL_RULE: PortalRule = {
  item: '.topic',
  link: 'h2 a',
  image: 'img',
  sponsored: '.ad',
  id: 'data-id',
  story: 'li',
  storyDate: 'i',
};

t.test('a portal gives its topics with the stories beside them', async (t) => {
  const { items } = portalOf(PORTAL, PORTAL_RULE);
  t.same(items, [
    {
      id: 't1',
      title: 'Rain',
      url: 'https://www.site.example/topic/1',
      image: 'https://www.site.example/r.jpg',
      sponsored: false,
      stories: [
        {
          url: 'https://www.site.example/s/1',
          title: 'First',
          published: { atMs: Date.parse('2024-03-05T00:30:00Z'), precision: 'second' },
        },
        { url: 'https://www.site.example/s/2', title: 'Second', published: null },
      ],
    },
    {
      id: 'https://www.site.example/topic/2',
      title: 'Bought',
      url: 'https://www.site.example/topic/2',
      image: null,
      sponsored: true,
      stories: [],
    },
  ]);
});

t.test('the page of a topic gives its stories, its title and its picture', async (t) => {
  const html = `<title>Rain</title><meta property="og:image" content="/r.jpg">${PORTAL}<a rel="next" href="/topic/1?p=2">more</a>`;
  const stories = storiesOf(html, { ...PORTAL_RULE, next: 'a[rel=next]' });
  t.equal(stories.title, 'Rain');
  t.equal(stories.image, 'https://www.site.example/r.jpg');
  t.same(
    stories.stories.map(({ title }) => title),
    ['First', 'Second'],
  );
  t.equal(stories.nextUrl, 'https://www.site.example/topic/1?p=2');
});

t.test('a selector that is wrong or matches nothing is a fault that names it', async (t) => {
  const faultOf = (html: string, rule: ListRule): DocumentFault => {
    const document = readList(rawOf(html, URL_OF_LIST), rule, OPTIONS);
    assert.equal(document.kind, 'fault');
    return document as DocumentFault;
  };
  const nothing = faultOf(LIST, { item: 'div.gone', link: 'a' });
  t.equal(nothing.reason, 'selector');
  t.match(nothing.message, /item "div\.gone"/);
  const wrong = faultOf(LIST, { item: 'li', link: 'a[' });
  t.equal(wrong.reason, 'selector');
  t.match(wrong.message, /link "a\["/);
  const stories = readStories(rawOf(PORTAL, URL_OF_LIST), { item: 'x', link: 'a' }, OPTIONS);
  t.equal((stories as DocumentFault).reason, 'selector');
});

t.test('what is no page or passes the bounds is a fault here as well', async (t) => {
  const reasonOf = (html: string, type = 'text/html') => {
    const document = readList(rawOf(html, URL_OF_LIST, type), { item: 'li', link: 'a' }, OPTIONS);
    return (document as DocumentFault).reason;
  };
  t.equal(reasonOf(''), 'empty');
  t.equal(reasonOf('{}', 'application/json'), 'not-html');
  t.equal(reasonOf('<ul>'.repeat(5000)), 'too-deep');
  t.equal(reasonOf('<li>x</li>'.repeat(20_000)), 'too-many-elements');
});

t.test('selectors are checked', async (t) => {
  for (const selector of [
    'a',
    'div.list > ul li:not(.ad) a[href^="/news/"]',
    'img@data-src',
    'img @data-src',
    '@href',
    '.a:has(> b)',
    'main a:nth-child(2n+1), h2 ~ p',
    '中文 .類別',
  ]) {
    t.equal(checkSelector(selector), null, selector);
  }
  for (const selector of [
    '',
    ' ',
    'a[',
    'a >',
    '::',
    'a:nope(',
    'a:unknown',
    '#',
    'a'.repeat(600),
    `${'a '.repeat(40)}b`,
    ':has(:has(a))',
  ]) {
    t.type(checkSelector(selector), 'string', selector.slice(0, 30));
  }
});

t.test('property: a selector that passes the check never throws', async (t) => {
  const part = fc.constantFrom(
    'a',
    '.x',
    '#y',
    '[href]',
    '[',
    ']',
    '(',
    ')',
    ':not(',
    ':has(',
    ':is(',
    '>',
    '+',
    '~',
    ' ',
    ',',
    '*',
    '@href',
    '@',
    '"',
    ':nth-child(2)',
    ':first-child',
    '::before',
    '|',
    '\\',
  );
  let passed = 0;
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
      const item = parts.join('');
      const isFine = checkSelector(item) === null;
      const document = readList(rawOf(LIST, URL_OF_LIST), { item, link: 'a' }, OPTIONS);
      if (!isFine) return document.kind === 'fault' && document.reason === 'selector';
      passed++;
      return document.kind === 'list' || document.reason === 'selector';
    }),
    { seed: 3, numRuns: 1500 },
  );
  t.ok(passed > 50, `${passed} selectors were fine`);
});
