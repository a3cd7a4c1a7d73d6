/** Articles whose pages have gone, or moved. */
import t, { type Test } from 'tap';
import type { SourceEntry } from '../../src/crawler/sources/model.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/clock.js';
import {
  at,
  blog,
  channel,
  feed,
  media,
  type PaperCrawl,
  page,
  START_MS,
  startPaperCrawl,
} from './paper-web.js';

const FEED = 'https://gazette.example/feed';
const STORY = 'https://gazette.example/story';

/** A crawl with one article, stored half an hour ago. */
async function started(t: Test, entry: SourceEntry): Promise<PaperCrawl> {
  const crawl = await startPaperCrawl(t, [entry]);
  const content = `<p>${'The whole text of a post goes on. '.repeat(60)}</p>`;
  const item = { url: STORY, title: 'Bridge opens', published: at(START_MS), content };
  crawl.web.answers.set(FEED, { document: feed([item]) });
  crawl.web.answers.set(STORY, { document: page({ title: 'Bridge opens' }) });
  await crawl.pass(30 * MINUTE_MS);
  return crawl;
}

const masks = (crawl: PaperCrawl): unknown[] =>
  crawl.log.records
    .filter(({ kind }) => kind === 'hide' || kind === 'show')
    .map(({ kind, target, key }) => [kind, target, key]);
const goneOf = (crawl: PaperCrawl): number | undefined =>
  crawl.crawler.sources[0]!.channels[0]!.state.ledger.gone;

t.test('news whose page is missing for a day is marked, and not at the first look', async (t) => {
  const crawl = await started(t, media('gazette', [channel(FEED)]));
  crawl.web.answers.set(STORY, { fails: 'not-found' });
  await crawl.pass(20 * HOUR_MS, HOUR_MS);
  t.notOk(crawl.log.news.get(STORY)!.goneAt, 'one look is none');
  await crawl.pass(2 * DAY_MS, HOUR_MS);
  t.match(crawl.log.news.get(STORY), { goneAt: /^2026-03-02T/, bodyStatus: 'ok', body: /Words/ });
  t.same(masks(crawl), []);
  t.equal(goneOf(crawl), 1);
});

t.test('a page that comes back within the day is not gone', async (t) => {
  const crawl = await started(t, media('gazette', [channel(FEED)]));
  crawl.web.answers.set(STORY, { fails: 'gone' });
  await crawl.pass(3 * HOUR_MS, HOUR_MS);
  crawl.web.answers.set(STORY, { document: page({ title: 'Bridge opens' }) });
  await crawl.pass(3 * DAY_MS, HOUR_MS);
  t.notOk(crawl.log.news.get(STORY)!.goneAt);
  t.notOk(goneOf(crawl));
});

t.test('a post that its feed carried whole leaves when its page has gone', async (t) => {
  for (const [gone, expected] of [
    [undefined, [['hide', 'post', STORY]]],
    ['keep', []],
  ] as const) {
    const more = gone === undefined ? {} : { gone };
    const crawl = await started(t, blog('gazette', [channel(FEED, { content: 'auto' })], more));
    t.equal(crawl.web.requests.filter((url) => url === STORY).length, 0);
    crawl.web.answers.set(STORY, { fails: 'gone' });
    await crawl.pass(3 * DAY_MS, HOUR_MS);
    t.same(masks(crawl), expected);
    t.equal(goneOf(crawl), 1);
  }
});

t.test('news leaves as well where the source says so', async (t) => {
  const crawl = await started(t, media('gazette', [channel(FEED)], { gone: 'hide' }));
  crawl.web.answers.set(STORY, { fails: 'not-found' });
  await crawl.pass(3 * DAY_MS, HOUR_MS);
  t.same(masks(crawl), [['hide', 'news', STORY]]);
});

t.test(
  'a page that has moved for good is read where it is, and is no other item there',
  async (t) => {
    const crawl = await started(t, media('gazette', [channel(FEED)]));
    const moved = 'https://gazette.example/story-of-the-bridge';
    const document = page({ title: 'Bridge opens' });
    crawl.web.answers.set(STORY, { document, url: moved, movedTo: moved });
    await crawl.pass(2 * HOUR_MS, 10 * MINUTE_MS);
    crawl.web.answers.set(STORY, { fails: 'gone' });
    crawl.web.answers.set(moved, {
      document: page({ title: 'Bridge opens', body: 'New words. '.repeat(30) }),
    });
    const item = { url: moved, title: 'Bridge opens, at last', published: at(START_MS + HOUR_MS) };
    crawl.web.answers.set(FEED, { document: feed([item]) });
    await crawl.pass(2 * DAY_MS, HOUR_MS);
    t.same([...crawl.log.news.keys()], [STORY]);
    t.match(crawl.log.news.get(STORY), { title: 'Bridge opens, at last', body: /New words/ });
  },
);
