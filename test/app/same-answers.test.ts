/**
 * Two servers of one log, as nodes are, say the same of one entry at one instant, whatever either was asked
 * before: nothing that was answered once stays behind what came since.
 */
import '../engine/actor/threads-here.js';
import t, { type Test } from 'tap';
import { Actor } from '../../src/engine/actor/actor.js';
import { HOUR_MS, isoOf, MINUTE_MS, SECOND_MS } from '../../src/kernel/clock.js';
import type { Block } from '../../src/kernel/model/block.js';
import { type Harness, linesOf } from '../serve/api/harness.js';
import { END, startInvented } from '../serve/api/invented-world.js';
import { allAnswers } from './all-answers.js';

const END_MS = Date.parse(END);
const SIZE = { seed: 31, days: 1, media: 6, perDay: 120, blogs: 4 };
/** The day that ends with the world. */
const [DAY] = isoOf(END_MS - HOUR_MS).split('T');
const PAST = isoOf(END_MS - 3 * HOUR_MS);
const THREADS = `/events/threads?day=${DAY}`;
/** Feeds and lists name them. */
const PUBLIC = { newsPublicUrl: 'https://news.example', blogPublicUrl: 'https://blogs.example' };
const SEARCHED = ['catalog', 'directory'];
/** Each store has a secret of its own for those, where nodes share one. */
const SEALED = /"(nextCursor|nextToken)":"[^"]*"/g;
/**
 * Streams have no end, `/changes` are tokens, what is posted is not asked here, a small world has no topics, and
 * the status has a time of its own.
 */
const NOT_ASKED = /\/(stream|changes|match|openapi\.json|topics?\/\{id\}(\/news)?|status)$/;
const FEEDS = {
  news: ['events.xml', 'events.json', 'articles.xml', 'articles.json'],
  blog: ['topics.xml', 'topics.json', 'articles.xml', 'articles.json'],
};

/** What is asked besides lists and their things. */
interface More {
  news: string[];
  blog: string[];
}

/** Answers by what was asked, without what is sealed with the secret of a store. */
async function answersOf({ app }: Harness, more: More): Promise<Map<string, string>> {
  const urls = { news: app.newsUrl, blog: app.blogUrl };
  const answers = await allAnswers(urls, END_MS, more);
  for (const service of ['news', 'blog'] as const) {
    for (const name of FEEDS[service]) {
      const response = await fetch(`${urls[service]}/feeds/${name}`);
      answers.set(`${service} /feeds/${name}`, `${response.status} ${await response.text()}`);
    }
  }
  return new Map([...answers].map(([path, answer]) => [path, answer.replace(SEALED, '')]));
}

/** Questions with names that lists gave. */
function moreOf(answers: ReadonlyMap<string, string>): More {
  const found = (path: string, pattern: RegExp): string[] =>
    [...(answers.get(path) ?? '').matchAll(pattern)].slice(0, 4).map(([, one]) => one!);
  const threads = found(`news /api/v1${THREADS}`, /"id":(\d+)/g);
  const tags = found(`news /api/v1/ranking?at=${isoOf(END_MS)}`, /"tag":"([^"]+)"/g);
  const media = found('news /api/v1/media', /"([^"]+)":\{"title"/g);
  const blogs = found('blog /api/v1/blogs', /"slug":"([^"]+)"/g);
  const ids = found('news /api/v1/articles?limit=100', /"id":(\d+)/g).join(',');
  const posts = found('blog /api/v1/articles', /"id":(\d+)/g).join(',');
  const named = tags.map((tag) => encodeURIComponent(tag));
  return {
    news: [
      ...['', THREADS],
      ...threads.flatMap((id) => [`/events/threads/${id}/propagation`, `/explain/event/${id}`]),
      ...threads.flatMap((id) => [
        `/events/threads/${id}/blogs`,
        `/events/threads/${id}/articles?limit=200`,
        `/events/threads/${id}/articles.csv?limit=200`,
      ]),
      ...[`/articles.csv?fold=similar`, `/articles/search.csv?query=${named[0]}&order=relevance`],
      ...named.map((tag) => `/explain/ranking?tag=${tag}`),
      ...named.map((tag) => `/articles/search?query=${tag}`),
      `/articles/histogram?query=${named[0]}`,
      ...media.map((code) => `/media/${code}`),
      ...[
        '/articles?lang=zh&limit=20',
        '/articles?facets=true',
        '/media-stats',
        '/similarity/evidence?hours=72',
        '/dumps',
      ],
      '/revisions?hours=72',
      '/ranking.csv?trend=1&related=1',
      ...['/sets', '/sets/trades', '/ranking?set=trades', '/events?set=trades'],
      ...['/diff?hours=12', `/events/threads?at=${PAST}`, `/media-stats?at=${PAST}`],
      ...[`/similarity?at=${PAST}`, `/topics?at=${PAST}`],
      ...[
        `/lookup?id=${ids}`,
        `/dumps/articles/${DAY}.ndjson.gz`,
        `/dumps/articles/${DAY}.parquet`,
        `/dumps/articles/${DAY}.csv.gz`,
      ],
    ],
    blog: [
      ...['', `/topics?at=${PAST}`, '/topics.csv', '/blogs.csv?limit=2'],
      `/explain/relation?source=${blogs[0]}&target=${blogs[1]}`,
      ...[`/lookup?id=${posts}`, '/dumps', `/dumps/articles/${DAY}.ndjson.gz`],
      ...[`/dumps/articles/${DAY}.parquet`, `/dumps/articles/${DAY}.csv.gz`],
    ],
  };
}

