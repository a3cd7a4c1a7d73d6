/**
 * The choice of an invented world in `tagwire demo` and `tagwire generate`, and the folder of its demo.
 *
 * Imports nothing that reads the place of the process: see config-file.ts.
 */
import { Option } from 'commander';
import { WORLDS, type WorldName } from '../../../demo/worlds.js';
import { projectRoot } from '../paths.js';

const WORLD_NAMES = Object.keys(WORLDS) as WorldName[];

const MAKERS = new Set(['demo', 'generate']);

/** The world that a command makes; null where it makes none, or continues an existing one. */
export function worldNameOf(
  command: string | undefined,
  named: string | undefined,
): WorldName | null {
  if (command === undefined || !MAKERS.has(command)) return null;
  return WORLD_NAMES.find((name) => name === named) ?? null;
}

/** Default folder of the demo in a checkout, where git ignores it; elsewhere `FOLDER` in the current folder. */
const CHECKOUT_FOLDER = 'data/demo';
const FOLDER = 'tagwire-demo';

/** The folder of a world's demo when no folder is named. */
export function demoFolder(world: WorldName = 'zh'): string {
  const folder = process.cwd() === projectRoot ? CHECKOUT_FOLDER : FOLDER;
  return world === 'zh' ? folder : `${folder}-${world}`;
}

/** Option of the commands that make a world. */
export function worldOption(): Option {
  return new Option(
    '--world <language>',
    'language of the invented country: zh by default',
  ).choices(WORLD_NAMES);
}
