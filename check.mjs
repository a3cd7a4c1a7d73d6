/**
 * A quick look before a commit: types, lint, layers, and the tests beside what has changed.
 *
 *   node check.mjs          what differs from the last commit
 *   node check.mjs main     what differs from another one
 *
 * `npm test` runs everything; this is for the minutes in between.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const node = process.execPath;
const [base = 'HEAD'] = process.argv.slice(2);

const changed = [
  ...linesOf('git', ['diff', '--name-only', '--diff-filter=d', base]),
  ...linesOf('git', ['ls-files', '--others', '--exclude-standard']),
];
const linted = changed.filter((path) =>
  /^(src|demo|workers|bench|test)\/.*\.tsx?$|^[\w-]+\.m?js(on)?$/.test(path),
);
const tests = [...new Set(changed.flatMap(testOf))];

const results = await Promise.all([
  types().then(async (isSound) => isSound && (await runTests())),
  linted.length === 0 || run('lint', tool('@biomejs/biome/bin/biome'), ['check', ...linted]),
  run('layers', tool('dependency-cruiser/bin/dependency-cruise.mjs'), [
    ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'src', 'demo', 'workers'],
  ]),
]);
process.exitCode = results.every(Boolean) ? 0 : 1;

function types() {
  return run('types', tool('typescript/bin/tsc'), ['-p', '.']);
}

async function runTests() {
  if (tests.length === 0) return true;
  return run(`tests of ${tests.length} files`, join(root, 'dist', 'test', 'run.js'), tests);
}

/** The compiled tests of a changed file: itself, or the one beside it, where there is one. */
function testOf(path) {
  const [, place] = /^(?:src|test)\/(.*?)(?:\.test)?\.tsx?$/.exec(path) ?? [];
  if (place === undefined) return [];
  return existsSync(join(root, 'test', `${place}.test.ts`)) ? [`${place}.test.js`] : [];
}

function tool(path) {
  return join(root, 'node_modules', path);
}

/** Runs a step, says how it went, and shows what it said when it failed. */
async function run(name, script, args) {
  const startMs = performance.now();
  const child = spawn(node, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  const code = await new Promise((resolve) => child.on('close', resolve));
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok' : 'not ok'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(said);
  return code === 0;
}

function linesOf(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) {
    console.error(stderr.trim());
    process.exit(2);
  }
  return stdout.split('\n').filter(Boolean);
}
