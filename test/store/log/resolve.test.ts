import fc from 'fast-check';
import t from 'tap';
import type {
  BlogDraft,
  MediaDraft,
  NewsDraft,
  PostDraft,
} from '../../../src/kernel/model/drafts.js';
import type { NewsRecord } from '../../../src/kernel/model/records.js';
import {
  type BodyFacts,
  type Meeting,
  resolveBlog,
  resolveMedia,
  resolveNews,
  resolvePortalItem,
  resolvePost,
  sortMsOf,
} from '../../../src/store/log/resolve.js';
import { DAY_MS, HOUR_MS, NOW_MS } from './helper.js';

/** 00:00 in Taipei of the day that holds `NOW_MS`. */
const DAY_START_MS = NOW_MS - 12 * HOUR_MS;
const LONG: BodyFacts = { chars: 500, hash: 'aa' };
const SHORT: BodyFacts = { chars: 99, hash: 'bb' };

function meeting<R>(previous: R | null = null, body: BodyFacts | null = null, observedMs = NOW_MS) {
  return { previous, newId: 7, observedMs, body } satisfies Meeting<R>;
}

function draftOf(fields: Partial<NewsDraft> = {}): NewsDraft {
  return { kind: 'news', media: 'abc', url: 'https://abc.example/1', title: 'Title', ...fields };
}

/** An article as it stands after a first line. */
function article(fields: Partial<NewsDraft> = {}, body: BodyFacts | null = null): NewsRecord {
  return resolveNews(draftOf(fields), meeting<NewsRecord>(null, body));
}

t.test('an absent field keeps its value, null clears it, a value replaces it', async (t) => {
  const first = article({ description: 'd', section: 's', authors: ['a'], tags: ['x'] });
  t.match(first, { id: 7, observedMs: NOW_MS, description: 'd', tags: ['x'] });
  const kept = resolveNews(draftOf({ title: 'New' }), meeting(first, null, NOW_MS + 5));
  t.same(kept, { ...first, title: 'New' });
  const cleared = { description: null, section: null, authors: null, tags: null };
  t.match(resolveNews(draftOf(cleared), meeting(first)), {
    description: null,
    section: null,
    authors: [],
    tags: [],
  });
  t.match(resolveNews(draftOf({ section: 'other' }), meeting(first)), { section: 'other' });
});

t.test('the id and the first sight of an item stay', async (t) => {
  const first = article();
  const later = resolveNews(draftOf(), {
    ...meeting(first),
    newId: 99,
    observedMs: NOW_MS + DAY_MS,
  });
  t.equal(later.id, 7);
  t.equal(later.observedMs, NOW_MS);
});

t.test('the same draft twice is the same record', async (t) => {
  const drafts: [Partial<NewsDraft>, BodyFacts | null][] = [
    [{}, null],
    [{ body: 'text', fetchedMs: null }, LONG],
    [{ body: null }, null],
    [{ publishedMs: DAY_START_MS, precision: 'day' }, SHORT],
    [{ bodyStatus: null, fetchedMs: 5 }, null],
  ];
  for (const [fields, body] of drafts) {
    const first = article(fields, body);
    t.same(resolveNews(draftOf(fields), meeting(first, body, NOW_MS + 9)), first);
  }
});

t.test('the status of a body follows from what is known of it', async (t) => {
  t.match(article(), { bodyStatus: 'not_fetched', bodyChars: 0, bodyHash: '', fetchedMs: null });
  t.match(article({ body: 'x' }, LONG), { bodyStatus: 'ok', bodyChars: 500, fetchedMs: NOW_MS });
  t.match(article({ body: 'x' }, SHORT), { bodyStatus: 'short', bodyHash: 'bb' });
  t.match(article({ body: 'x' }, { chars: 100, hash: 'c' }), { bodyStatus: 'ok' });
  t.match(article({ body: null }), { bodyStatus: 'missing', bodyChars: 0 });
  t.match(article({ bodyStatus: 'blocked' }), { bodyStatus: 'blocked' });
  t.match(article({ body: 'x', bodyStatus: 'error' }, LONG), { bodyStatus: 'error' });
});

t.test('an update without a body keeps the body; one with null clears it', async (t) => {
  const first = article({ body: 'x', fetchedMs: 5 }, LONG);
  t.match(resolveNews(draftOf(), meeting(first)), {
    bodyStatus: 'ok',
    bodyHash: 'aa',
    fetchedMs: 5,
  });
  t.match(resolveNews(draftOf({ body: null }), meeting(first)), {
    bodyStatus: 'missing',
    bodyChars: 0,
    bodyHash: '',
    fetchedMs: 5,
  });
  t.match(resolveNews(draftOf({ body: 'y' }), meeting(first, SHORT)), {
    bodyStatus: 'short',
    bodyHash: 'bb',
    fetchedMs: NOW_MS,
  });
});

t.test('a status that is cleared is derived again', async (t) => {
  const blocked = article({ bodyStatus: 'blocked' });
  t.equal(resolveNews(draftOf({ bodyStatus: null }), meeting(blocked)).bodyStatus, 'not_fetched');
  const odd = article({ body: 'x', bodyStatus: 'error' }, LONG);
  t.equal(resolveNews(draftOf(), meeting(odd)).bodyStatus, 'error', 'absent keeps');
  t.equal(resolveNews(draftOf({ bodyStatus: null }), meeting(odd)).bodyStatus, 'ok');
});

t.test('a time to the second orders by itself, an unknown one by first sight', async (t) => {
  t.equal(article({ publishedMs: 5, precision: 'second' }).sortMs, 5);
  t.equal(article().sortMs, NOW_MS);
  t.equal(article({ publishedMs: null }).sortMs, NOW_MS);
});

