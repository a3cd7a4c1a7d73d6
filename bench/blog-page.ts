/**
 * How near do the pages of the blog service come to a bare uWebSockets.js handler that sends the
 * same bytes? Articles, the directory and one blog's articles, with and without an API key.
 *
 * Limits: at least 85% of its requests per second, p99 at most 1.5 times its. "in turn" asks for
 * many different pages, so that no two requests that follow one another are equal. Several servers of
 * the same code take turns: what the engine chose to inline makes one start up to 15% slower than the next.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  freePort,
  hasWrk,
  type Load,
  load,
  median,
  round,
  runTagwire,
  Subject,
  serverScript,
  table,
  verdict,
  withFolder,
} from './lab.js';
import { ask, headerBlock } from './raw-answer.js';

/** Many short rounds in turns: what else the machine does meanwhile meets both servers alike. */
const ROUNDS = Number(process.env.TAGWIRE_BENCH_ROUNDS ?? 15);
const SECONDS = 1;
/** A server that has just started still puts its indices in order. */
const REST_MS = 3000;
/** Servers of ours. */
const STARTS = 3;
const END = '2026-03-31T16:00:00Z';
const PAGES = 64;
const BLOGS = 400;

/** Pages that are asked in turn, and whether with a key. */
interface Scene {
  name: string;
  paths: string[];
  keyed: boolean;
}

interface Recorded {
  headers: string;
  /** Bodies in base64 by path and query. */
  pages: { [path: string]: string };
}

function scenesOf(slugs: readonly string[]): Scene[] {
  const endMs = Date.parse(END);
  const windows = Array.from({ length: PAGES }, (_, at) => {
    const since = new Date(endMs - 20 * 86_400_000 - at * 3_600_000).toISOString();
    const until = new Date(endMs - at * 3_600_000).toISOString();
    return `/api/v1/articles?limit=50&since=${since}&until=${until}`;
  });
  const ofBlogs = Array.from(
    { length: PAGES },
    (_, at) => `/api/v1/blogs/${slugs[at % slugs.length]}/articles?limit=50&hours=2160`,
  );
  const directory = Array.from({ length: PAGES }, (_, at) => `/api/v1/blogs?limit=${50 + at}`);
  const scene = (name: string, paths: string[], keyed = false): Scene => ({ name, paths, keyed });
  return [
    scene('articles, one page', ['/api/v1/articles?limit=50']),
    scene('articles, pages in turn', windows),
    scene('articles, one page, with a key', ['/api/v1/articles?limit=50'], true),
    scene('directory, pages in turn', directory),
    scene("blogs' articles, in turn", ofBlogs),
    scene("blogs' articles, in turn, with a key", ofBlogs, true),
  ];
}

/** What the server answers, for the bare handler to send. */
async function record(base: string, { paths }: Scene, apiKey: string): Promise<Recorded> {
  const recorded: Recorded = { headers: '', pages: {} };
  for (const path of paths) {
    const { body, headers } = await ask(base + path, 'identity', { 'x-api-key': apiKey });
    recorded.pages[path] = body.toString('base64');
    recorded.headers = headerBlock(headers);
  }
  return recorded;
}

/** A wrk script that asks for paths in turn. */
function scriptOf({ paths, keyed }: Scene, apiKey: string): string {
  const list = paths.map((path) => `"${path}"`).join(',');
  const header = keyed ? `wrk.headers["x-api-key"]="${apiKey}"\n` : '';
  return `${header}local p={${list}} local i=0\nrequest=function() i=i%#p+1 return wrk.format("GET",p[i]) end\n`;
}

function middle(loads: readonly Load[]): Load {
  const pick = (of: (one: Load) => number): number => median(loads.map(of));
  return {
    requestsPerSecond: pick((one) => one.requestsPerSecond),
    p50Ms: pick((one) => one.p50Ms),
    // A machine that others share stalls for tens of milliseconds: that only ever adds to a tail.
    p99Ms: Math.min(...loads.map((one) => one.p99Ms)),
    cpuMicros: pick((one) => one.cpuMicros),
    frontMicros: pick((one) => one.frontMicros),
    errors: loads.reduce((sum, one) => sum + one.errors, 0),
  };
}

async function play(
  folder: string,
  ours: readonly Subject[],
  scene: Scene,
  apiKey: string,
): Promise<void> {
  const recorded = await record(new URL(ours[0]!.url).origin, scene, apiKey);
  const file = join(folder, 'pages.json');
  const script = join(folder, 'pages.lua');
  writeFileSync(file, JSON.stringify(recorded));
  writeFileSync(script, scriptOf(scene, apiKey));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${scene.paths[0]}`;
  const bare = await Subject.start('bare uWS', url, serverScript('constant-paths'), [
    String(port),
    file,
  ]);
  for (const subject of [bare, ...ours]) await load(subject, 1, 64, script);
  const loads: { bare: Load[]; ours: Load[] } = { bare: [], ours: [] };
  for (let round = 0; round < ROUNDS; round++) {
    loads.bare.push(await load(bare, SECONDS, 64, script));
    loads.ours.push(await load(ours[round % ours.length]!, SECONDS, 64, script));
  }
  await bare.stop();
  const [peer, own] = [middle(loads.bare), middle(loads.ours)];
  const bytes = Object.values(recorded.pages).reduce((sum, page) => sum + page.length * 0.75, 0);
  const row = (name: string, one: Load): (string | number)[] => [
    name,
    round(one.requestsPerSecond, 0),
    `${round((100 * one.requestsPerSecond) / peer.requestsPerSecond, 1)}%`,
    round(one.p50Ms),
    round(one.p99Ms),
    round(one.frontMicros, 1),
    one.errors,
  ];
  table(
    `${scene.name}, ${round(bytes / scene.paths.length / 1024, 1)} KiB`,
    ['', 'requests/s', 'of bare', 'p50 ms', 'p99 ms', 'front µs/request', 'errors'],
    [row('bare uWS', peer), row('tagwire', own)],
  );
  verdict(
    'requests/s as a share of bare',
    own.requestsPerSecond / peer.requestsPerSecond,
    0.85,
    true,
  );
  verdict('p99 as a multiple of bare', own.p99Ms / peer.p99Ms, 1.5, false);
}

export async function run(): Promise<void> {
  if (!hasWrk()) return;
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    const size = ['--days', '30', '--per-day', '50', '--media', '5', '--blogs', String(BLOGS)];
    runTagwire('generate', ...size, '--end', END, '--out', corpus);
    runTagwire('ingest', '--clock', `frozen:${END}`, '--data', data, corpus);
    runTagwire('user', 'add', 'bench', '--data', data);
    const apiKey = runTagwire('key', 'create', 'bench', '--data', data).trim();
    const ours: Subject[] = [];
    for (let start = 0; start < STARTS; start++) {
      const copy = join(folder, `copy-${start}`);
      cpSync(data, copy, { recursive: true });
      ours.push(await Subject.tagwireBlog(copy, `frozen:${END}`));
    }
    const page = await fetch(`${new URL(ours[0]!.url).origin}/api/v1/blogs?limit=200`);
    const { items } = (await page.json()) as { items: { slug: string }[] };
    await sleep(REST_MS);
    for (const scene of scenesOf(items.map(({ slug }) => slug))) {
      await play(folder, ours, scene, apiKey);
    }
    for (const one of ours) await one.stop();
  });
}
