/**
 * Runs every test and ends with one line, `N passed, N failed`.
 *
 * Each file is a process of its own and reports in TAP on its standard output; one more than there are
 * processors run at once, because some wait. They are started plainly, not by tap's own command: its loaders would be
 * loaded again by every worker thread of every server under test, which made the suite six times
 * slower. A line for each file, for a file that fails its whole output, and at the end the ten dearest.
 * Words given as arguments run the files whose path contains one of them: `npm test -- clock url`.
 *
 * Files whose name ends in `.all.test.ts` run only with `--all` (`npm run test:all`). It also sets
 * `TAGWIRE_TEST_ALL=1` for all of them: what is dear is then done in more rounds.
 *
 * Seconds are those of the clock and, where the system tells them (Linux), of the processors: a file's
 * own and those of the processes that it waited for.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chosenTests } from './choice.js';

/** For one file, and for one test in it. */
const TIMEOUT_S = 300;

/** A file that ignores its own timeout is ended. */
const GRACE_S = 30;

/** Files in the table at the end: the next slow one is seen when it comes. */
const DEAREST = 10;

/** Linux counts processor time in these, whatever its kernel does. */
const TICKS_PER_SECOND = 100;

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');

/** What a file reported. */
interface Outcome {
  passed: number;
  failed: number;
  skipped: string[];
  output: string;
  /** Processor time, in seconds. */
  cpuS: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
});
const paths = (readdirSync(here, { recursive: true }) as string[]).filter((path) =>
  path.endsWith('.test.js'),
);
const files = chosenTests(paths, positionals, values.all).map((path) =>
  relative(root, join(here, path)),
);
if (files.length === 0) {
  const isLeftOut = chosenTests(paths, positionals, true).length > 0;
  console.error(
    isLeftOut ? 'only npm run test:all runs such a file' : 'no test file has such a name',
  );
  process.exit(2);
}

let passed = 0;
let failed = 0;
const queue = [...files];
const times: { file: string; wallS: number; cpuS: number }[] = [];
let cpuKnownS = childrenCpuS();
await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
if (files.length > DEAREST) tellDearest();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function work(): Promise<void> {
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const startMs = performance.now();
    const outcome = await run(file);
    const wallS = (performance.now() - startMs) / 1000;
    times.push({ file, wallS, cpuS: outcome.cpuS });
    for (const line of outcome.skipped) console.log(line.trim());
    if (outcome.failed > 0) console.log(outcome.output);
    console.log(`${outcome.failed > 0 ? 'not ok' : 'ok'} ${file} (${wallS.toFixed(1)} s)`);
    passed += outcome.passed;
    failed += outcome.failed;
  }
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

/**
 * Processor time of all files that have ended so far; 0 where the system does not tell it. Node waits for a
 * child just before it says that it has ended, so what has been added then is that child's.
 */
function childrenCpuS(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // After the name, which may contain blanks, the state is the third field of the manual's list.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** Runs a file; one that dies or breaks off has failed, whatever it said before. */
async function run(file: string): Promise<Outcome> {
  const child = spawn(process.execPath, [file], {
    cwd: root,
    env: {
      ...process.env,
      TAP_TIMEOUT: String(TIMEOUT_S),
      ...(values.all && { TAGWIRE_TEST_ALL: '1' }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const deadline = setTimeout(() => child.kill('SIGKILL'), (TIMEOUT_S + GRACE_S) * 1000);
  let report = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (report += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  let cpuS = 0;
  child.on('exit', () => {
    const nowS = childrenCpuS();
    cpuS = nowS - cpuKnownS;
    cpuKnownS = nowS;
  });
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
    cpuS,
  };
}