t.test('a date alone sorts by first sight, clamped into that day', async (t) => {
  const sortMs = (publishedMs: number): number => article({ publishedMs, precision: 'day' }).sortMs;
  t.equal(sortMs(DAY_START_MS), NOW_MS, 'the day of first sight');
  t.equal(sortMs(DAY_START_MS + DAY_MS), DAY_START_MS + DAY_MS, 'a day ahead');
  t.equal(sortMs(DAY_START_MS - DAY_MS), DAY_START_MS - 1, 'a day past');
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (publishedMs, observedMs) => {
      const sorted = sortMsOf({ publishedMs, precision: 'day', observedMs });
      return sorted >= publishedMs && sorted < publishedMs + DAY_MS;
    }),
  );
});

t.test('a precision that comes alone turns the known time into that day', async (t) => {
  const first = article({ publishedMs: NOW_MS + HOUR_MS, precision: 'second' });
  const day = resolveNews(draftOf({ precision: 'day' }), meeting(first));
  t.equal(day.publishedMs, DAY_START_MS);
  t.equal(day.sortMs, NOW_MS);
});

t.test(
  'a date is pending only without a publication time and before the page was read',
  async (t) => {
    t.equal(article().datePending, true);
    t.equal(article({ publishedMs: 5 }).datePending, false);
    t.equal(article({ body: 'x' }, SHORT).datePending, false);
    t.equal(article({ body: null }).datePending, false);
    t.equal(article({ bodyStatus: 'blocked' }).datePending, false);
    const known = resolveNews(draftOf({ publishedMs: 5 }), meeting(article()));
    t.equal(known.datePending, false);
    t.equal(resolveNews(draftOf({ publishedMs: null }), meeting(known)).datePending, true);
  },
);

t.test('each discovering media is kept once, the first one first', async (t) => {
  const found = (media: string, discoveredMs: number) => ({
    media,
    title: null,
    url: `https://${media}.example/`,
    discoveredMs,
  });
  let record = article({ discovery: found('b', 1) });
  for (const discovery of [found('a', 2), found('b', 3), null, undefined]) {
    const draft = discovery === undefined ? draftOf() : draftOf({ discovery });
    record = resolveNews(draft, meeting(record));
  }
  t.same(record.discoveries, [found('b', 1), found('a', 2)]);
  for (let number = 0; number < 30; number++) {
    record = resolveNews(draftOf({ discovery: found(`m${number}`, 9) }), meeting(record));
  }
  t.equal(record.discoveries.length, 20);
  t.same(record.discoveries[0], found('b', 1));
});

t.test('a media has defaults, and whoever is collected is not merely cited', async (t) => {
  const draft: MediaDraft = { kind: 'media', media: 'abc', title: 'ABC' };
  const plain = resolveMedia(draft, null);
  t.match(plain, { camp: 'other', enabled: true, external: false, sourceKind: 'publisher' });
  const cited = resolveMedia({ ...draft, external: true }, null);
  t.match(cited, { enabled: false, external: true });
  t.match(resolveMedia({ ...draft, enabled: true }, cited), { enabled: true, external: false });
  t.match(resolveMedia({ ...draft, title: 'New' }, cited), { enabled: false, external: true });
  t.match(resolveMedia({ ...draft, camp: null }, { ...plain, camp: 'blue' }), { camp: 'other' });
});

t.test('a blog is verified unless its record says otherwise', async (t) => {
  const draft: BlogDraft = {
    kind: 'blog',
    slug: 'tea',
    name: 'Tea',
    sourceUrl: 'https://t.example/',
  };
  const first = resolveBlog(draft, meeting());
  t.match(first, { id: 7, verified: true, category: '', description: '' });
  const unverified = resolveBlog({ ...draft, verified: false }, meeting(first));
  t.equal(resolveBlog(draft, meeting(unverified)).verified, false);
  t.equal(resolveBlog({ ...draft, verified: null }, meeting(unverified)).verified, true);
});

t.test('a post keeps body and links that a line does not name', async (t) => {
  const draft: PostDraft = { kind: 'post', blog: 'tea', url: 'https://t.example/1', title: 'T' };
  const links = [{ url: 'https://u.example/', anchor: 'u', location: 'body' as const }];
  const full = { ...draft, body: 'x', links, linksTruncated: true, publishedMs: 9 };
  const first = resolvePost(full, meeting(null, LONG));
  t.match(first, { bodyChars: 500, links, linksTruncated: true, sortMs: 9 });
  t.same(resolvePost(draft, meeting(first)), first);
  t.match(resolvePost({ ...draft, links: [] }, meeting(first)), {
    links: [],
    linksTruncated: false,
  });
  t.match(resolvePost({ ...draft, body: null }, meeting(first)), { bodyChars: 0, bodyHash: '' });
  t.match(resolvePost({ ...draft, publishedMs: null }, meeting(first)), {
    publishedMs: null,
    sortMs: NOW_MS,
  });
});

t.test('a portal item keeps its number and its first sight', async (t) => {
  const draft = {
    kind: 'portal-item',
    media: 'abc',
    id: 'x',
    itemKind: 'topic',
    title: 'T',
    url: 'https://abc.example/t',
  } as const;
  const first = resolvePortalItem({ ...draft, listPage: 3 }, meeting());
  t.match(first, { number: 7, observedMs: NOW_MS, listPage: 3, stories: [] });
  const later = resolvePortalItem(draft, { ...meeting(first), newId: 9, observedMs: NOW_MS + 1 });
  t.same(later, first);
});
