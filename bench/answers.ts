/**
 * Answers of both services against a bare uWebSockets.js handler that sends the same bytes.
 *
 * Limits: 85% of its requests/s where the contract's answer is kept or joined (rankings of 50, the
 * similarity graph, a day of threads, blog lists); 5,000 requests/s for the largest ranking, as
 * clients in a hurry ask for it: compressed. The others are printed beside them.
 */
import { writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import {
  freePort,
  hasWrk,
  type Load,
  load,
  OWN_HEADERS,
  round,
  runTagwire,
  Subject,
  serverScript,
  table,
  verdict,
  withFolder,
} from './lab.js';

const END = '2026-03-31T16:00:00Z';
const SECONDS = 4;
const ROUNDS = 4;
const CONNECTIONS = 64;
const LARGEST_RANKING = '/api/v1/ranking?limit=500&trend=1&related=1';

interface Question {
  service: 'news' | 'blog';
  path: string;
  /** Share of bare that is asked for; null where only the figure is of interest. */
  share: number | null;
  /** Requests/s that are asked for. */
  perSecond?: number;
  encoding?: 'gzip';
}

const QUESTIONS: readonly Question[] = [
  { service: 'news', path: '/api/v1/ranking?limit=50', share: 0.85 },
  { service: 'news', path: LARGEST_RANKING, share: null },
  { service: 'news', path: LARGEST_RANKING, share: null, encoding: 'gzip', perSecond: 5000 },
  { service: 'news', path: '/api/v1/similarity?hours=168', share: 0.85 },
  { service: 'news', path: '/api/v1/events', share: null },
  { service: 'news', path: '/api/v1/events/threads?day=2026-03-31', share: 0.85 },
  { service: 'news', path: '/api/v1/topics', share: null },
  { service: 'news', path: '/api/v1/media-stats', share: null },
  { service: 'news', path: '/api/v1/journalists', share: null },
  { service: 'blog', path: '/api/v1/articles', share: 0.85 },
  { service: 'blog', path: '/api/v1/blogs', share: 0.85 },
  { service: 'blog', path: '/api/v1/relations', share: null },
  { service: 'blog', path: '/api/v1/topics', share: null },
];

/** Asked once, to be made; again, to be compressed; then to be written down. */
const ASKED_BEFORE = 2;
/** Time for an answer to be compressed. */
const COMPRESSION_MS = 2000;

/** Writes the answer down as the bare handler is to send it; returns its bytes. */
async function record(url: string, file: string, encoding = 'identity'): Promise<number> {
  for (let asked = 0; asked < ASKED_BEFORE; asked++) await bytesOf(await ask(url, encoding));
  await new Promise((resolve) => setTimeout(resolve, COMPRESSION_MS));
  const response = await ask(url, encoding);
  const body = await bytesOf(response);
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}: ${body}`);
  const { 'content-type': type, ...headers } = response.headers;
  const others = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name));
  const lines = [type, ...others.map((pair) => pair.join(': '))];
  writeFileSync(
    file,
    JSON.stringify({ headers: lines.join('\r\n'), body: body.toString('base64') }),
  );
  return body.length;
}

/** The answer as it comes, not decoded. */
function ask(url: string, encoding: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, resolve).on('error', reject);
  });
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  return Buffer.concat((await response.toArray()) as Buffer[]);
}

export async function run(): Promise<void> {
  if (!hasWrk()) return;
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    const size = ['--days', '8', '--per-day', '5000', '--blogs', '200', '--end', END];
    runTagwire('generate', ...size, '--out', corpus);
    runTagwire('ingest', '--replay', '--data', data, corpus);
    const server = await Subject.tagwire(data, `frozen:${END}`);
    const rows: (string | number)[][] = [];
    const verdicts: (() => void)[] = [];
    for (const { service, path, share, perSecond, encoding } of QUESTIONS) {
      const ours = server.at(service, path);
      const file = join(folder, 'answer.json');
      const bytes = await record(ours.url, file, encoding);
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/`;
      const bare = await Subject.start('bare', url, serverScript('constant-answer'), [
        String(port),
        file,
      ]);
      const [own, limit] = await inTurn(ours, bare, encoding);
      await bare.stop();
      const ratio = own.requestsPerSecond / limit.requestsPerSecond;
      rows.push([
        `${service} ${path}${encoding === undefined ? '' : `, ${encoding}`}`,
        round(bytes / 1024, 1),
        round(own.requestsPerSecond, 0),
        round(limit.requestsPerSecond, 0),
        `${round(100 * ratio, 1)}%`,
        round(own.p99Ms),
        round(limit.p99Ms),
      ]);
      if (share !== null)
        verdicts.push(() => verdict(`${path}, share of bare`, ratio, share, true));
      if (perSecond !== undefined) {
        const what = `${path}, ${encoding}, requests/s`;
        verdicts.push(() => verdict(what, own.requestsPerSecond, perSecond, true));
      }
    }
    await server.stop();
    table(
      'answers of both services, frozen clock',
      ['', 'KiB', 'requests/s', 'bare', 'of bare', 'p99 ms', 'bare p99'],
      rows,
    );
    for (const one of verdicts) one();
  });
}

/**
 * The best stretch of each of two subjects that take turns: what else goes on in the machine only
 * takes away, and is then as likely to take from the one as from the other. The first also warms up.
 */
async function inTurn(ours: Subject, bare: Subject, encoding?: 'gzip'): Promise<[Load, Load]> {
  const best: (Load | null)[] = [null, null];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, subject] of [ours, bare].entries()) {
      const one = await load(subject, SECONDS, CONNECTIONS, undefined, encoding);
      const known = best[at] ?? one;
      best[at] = one.requestsPerSecond > known.requestsPerSecond ? one : known;
    }
  }
  return [best[0]!, best[1]!];
}
