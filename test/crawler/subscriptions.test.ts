import { createHmac } from 'node:crypto';
import t from 'tap';
import { tokenOf } from '../../src/crawler/subscriptions.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/clock.js';
import { at, channel, feed, media, START_MS, startPaperCrawl } from './paper-web.js';

const FEED = 'https://gazette.example/feed';
const HUB = 'https://hub.example/';
const CALLBACK = 'https://news.example/websub';

/** A crawl of one feed with a hub, after its first poll. */
async function subscribed(owner: Parameters<typeof startPaperCrawl>[0]) {
  const crawl = await startPaperCrawl(
    owner,
    [media('gazette', [channel(FEED, { content: 'none' })])],
    CALLBACK,
  );
  const list = (...titles: string[]): void => {
    const items = titles.map((title) => ({
      ...{ url: `https://gazette.example/${title}`, title, published: at(START_MS) },
    }));
    crawl.web.answers.set(FEED, { document: feed(items, { hubUrl: HUB, selfUrl: FEED }) });
  };
  list('one');
  await crawl.pass(MINUTE_MS);
  const { state } = crawl.crawler.sources[0]!.channels[0]!;
  const token = tokenOf(state.subscription)!;
  const hub = (method: string, query: string, body = '', signature: string | null = null) =>
    crawl.crawler.subscriptions.answer(crawl.crawler, {
      ...{ method, token, query, signature, body: new TextEncoder().encode(body) },
    });
  const confirm = () =>
    hub(
      'GET',
      `hub.mode=subscribe&hub.topic=${encodeURIComponent(FEED)}&hub.challenge=abc&hub.lease_seconds=864000`,
    );
  return { crawl, list, state, token, hub, confirm };
}

t.test('a hub is asked after a good poll, with an address that nobody guesses', async (t) => {
  const { crawl, state, confirm } = await subscribed(t);
  t.ok(crawl.web.requests.includes(HUB));
  t.match(state.subscription!.callbackUrl, /^https:\/\/news\.example\/websub\/[\w-]{24}$/);
  t.same(confirm(), { status: 200, body: 'abc' });
});

t.test('what a hub tells has the feed polled at once, if it is signed', async (t) => {
  const { crawl, list, state, hub, confirm } = await subscribed(t);
  confirm();
  list('one', 'two');
  hub('POST', '', 'changed', 'sha256=00');
  await crawl.crawler.runDue();
  t.notOk(crawl.log.news.has('https://gazette.example/two'), 'a wrong signature means nothing');
  const signature = createHmac('sha256', state.subscription!.secret)
    .update('changed')
    .digest('hex');
  t.equal(hub('POST', '', 'changed', `sha256=${signature}`).status, 202);
  await crawl.crawler.runDue();
  t.ok(crawl.log.news.has('https://gazette.example/two'));
});

t.test('a feed that is told about is polled rarely, and the lease is renewed', async (t) => {
  const { crawl, confirm } = await subscribed(t);
  confirm();
  const polls = (): number => crawl.web.requests.filter((url) => url === FEED).length;
  const before = polls();
  await crawl.pass(5 * HOUR_MS, 5 * MINUTE_MS);
  t.ok(polls() - before <= 6, `${polls() - before} polls in five hours`);
  const asked = (): number => crawl.web.requests.filter((url) => url === HUB).length;
  t.equal(asked(), 1);
  await crawl.pass(9 * DAY_MS, HOUR_MS);
  t.ok(asked() >= 2, 'before ten days are over');
});

t.test('a stranger learns nothing', async (t) => {
  const { crawl } = await subscribed(t);
  const request = { method: 'GET', token: 'guessed', query: 'hub.challenge=x', signature: null };
  const answer = crawl.crawler.subscriptions.answer(crawl.crawler, {
    ...request,
    body: new Uint8Array(),
  });
  t.equal(answer.status, 404);
});
