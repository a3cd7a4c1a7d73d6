import t from 'tap';
import { INGEST } from '../../../../src/kernel/limits.js';
import { draftOf, NEWS, reasonOf } from './helper.js';

const news = (fields: object) => draftOf<'news'>({ ...NEWS, ...fields });

t.test('the least line gives the least draft', async (t) => {
  t.same(news({}), NEWS);
});

t.test('a full line gives every field', async (t) => {
  const draft = news({
    url: 'https://Paper.example/1?utm_source=x#top',
    title: ' A \n title ',
    description: 'About',
    publishedAt: '2026-01-02T03:04:05+08:00',
    publishedPrecision: 'second',
    observedAt: '2026-01-02T03:05:05.5Z',
    section: '政治',
    image: 'https://img.example/1.jpg?w=3#x',
    authors: ['記者王小明', ' ', 'Ann  Lee'],
    tags: ['ＡＩ', 'ai', ' 台灣 ', '', 'x'.repeat(41)],
    body: 'one\r\n\r\ntwo\t3',
    bodyStatus: 'ok',
    bodySource: 'page',
    fetchedAt: '2026-01-02T04:00:00Z',
    discovery: {
      media: 'agg',
      title: 'T',
      url: 'https://agg.example/1#x',
      discoveredAt: '2026-01-02T03:10:00Z',
    },
  });
  t.same(draft, {
    ...NEWS,
    title: 'A title',
    description: 'About',
    publishedMs: Date.UTC(2026, 0, 1, 19, 4, 5),
    precision: 'second',
    observedMs: Date.UTC(2026, 0, 2, 3, 5, 5, 500),
    section: '政治',
    image: 'https://img.example/1.jpg?w=3#x',
    authors: ['記者王小明', 'Ann Lee'],
    tags: ['AI', '台灣'],
    body: 'one\n\ntwo 3',
    bodyStatus: 'ok',
    bodySource: 'page',
    fetchedMs: Date.UTC(2026, 0, 2, 4),
    discovery: {
      media: 'agg',
      title: 'T',
      url: 'https://agg.example/1',
      discoveredMs: Date.UTC(2026, 0, 2, 3, 10),
    },
  });
});

t.test('null and the empty text clear a field, absence leaves it', async (t) => {
  const nulls = {
    description: null,
    publishedMs: null,
    section: null,
    image: null,
    authors: null,
    tags: null,
    body: null,
    bodyStatus: null,
    bodySource: null,
    fetchedMs: null,
    discovery: null,
  };
  const cleared = Object.fromEntries(
    Object.keys(nulls).map((name) => [name.replace('Ms', 'At'), null]),
  );
  t.same(news(cleared), { ...NEWS, ...nulls });
  t.same(news({ description: '', section: ' \n', image: '', body: '\0', publishedAt: '' }), {
    ...NEWS,
    description: null,
    section: null,
    image: null,
    body: null,
    publishedMs: null,
  });
});

t.test('precision follows the time that is given', async (t) => {
  const dayMs = Date.UTC(2026, 0, 1, 16);
  const published = (publishedAt: unknown, publishedPrecision?: unknown) => {
    const { publishedMs, precision } = news({ publishedAt, publishedPrecision });
    return { publishedMs, precision };
  };
  t.same(published('2026-01-02'), { publishedMs: dayMs, precision: 'day' });
  t.same(published('2026-01-02', 'day'), { publishedMs: dayMs, precision: 'day' });
  t.same(published('2026-01-02', 'second'), { publishedMs: dayMs, precision: 'day' });
  t.same(published('2026-01-02T23:59:59+08:00', 'day'), { publishedMs: dayMs, precision: 'day' });
  t.same(published('2026-01-01T16:00:00Z'), { publishedMs: dayMs, precision: 'second' });
  t.same(published(undefined, 'day'), { publishedMs: undefined, precision: 'day' });
  t.same(published(null), { publishedMs: null, precision: undefined });
});

t.test('longer texts are cut and over-long members dropped', async (t) => {
  const draft = news({
    title: '😀'.repeat(600),
    description: 'd'.repeat(600),
    body: '中'.repeat(INGEST.bodyMax + 1),
    authors: ['a'.repeat(201), ...Array.from({ length: 60 }, (_, i) => `author ${i}`)],
    tags: Array.from({ length: 150 }, (_, i) => `tag ${i}`),
  });
  t.equal([...draft.title].length, INGEST.titleMax);
  t.equal(draft.description?.length, INGEST.descriptionMax);
  t.equal(draft.body?.length, INGEST.bodyMax);
  t.equal(draft.authors?.length, INGEST.authorsMax);
  t.equal(draft.authors?.[0], 'author 0');
  t.equal(draft.tags?.length, INGEST.tagsMax);
});

