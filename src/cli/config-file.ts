/**
 * Gathers the options of a command: flags, environment, config file.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { parse } from 'smol-toml';
import { type Config, flagOf, OPTIONS, resolveConfig, variableOf } from '../kernel/config.js';
import { messageOf, TagwireError } from '../kernel/errors.js';

/** Read when it is there and no other is named. */
const DEFAULT_FILE = 'tagwire.toml';
const FILE_VARIABLE = 'TAGWIRE_CONFIG';

/** Adds the named options, and `--config`, to a command. */
export function addOptions(command: Command, names: readonly (keyof Config)[]): Command {
  for (const { name, kind, fallback, describes } of OPTIONS) {
    if (!names.includes(name)) continue;
    const shown = fallback === '' || kind === 'flag' ? '' : ` (default ${fallback})`;
    const value = kind === 'flag' ? ' [yes]' : ` <${kind === 'text' ? 'value' : kind}>`;
    command.option(`${flagOf(name)}${value}`, `${describes}${shown} [${variableOf(name)}]`);
  }
  return command.option('--config <file>', `TOML file with options [${FILE_VARIABLE}]`);
}

/**
 * The options in force.
 * @throws TagwireError CONFIG_INVALID for values or files that cannot be read.
 */
export function configOf(command: Command): Config {
  const flags = command.optsWithGlobals() as { [name: string]: unknown };
  const environment = process.env;
  const named = (flags.config as string | undefined) ?? environment[FILE_VARIABLE];
  const path = named ?? (existsSync(DEFAULT_FILE) ? DEFAULT_FILE : null);
  return resolveConfig({ flags, environment, file: path === null ? {} : readFile(path) });
}

function readFile(path: string): { [key: string]: unknown } {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new TagwireError('CONFIG_INVALID', `config file ${path}: ${messageOf(cause)}`, { cause });
  }
}
