import t from 'tap';
import { INGEST } from '../../../../src/kernel/limits.js';
import { draftOf, reasonOf } from './helper.js';

const BLOG = { kind: 'blog', slug: 'my-blog', name: 'My blog', sourceUrl: 'https://blog.example/' };
const POST = { kind: 'post', blog: 'my-blog', url: 'https://blog.example/1', title: 'Post' };
const post = (fields: object) => draftOf<'post'>({ ...POST, ...fields });

t.test('a blog keeps what it names', async (t) => {
  t.same(draftOf(BLOG), BLOG);
  const full = {
    category: 'programming',
    description: 'd'.repeat(600),
    feeds: [
      { url: 'https://blog.example/feed', type: 'atom' },
      { url: 'https://blog.example/rss' },
    ],
    verified: false,
    iconUrl: 'https://blog.example/i.png',
    aliases: ['www.blog.example', 'host.example/~me'],
    discoveredAt: '2026-01-01T00:00:00Z',
    expectedIntervalHours: 12.5,
    canonicalSlug: 'other',
  };
  const { discoveredAt: _, ...same } = full;
  t.same(draftOf({ ...BLOG, ...full }), {
    ...BLOG,
    ...same,
    description: 'd'.repeat(500),
    feeds: [full.feeds[0], { url: 'https://blog.example/rss', type: 'rss' }],
    discoveredMs: Date.UTC(2026, 0, 1),
  });
});

t.test('broken blogs are told apart', async (t) => {
  t.equal(reasonOf({ ...BLOG, sourceUrl: '' }), 'sourceUrl: is required, but empty');
  t.match(reasonOf({ ...BLOG, sourceUrl: 'blog.example' }), /^sourceUrl: expected an absolute/);
  t.match(reasonOf({ ...BLOG, slug: 'my blog' }), /^slug: expected 1 to 64 letters/);
  t.match(
    reasonOf({ ...BLOG, feeds: [{ url: 'https://a.example/', type: 'x' }] }),
    /^feeds\[0\]\.type: expected one of/,
  );
  t.match(
    reasonOf({ ...BLOG, expectedIntervalHours: 0 }),
    /^expectedIntervalHours: expected a number above 0/,
  );
  t.match(reasonOf({ ...BLOG, iconUrl: 'x' }), /^iconUrl: expected an absolute/);
});

t.test('a post keeps what it names', async (t) => {
  const links = [
    { url: 'https://a.example/?utm_source=x#y', anchor: ' A \n b', location: 'sidebar' },
  ];
  const draft = post({
    author: 'Ann',
    publishedAt: '2026-01-02',
    updatedAt: '2026-01-02T01:00:00Z',
    observedAt: '2026-01-03T00:00:00Z',
    summary: 's'.repeat(501),
    imageUrl: '//img',
    labels: ['ＡＩ', 'ai', 'x'.repeat(41)],
    body: 'Text',
    links,
  });
  t.same(draft, {
    ...POST,
    author: 'Ann',
    publishedMs: Date.UTC(2026, 0, 1, 16),
    updatedMs: Date.UTC(2026, 0, 2, 1),
    observedMs: Date.UTC(2026, 0, 3),
    summary: 's'.repeat(500),
    imageUrl: null,
    labels: ['AI'],
    body: 'Text',
    links: [{ url: 'https://a.example/', anchor: 'A b', location: 'sidebar' }],
    linksTruncated: false,
  });
});

t.test('links that lead nowhere on the web are left out, malformed ones refused', async (t) => {
  t.same(post({ links: [{ url: 'mailto:a@b.example' }, { url: 'https://a.example/' }] }).links, [
    { url: 'https://a.example/', anchor: '', location: 'body' },
  ]);
  t.equal(
    reasonOf({ ...POST, links: [{ anchor: 'x' }] }),
    'links[0].url: expected an address, got nothing',
  );
  t.equal(reasonOf({ ...POST, links: [{ url: 5 }] }), 'links[0].url: expected a text, got 5');
  t.match(
    reasonOf({ ...POST, links: [{ url: 'https://a.example/', location: 'footer' }] }),
    /^links\[0\]\.location: /,
  );
});

t.test('links are cut at their limit, and the post says so', async (t) => {
  const links = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ url: `https://a.example/${i}` }));
  const full = post({ links: links(INGEST.linksMax) });
  t.equal(full.links?.length, INGEST.linksMax);
  t.equal(full.linksTruncated, false);
  const more = post({ links: links(INGEST.linksMax + 1) });
  t.equal(more.links?.length, INGEST.linksMax);
  t.equal(more.linksTruncated, true);
});

t.test('HTML gives body and links where the line does not', async (t) => {
  const html = '<p>One <a href="/2">two</a></p><p>three';
  const link = { url: 'https://blog.example/2', anchor: 'two', location: 'body' };
  t.same(post({ html }), { ...POST, body: 'One two\nthree', links: [link], linksTruncated: false });
  t.same(post({ html, body: 'mine' }), {
    ...POST,
    body: 'mine',
    links: [link],
    linksTruncated: false,
  });
  t.same(post({ html, links: [] }), {
    ...POST,
    body: 'One two\nthree',
    links: [],
    linksTruncated: false,
  });
  t.same(post({ html, body: null, links: null }), {
    ...POST,
    body: null,
    links: null,
    linksTruncated: false,
  });
  t.same(post({ html: '' }), POST);
  t.equal(post({ html: '<img src=x>' }).body, null);
});

t.test('a mask names its target in the form in which the target is known', async (t) => {
  const mask = (fields: object) => draftOf<'hide'>({ kind: 'hide', ...fields });
  t.same(mask({ target: 'news', key: 'https://Paper.example/1?fbclid=2#x' }), {
    kind: 'hide',
    target: 'news',
    key: 'https://paper.example/1',
  });
  t.same(draftOf({ kind: 'erase', target: 'post', key: 'https://blog.example/1' }), {
    kind: 'erase',
    target: 'post',
    key: 'https://blog.example/1',
  });
  t.equal(draftOf<'show'>({ kind: 'show', target: 'blog', key: 'my-blog' }).key, 'my-blog');
  t.match(reasonOf({ kind: 'hide', target: 'news', key: 'my-blog' }), /^key: expected an absolute/);
  t.match(
    reasonOf({ kind: 'hide', target: 'media', key: 'https://a.example/' }),
    /^key: expected 1 to 64/,
  );
  t.match(
    reasonOf({ kind: 'hide', target: 'x', key: 'a' }),
    /^target: expected one of news, post, blog, media/,
  );
  t.equal(reasonOf({ kind: 'show', target: 'blog' }), 'key: is required, but absent');
});

t.test('a revocation names a topic or a post', async (t) => {
  t.same(draftOf({ kind: 'revoke', topic: 'tag:台灣' }), {
    kind: 'revoke',
    topic: 'tag:台灣',
    post: null,
  });
  t.same(draftOf({ kind: 'revoke', post: 'https://blog.example/1#x' }), {
    kind: 'revoke',
    topic: null,
    post: 'https://blog.example/1',
  });
  t.equal(reasonOf({ kind: 'revoke' }), 'topic: expected exactly one of topic and post');
  t.equal(
    reasonOf({ kind: 'revoke', topic: 'a', post: 'https://b.example/' }),
    'topic: expected exactly one of topic and post',
  );
});
