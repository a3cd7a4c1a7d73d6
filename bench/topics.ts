/**
 * The topics index over 5,000 blogs and 500,000 posts in one thread: what a post costs to fold, what
 * a ranking costs to count anew, what a page of one topic costs, the memory of a row, and how fast
 * texts are matched against a new set.
 *
 * Texts are invented: phrases of a vocabulary, the first ones far more often, between other
 * characters. All posts lie within the longest window and its baseline.
 */
import { TopicsReader } from '../src/blogs/topics/reader.js';
import { TopicsWriter } from '../src/blogs/topics/writer.js';
import { DAY_MS, HOUR_MS } from '../src/kernel/clock.js';
import type { LogRecord, NewsRecord, PostRecord } from '../src/kernel/model/records.js';
import { plainBlog, plainNews, plainPost } from '../test/kernel/model/plain-records.js';
import { round, table, verdict } from './lab.js';

const BLOGS = 5000;
const POSTS = 500_000;
const PHRASES = 50_000;
const PHRASES_PER_POST = 22;
const NEWCOMERS = 500;
const SPAN_MS = 179 * DAY_MS;
const NOW_MS = Date.UTC(2026, 4, 1, 4);
const START_MS = NOW_MS - SPAN_MS;
const ROUNDS = 5;
const HOURS = [168, 720, 2160];
const NO_NOISE = {
  version: '1',
  tagNoise: [],
  noEqual: [],
  upstreamNoise: [],
  upstreamNoEqual: [],
};

/** A small generator of our own: the same texts every time. */
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

const phrases = Array.from({ length: PHRASES + NEWCOMERS }, () =>
  letters(2 + Math.floor(random() * 4)),
);
const fillers = Array.from({ length: 4096 }, () => letters(8));

/** A few phrases are in many posts, most in few. */
function phrase(): string {
  return phrases[Math.floor(random() ** 3 * phrases.length)]!;
}

function bodyOf(): string {
  let body = '';
  for (let at = 0; at < PHRASES_PER_POST; at++) {
    body += `${phrase()}${fillers[Math.floor(random() * fillers.length)]}，`;
  }
  return body;
}

function newsOf(id: number, sortMs: number, tags: string[]): NewsRecord {
  return plainNews(id, 'paper', sortMs, { tags });
}

function postOf(id: number, sortMs: number, body: string): PostRecord {
  const blog = Math.floor(random() ** 1.5 * BLOGS);
  return plainPost(id, `blog-${blog}`, sortMs, {
    url: `https://blog.example/${id}`,
    title: random() < 0.3 ? `談${phrase()}` : '隨筆',
    labels: random() < 0.3 ? [phrase()] : [],
    bodyChars: body.length,
    bodyHash: id.toString(16).padStart(16, '0'),
  });
}

/** Milliseconds of processor time that `work` takes. */
function millisecondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const reader = new TopicsReader(NO_NOISE);
const writer = new TopicsWriter(reader.writerOptions());
let sequence = 0;

function fold(record: LogRecord, body: string | null = null): void {
  sequence += 1;
  writer.apply({ sequence, record, body });
}

function figures(): { readonly [name: string]: number } {
  reader.apply(writer.takeDelta()!.value);
  return reader.figures;
}

/** Every phrase in two articles of a day. */
function publish(words: readonly string[], firstId: number, atMs: number): void {
  for (let at = 0; at < 2 * words.length; at += 10) {
    const tags = Array.from({ length: 10 }, (_, tag) => words[(at + tag) % words.length]!);
    fold(newsOf(firstId + at, atMs, tags));
  }
}

function rankingMs(hours: number, nowMs: number): number {
  const question = {
    type: 'ranking' as const,
    hours,
    limit: 200,
    publicUrl: 'http://blogs.example',
  };
  return millisecondsOf(() => {
    writer.ask({ ...question, nowMs });
  });
}

export async function run(): Promise<void> {
  writer.restored();
  for (let id = 0; id < BLOGS; id++) fold(plainBlog(id, { id: id + 1 }));
  publish(phrases.slice(0, PHRASES), 1, START_MS);
  fold({ kind: 'tick', atMs: START_MS + HOUR_MS, runs: ['ranking'] });
  let units = 0;
  let foldMs = 0;
  for (let id = 1; id <= POSTS; ) {
    const batch: [PostRecord, string][] = [];
    while (batch.length < 1000 && id <= POSTS) {
      const body = bodyOf();
      units += body.length;
      batch.push([postOf(id, START_MS + Math.floor((id / POSTS) * SPAN_MS), body), body]);
      id += 1;
    }
    foldMs += millisecondsOf(() => {
      for (const [record, body] of batch) fold(record, body);
    });
  }
  const { rows, heldBytes, textBytes, posts } = figures();
  const rankings = HOURS.map((hours) => {
    const times = Array.from({ length: ROUNDS }, (_, at) => rankingMs(hours, NOW_MS + at));
    return { hours, firstMs: times[0]!, bestMs: Math.min(...times) };
  });
  const question = { hours: 2160, publicUrl: 'http://blogs.example', after: null };
  const id = `tag:${phrases[0]}`;
  const detailMs = millisecondsOf(() => {
    writer.ask({ type: 'detail', id, ...question, nowMs: NOW_MS });
  });

  publish(phrases, 1_000_000, NOW_MS - DAY_MS);
  const swapMs = millisecondsOf(() => fold({ kind: 'tick', atMs: NOW_MS, runs: ['ranking'] }));
  const rematchMs = millisecondsOf(() => {
    while (writer.canCompact) writer.compact();
  });
  const after = figures();

  table(
    `${BLOGS} blogs, ${posts} posts, ${rows} rows of ${PHRASES} terms`,
    ['what', 'figure'],
    [
      ['fold a post, with its text', `${round((1000 * foldMs) / POSTS)} µs`],
      ['fold, code points/s', `${round(units / foldMs / 1000, 1)} million`],
      ...rankings.map(({ hours, firstMs, bestMs }): [string, string] => [
        `count a ranking of ${hours} hours anew`,
        `${round(bestMs, 1)} ms (the first time ${round(firstMs, 1)})`,
      ]),
      ['page of the most frequent topic', `${round(detailMs, 1)} ms`],
      ['memory without texts', `${round((heldBytes! - textBytes!) / rows!, 1)} bytes a row`],
      [`put a set with ${NEWCOMERS} new terms into use`, `${round(swapMs, 1)} ms`],
      ['match all texts against them', `${round(rematchMs)} ms`],
      ['matching, code points/s', `${round(units / rematchMs / 1000, 1)} million`],
      ['rows after that', `${after.rows}`],
    ],
  );
  const slowest = Math.max(...rankings.map(({ bestMs }) => bestMs));
  verdict('ms to count any ranking anew', slowest, 50, false);
}
