/**
 * Does the front notice when stored texts are matched against a new set of topics?
 *
 * A running server holds posts of some months; each midnight brings terms that are new, and all texts
 * are looked through for them in the background. Limit: the p99 of a caller that asks 200 times a
 * second, over all nights, at most twice its idle value; a night by itself has too few answers for a
 * p99 to mean much, and stands beside it. `TAGWIRE_BENCH_POSTS` asks for another number of posts.
 */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectIngest } from '../src/app/ingest/ingest-socket.js';
import { DAY_MS, HOUR_MS, isoOf, MINUTE_MS } from '../src/kernel/clock.js';
import { round, runTagwire, Subject, table, verdict, withFolder } from './lab.js';
import { Prober, Stretch } from './prober.js';

const POSTS = Number(process.env.TAGWIRE_BENCH_POSTS ?? 100_000);
const BLOGS = 400;
const PHRASES = 20_000;
const PHRASES_PER_POST = 110;
const NEWCOMERS = 500;
/** Midnight in Taipei. */
const START_MS = Date.UTC(2026, 4, 1, 16);
const SPAN_DAYS = 120;
const NIGHTS = 5;
const IDLE_MS = 10_000;
const LOOK_MS = 100;

let state = 0x9e37_79b9;
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 0x1_0000_0000;
}

function letters(count: number): string {
  let text = '';
  for (let at = 0; at < count; at++) {
    text += String.fromCharCode(0x4e00 + Math.floor(random() * 8000));
  }
  return text;
}

const phrases = Array.from({ length: PHRASES }, () => letters(2 + Math.floor(random() * 4)));
const fillers = Array.from({ length: 4096 }, () => letters(8));

function bodyOf(): string {
  let body = '';
  for (let at = 0; at < PHRASES_PER_POST; at++) {
    const phrase = phrases[Math.floor(random() ** 3 * phrases.length)]!;
    body += `${phrase}${fillers[Math.floor(random() * fillers.length)]}，`;
  }
  return body;
}

/** Every word in two articles of an hour. */
function newsOf(words: readonly string[], atMs: number, day: number): object[] {
  const news: object[] = [];
  for (let at = 0; at < 2 * words.length; at += 10) {
    news.push({
      ...{ kind: 'news', media: 'paper', url: `https://paper.example/${day}/${at}` },
      ...{ title: 'News', publishedAt: isoOf(atMs), observedAt: isoOf(atMs) },
      tags: Array.from({ length: 10 }, (_, tag) => words[(at + tag) % words.length]!),
    });
  }
  return news;
}

function* corpus(): Generator<object> {
  yield { kind: 'category', key: 'news', label: 'News' };
  yield { kind: 'media', media: 'paper', title: 'Paper', categories: ['news'] };
  for (let blog = 0; blog < BLOGS; blog++) {
    const sourceUrl = `https://blog-${blog}.example/`;
    yield { kind: 'blog', slug: `blog-${blog}`, name: `Blog ${blog}`, sourceUrl, verified: true };
  }
  for (let post = 0; post < POSTS; post++) {
    const blog = post % BLOGS;
    const at = isoOf(START_MS - DAY_MS - (post / POSTS) * SPAN_DAYS * DAY_MS);
    yield {
      ...{ kind: 'post', blog: `blog-${blog}`, url: `https://blog-${blog}.example/${post}` },
      ...{ title: '隨筆', publishedAt: at, observedAt: at, body: bodyOf() },
    };
  }
  yield* newsOf(phrases, START_MS - 2 * HOUR_MS, 0);
}

async function writeCorpus(file: string): Promise<void> {
  const out = createWriteStream(file);
  for (const record of corpus()) {
    if (out.write(`${JSON.stringify(record)}\n`)) continue;
    await new Promise<void>((resolve) => out.once('drain', () => resolve()));
  }
  await new Promise<void>((resolve) => out.end(() => resolve()));
}

/** Parts of texts that were not yet matched against the whole set. */
async function partsBehind(server: Subject): Promise<number> {
  const text = await (await fetch(server.at('admin', '/metrics').url)).text();
  const figure = /index="topics",kind="text_parts_behind"} (\d+)/.exec(text);
  if (figure === null) throw new Error('the metrics do not tell how far matching has come');
  return Number(figure[1]);
}

async function untilMatched(server: Subject): Promise<void> {
  while ((await partsBehind(server)) > 0) await sleep(LOOK_MS);
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const file = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    await writeCorpus(file);
    runTagwire('ingest', '--data', data, file);
    const server = await Subject.tagwire(data, `frozen:${isoOf(START_MS)}`, null);
    await server.whole();
    const sink = await connectIngest(data);
    if (sink === null) throw new Error('the server takes no ingest');
    await sink.advance(START_MS + MINUTE_MS);
    await untilMatched(server);
    const prober = new Prober(server.url);
    await sleep(IDLE_MS);
    await prober.stretch();
    // Looking costs the front something too: idle or not, it is looked at as often.
    for (const startMs = performance.now(); performance.now() - startMs < IDLE_MS; ) {
      await partsBehind(server);
      await sleep(LOOK_MS);
    }
    const idle = await prober.stretch();
    const rows: (string | number)[][] = [['idle', '', ...idle.figures]];
    const stretches: Stretch[] = [];
    for (let night = 1; night <= NIGHTS; night++) {
      const midnightMs = START_MS + night * DAY_MS;
      const words = Array.from({ length: NEWCOMERS }, () => letters(4));
      const lines = newsOf(words, midnightMs - HOUR_MS, night);
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      await sink.ingest(new TextEncoder().encode(text), false);
      await sink.advance(midnightMs - MINUTE_MS);
      await untilMatched(server);
      await sleep(1000);
      await prober.stretch();
      const startMs = performance.now();
      await sink.advance(midnightMs + MINUTE_MS);
      await untilMatched(server);
      const seconds = (performance.now() - startMs) / 1000;
      const stretch = await prober.stretch();
      rows.push([`night ${night}`, round(seconds), ...stretch.figures]);
      stretches.push(stretch);
    }
    const nights = Stretch.of(stretches);
    rows.push(['all nights', '', ...nights.figures]);
    await prober.stop();
    await sink.close();
    await server.stop();
    table(
      `${POSTS} posts, ${NEWCOMERS} new terms a night`,
      ['', 'matching s', 'p50 ms', 'p99 ms', 'max ms', 'answers', 'failures'],
      rows,
    );
    verdict('p99 as a multiple of idle', nights.p99Ms / idle.p99Ms, 2, false);
  });
}
