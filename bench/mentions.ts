/**
 * How fast do mentions follow the posts, how long does an answer take, and what does a link cost?
 *
 * `TAGWIRE_BENCH_POSTS` asks for another number of posts.
 *
 * 5,000 blogs write over 90 days, five body links a post: most to blogs of their own circle or to
 * famous ones, the rest to hosts that nobody registered. Posts come in the order of their time, one
 * in ten late, with a tick every ten minutes. Times are processor time of this thread, garbage
 * collection included; building the records is not counted. "Cold" is the first question at a new
 * minute; "from nothing" is one from a clock ninety days away, which no running server is asked.
 */
import {
  MENTIONS_VERSION,
  type MentionsDelta,
  type RelationHours,
} from '../src/blogs/mentions/codec.js';
import { MentionsWriter } from '../src/blogs/mentions/writer.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/kernel/clock.js';
import type { BlogRecord, LogRecord, PostLink, PostRecord } from '../src/kernel/model/records.js';
import { plainBlog, plainPost } from '../test/kernel/model/plain-records.js';
import { round, table, verdict } from './lab.js';

const BLOGS = 5000;
const POSTS = Number(process.env.TAGWIRE_BENCH_POSTS ?? 1_000_000);
const LINKS = 5;
const CIRCLE = 40;
const DAYS = 90;
const START_MS = Date.UTC(2026, 0, 1);
const END_MS = START_MS + DAYS * DAY_MS;
const TICK_MS = 10 * MINUTE_MS;
const LATE_SHARE = 0.1;
/** Posts between two looks at the processor's clock. */
const SLICE = 100;

/** A small generator of our own: the same posts every time. */
let state = 0x2545f491;
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 0x1_0000_0000;
}

function below(count: number): number {
  return Math.floor(random() * count);
}

function hostOf(blog: number): string {
  return blog % 3 === 0 ? `pages.example/writer-${blog}` : `www.blog-${blog}.example`;
}

function blogRecord(blog: number): BlogRecord {
  const aliases = blog % 10 === 0 ? [`old-${blog}.example`] : [];
  return plainBlog(blog, { id: blog + 1, sourceUrl: `https://${hostOf(blog)}/`, aliases });
}

function link(blog: number): PostLink {
  const kind = random();
  const circle = Math.floor(blog / CIRCLE) * CIRCLE + below(CIRCLE);
  const target = kind < 0.45 ? circle : Math.floor(random() ** 4 * BLOGS);
  const host = kind < 0.7 ? hostOf(target) : `site-${below(200_000)}.example`;
  return {
    url: `https://${host}/2026/0${1 + below(9)}/${10 + below(18)}/a-post-about-${below(1e6)}.html`,
    anchor: '這篇寫得很好的文章',
    location: 'body',
  };
}

function postRecord(id: number, links = LINKS): PostRecord {
  const blog = Math.floor(random() ** 2 * BLOGS);
  const dueMs = START_MS + Math.floor((id / POSTS) * DAYS * DAY_MS);
  const publishedMs = random() < LATE_SHARE ? dueMs - below(3 * DAY_MS) : dueMs;
  return plainPost(id, `blog-${blog}`, publishedMs, {
    url: `https://${hostOf(blog)}/2026/01/02/the-address-of-post-${id}.html`,
    title: '今天想和大家聊聊最近讀到的幾篇文章',
    observedMs: dueMs,
    bodyChars: 900,
    bodyHash: '0123456789abcdef',
    links: Array.from({ length: links }, () => link(blog)),
  });
}

let sequence = 0;

function fold(writer: MentionsWriter, record: LogRecord): void {
  writer.apply({ sequence: ++sequence, record, body: null });
}

