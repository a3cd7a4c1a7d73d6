/**
 * What does time cost in which nothing happens?
 *
 * Archives of a blog are replayed by `tagwire ingest --replay`, the process and its last snapshots
 * included; the first row tells what those take by themselves. Limits: a year between two posts 2 s,
 * 500 posts over ten years 20 s. Then a store that was off for a month: until every index holds the ticks
 * that it owes, 1 s. Beside the seconds stand those of processors, which say on a busy machine whether a
 * limit is passed by the program or by its neighbours.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pipeline } from '../src/app/pipeline.js';
import { DAY_MS } from '../src/kernel/clock.js';
import { silentLogger } from '../src/kernel/logger.js';
import { childCpuSeconds, round, runTagwire, table, verdict, withFolder } from './lab.js';

const FIRST = Date.parse('2014-01-01T00:00:00Z');
const ARCHIVES = [
  { title: 'two posts, a second apart', posts: 2, days: 1 / 86_400, limitSeconds: null },
  { title: 'two posts, a year apart', posts: 2, days: 365, limitSeconds: 2 },
  { title: '60 posts over half a year', posts: 60, days: 180, limitSeconds: null },
  { title: '500 posts over ten years', posts: 500, days: 3650, limitSeconds: 20 },
];
const MONTH_MS = 30 * DAY_MS;

function archive(posts: number, days: number): string {
  const sourceUrl = 'https://quiet.example/';
  const blog = { kind: 'blog', slug: 'quiet', name: 'Quiet', sourceUrl, verified: true };
  const lines: object[] = [blog];
  for (let post = 0; post < posts; post++) {
    const at = new Date(FIRST + (post * days * DAY_MS) / Math.max(1, posts - 1)).toISOString();
    lines.push({
      kind: 'post',
      blog: 'quiet',
      url: `${sourceUrl}${post}`,
      title: `Notes on the garden ${post}`,
      publishedAt: at,
      observedAt: at,
      body: `What grows in the garden, number ${post}. `.repeat(40),
    });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Milliseconds until every index holds the ticks of a month. */
async function monthOff(data: string): Promise<number> {
  const pipeline = await Pipeline.open(data, 'silent', silentLogger);
  await pipeline.start();
  await pipeline.rebuilt();
  const startMs = performance.now();
  await pipeline.tick(pipeline.lastTickMs! + MONTH_MS);
  await pipeline.settle();
  const tookMs = performance.now() - startMs;
  await pipeline.close();
  return tookMs;
}

export async function run(): Promise<void> {
  await withFolder(async (folder) => {
    const rows: (string | number)[][] = [];
    for (const { title, posts, days, limitSeconds } of ARCHIVES) {
      const file = join(folder, `${posts}.ndjson`);
      writeFileSync(file, archive(posts, days));
      const startMs = performance.now();
      const cpuBefore = childCpuSeconds();
      runTagwire('ingest', '--replay', '--data', join(folder, String(posts)), file);
      const seconds = (performance.now() - startMs) / 1000;
      rows.push([title, round(seconds), round(childCpuSeconds() - cpuBefore)]);
      if (limitSeconds !== null) verdict(title, seconds, limitSeconds, false);
    }
    table('tagwire ingest --replay', ['', 's', 'processor, s'], rows);
    verdict('a month off, ms until current', await monthOff(join(folder, '60')), 1000, false);
  });
}
