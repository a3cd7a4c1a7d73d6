/**
 * Gives this process its place, before any module asks for it: the one of the config file, or the one
 * that the store in question notes, or that of the world that the demo shows.
 *
 * Imports nothing that asks for the place, and is loaded before the module of the command's action.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { TagwireError } from '../../kernel/errors.js';
import { givePlace, type Place, placeFile, readPlace } from '../../kernel/place.js';
import { CONFIG_FILE, dataDefault, FILE_VARIABLE } from './options.js';
import { demoFolder, WORLDS, worldNameOf } from './worlds.js';

/** @throws TagwireError CONFIG_INVALID for a place that cannot be read. */
export function givePlaceOf(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): void {
  const place = placeOf(args, environment);
  if (place !== null) givePlace(place);
}

/** The file that the environment names; an empty name is none. */
export function namedFile(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return environment[FILE_VARIABLE] || undefined;
}

/** Null for the default. */
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

/** What is wrong with the file is told by who reads all of it. */
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

/** `--name value` or `--name=value`. */
function optionOf(args: readonly string[], name: string): string | undefined {
  const flag = `--${name}`;
  const at = args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`));
  if (at < 0) return undefined;
  return args[at] === flag ? args[at + 1] : args[at]!.slice(flag.length + 1);
}
