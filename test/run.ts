/**
 * Runs every test and ends with one line, `N passed, N failed`.
 *
 * A line for each file, and for a file that fails its whole output. Files named as arguments
 * (without folder and ending) are run alone: `npm test -- clock url`.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const tap = join(root, 'node_modules', '.bin', 'tap');

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

const child = spawn(tap, ['--reporter=tap', ...files], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  shell: process.platform === 'win32',
});

/** Lines of the file that is being reported, shown when it fails. */
let block: string[] = [];
let passed = 0;
let failed = 0;
for await (const line of createInterface({ input: child.stdout })) {
  const isFileEnd = /^(not )?ok \d+ /.test(line);
  const totals = /^# \{ (.*) \}$/.exec(line);
  if (totals !== null) countTotals(totals[1]!);
  else if (!isFileEnd) block.push(line);
  if (/SKIP/.test(line)) console.log(line.trim());
  if (!isFileEnd) continue;
  if (line.startsWith('not ok')) console.log(block.join('\n'));
  console.log(line);
  block = [];
}
const code = await new Promise<number>((resolve) =>
  child.on('close', (status) => resolve(status ?? 1)),
);
if (code !== 0 && failed === 0) {
  console.log(block.join('\n'));
  failed = 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = code === 0 && failed === 0 ? 0 : 1;

function countTotals(text: string): void {
  const figure = (name: string): number =>
    Number(new RegExp(`${name}: (\\d+)`).exec(text)?.[1] ?? 0);
  passed = figure('pass');
  failed = figure('fail');
}
