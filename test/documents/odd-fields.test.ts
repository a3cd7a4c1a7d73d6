/** Fields that are escaped too often, tags that are none, and addresses without a base. */
import t from 'tap';
import type { FeedDocument } from '../../src/documents/documents.js';
import { readFeed } from '../../src/documents/feed.js';
import { jsonLd, pageWith } from './page/reading.js';

function feedOf(text: string, url = 'https://feeds.example/quay'): FeedDocument {
  const raw = { bytes: Buffer.from(text), contentType: '', url };
  const document = readFeed(raw, { itemsMax: 50, zoneOffsetMs: 0 });
  if (document.kind === 'fault') throw new Error(document.message);
  return document;
}

function rss(items: string, head = ''): FeedDocument {
  return feedOf(
    `<rss version="2.0"><channel><title>Quay</title><link>https://quay.example/</link>${head}${items}</channel></rss>`,
  );
}

const escaped = (text: string, times: number): string =>
  times === 0 ? text : escaped(text.replaceAll('&', '&amp;'), times - 1);
const OVER: readonly (readonly [string, string])[] = [
  ['Nets &amp; ropes', 'Nets & ropes'],
  ['Nets &#38; ropes', 'Nets & ropes'],
  ['It&#8217;s low tide', 'It’s low tide'],
  ['It&rsquo;s low tide', 'It’s low tide'],
  ['Tide &#x2013; ebb', 'Tide – ebb'],
  ['&quot;Low&quot; tide', '"Low" tide'],
  ['Ebb&hellip; and flood', 'Ebb… and flood'],
  ['Low&nbsp;tide', 'Low tide'],
];

t.test('a title that is escaped once, twice or five times is read to its end', async (t) => {
  for (const [text, wanted] of OVER) {
    for (const times of [1, 2, 3, 5]) {
      const title = escaped(text, times - 1);
      const inRss = rss(`<item><title>${escaped(title, 1)}</title><link>/a</link></item>`);
      t.equal(inRss.items[0]?.title, wanted, `RSS: ${title}`);
      const json = feedOf(JSON.stringify({ items: [{ url: 'https://quay.example/a', title }] }));
      t.equal(json.items[0]?.title, wanted, `JSON: ${title}`);
      const page = pageWith(`<meta property="og:title" content="${title}">`, '<p>Text</p>');
      t.equal(page.title, wanted, `page: ${title}`);
    }
  }
});

t.test('a title on entities, and one that names a tag, stays as it is meant', async (t) => {
  const kept: readonly (readonly [string, string])[] = [
    ['How to write &amp;amp;amp; in HTML', 'How to write &amp; in HTML'],
    ['Escaping: &amp;amp;#8217; or not', 'Escaping: &#8217; or not'],
    ['The &amp;lt;b&amp;gt; tag', 'The <b> tag'],
    ['AT&amp;amp;T rises', 'AT&T rises'],
    ['Q&amp;A with a pilot', 'Q&A with a pilot'],
    ['fish&amp;chips; and more', 'fish&chips; and more'],
  ];
  for (const [title, wanted] of kept) {
    const { items } = rss(`<item><title>${title}</title><link>/a</link></item>`);
    t.equal(items[0]?.title, wanted);
  }
});

t.test('tags that differ by case alone are one, and signs before them are no part', async (t) => {
  const tags = (words: string[], head = ''): string[] => {
    const items = words.map((word) => `<category>${word}</category>`).join('');
    const feed = rss(`<item><title>Ebb</title><link>/a</link>${items}</item>`, head);
    return feed.items[0]!.categories;
  };
  t.same(tags(['Ferry', 'ferry', 'FERRY', 'Quay']), ['Ferry', 'Quay']);
  t.same(tags(['Ölhafen', 'ÖLHAFEN', 'Паром', 'паром']), ['Ölhafen', 'Паром']);
  t.same(tags(['#ferry', '# tides', '##quay', '#', 'C#']), ['ferry', 'tides', 'quay', 'C#']);
  const ghost = '<generator>Ghost 5.82</generator>';
  t.same(tags(['Ledger', '#hidden', ' #import-2026'], ghost), ['Ledger'], 'notes of editors');
  const json = {
    items: [{ url: 'https://quay.example/a', title: 'x', tags: ['Ebb', 'ebb', '#ebb', '#Sea'] }],
  };
  t.same(feedOf(JSON.stringify(json)).items[0]?.categories, ['Ebb', 'Sea']);
  const meta = '<meta name="news_keywords" content="Ferry, ferry, Quay, QUAY">';
  t.same(pageWith(meta).keywords, ['Ferry', 'Quay']);
});

t.test('what the metadata says that an article is about are its tags', async (t) => {
  const about = (value: unknown, more: object = {}): string[] => {
    const article = { '@type': 'NewsArticle', headline: 'Ebb', about: value, ...more };
    const publisher = { '@type': 'Organization', '@id': '#us', name: 'The Quay' };
    return pageWith(jsonLd({ '@graph': [{ ...article, publisher: { '@id': '#us' } }, publisher] }))
      .keywords;
  };
  const thing = (name: string): object => ({ '@type': 'Thing', name });
  t.same(about([thing('Ferries'), thing('Tides')]), ['Ferries', 'Tides']);
  t.same(about(thing('Ferries')), ['Ferries']);
  t.same(about([{ '@type': 'Person', name: 'Ines Varga', sameAs: 'https://x.example/' }]), [
    'Ines Varga',
  ]);
  t.same(about([{ '@id': '#us' }, thing('Tides')]), ['Tides'], 'not the site itself');
  t.same(about(['https://topic.example/7', 7, null, {}]), [], 'an address is no tag');
  t.same(about([thing('Tides')], { keywords: 'nets, ropes' }), ['nets', 'ropes']);
});

t.test('addresses of a JSON feed stand on its site, those of a post where it stands', async (t) => {
  const item = {
    id: '1',
    url: '/notes/7',
    title: 'Ebb',
    image: '/i/7.jpg',
    content_html: '<p><img src="b.jpg">Text</p>',
  };
  const read = (head: object, more: object = {}) =>
    feedOf(
      JSON.stringify({ ...head, items: [{ ...item, ...more }] }),
      'https://feeds.example/q.json',
    ).items[0]!;
  const heads = {
    home: { home_page_url: 'https://quay.example/' },
    'home in a folder': { home_page_url: 'https://quay.example/log/' },
    'the feed alone': { feed_url: 'https://quay.example/feed.json' },
    both: { home_page_url: 'https://quay.example', feed_url: 'https://cdn.example/feed.json' },
  };
  for (const [name, head] of Object.entries(heads)) {
    const { url, image } = read(head);
    t.same([url, image], ['https://quay.example/notes/7', 'https://quay.example/i/7.jpg'], name);
  }
  t.equal(read({}).url, 'https://feeds.example/notes/7', 'nothing says more');
  const home = heads.home;
  t.equal(read(home, { url: 'notes/8' }).url, 'https://quay.example/notes/8');
  t.equal(read(home, { image: null }).image, 'https://quay.example/notes/b.jpg', 'beside the post');
  const link = { url: undefined, external_url: 'https://other.example/x/y', image: null };
  t.equal(read(home, link).image, 'https://quay.example/b.jpg', 'not beside what it links to');
  const attachments = [{ url: '/i/9.png', mime_type: 'image/png' }];
  t.equal(read(home, { image: null, attachments }).image, 'https://quay.example/i/9.png');
});
