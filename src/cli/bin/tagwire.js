#!/usr/bin/env node
/**
 * The command `tagwire` of a checkout: compiles it first where nobody has done so yet.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../', import.meta.url);
const main = new URL('dist/src/cli/main.js', root);

if (!existsSync(main)) {
  const setup = fileURLToPath(new URL('setup.mjs', root));
  const { status } = spawnSync(process.execPath, [setup], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
}
await import(main.href);
