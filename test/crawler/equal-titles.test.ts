/** Which entries with the same title are one article, and which are several. */
import t, { type Test } from 'tap';
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/clock.js';
import { at, channel, feed, media, START_MS, startPaperCrawl } from './paper-web.js';

const SITE = 'https://gazette.example';
const TITLE = 'Notices of the harbour office';

interface Entry {
  /** An address, or a path of the site. */
  path: string;
  title?: string;
  guid?: string;
  hours?: number;
  /** The feed says the day alone. */
  isDay?: boolean;
}
/** What the channels of a source list at one time. */
type Poll = readonly (readonly Entry[])[];

/** How many articles are stored after these polls. */
async function storedAfter(t: Test, polls: readonly Poll[]): Promise<number> {
  const feeds = [1, 2].map((number) => `${SITE}/feed-${number}`);
  const channels = feeds.map((url) => channel(url, { content: 'feed' }));
  const crawl = await startPaperCrawl(t, [media('gazette', channels)]);
  for (const poll of polls) {
    for (const [place, url] of feeds.entries()) {
      const items = (poll[place] ?? []).map(({ path, title = TITLE, guid, hours, isDay }) => ({
        url: path.includes(':') ? path : `${SITE}/${path}`,
        ...{ title, guid: guid ?? null, content: `<p>Text of ${path}</p>` },
        published:
          hours === undefined
            ? null
            : {
                ...at(START_MS - hours * HOUR_MS),
                ...(isDay ? { precision: 'day' as const } : {}),
              },
      }));
      crawl.web.answers.set(url, { document: feed(items) });
    }
    crawl.crawler.pollNow();
    await crawl.pass(MINUTE_MS);
  }
  return crawl.log.news.size;
}

const one = (...entries: Entry[]): Poll => [entries];
const CASES: Record<string, [count: number, ...polls: Poll[]]> = {
  'a column of each week, guids are addresses': [
    2,
    one({ path: 'n-1', guid: `${SITE}/n-1`, hours: 9 }),
    one(
      { path: 'n-2', guid: `${SITE}/n-2`, hours: 2 },
      { path: 'n-1', guid: `${SITE}/n-1`, hours: 9 },
    ),
  ],
  'at the same minute in one list, no guids': [
    2,
    one({ path: 'a', hours: 3 }, { path: 'b', hours: 3 }),
  ],
  'days without hours, guids of their own': [
    2,
    one({ path: 'a', guid: 'a', hours: 3, isDay: true }),
    one({ path: 'b', guid: 'b', hours: 3, isDay: true }),
  ],
  'days without hours, no guids': [
    2,
    one({ path: 'a', hours: 3, isDay: true }),
    one({ path: 'b', hours: 3, isDay: true }, { path: 'a', hours: 3, isDay: true }),
  ],
  'a new address and a new guid, title and time equal': [
    2,
    one({ path: 'a', guid: 'a', hours: 3 }),
    one({ path: 'b', guid: 'b', hours: 3 }),
  ],
  'a new address, the guid is the address, title and time equal': [
    1,
    one({ path: 'a', guid: `${SITE}/a`, hours: 3 }),
    one({ path: 'b', guid: `${SITE}/b`, hours: 3 }),
  ],
  'a new address, guid and title equal, no time': [
    1,
    one({ path: 'a', guid: 'g' }),
    one({ path: 'b', guid: 'g' }),
  ],
  'another protocol': [
    1,
    one({ path: 'http://gazette.example/a', hours: 3 }),
    one({ path: 'https://gazette.example/a', hours: 3 }),
  ],
  'another protocol, a new guid and no time': [
    1,
    one({ path: 'http://gazette.example/news/a', guid: 'http://gazette.example/news/a' }),
    one({ path: 'https://gazette.example/news/a', guid: 'https://gazette.example/news/a' }),
  ],
  'with and without www': [
    1,
    one({ path: 'https://www.gazette.example/a', guid: 'x1', hours: 3 }),
    one({ path: 'https://gazette.example/a', guid: 'x2', hours: 3 }),
  ],
  'numbers in the query, no guids': [
    2,
    one({ path: 'item?id=1', hours: 5 }),
    one({ path: 'item?id=2', hours: 2 }, { path: 'item?id=1', hours: 5 }),
  ],
  'numbers in the query, no guids and no times': [
    2,
    one({ path: 'item?id=1' }),
    one({ path: 'item?id=2' }, { path: 'item?id=1' }),
  ],
  'two feeds with other guids for one address': [
    1,
    [[{ path: 'a', guid: 'sport-1', hours: 3 }], [{ path: 'a', guid: 'news-7', hours: 3 }]],
  ],
  'two feeds, tracked in each': [
    1,
    [[{ path: 'a?utm_source=one', hours: 3 }], [{ path: 'a?utm_source=two', hours: 3 }]],
  ],
  'two feeds, two addresses, one guid': [
    1,
    [[{ path: 'sport/a', guid: 'g', hours: 3 }], [{ path: 'news/a', guid: 'g', hours: 3 }]],
  ],
  'two feeds, two addresses, no guid, one time': [
    1,
    [[{ path: 'sport/a', hours: 3 }], [{ path: 'news/a', hours: 3 }]],
  ],
  'a short title, no guid and no time': [
    2,
    one({ path: 'a', title: 'Tides' }),
    one({ path: 'b', title: 'Tides' }, { path: 'a', title: 'Tides' }),
  ],
  'a guid that comes later': [
    1,
    one({ path: 'a', hours: 3 }),
    one({ path: 'a', guid: 'g', hours: 3 }),
    one({ path: 'b', guid: 'g', hours: 3 }),
  ],
  'a guid that goes': [1, one({ path: 'a', guid: 'g', hours: 3 }), one({ path: 'b', hours: 3 })],
  'a time that is put right': [
    1,
    one({ path: 'a', guid: 'g', hours: 3 }),
    one({ path: 'a', guid: 'g', hours: 2 }),
  ],
  'each hour at one address': [
    1,
    one({ path: 'now', guid: 'h1', hours: 3 }),
    one({ path: 'now', guid: 'h2', hours: 2 }),
  ],
  'three in a row, the first one gone': [
    3,
    one({ path: 'a', guid: 'a' }, { path: 'b', guid: 'b' }),
    one({ path: 'b', guid: 'b' }, { path: 'c', guid: 'c' }),
  ],
};

t.test('entries with the same title are one article where address or guid say so', async (t) => {
  for (const [name, [count, ...polls]] of Object.entries(CASES)) {
    await t.test(name, async (t) => t.equal(await storedAfter(t, polls), count));
  }
});
