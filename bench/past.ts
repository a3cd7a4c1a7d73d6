/**
 * What does it cost to ask what was said at a past hour, and which outlets a blog links to?
 *
 * Ten days of 2,000 articles; each hour of the last nine is asked once of each endpoint, one request after the
 * other, so every answer is computed. The first five hours meet code that the process has never run: the dearest
 * of them stands by itself. Limit of the others: 50 ms at p99, of the time on the wire. Beside it stands the
 * processor time of the whole server, which a loaded machine changes less.
 */
import { join } from 'node:path';
import { HOUR_MS } from '../src/kernel/clock.js';
import { median, quantile, round, runTagwire, Subject, table, verdict, withFolder } from './lab.js';
import { ask } from './raw-answer.js';

const END = '2026-03-31T16:00:00Z';
const DAYS = 10;
const HOURS = 24 * (DAYS - 1);
const FIRST = 5;
const BLOGS = 40;
const LIMIT_MS = 50;
const PAST: readonly (readonly [service: 'news' | 'blog', path: string])[] = [
  ['news', '/api/v1/ranking'],
  ['news', '/api/v1/events'],
  ['news', '/api/v1/events/threads'],
  ['news', '/api/v1/media-stats'],
  ['news', '/api/v1/similarity'],
  ['news', '/api/v1/topics'],
  ['blog', '/api/v1/topics'],
];

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const corpus = join(folder, 'corpus.ndjson');
    const data = join(folder, 'store');
    const size = ['--days', String(DAYS), '--per-day', '2000', '--blogs', String(BLOGS)];
    runTagwire('generate', ...size, '--end', END, '--out', corpus);
    runTagwire('ingest', '--replay', '--data', data, corpus);
    const server = await Subject.tagwire(data, `frozen:${END}`, null);
    await server.whole();
    const costs = async (
      service: 'news' | 'blog',
      paths: readonly string[],
    ): Promise<{ timesMs: number[]; processorMs: number }> => {
      const startSeconds = server.cpuSeconds();
      const timesMs: number[] = [];
      for (const path of paths) {
        const beforeMs = performance.now();
        await ask(server.at(service, path).url, 'identity');
        timesMs.push(performance.now() - beforeMs);
      }
      const seconds = server.cpuSeconds() - startSeconds;
      return { timesMs, processorMs: (seconds * 1000) / paths.length };
    };
    const rows: (string | number)[][] = [];
    const worst: [string, number][] = [];
    const note = async (service: 'news' | 'blog', name: string, paths: string[]): Promise<void> => {
      const { timesMs, processorMs } = await costs(service, paths);
      const first = Math.max(...timesMs.slice(0, FIRST));
      const later = timesMs.slice(FIRST);
      const dear = quantile(later, 0.99);
      worst.push([name, dear]);
      const told = [first, median(later), quantile(later, 0.9), dear, processorMs];
      rows.push([name, ...told.map((ms) => round(ms, 1))]);
    };
    const now = await ask(server.at('news', '/api/v1/ranking?limit=1').url, 'identity');
    const { snapshot } = JSON.parse(now.body.toString()) as {
      snapshot: { hourStart: string };
    };
    const newestMs = Date.parse(snapshot.hourStart);
    const hours = Array.from({ length: HOURS }, (_, ago) => {
      return new Date(newestMs - (1 + ago) * HOUR_MS).toISOString();
    });
    for (const [service, path] of PAST) {
      const paths = hours.map((hour) => `${path}?at=${encodeURIComponent(hour)}`);
      await note(service, `${service}: ${path}`, paths);
    }
    const list = await ask(server.at('blog', `/api/v1/blogs?limit=${BLOGS}`).url, 'identity');
    const { items } = JSON.parse(list.body.toString()) as { items: { slug: string }[] };
    const reading = items.map(({ slug }) => `/api/v1/blogs/${slug}/reading`);
    await note('blog', 'blog: reading, first', reading);
    await note('blog', 'blog: reading, again', reading);
    await server.stop();
    table('answers about past hours, ms', ['', 'first', 'median', 'p90', 'p99', 'processor'], rows);
    for (const [name, ms] of worst) verdict(`${name}, p99 in ms`, ms, LIMIT_MS, false);
  });
}
