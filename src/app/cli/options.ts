/**
 * Declares options and actions of commands, which load their modules when the command runs. Imports no package but
 * commander: help and refusals load this.
 */

import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type Config, flagOf, OPTIONS, variableOf } from '../../kernel/config.js';
import { projectRoot } from '../paths.js';

/** The config file that is read when it exists and no other file is named. */
export const CONFIG_FILE = 'tagwire.toml';
/** Environment variable that names another config file. */
export const FILE_VARIABLE = 'TAGWIRE_CONFIG';
const LOCAL = 'tagwire-data';
/** The folder in which npx keeps packages; a package there works in the current folder. */
const NPX_CACHE = '_npx';
/**
 * The default folder of the store: `tagwire-data` in the current folder, or the user's folder for data when Tagwire is
 * installed globally.
 */
export const DATA_DEFAULT = dataDefault(process.env);

/** Adds the named options, and `--config`, to a command. */
export function addOptions(command: Command, names: readonly (keyof Config)[]): Command {
  // Commands with the level of the log also have its format.
  const wanted: readonly string[] = names.includes('logLevel') ? [...names, 'logFormat'] : names;
  for (const { name, kind, fallback, describes } of OPTIONS) {
    if (!wanted.includes(name)) continue;
    const inForce = name === 'data' ? DATA_DEFAULT : fallback;
    const shown = inForce === '' || kind === 'flag' ? '' : ` (default ${inForce})`;
    const value = kind === 'flag' ? ' [yes]' : ` <${kind === 'text' ? 'value' : kind}>`;
    command.option(`${flagOf(name)}${value}`, `${describes}${shown} [${variableOf(name)}]`);
  }
  return command.option('--config <file>', `TOML file with options [${FILE_VARIABLE}]`);
}

/** Parses a whole number from `low` to `high`; messages name it `what`. */
export function whole(
  low: number,
  high: number,
  what = 'a whole number',
): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= low && value <= high) return value;
    throw new InvalidArgumentError(`expected ${what} from ${low} to ${high}`);
  };
}

/** The folder of the store that commands use by default. */
export function dataDefault(
  environment: Readonly<Record<string, string | undefined>>,
  installed = projectRoot,
  current = process.cwd(),
): string {
  if (!isGlobal(installed, current)) return LOCAL;
  // The XDG specification says that a relative path counts as none.
  const base = environment.XDG_DATA_HOME ?? '';
  return join(base.startsWith('/') ? base : join(homedir(), '.local', 'share'), 'tagwire');
}

/** Whether Tagwire is in a `node_modules` that belongs neither to the current folder nor to a parent of it. */
function isGlobal(installed: string, current: string): boolean {
  const parts = installed.split(sep);
  const at = parts.lastIndexOf('node_modules');
  if (at < 0 || parts.includes(NPX_CACHE)) return false;
  const owner = dirname(parts.slice(0, at + 1).join(sep));
  const way = relative(owner, resolve(current));
  return way.startsWith('..') || way === resolve(current);
}

/** The actions of a module, by their names; the module is loaded when one of them runs. */
export function actionsOf<Module>(load: () => Promise<Module>) {
  return (name: keyof Module) =>
    async (...given: unknown[]): Promise<void> => {
      const action = (await load())[name] as (...given: unknown[]) => Promise<void>;
      await action(...given);
    };
}
