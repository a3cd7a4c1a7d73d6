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
 * glibc keeps the memory of large arrays that are gone for the next ones, in pieces that mostly do
 * not fit: a tenth of a server's memory. It returns what is larger than this.
 */
const THRESHOLD = 'MALLOC_MMAP_THRESHOLD_';
const THRESHOLD_BYTES = 128 * 1024;
const SERVERS = new Set(['serve', 'demo']);
/**
 * The engine makes the front's space for new objects small while a server rests, to a megabyte, and
 * large again only when much of what is new stays, which it does not here: under load it then
 * collects up to eight times as often, each time for half as long. Threads do without
 * (runtime/garbage.ts).
 */
const YOUNG = '--min-semi-space-size=16';

if (
  process.platform === 'linux' &&
  process.execve !== undefined &&
  SERVERS.has(process.argv[2]) &&
  process.env[THRESHOLD] === undefined
) {
  const flags = [...new Set([YOUNG, ...process.execArgv])];
  const args = [process.execPath, ...flags, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...process.env, [THRESHOLD]: String(THRESHOLD_BYTES) });
}

const root = new URL('../../../', import.meta.url);
const main = new URL('dist/src/cli/main.js', root);

if (!existsSync(main)) {
  const setup = fileURLToPath(new URL('setup.mjs', root));
  const { status } = spawnSync(process.execPath, [setup, 'run'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}
await import(main.href);
