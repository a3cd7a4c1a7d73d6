import { parse } from 'smol-toml';
import t from 'tap';
import { Places } from '../../../demo/sites/places.js';
import { articleOf, listedArticle, ownerOf, topicOf } from '../../../demo/sites/records.js';
import { keysOf, sourcesText } from '../../../demo/sites/sources-text.js';
import { styleOf } from '../../../demo/sites/style.js';

const places = new Places();
places.add(['www.paper.example', 'img.paper.example'], 'http://127.0.0.1:4001');
places.add(['pen.example', 'old-pen.example', 'shared.example/pen'], 'http://127.0.0.1:4002');
const localOf = (url: string): string => places.localOf(url);

t.test('hosts become origins, further hosts lie below them, strangers stay', async (t) => {
  t.equal(localOf('https://paper.example/a?b=1#c'), 'http://127.0.0.1:4001/a?b=1#c');
  t.equal(localOf('http://WWW.paper.example/'), 'http://127.0.0.1:4001/');
  t.equal(
    localOf('https://img.paper.example/x.jpg'),
    'http://127.0.0.1:4001/~img.paper.example/x.jpg',
  );
  for (const url of ['https://other.example/a', 'mailto:a@paper.example', '/relative', '']) {
    t.equal(localOf(url), url);
  }
});

t.test('a part of a host belongs to a site, the rest of it does not', async (t) => {
  const base = 'http://127.0.0.1:4002/~shared.example';
  t.equal(localOf('https://shared.example/pen'), `${base}/pen`);
  t.equal(localOf('https://shared.example/pen/1'), `${base}/pen/1`);
  t.equal(localOf('https://shared.example/pencil'), 'https://shared.example/pencil');
  t.equal(places.baseOf('shared.example'), null);
});

t.test('a later line is laid over the earlier one', async (t) => {
  const first = articleOf(
    {
      ...{ kind: 'news', media: 'paper', url: 'https://paper.example/1', title: 'One' },
      ...{ observedAt: '2025-05-20T00:05:00Z', publishedAt: '2025-05-20T00:00:00Z' },
      ...{ body: 'Text.', tags: ['a'], authors: ['A'], image: 'https://img.paper.example/1.jpg' },
    },
    null,
    localOf,
  );
  t.equal(first.url, 'http://127.0.0.1:4001/1');
  t.equal(first.image, 'http://127.0.0.1:4001/~img.paper.example/1.jpg');
  t.equal(first.visibleMs, Date.UTC(2025, 4, 20));
  const line = { kind: 'news', url: 'https://paper.example/1', title: 'Two', tags: ['b'] };
  const second = articleOf({ ...line, observedAt: '2025-05-20T03:00:00Z' }, first, localOf);
  t.same(second, { ...first, title: 'Two', tags: ['b'], changedMs: Date.UTC(2025, 4, 20, 3) });
});

t.test('an article of which only the day is known appears when it is seen', async (t) => {
  const day = { publishedAt: '2025-05-20T00:00:00+08:00', publishedPrecision: 'day' };
  const line = { kind: 'news', url: 'https://paper.example/2', title: 'T', ...day };
  const one = articleOf({ ...line, observedAt: '2025-05-20T03:00:00Z' }, null, localOf);
  t.same([one.precision, one.visibleMs], ['day', Date.UTC(2025, 4, 20, 3)]);
});

t.test('links of posts lead to the sites here, from HTML and from text', async (t) => {
  const post = { kind: 'post', blog: 'pen', url: 'https://pen.example/1', title: 'T' };
  const seen = { observedAt: '2025-05-20T03:00:00Z' };
  const entry =
    '<p><a href="https://old-pen.example/a?b=1&amp;c=2">x</a> <a href="https://far.example/">y</a></p>';
  const html = `<article><h1>T</h1><div class="entry-content">${entry}</div></article><aside>z</aside>`;
  t.equal(
    articleOf({ ...post, ...seen, html }, null, localOf).html,
    '<p><a href="http://127.0.0.1:4002/~old-pen.example/a?b=1&amp;c=2">x</a> <a href="https://far.example/">y</a></p>',
  );
  const links = [
    { url: 'https://paper.example/1', anchor: 'a < b', location: 'body' },
    { url: 'https://paper.example/2', anchor: 'see', location: 'sidebar' },
  ];
  t.equal(
    articleOf({ ...post, ...seen, body: 'I see a < b.', links }, null, localOf).html,
    '<p>I see <a href="http://127.0.0.1:4001/1">a &lt; b</a>.</p>',
  );
});

t.test('discoveries and topics', async (t) => {
  const found = {
    ...{ media: 'agg', title: 'One - Paper', url: 'https://agg.example/r/1' },
    discoveredAt: '2025-05-20T00:30:00Z',
  };
  const line = { kind: 'news', url: 'https://paper.example/1', title: 'One', discovery: found };
  const listed = listedArticle(line, { title: 'Paper', home: 'http://127.0.0.1:4001/' }, localOf);
  t.equal(listed?.publisher?.url, 'http://127.0.0.1:4001/1');
  t.equal(listed?.visibleMs, Date.UTC(2025, 4, 20, 0, 30));
  t.equal(listedArticle({ ...line, discovery: null }, { title: '', home: '' }, localOf), null);
  const stories = [{ url: 'https://paper.example/1', title: 'One', date: '2025-05-20T00:00:00Z' }];
  const topic = topicOf(
    { kind: 'portal-item', id: 'x', itemKind: 'auto', title: 'X', stories },
    localOf,
  );
  t.same([topic.kind, topic.stories[0]?.url], ['topic', 'http://127.0.0.1:4001/1']);
});

t.test('sources are TOML whatever the names hold', async (t) => {
  const line = {
    ...{
      kind: 'blog',
      slug: 'pen',
      name: 'A "pen" \\ \u007f\u2028',
      sourceUrl: 'https://pen.example/',
    },
    ...{ aliases: ['old-pen.example'], category: 'x', description: '' },
  };
  const owner = ownerOf(line, localOf);
  const style = styleOf(owner, { feed: 'rss', feedPath: 'rss.xml', oldFeedPath: 'feed' });
  const text = sourcesText(
    [{ key: 'k', label: 'L' }],
    [{ owner, style, more: keysOf(line, (a) => a) }],
  );
  t.same(parse(text), {
    category: [{ key: 'k', label: 'L' }],
    blog: [
      {
        ...{ slug: 'pen', name: line.name, url: 'http://127.0.0.1:4002/', zone: '+08:00' },
        ...{ feed: 'http://127.0.0.1:4002/feed', aliases: ['old-pen.example'], category: 'x' },
      },
    ],
  });
});