/** Processor milliseconds of some work. */
function cpuMsOf(work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

/** Posts in slices as they arrive; the mean of each slice, in milliseconds a post, ascending. */
function foldPosts(writer: MentionsWriter): number[] {
  const means: number[] = [];
  let tickMs = START_MS;
  for (let id = 1; id <= POSTS; ) {
    const slice: LogRecord[] = [];
    for (let at = 0; at < SLICE && id <= POSTS; at++, id++) {
      const post = postRecord(id);
      for (; tickMs < post.observedMs; tickMs += TICK_MS) {
        slice.push({ kind: 'tick', atMs: tickMs, runs: ['ranking'] });
      }
      slice.push(post);
    }
    const cpuMs = cpuMsOf(() => {
      for (const record of slice) fold(writer, record);
      writer.takeDelta();
    });
    means.push(cpuMs / SLICE);
  }
  return means.sort((a, b) => a - b);
}

function answerMs(writer: MentionsWriter, hours: RelationHours, nowMs: number): number {
  return cpuMsOf(() => writer.ask({ type: 'relations', hours, nowMs }));
}

/** The time of each record on its own, at most. */
function slowestMs(writer: MentionsWriter, records: readonly LogRecord[]): number {
  return Math.max(...records.map((record) => cpuMsOf(() => fold(writer, record))));
}

/** A writer that takes over from another, as after a restart. */
function successorOf(writer: MentionsWriter): {
  writer: MentionsWriter;
  cpuMs: number;
  chunkBytes: number;
} {
  const successor = new MentionsWriter({});
  let chunkBytes = 0;
  let cpuMs = 0;
  for (const name of writer.plan().chunks) {
    const bytes = writer.chunk(name);
    chunkBytes += bytes.length;
    cpuMs += cpuMsOf(() => successor.restore(name, bytes, MENTIONS_VERSION));
  }
  cpuMs += cpuMsOf(() => successor.restored(sequence));
  return { writer: successor, cpuMs, chunkBytes };
}

/** Counts and memory. */
function tell({ figures }: MentionsDelta): void {
  const { posts, links, mentions, edges, hosts, heldBytes } = figures;
  table(
    'Mentions',
    ['', ''],
    [
      ['posts, links', `${posts}, ${links}`],
      ['mentions, edges', `${mentions}, ${edges}`],
      ['hosts', hosts],
      ['memory, MB', round(heldBytes / 1e6, 1)],
      ['memory per link, all told, bytes', round(heldBytes / links, 0)],
    ],
  );
}

function tellOfPosts(writer: MentionsWriter, means: readonly number[]): void {
  const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
  verdict('ms for an arriving post, mean', round(mean, 4), 1, false);
  verdict('ms, 99 of 100 slices', means[Math.floor(0.99 * means.length)]!, 1, false);
  const posts = Array.from({ length: 20 }, (_, at) => postRecord(POSTS + at + 1, 2000));
  const times = posts.map((post) => slowestMs(writer, [post])).sort((a, b) => a - b);
  console.log(`  a post with 2,000 links: ${round(times[10]!)} ms, at most ${round(times[19]!)}`);
}

/** Questions as the clock goes on, minute by minute; returns the time of the last. */
function tellOfAnswers(writer: MentionsWriter): number {
  let nowMs = END_MS;
  for (const hours of [168, 720, 2160] as const) {
    const times = Array.from({ length: 10 }, (_, at) => {
      return answerMs(writer, hours, nowMs + at * MINUTE_MS);
    });
    nowMs += HOUR_MS;
    times.sort((a, b) => a - b);
    verdict(`ms for /relations of ${hours} h, median of 10`, times[5]!, 20, false);
    verdict('ms, slowest of 10', times[9]!, 20, false);
  }
  return nowMs;
}

export async function run(): Promise<void> {
  const first = new MentionsWriter({});
  first.restored(0);
  for (let blog = 0; blog < BLOGS; blog++) fold(first, blogRecord(blog));
  const means = foldPosts(first);
  fold(first, blogRecord(0));
  tell(first.takeDelta()!.value);
  tellOfPosts(first, means);
  const { writer, cpuMs, chunkBytes } = successorOf(first);
  const nowMs = tellOfAnswers(writer);
  const profiles = Array.from({ length: 5 }, () =>
    cpuMsOf(() => writer.ask({ type: 'profile', slug: 'blog-0', hours: 2160, nowMs })),
  );
  const masks = (['hide', 'show'] as const).map((kind): LogRecord => {
    return { kind, target: 'blog', key: 'blog-0', id: null, sortMs: null };
  });
  // The first of these windows holds nothing, so the second is made from nothing.
  const fromNothing = [91 * DAY_MS, 0].map((agoMs) => answerMs(writer, 2160, nowMs - agoMs));
  const newcomer = { ...blogRecord(BLOGS), sourceUrl: 'https://pages.example/a-new-writer/' };
  table(
    'Rarer things',
    ['', 'ms'],
    [
      ['relations of the blog that is mentioned most', round(Math.min(...profiles))],
      ['the same, for the first time', round(profiles[0]!)],
      ['hiding and showing that blog, the slower', round(slowestMs(writer, masks))],
      ['a new blog on the host with most blogs', round(slowestMs(writer, [newcomer]))],
      ['relations of 2160 h from nothing', round(Math.max(...fromNothing))],
      [`restart from ${round(chunkBytes / 1e6, 0)} MB`, round(cpuMs, 0)],
    ],
  );
}
