import t from 'tap';
import { INGEST } from '../../../../src/kernel/limits.js';
import { draftOf, reasonOf } from './helper.js';

const ITEM = {
  kind: 'portal-item',
  media: 'paper',
  id: 'topic/7 七',
  itemKind: 'auto',
  title: '專題',
  url: 'https://paper.example/t/7',
};
const CHECK = {
  kind: 'portal-check',
  media: 'paper',
  checkedAt: '2026-01-01T00:00:00Z',
  status: 'partial',
};
const CRAWL = { kind: 'crawl', media: 'paper', at: '2026-01-01T00:00:00Z', ok: false };

t.test('a portal item keeps what it names', async (t) => {
  t.same(draftOf(ITEM), ITEM);
  const story = { url: 'https://paper.example/1?utm_source=x', title: 'S', date: '2026-01-01' };
  const full = {
    image: '//x',
    parentId: null,
    sponsored: true,
    listPage: 2,
    stories: [story, { url: story.url }],
  };
  t.same(draftOf({ ...ITEM, ...full }), {
    ...ITEM,
    image: null,
    parentId: null,
    sponsored: true,
    listPage: 2,
    stories: [
      { url: 'https://paper.example/1', title: 'S', dateMs: Date.UTC(2025, 11, 31, 16) },
      { url: 'https://paper.example/1', title: null, dateMs: null },
    ],
  });
});

t.test('stories are cut at their limit', async (t) => {
  const stories = Array.from({ length: INGEST.storiesMax + 1 }, (_, i) => ({
    url: `https://paper.example/${i}`,
  }));
  t.equal(draftOf<'portal-item'>({ ...ITEM, stories }).stories?.length, INGEST.storiesMax);
});

t.test('an id is any printable text up to its limit', async (t) => {
  t.equal(draftOf<'portal-item'>({ ...ITEM, id: '😀'.repeat(200) }).id, '😀'.repeat(200));
  t.match(
    reasonOf({ ...ITEM, id: 'x'.repeat(201) }),
    /^id: expected at most 200 characters, got "/,
  );
  t.equal(reasonOf({ ...ITEM, id: '\u0007' }), 'id: is required, but empty');
  t.equal(reasonOf({ ...ITEM, id: 7 }), 'id: expected a text, got 7');
});

t.test('broken items are told apart', async (t) => {
  t.match(
    reasonOf({ ...ITEM, itemKind: 'x' }),
    /^itemKind: expected one of topic, feature, auto, got "x"$/,
  );
  t.equal(
    reasonOf({ ...ITEM, listPage: 0 }),
    'listPage: expected a whole number of at least 1, got 0',
  );
  t.equal(
    reasonOf({ ...ITEM, listPage: 1.5 }),
    'listPage: expected a whole number of at least 1, got 1.5',
  );
  t.match(
    reasonOf({ ...ITEM, stories: [{ url: 'x' }] }),
    /^stories\[0\]\.url: expected an absolute/,
  );
});

t.test('a check becomes whole', async (t) => {
  t.same(draftOf({ ...CHECK, sources: [{ url: 'https://paper.example/t', items: 3 }] }), {
    kind: 'portal-check',
    media: 'paper',
    checkedMs: Date.UTC(2026, 0, 1),
    status: 'partial',
    fetched: 0,
    sources: [{ url: 'https://paper.example/t', kind: 'auto', items: 3, pages: 0, error: null }],
    error: null,
  });
  t.equal(reasonOf({ ...CHECK, checkedAt: null }), 'checkedAt: is required, but empty');
  t.match(reasonOf({ ...CHECK, status: 'done' }), /^status: expected one of ok, partial, /);
  t.match(
    reasonOf({ ...CHECK, fetched: -1 }),
    /^fetched: expected a whole number of at least 0, got -1$/,
  );
});

t.test('a crawl is of a media or of a blog', async (t) => {
  t.same(draftOf({ ...CRAWL, error: 'timed\nout', items: 0 }), {
    kind: 'crawl',
    media: 'paper',
    blog: null,
    atMs: Date.UTC(2026, 0, 1),
    ok: false,
    method: null,
    error: 'timed out',
    items: 0,
  });
  t.equal(draftOf<'crawl'>({ ...CRAWL, media: null, blog: 'b' }).blog, 'b');
  t.equal(reasonOf({ ...CRAWL, blog: 'b' }), 'media: expected exactly one of media and blog');
  t.equal(
    reasonOf({ ...CRAWL, media: undefined }),
    'media: expected exactly one of media and blog',
  );
  t.equal(reasonOf({ ...CRAWL, ok: undefined }), 'ok: is required, but absent');
});
