/**
 * Makes a checkout ready to run: installs what is missing and compiles what has changed.
 *
 *   node setup.mjs             everything, for tests and benchmarks
 *   node setup.mjs run         what the command needs, without developers' tools
 *   node setup.mjs start …     the same, then serves the demo, in this process
 *
 * `npm start`, `npm test` and `npm run bench` begin with it, so none of them needs another command
 * first. It runs before anything is compiled, hence plain JavaScript. The demo runs in this process,
 * so that signals to npm reach it and its parent is npm.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const windows = process.platform === 'win32';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Tagwire needs Node.js 22 or 24; this is ${process.versions.node}`);
  process.exit(1);
}
if (major === 20) console.error('Node.js 20 gets no security fixes any more: use 22 or 24');

const [purpose = 'develop', ...rest] = process.argv.slice(2);
const isDevelop = purpose === 'develop';

// A tool that only developers have tells whether theirs were installed.
const isShort = isDevelop && !existsSync(join(root, 'node_modules', 'tap'));
if (
  isShort ||
  isStale(join(root, 'node_modules', '.package-lock.json'), join(root, 'package-lock.json'))
) {
  console.error('installing dependencies');
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  run(windows ? 'npm.cmd' : 'npm', ['ci', ...(isDevelop ? [] : ['--omit=dev']), ...options]);
}

console.error('compiling');
const project = join(root, isDevelop ? 'tsconfig.json' : 'tsconfig.start.json');
run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', project]);
chmodSync(join(root, 'dist', 'src', 'app', 'cli', 'main.js'), 0o755);
removeOrphans(join(root, 'dist'));

if (purpose === 'start') {
  const command = join(root, 'src', 'app', 'cli', 'bin', 'tagwire.js');
  process.argv.splice(1, process.argv.length, command, 'demo', ...rest);
  await import(pathToFileURL(command).href);
}

/** True when `made` is missing or older than `source`. */
function isStale(made, source) {
  return !existsSync(made) || statSync(made).mtimeMs < statSync(source).mtimeMs;
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: windows,
  });
  if (status === 0) return;
  console.error(error ? `${command}: ${error.message}` : `${command} ended with ${status}`);
  process.exit(1);
}

/** Removes compiled files whose source is gone: a deleted test must not run on. */
function removeOrphans(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeOrphans(path);
    else if (/\.js(\.map)?$/.test(entry.name) && !hasSource(path)) rmSync(path);
  }
}

function hasSource(path) {
  const stem = join(root, path.slice(join(root, 'dist').length)).replace(/\.js(\.map)?$/, '');
  return existsSync(`${stem}.ts`) || existsSync(`${stem}.tsx`);
}