t.test('tags that come as one text are tags of their own', async (t) => {
  const tags = ['#one#two #Three', '＃四＃五', '#alone', 'C#', 'a #b'];
  t.same(news({ tags }).tags, ['one', 'two', 'Three', '四', '五', '#alone', 'C#', 'a #b']);
  t.same(news({ tags: ['##', '#a#', `#${'b#'.repeat(200)}`] }).tags, ['##', 'a', 'b']);
});

t.test('a bad picture does not cost the article', async (t) => {
  for (const image of [
    '//img.example/1.jpg',
    'not an address',
    'data:image/png;base64,AA',
    '/1.jpg',
  ]) {
    t.equal(news({ image }).image, null, image);
  }
});

t.test('each broken rule has its sentence', async (t) => {
  const reason = (fields: object, expected: string) =>
    t.equal(reasonOf({ ...NEWS, ...fields }), expected);
  reason({ title: undefined }, 'title: is required, but absent');
  reason({ title: ' ' }, 'title: is required, but empty');
  reason({ title: null }, 'title: is required, but empty');
  reason({ title: 5 }, 'title: expected a text, got 5');
  reason({ media: 'a/b' }, 'media: expected 1 to 64 letters, digits, "_", "-" or ".", got "a/b"');
  reason({ media: '..' }, 'media: expected 1 to 64 letters, digits, "_", "-" or ".", got ".."');
  t.match(reasonOf({ ...NEWS, media: 'a'.repeat(65) }), /^media: expected 1 to 64 .*"…$/);
  reason(
    { url: 'ftp://a.example/' },
    'url: expected an absolute http or https address, got "ftp://a.example/"',
  );
  t.match(
    reasonOf({ ...NEWS, url: `https://a.example/${'a'.repeat(5000)}` }),
    /^url: .* of at most 4096 characters, got "/,
  );
  reason(
    { publishedAt: 'yesterday' },
    'publishedAt: expected an ISO 8601 time with offset or Z, got "yesterday"',
  );
  reason(
    { publishedAt: '2026-01-01T00:00:00' },
    'publishedAt: expected an ISO 8601 time with offset or Z, got "2026-01-01T00:00:00"',
  );
  reason({ publishedAt: 1767225600 }, 'publishedAt: expected a text, got 1767225600');
  reason(
    { publishedAt: '1970-01-01' },
    'publishedAt: expected a year from 1990 to 2200, got "1970-01-01"',
  );
  reason(
    { observedAt: '2201-01-01T00:00:00Z' },
    'observedAt: expected a year from 1990 to 2200, got "2201-01-01T00:00:00Z"',
  );
  reason(
    { publishedPrecision: 'hour' },
    'publishedPrecision: expected one of second, day, got "hour"',
  );
  reason(
    { bodyStatus: 'expired' },
    'bodyStatus: expected one of ok, short, missing, blocked, error, not_fetched, got "expired"',
  );
  reason({ tags: 'x' }, 'tags: expected a list, got "x"');
  reason({ tags: ['x', 1] }, 'tags[1]: expected a text, got 1');
  reason({ authors: [{}] }, 'authors[0]: expected a text, got an object');
  reason({ body: {} }, 'body: expected a text, got an object');
  reason({ discovery: [] }, 'discovery: expected an object, got a list');
  reason(
    { discovery: { media: 'a', discoveredAt: '2026-01-01' } },
    'discovery.url: is required, but absent',
  );
});

t.test('times are read in the forms of feeds, as long as they say their zone', async (t) => {
  const atMs = Date.parse('2026-01-31T12:00:00Z');
  const sound: [text: string, ms: number][] = [
    ['Sat, 31 Jan 2026 12:00:00 GMT', atMs],
    ['Sat, 31 Jan 2026 20:00:00 +0800', atMs],
    ['31 Jan 26 07:00:00 EST', atMs],
    ['2026-01-31T12:00:00+00:00', atMs],
    ['2026/01/31 20:00 +08:00', atMs],
  ];
  for (const [publishedAt, ms] of sound) {
    const draft = draftOf<'news'>({ ...NEWS, publishedAt });
    t.match(draft, { publishedMs: ms, precision: 'second' }, publishedAt);
  }
  const draft = draftOf<'news'>({ ...NEWS, publishedAt: '31 January 2026' });
  t.match(draft, { publishedMs: Date.parse('2026-01-30T16:00:00Z'), precision: 'day' });
  for (const publishedAt of ['Sat, 31 Jan 2026 12:00:00', '2026/01/31 20:00', '03/04/2026']) {
    t.match(reasonOf({ ...NEWS, publishedAt }), /^publishedAt: expected an ISO 8601/, publishedAt);
  }
});
