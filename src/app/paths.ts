/**
 * Where the compiled project lies: worker modules and the data files that it ships.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** The folder of the compiled code: it holds `src` and `workers`. */
const compiledRoot = join(here, '..', '..');

/** The folder of the project: it holds `package.json` and `data`. */
export const projectRoot = existsSync(join(compiledRoot, 'package.json'))
  ? compiledRoot
  : join(compiledRoot, '..');

/** Absolute path of a worker module. */
export function workerPath(name: string): string {
  return join(compiledRoot, 'workers', `${name}.js`);
}
