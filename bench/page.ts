/**
 * How near does a page of 50 articles, through routing, validation, rate limit and all headers,
 * come to a bare uWebSockets.js handler that sends the same bytes?
 *
 * Limits: at least 85% of its requests per second, p99 at most 1.5 times its. Beside them the same
 * pages from Fastify (aim: 1.4 times as many as it). "64 pages" asks for 64 windows in turn.
 *
 * Then the same with `accept-encoding` as browsers send it, once for those pages and once for pages that
 * are asked for at random among 57,600, of which few are in memory in compressed form. Limit: either way
 * compression takes at most 1 ms of the thread that answers.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

const ROUNDS = 5;
const SECONDS = 3;
const END = '2026-03-31T16:00:00Z';
const PAGES = 64;
/** What Chrome and Firefox send. */
const BROWSERS = 'gzip, deflate, br, zstd';

function queries(): string[] {
  const endMs = Date.parse(END);
  return Array.from({ length: PAGES }, (_, at) => {
    const until = new Date(endMs - at * 20 * 60_000).toISOString();
    return `limit=50&until=${until}`;
  });
}

async function recordPages(subject: Subject, file: string): Promise<number> {
  const base = subject.url.slice(0, subject.url.indexOf('?'));
  const pages: { [query: string]: string } = {};
  let headers = '';
  let bytes = 0;
  for (const query of ['limit=50', ...queries()]) {
    const { body, headers: all } = await ask(`${base}?${query}`, 'identity');
    headers = headerBlock(all);
    pages[query] = body.toString('base64');
    bytes += body.length;
  }
  writeFileSync(file, JSON.stringify({ headers, pages }));
  return bytes / (PAGES + 1);
}

/** Loads every subject in turn, several rounds; medians by subject, of p99 the lowest. */
async function compare(subjects: Subject[], script?: string): Promise<Map<string, Load>> {
  const rounds = new Map<string, Load[]>(subjects.map(({ name }) => [name, []]));
  for (const subject of subjects) await load(subject, 1, 64, script);
  for (let round = 0; round < ROUNDS; round++) {
    for (const subject of subjects) {
      rounds.get(subject.name)!.push(await load(subject, SECONDS, 64, script));
    }
  }
  const middle = (loads: Load[], pick: (one: Load) => number): number => median(loads.map(pick));
  return new Map(
    [...rounds].map(([name, loads]) => [
      name,
      {
        requestsPerSecond: middle(loads, (one) => one.requestsPerSecond),
        p50Ms: middle(loads, (one) => one.p50Ms),
        // A machine that others share stalls for tens of milliseconds: that only ever adds to a tail.
        p99Ms: Math.min(...loads.map((one) => one.p99Ms)),
        cpuMicros: middle(loads, (one) => one.cpuMicros),
        frontMicros: middle(loads, (one) => one.frontMicros),
        errors: loads.reduce((sum, one) => sum + one.errors, 0),
      },
    ]),
  );
}

function print(heading: string, results: Map<string, Load>): void {
  const bare = results.get('bare uWS')!;
  const ours = results.get('tagwire')!;
  const fastify = results.get('fastify')!;
  table(
    heading,
    ['', 'requests/s', 'of bare', 'p50 ms', 'p99 ms', 'CPU µs/request', 'errors'],
    [...results].map(([name, one]) => [
      name,
      round(one.requestsPerSecond, 0),
      `${round((100 * one.requestsPerSecond) / bare.requestsPerSecond, 1)}%`,
      round(one.p50Ms),
      round(one.p99Ms),
      round(one.cpuMicros, 1),
      one.errors,
    ]),
  );
  verdict(
    'requests/s as a share of bare',
    ours.requestsPerSecond / bare.requestsPerSecond,
    0.85,
    true,
  );
  verdict('p99 as a multiple of bare', ours.p99Ms / bare.p99Ms, 1.5, false);
  verdict(
    'requests/s as a multiple of Fastify',
    ours.requestsPerSecond / fastify.requestsPerSecond,
    1.4,
    true,
  );
}

