/**
 * Declares options of commands. Imports no package but commander: help and refusals load this.
 */
import { type Command, InvalidArgumentError } from 'commander';
import { type Config, flagOf, OPTIONS, variableOf } from '../../kernel/config.js';
import { dataDefault } from './data-default.js';

/** Read when it is there and no other is named. */
export const CONFIG_FILE = 'tagwire.toml';
/** Names another. */
export const FILE_VARIABLE = 'TAGWIRE_CONFIG';
/** Folder of the store where none is named. */
export const DATA_DEFAULT = dataDefault(process.env);

/** Adds the named options, and `--config`, to a command. */
export function addOptions(command: Command, names: readonly (keyof Config)[]): Command {
  // The level and the form of the log are set in the same place.
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

/** Reads a whole number within bounds, both included; `what` it is called. */
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
