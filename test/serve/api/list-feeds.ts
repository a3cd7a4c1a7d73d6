/** Lists as feeds: rankings, topics and blogs, in both forms. */
import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import t from 'tap';
import { MINUTE_MS } from '../../../src/kernel/clock.js';
import { type Harness, startServer } from './harness.js';
import { END, inventedWorld } from './invented-world.js';

/** The world lives as long as the file. */
const owner = t;

const TAG = '晨港隧道';
const BLOGS = ['ada', 'ben', 'cem', 'dora'];

/** A topic that three blogs write about, among many posts that say nothing of it. */
async function startTopics(owner: Parameters<typeof startServer>[0]): Promise<Harness> {
  const at = (minutes: number) => new Date(Date.parse(END) - minutes * MINUTE_MS).toISOString();
  const post = (blog: string, name: string, minutes: number, title: string): object => {
    const [url, publishedAt] = [`https://${blog}.example/${name}`, at(minutes)];
    return { kind: 'post', blog, url, title, publishedAt, observedAt: publishedAt };
  };
  const server = await startServer(owner, {
    ticksByHand: true,
    now: END,
    records: [
      { kind: 'media', media: 'paper', title: '晨港日報' },
      ...BLOGS.map((slug) => ({
        ...{ kind: 'blog', slug, name: `${slug} 的部落格`, sourceUrl: `https://${slug}.example/` },
      })),
      ...['a', 'b'].map((name, index) => ({
        ...{ kind: 'news', media: 'paper', url: `https://paper.example/${name}`, title: TAG },
        ...{ publishedAt: at(1500 + index), tags: [TAG] },
      })),
      ...Array.from({ length: 600 }, (_, at) => post('dora', `none-${at}`, 60 + at, '無題')),
      ...['ada', 'ada', 'ada', 'ben', 'ben', 'cem'].map((blog, at) =>
        post(blog, `about-${at}`, 90 + at, `走進${TAG}`),
      ),
    ],
  });
  server.clock.advance(10 * MINUTE_MS);
  await server.app.pipeline.tick(server.clock.nowMs());
  await server.app.pipeline.settle();
  return server;
}

/** Titles of what a list answers. */
const LISTS = [
  { service: 'news', name: 'tags', list: '/api/v1/ranking', query: '?limit=7&order=score' },
  { service: 'blog', name: 'topics', list: '/api/v1/topics', query: '?limit=5' },
  { service: 'blog', name: 'blogs', list: '/api/v1/blogs', query: '?limit=3' },
] as const;

t.test('a list as a feed holds what the list shows, in its order', async (t) => {
  const urls = {
    news: (await inventedWorld(owner)).app.newsUrl,
    blog: (await startTopics(t)).app.blogUrl,
  };
  for (const { service, name, list, query } of LISTS) {
    const base = urls[service];
    const answer = (await (await fetch(`${base}${list}${query}`)).json()) as {
      [field: string]: { tag?: string; label?: string; name?: string }[];
    };
    const titles = (answer.entries ?? answer.items!).map(
      ({ tag, label, name: called }) => tag ?? label ?? called,
    );
    t.ok(titles.length > 0, name);
    const xml = await fetch(`${base}/feeds/${name}.xml${query}`);
    t.match(xml.headers.get('content-type'), /^application\/rss\+xml/);
    t.same(
      parseRssFeed(await xml.text()).items?.map(({ title }) => title),
      titles,
      `${name}.xml`,
    );
    const json = await fetch(`${base}/feeds/${name}.json${query}`);
    t.match(json.headers.get('content-type'), /^application\/feed\+json/);
    const feed = parseJsonFeed(await json.text());
    t.same(
      feed.items?.map(({ title }) => title),
      titles,
      `${name}.json`,
    );
    t.ok(feed.items?.every(({ url }) => url !== undefined && URL.canParse(url)));
    t.equal((await fetch(`${base}/feeds/${name}.xml?limit=0`)).status, 400);
    const etag = json.headers.get('etag')!;
    const headers = { 'if-none-match': etag };
    t.equal((await fetch(`${base}/feeds/${name}.json${query}`, { headers })).status, 304, name);
    t.equal(json.headers.get('cache-control') === 'no-store', service === 'blog');
  }
  t.equal((await fetch(`${urls.news}/feeds/tags.xml?category=nothing`)).status, 404);
});
