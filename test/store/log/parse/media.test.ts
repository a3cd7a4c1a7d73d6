import t from 'tap';
import { draftOf, reasonOf } from './helper.js';

const MEDIA = { kind: 'media', media: 'paper', title: '報紙' };
const media = (fields: object) => draftOf<'media'>({ ...MEDIA, ...fields });

t.test('a category has a key and a label', async (t) => {
  t.same(draftOf({ kind: 'category', key: 'tv-1', label: ' 電視台 ', more: 1 }), {
    kind: 'category',
    key: 'tv-1',
    label: '電視台',
  });
  t.match(
    reasonOf({ kind: 'category', key: '電視', label: 'x' }),
    /^key: expected 1 to 64 letters/,
  );
  t.equal(reasonOf({ kind: 'category', key: 'tv' }), 'label: is required, but absent');
});

t.test('the least media line gives the least draft', async (t) => {
  t.same(media({}), MEDIA);
});

t.test('a full media line gives every field', async (t) => {
  const draft = media({
    camp: 'blue',
    categories: ['news', 'tv', 'news'],
    sourceKind: 'publisher',
    country: '臺灣',
    countryCode: 'TW',
    homepage: 'https://paper.example',
    icon: 'https://paper.example/i.png',
    aliases: ['報', ' 報  紙 '],
    syndicated: false,
    enabled: true,
    external: null,
    collectingSince: '2026-01-01',
    schedule: 'every 10 minutes',
    feeds: [
      { url: 'https://paper.example/rss?x=1', type: 'rss' },
      { url: 'https://paper.example/map' },
    ],
    portal: {
      link: 'https://paper.example/t',
      sources: [{ url: 'https://paper.example/t/1', kind: 'topic' }],
    },
    crawler: { methods: ['rss'], links: [{ url: 'https://paper.example/robots.txt' }] },
  });
  t.same(draft, {
    ...MEDIA,
    camp: 'blue',
    categories: ['news', 'tv'],
    sourceKind: 'publisher',
    country: '臺灣',
    countryCode: 'TW',
    homepage: 'https://paper.example/',
    icon: 'https://paper.example/i.png',
    aliases: ['報', '報 紙'],
    syndicated: false,
    enabled: true,
    external: null,
    collectingSinceMs: Date.UTC(2025, 11, 31, 16),
    schedule: 'every 10 minutes',
    feeds: [
      { url: 'https://paper.example/rss?x=1', type: 'rss' },
      { url: 'https://paper.example/map', type: '' },
    ],
    portal: {
      link: 'https://paper.example/t',
      rulesUrl: null,
      sources: [{ url: 'https://paper.example/t/1', kind: 'topic' }],
    },
    crawler: {
      methods: ['rss'],
      transport: null,
      body: null,
      lastVerifiedMethod: null,
      links: [
        { label: 'https://paper.example/robots.txt', url: 'https://paper.example/robots.txt' },
      ],
    },
  });
});

t.test('empty nested objects become whole ones', async (t) => {
  t.same(media({ portal: {}, crawler: {} }), {
    ...MEDIA,
    portal: { link: null, rulesUrl: null, sources: [] },
    crawler: { methods: [], transport: null, body: null, lastVerifiedMethod: null, links: [] },
  });
  t.same(media({ portal: null, crawler: null, feeds: null }), {
    ...MEDIA,
    portal: null,
    crawler: null,
    feeds: null,
  });
});

t.test('a fault in a nested object is told with its place', async (t) => {
  const reason = (fields: object, expected: string) =>
    t.equal(reasonOf({ ...MEDIA, ...fields }), expected);
  reason({ camp: 'red' }, 'camp: expected one of blue, green, other, got "red"');
  reason({ enabled: 'yes' }, 'enabled: expected true or false, got "yes"');
  reason(
    { homepage: 'paper.example' },
    'homepage: expected an absolute http or https address, got "paper.example"',
  );
  reason({ icon: '//x/y' }, 'icon: expected an absolute http or https address, got "//x/y"');
  reason(
    { categories: ['a', 'b c'] },
    'categories[1]: expected 1 to 64 letters, digits, "_", "-" or ".", got "b c"',
  );
  reason({ categories: [1] }, 'categories[0]: expected a text, got 1');
  reason({ feeds: [{ type: 'rss' }] }, 'feeds[0].url: is required, but absent');
  reason({ feeds: ['x'] }, 'feeds[0]: expected an object, got "x"');
  reason(
    { portal: { sources: [{ url: 'https://a.example/', kind: 'x' }] } },
    'portal.sources[0].kind: expected one of topic, feature, auto, got "x"',
  );
  reason({ crawler: { methods: 'rss' } }, 'crawler.methods: expected a list, got "rss"');
});
