/** The notebook of docs/examples.md: its cells, run one after the other by Python without further packages. */
import '../engine/actor/threads-here.js';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { startInvented } from '../serve/api/invented-world.js';
import { tempFolder } from '../store/helper.js';
import { root } from '../tidy/root.js';

interface Notebook {
  cells: { cell_type: 'code' | 'markdown'; source: string[]; outputs?: unknown[] }[];
}

const DAY = '2026-03-31';
const notebook = JSON.parse(readFileSync(join(root, 'examples', 'dump.ipynb'), 'utf8')) as Notebook;
const cells = notebook.cells.filter(({ cell_type }) => cell_type === 'code');
const skip = spawnSync('python3', ['--version']).status === 0 ? false : 'there is no python3';

t.test('the notebook has no outputs of somebody', async (t) => {
  t.ok(cells.length >= 5);
  for (const { outputs } of cells) t.same(outputs, []);
});

t.test('the notebook tells what the dumps hold', { skip, timeout: 240_000 }, async (t) => {
  const { app } = await startInvented(t);
  const rows = async <R>(kind: string): Promise<R[]> => {
    const answer = await fetch(`${app.newsUrl}/api/v1/dumps/${kind}/${DAY}.ndjson.gz`);
    const lines = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString();
    return lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as R]));
  };
  const file = join(tempFolder(t), 'notebook.py');
  writeFileSync(file, cells.map(({ source }) => source.join('')).join('\n'));
  const child = spawn('python3', [file], {
    env: { ...process.env, TAGWIRE_URL: app.newsUrl, PYTHONIOENCODING: 'utf8' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  t.equal(code, 0);
  const articles = await rows<{ mediaTitle: string }>('articles');
  t.match(said, `${DAY}: ${articles.length} articles`);
  const counts = new Map<string, number>();
  for (const { mediaTitle } of articles) {
    counts.set(mediaTitle, (counts.get(mediaTitle) ?? 0) + 1);
  }
  const [[most, count]] = [...counts].sort((a, b) => b[1] - a[1]) as [[string, number]];
  t.match(said, new RegExp(`^ *${count} #{30} ${most}$`, 'm'));
  const rankings = await rows<{ category: string; burst: number | null; count: number }>(
    'rankings',
  );
  const [peak] = rankings
    .filter(({ category }) => category === 'all')
    .sort((a, b) => (b.burst ?? 0) - (a.burst ?? 0) || b.count - a.count);
  t.match(said, `${peak!.count} articles, burst ${peak!.burst?.toFixed(2) ?? 'not known'}`);
  const pairs = await rows<{ identical: boolean }>('pairs');
  const identical = pairs.filter((pair) => pair.identical).length;
  t.match(said, `${identical} of ${pairs.length} pairs are identical`);
  const events = await rows<{ threadId: number; title: string; articleIds: number[] }>('events');
  const { threadId } = events[0]!;
  const ofThread = events.filter((event) => event.threadId === threadId);
  const ids = new Set(ofThread.flatMap(({ articleIds }) => articleIds));
  t.match(said, `${ids.size} articles, ${String(ofThread.length).padStart(2)} hours: `);
});
