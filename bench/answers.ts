/**
 * Answers of both services against a bare uWebSockets.js handler that sends the same bytes.
 *
 * Limits: 85% of its requests/s where the contract's answer is cached or joined (rankings of 50, the
 * similarity graph, a day of threads, blog lists); 5,000 requests/s for the largest ranking, as
 * clients in a hurry ask for it: compressed. The others are printed beside them.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  hasWrk,
  type Load,
  load,
  round,
  runTagwire,
  Subject,
  table,
  verdict,
  withFolder,
} from './lab.js';
import { ask } from './raw-answer.js';

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

/** Asked once, to be made; again, to be compressed. */
const ASKED_BEFORE = 2;
/** Time for an answer to be compressed. */
const COMPRESSION_MS = 2000;

/** Has the answer made, compressed and cached; returns its bytes. */
async function prepare(url: string, encoding: string): Promise<number> {
  for (let asked = 0; asked < ASKED_BEFORE; asked++) await ask(url, encoding);
  await sleep(COMPRESSION_MS);
  return (await ask(url, encoding)).body.length;
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
    await server.whole();
    const rows: (string | number)[][] = [];
    const verdicts: (() => void)[] = [];
    for (const { service, path, share, perSecond, encoding } of QUESTIONS) {
      const ours = server.at(service, path);
      const bytes = await prepare(ours.url, encoding ?? 'identity');
      const bare = await Subject.bareLike(ours.url, folder, 0, encoding);
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