/** Articles that come late, so that they belong to what was counted already; and the end of one. */
function lateRecords({ tags, media }: { tags: string[]; media: string[] }) {
  const late = Array.from({ length: 12 }, (_, at) => ({
    kind: 'news',
    media: media[at % media.length]!,
    url: `https://late.example/${at}`,
    title: `${tags[at % tags.length]} ${tags[(at + 1) % tags.length]} again`,
    tags: [tags[at % tags.length], tags[(at + 1) % tags.length]],
    publishedAt: isoOf(END_MS - HOUR_MS - at * MINUTE_MS),
    body: `${tags.join(' ')} `.repeat(20),
  }));
  return { late, end: { kind: 'hide', target: 'news', key: late[0]!.url } };
}

async function namesOf({ app }: Harness): Promise<{ tags: string[]; media: string[] }> {
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${app.newsUrl}/api/v1${path}`)).json();
  const { entries } = (await read('/ranking?limit=8')) as { entries: { tag: string }[] };
  const media = Object.keys((await read('/media')) as object);
  return { tags: entries.map(({ tag }) => tag), media };
}

/** From now on no index but those of lists is given what comes; gives how to go on. */
function holdIndices(t: Test): () => void {
  const { offer } = Actor.prototype;
  const held: [Actor, Block][] = [];
  Actor.prototype.offer = function (block) {
    if (SEARCHED.includes(this.name)) offer.call(this, block);
    else held.push([this, block]);
  };
  const letGo = (): void => {
    Actor.prototype.offer = offer;
    for (const [actor, block] of held.splice(0)) offer.call(actor, block);
  };
  t.teardown(letGo);
  return letGo;
}

/** The templates of a service's addresses that none of the answers is of. */
async function notAsked(url: string, service: string, paths: Iterable<string>): Promise<string[]> {
  const document = await (await fetch(`${url}/api/v1/openapi.json`)).json();
  const templates = Object.keys((document as { paths: object }).paths);
  const asked = [...paths].flatMap((path) => {
    const [of, target] = path.split(' ') as [string, string];
    return of === service ? [target.split('?')[0]!] : [];
  });
  return templates.filter((template) => {
    const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);
    return !NOT_ASKED.test(template) && !asked.some((path) => pattern.test(path));
  });
}

t.test('a server that was asked all along answers as one that is asked first', async (t: Test) => {
  const asked = await startInvented(t, PUBLIC, SIZE);
  const fresh = await startInvented(t, PUBLIC, SIZE);
  const names = await namesOf(asked);
  t.ok(names.tags.length >= 4, `${names.tags.length} tags are ranked`);
  const more = moreOf(await answersOf(asked, { news: ['', THREADS], blog: [''] }));
  const { late, end } = lateRecords(names);
  await fresh.ingest(late);
  const letGo = holdIndices(t);
  await asked.app.pipeline.ingest([linesOf(late)], false, asked.clock.nowMs());
  await answersOf(asked, more);
  letGo();
  await asked.app.pipeline.settle();
  const compare = async (what: string, atMs: number): Promise<Map<string, string>> => {
    for (const server of [asked, fresh]) server.clock.set(atMs);
    const [found, wanted] = [await answersOf(asked, more), await answersOf(fresh, more)];
    t.same([...found.keys()].sort(), [...wanted.keys()].sort(), what);
    const differing = [...wanted].filter(([path, answer]) => found.get(path) !== answer);
    t.same(
      differing.map(([path, answer]) => differenceOf(path, found.get(path)!, answer)).slice(0, 5),
      [],
      `${what}, ${differing.length} of ${wanted.size} answers differ`,
    );
    return wanted;
  };
  const answers = await compare('articles came late', END_MS + 2.5 * SECOND_MS);
  for (const server of [asked, fresh]) await server.ingest([end]);
  await compare('one of them is hidden', END_MS + 5 * SECOND_MS);
  const { newsUrl, blogUrl } = fresh.app;
  for (const [service, url] of Object.entries({ news: newsUrl, blog: blogUrl })) {
    const missing = await notAsked(url, service, answers.keys());
    t.same(missing, [], `every address of ${service} is asked`);
  }
});

/** Both answers to a question from shortly before the place where they part. */
function differenceOf(path: string, found: string, wanted: string): string[] {
  let at = 0;
  while (found[at] === wanted[at]) at += 1;
  const from = Math.max(0, at - 60);
  return [path, found.slice(from, at + 120), wanted.slice(from, at + 120)];
}
