/**
 * Collects the values of a command's options: flags, environment, config file. Also sets the place of this process
 * before any module reads it: the place of the config file, or else the one that the store notes, or the one of the
 * world that the demo shows.
 *
 * Imports nothing that reads the place, because this module is loaded before the module of the command's action.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { parse, TomlError } from 'smol-toml';
import { type Config, flagOf, resolveConfig, unknownVariables } from '../../kernel/config.js';
import { reasonAt, TagwireError } from '../../kernel/errors.js';
import { readSets } from '../../kernel/outlet-set.js';
import { givePlace, type Place, placeFile, readPlace } from '../../kernel/place.js';
import type { SetSource } from '../outlet-sets.js';
import { CONFIG_FILE, DATA_DEFAULT, dataDefault, FILE_VARIABLE } from './options.js';
import { demoFolder, WORLDS, worldNameOf } from './worlds.js';

/** Whether `npm start` or `npx` runs this process. */
export function isRunByNpm(): boolean {
  return ['start', 'npx'].includes(process.env.npm_lifecycle_event ?? '');
}

/**
 * The options in force.
 * @throws TagwireError CONFIG_INVALID for values or files that cannot be read.
 */
export function configOf(command: Command): Config {
  const flags = command.optsWithGlobals() as { [name: string]: unknown };
  const environment = process.env;
  const path = pathOf(command);
  for (const line of unknownVariables(environment, [FILE_VARIABLE])) {
    process.stderr.write(`tagwire: ${line}\n`);
  }
  const config = resolveConfig({
    flags,
    environment,
    file: path === null ? {} : optionsOf(readFile(path)),
    path,
    fallbacks: { data: DATA_DEFAULT },
  });
  if (command.options.some(({ long }) => long === flagOf('data'))) refuseFile(config.data);
  return config;
}

/** The source of configured sets of outlets: the same file, which may be read again. */
export function setSourceOf(command: Command): SetSource {
  return {
    read: () => {
      const path = pathOf(command);
      return readSets(path === null ? undefined : readFile(path).sets);
    },
  };
}

/** The config file; null where there is none. */
function pathOf(command: Command): string | null {
  const { config } = command.optsWithGlobals() as { config?: string };
  const named = config ?? namedFile(process.env);
  return named ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : null);
}

/**
 * Refuses a data folder when the path, or a parent of it, is a file.
 * @throws TagwireError SYSTEM_REFUSED
 */
function refuseFile(data: string): void {
  let path = data;
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  if (!existsSync(path) || statSync(path).isDirectory()) return;
  const within = path === data ? '' : ` (${path} is a file)`;
  throw new TagwireError(
    'SYSTEM_REFUSED',
    `${data}: a file stands where a folder is expected${within}; name another place with ${flagOf('data')}`,
  );
}

/** The options of a file, without the place, which the process already has, and the sets, which `serve` reads. */
function optionsOf(file: { [key: string]: unknown }): { [key: string]: unknown } {
  const { place, sets, ...options } = file;
  if (place !== undefined) readPlace(place);
  readSets(sets);
  return options;
}

function readFile(path: string): { [key: string]: unknown } {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new TagwireError('CONFIG_INVALID', `config file ${reasonOf(path, cause)}`, { cause });
  }
}

/** One line: the position of the fault in the file, or why the file cannot be read. */
function reasonOf(path: string, cause: unknown): string {
  if (cause instanceof TomlError) {
    const [first] = cause.message.split('\n');
    return `${path}:${cause.line}:${cause.column}: ${first}`;
  }
  return reasonAt(path, cause);
}

/** The variables that systemd sets for a service that it starts. */
export function serviceVariables(): { readonly [variable: string]: string | undefined } {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env;
  return { NOTIFY_SOCKET, WATCHDOG_USEC };
}

/** @throws TagwireError CONFIG_INVALID for a place that cannot be read. */
export function givePlaceOf(args: readonly string[]): void {
  const place = placeOf(args, process.env);
  if (place !== null) givePlace(place);
}

/** The file that the environment names; an empty name means none. */
function namedFile(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return environment[FILE_VARIABLE] || undefined;
}

/** The place of the process; null for the default. */
function placeOf(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Place | null {
  const path = optionOf(args, 'config') ?? namedFile(environment) ?? CONFIG_FILE;
  const file = existsSync(path) ? tableOf(path) : {};
  const world = worldNameOf(args[0], optionOf(args, 'world'));
  if (world !== null) return WORLDS[world];
  if (file.place !== undefined) return readPlace(file.place);
  const named = optionOf(args, 'data') ?? environment.TAGWIRE_DATA ?? file.data;
  const fallback = args[0] === 'demo' ? demoFolder() : dataDefault(environment);
  return noteOf(typeof named === 'string' && named !== '' ? named : fallback);
}

/** The table of a file; empty for an unreadable file, whose fault `configOf` reports. */
function tableOf(path: string): { [key: string]: unknown } {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

function noteOf(folder: string): Place | null {
  const path = placeFile(folder);
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Place;
  } catch (cause) {
    const way = 'give the place of the store as [place] in the config file, and delete it';
    throw new TagwireError('CONFIG_INVALID', `${path} cannot be read; ${way}`, { cause });
  }
}

/** The value of `--name value` or `--name=value`. */
function optionOf(args: readonly string[], name: string): string | undefined {
  const flag = `--${name}`;
  const at = args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
  if (at < 0) return undefined;
  return args[at] === flag ? args[at + 1] : args[at]!.slice(flag.length + 1);
}
