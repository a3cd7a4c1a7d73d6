/**
 * Runs the benchmarks, or those named: `npm run bench -- page ingest`.
 *
 * Each runs in a process of its own, so that none pays for the memory of those before it.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BENCHMARKS = [
  'page',
  'answers',
  'pages',
  'ingest',
  'empty',
  'memory',
  'restart',
  'idle',
  'catalog-fold',
  'search',
  'history',
  'media',
  'ranking',
  'sets',
  'past',
  'similarity',
  'similarity-graph',
  'similarity-flood',
  'match',
  'events',
  'truth',
  'truth-tags',
  'story-links',
  'portals',
  'blog-page',
  'blog-index',
  'mentions',
  'backup',
  'crawl',
  'streams',
  'rate-limit',
  'nodes',
  'matcher',
  'topics',
  'rematch',
  'page-extract',
  'fetch',
  'reader',
  'command',
] as const;

const named = process.argv.slice(2);
const unknown = named.find((name) => !(BENCHMARKS as readonly string[]).includes(name));
if (unknown !== undefined) {
  console.error(`no benchmark ${unknown}; there are ${BENCHMARKS.join(', ')}`);
  process.exit(2);
}
if (named.length === 1 && globalThis.gc !== undefined) await runHere(named[0]!);
else for (const name of named.length > 0 ? named : BENCHMARKS) runApart(name);

async function runHere(name: string): Promise<void> {
  const { run } = (await import(`./${name}.js`)) as { run(): Promise<void> };
  await run();
}

function runApart(name: string): void {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(
    process.execPath,
    ['--expose-gc', fileURLToPath(import.meta.url), name],
    { stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