/** The same pages as they are and compressed, in turns; the last column is bytes on the wire. */
async function compareCodings(subject: Subject, heading: string, script: string): Promise<void> {
  const loads: { [coding: string]: Load[] } = { identity: [], [BROWSERS]: [] };
  for (const coding of Object.keys(loads)) await load(subject, 1, 64, script, coding);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [coding, of] of Object.entries(loads)) {
      of.push(await load(subject, SECONDS, 64, script, coding));
    }
  }
  const middle = (coding: string, pick: (one: Load) => number): number =>
    median(loads[coding]!.map(pick));
  const rows = Object.keys(loads).map(async (coding) => [
    coding,
    round(
      middle(coding, (one) => one.requestsPerSecond),
      0,
    ),
    round(middle(coding, (one) => one.p50Ms)),
    round(
      middle(coding, (one) => one.cpuMicros),
      1,
    ),
    round(
      middle(coding, (one) => one.frontMicros),
      1,
    ),
    (await ask(subject.url, coding)).body.length,
  ]);
  table(
    heading,
    ['accept-encoding', 'requests/s', 'p50 ms', 'CPU µs/request', 'front µs', 'bytes of a page'],
    await Promise.all(rows),
  );
  const front = (coding: string): number => middle(coding, (one) => one.frontMicros);
  const moreMs = (front(BROWSERS) - front('identity')) / 1000;
  verdict('ms of the front more for a compressed answer', moreMs, 1, false);
}

/** Asks for other pages each time; wrk's threads are one. */
const ANY_PAGE = `math.randomseed(os.time())
local endS=${Date.parse(END) / 1000}
request=function()
  local untilS=endS-60*math.random(0,2879)
  local limit=math.random(41,60)
  return wrk.format("GET","/api/v1/articles?limit="..limit.."&until="..os.date("!%Y-%m-%dT%H:%M:%SZ",untilS))
end
`;

export async function run(): Promise<void> {
  if (!hasWrk()) return;
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    runTagwire('generate', '--days', '2', '--per-day', '5000', '--end', END, '--out', corpus);
    runTagwire('ingest', '--replay', '--data', data, corpus);
    // A copy of the store: one process at a time holds one.
    cpSync(data, `${data}-2`, { recursive: true });
    const ours = await Subject.tagwire(data, `frozen:${END}`);
    const file = join(folder, 'pages.json');
    const pageBytes = await recordPages(ours, file);
    const script = join(folder, 'pages.lua');
    const list = queries()
      .map((query) => `"/api/v1/articles?${query}"`)
      .join(',');
    writeFileSync(
      script,
      `local p={${list}} local i=0\nrequest=function() i=i%#p+1 return wrk.format("GET",p[i]) end\n`,
    );
    const peer = async (name: string, server: string): Promise<Subject> => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/api/v1/articles?limit=50`;
      return Subject.start(name, url, serverScript(server), [String(port), file]);
    };
    const bare = await peer('bare uWS', 'constant-page');
    const fastify = await peer('fastify', 'fastify-page');
    const fallback = await Subject.tagwire(`${data}-2`, `frozen:${END}`, 0, 'node');
    const subjects = [bare, ours, fallback, fastify];
    print(`one page of 50 articles, ${round(pageBytes / 1024, 1)} KiB`, await compare(subjects));
    print(`${PAGES} pages of 50 articles in turn`, await compare(subjects, script));
    for (const subject of [bare, fallback, fastify]) await subject.stop();
    await compareCodings(ours, `${PAGES} pages in turn, as they are and compressed`, script);
    const anyPage = join(folder, 'any-page.lua');
    writeFileSync(anyPage, ANY_PAGE);
    await compareCodings(ours, 'pages at random, as they are and compressed', anyPage);
    for (const subject of subjects) await subject.stop();
  });
}
