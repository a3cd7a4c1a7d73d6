/**
 * Runs every test and ends with one line, `N passed, N failed`.
 *
 * Each file is a process of its own and reports in TAP on its standard output; as many run at once
 * as there are processors. They are started plainly, not by tap's own command: its loaders would be
 * loaded again by every worker thread of every server under test, which made the suite six times
 * slower. A line for each file, for a file that fails its whole output, and at the end the ten that took
 * longest. Words given as arguments run the files whose path contains one of them:
 * `npm test -- clock url`.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** For one file, and for one test in it. */
const TIMEOUT_S = 300;

/** A file that ignores its own timeout is ended. */
const GRACE_S = 30;

/** Files in the table at the end: the next slow one is seen when it comes. */
const SLOWEST = 10;

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');

/** What a file reported. */
interface Outcome {
  passed: number;
  failed: number;
  skipped: string[];
  output: string;
}

const wanted = process.argv.slice(2);
const files = (readdirSync(here, { recursive: true }) as string[])
  .filter((path) => path.endsWith('.test.js'))
  .filter((path) => wanted.length === 0 || wanted.some((name) => path.includes(name)))
  .map((path) => relative(root, join(here, path)))
  .sort();

if (files.length === 0) {
  console.error('no test file has such a name');
  process.exit(2);
}

let passed = 0;
let failed = 0;
const queue = [...files];
const times: { file: string; seconds: number }[] = [];
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
if (files.length > SLOWEST) tellSlowest();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function work(): Promise<void> {
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const startMs = performance.now();
    const outcome = await run(file);
    const seconds = (performance.now() - startMs) / 1000;
    times.push({ file, seconds });
    for (const line of outcome.skipped) console.log(line.trim());
    if (outcome.failed > 0) console.log(outcome.output);
    console.log(`${outcome.failed > 0 ? 'not ok' : 'ok'} ${file} (${seconds.toFixed(1)} s)`);
    passed += outcome.passed;
    failed += outcome.failed;
  }
}

function tellSlowest(): void {
  const all = times.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`\nThe ${SLOWEST} files that took longest, of ${all.toFixed(0)} s in all:`);
  const slowest = [...times].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  for (const { file, seconds } of slowest) {
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  }
  console.log('');
}

/** Runs a file; one that dies or breaks off has failed, whatever it said before. */
async function run(file: string): Promise<Outcome> {
  const child = spawn(process.execPath, [file], {
    cwd: root,
    env: { ...process.env, TAP_TIMEOUT: String(TIMEOUT_S) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const deadline = setTimeout(() => child.kill('SIGKILL'), (TIMEOUT_S + GRACE_S) * 1000);
  let report = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (report += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const end = await new Promise<number | string | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  );
  clearTimeout(deadline);
  const totals = /^# \{ (.*) \}$/m.exec(report)?.[1] ?? '';
  const figure = (name: string): number =>
    Number(new RegExp(`${name}: (\\d+)`).exec(totals)?.[1] ?? 0);
  const isWhole = end === 0 && totals !== '';
  return {
    passed: figure('pass'),
    failed: Math.max(figure('fail'), isWhole ? 0 : 1),
    skipped: report.split('\n').filter((line) => /# SKIP/.test(line)),
    output: `${report}\n${errors}\n# ended with ${end}`,
  };
}
