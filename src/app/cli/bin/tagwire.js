#!/usr/bin/env node
/**
 * The command `tagwire` of a checkout: compiles it first where nobody has done so yet.
 *
 * A server wants to be started with what can be told only before: so it becomes one that was told,
 * where the engine can do that.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * What glibc is told. It keeps the memory of arrays that are gone for the next ones, in pieces that mostly
 * do not fit, and for each thread apart: a quarter of the memory of a server that has taken in much. It
 * returns what is larger than the threshold, and has two such places for all threads.
 */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };
/** Commands that hold indices. */
const NODES = new Set(['serve', 'demo', 'ingest']);
/**
 * V8 makes the main thread's space for new objects small while a server rests, to a megabyte, and
 * large again only when much of what is new stays, which it does not here: under load it then
 * collects up to eight times as often, each time for half as long. Threads do without
 * (runtime/garbage.ts).
 */
const YOUNG = '--min-semi-space-size=16';

if (
  process.platform === 'linux' &&
  process.execve !== undefined &&
  NODES.has(process.argv[2]) &&
  Object.keys(ALLOCATOR).some((name) => process.env[name] === undefined)
) {
  const flags = [...new Set([YOUNG, ...process.execArgv])];
  const args = [process.execPath, ...flags, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...ALLOCATOR, ...process.env });
}

const root = new URL('../../../../', import.meta.url);
const main = new URL('dist/src/app/cli/main.js', root);

if (!existsSync(main)) {
  const setup = fileURLToPath(new URL('setup.mjs', root));
  const { status } = spawnSync(process.execPath, [setup, 'run'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}
await import(main.href);
