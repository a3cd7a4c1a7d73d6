/**
 * Runs every test and ends with one line, `N passed, N failed`.
 *
 * A process runs some files one after the other and reports in TAP on its standard output (`batch.ts`); two
 * more processes than there are processors run at once, because many files wait. They are started plainly, not
 * by tap's own command: its loaders would be loaded again by every worker thread of every server under test,
 * which made the suite six times slower. A line for each file, for a file that fails its whole output, and at the end the ten dearest.
 * Words given as arguments run the files whose path contains one of them: `npm test -- clock url`.
 *
 * Files whose name ends in `.all.test.ts` run only with `--all` (`npm run test:all`). It also sets
 * `TAGWIRE_TEST_ALL=1` for all of them: what is dear is then done in more rounds.
 *
 * Seconds are those of the clock and, where the system tells them (Linux), of the processors: a file's
 * own and those of the processes that it waited for.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cheapness } from './cheap.js';
import { batchesOf, chosenTests } from './choice.js';
import { TestProcess } from './test-process.js';

/** Files in the table at the end: the next slow one is seen when it comes. */
const DEAREST = 10;

/** Files that one process runs at most, so that what they leave in memory stays bounded. */
const FILES_MAX = 25;

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
});
const paths = (readdirSync(here, { recursive: true }) as string[]).filter((path) =>
  path.endsWith('.test.js'),
);
const files = chosenTests(paths, positionals, values.all);
if (files.length === 0) {
  const isLeftOut = chosenTests(paths, positionals, true).length > 0;
  console.error(
    isLeftOut ? 'only npm run test:all runs such a file' : 'no test file has such a name',
  );
  process.exit(2);
}

let passed = 0;
let failed = 0;
const queues = batchesOf(files, (file) => readFileSync(join(here, file), 'utf8')).map((batch) =>
  batch.map((file) => relative(root, join(here, file))),
);
const cheap = cheapness(values.all);
const times: { file: string; wallS: number; cpuS: number }[] = [];
await Promise.all(Array.from({ length: availableParallelism() + 2 }, work));
if (files.length > DEAREST) tellDearest();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Starts processes as long as there are files; one in which a file failed is given no other. */
async function work(): Promise<void> {
  for (let queue = nextQueue(); queue !== undefined; queue = nextQueue()) {
    const process = new TestProcess(root, values.all, cheap);
    let hasFailed = false;
    for (let count = 0; count < FILES_MAX && queue.length > 0 && !hasFailed; count += 1) {
      hasFailed = await run(process, queue.shift()!);
    }
    const wrong = await process.end();
    if (wrong !== undefined && !hasFailed) {
      console.log(wrong);
      failed += 1;
    }
  }
}

function nextQueue(): string[] | undefined {
  return queues.find((queue) => queue.length > 0);
}

/** @returns whether the file failed */
async function run(process: TestProcess, file: string): Promise<boolean> {
  const startMs = performance.now();
  const outcome = await process.run(file);
  const wallS = (performance.now() - startMs) / 1000;
  times.push({ file, wallS, cpuS: outcome.cpuS });
  for (const line of outcome.skipped) console.log(line.trim());
  const hasFailed = outcome.failed > 0;
  if (hasFailed) console.log(outcome.output);
  const seconds = `${wallS.toFixed(1)} s, ${outcome.cpuS.toFixed(1)} CPU s`;
  console.log(`${hasFailed ? 'not ok' : 'ok'} ${file} (${seconds})`);
  passed += outcome.passed;
  failed += outcome.failed;
  return hasFailed;
}

function tellDearest(): void {
  const sum = (of: 'wallS' | 'cpuS'): string =>
    times.reduce((all, time) => all + time[of], 0).toFixed(0);
  console.log(`\nThe ${DEAREST} dearest files, of ${sum('wallS')} s and ${sum('cpuS')} CPU s:`);
  const dearest = [...times].sort((a, b) => b.cpuS - a.cpuS || b.wallS - a.wallS).slice(0, DEAREST);
  for (const { file, wallS, cpuS } of dearest) {
    console.log(`${wallS.toFixed(1).padStart(7)} s ${cpuS.toFixed(1).padStart(7)} CPU s  ${file}`);
  }
  console.log('');
}
