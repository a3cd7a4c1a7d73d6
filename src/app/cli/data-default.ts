/**
 * Where a store lies when no folder is named: `tagwire-data` in the folder in which the command runs,
 * or the user's folder for data when Tagwire is installed for all folders.
 */
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { projectRoot } from '../paths.js';

const LOCAL = 'tagwire-data';
/** npx keeps packages there that belong to no folder; what it runs works in the current one. */
const NPX_CACHE = '_npx';

/** The folder of the store that commands use by default. */
export function dataDefault(
  environment: Readonly<Record<string, string | undefined>>,
  installed = projectRoot,
  current = process.cwd(),
): string {
  if (!isGlobal(installed, current)) return LOCAL;
  // The specification says that a relative path counts as none.
  const base = environment.XDG_DATA_HOME ?? '';
  return join(base.startsWith('/') ? base : join(homedir(), '.local', 'share'), 'tagwire');
}

/** Installed in a `node_modules` that is not the one of the current folder or one above it. */
function isGlobal(installed: string, current: string): boolean {
  const parts = installed.split(sep);
  const at = parts.lastIndexOf('node_modules');
  if (at < 0 || parts.includes(NPX_CACHE)) return false;
  const owner = dirname(parts.slice(0, at + 1).join(sep));
  const way = relative(owner, resolve(current));
  return way.startsWith('..') || way === resolve(current);
}
