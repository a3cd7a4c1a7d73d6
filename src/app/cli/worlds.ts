/**
 * The invented worlds of `tagwire demo` and `tagwire generate`, with the place of each and the folder of its demo.
 *
 * Imports nothing that reads the place of the process (see config-file.ts), and of `demo` only a type, because every
 * command loads this file.
 */
import { Option } from 'commander';
import type { WorldName } from '../../../demo/read-vocabulary.js';
import { type Place, TAIWAN } from '../../kernel/place.js';
import { projectRoot } from '../paths.js';

/** An invented country that speaks English, five hours behind UTC, with a left and a right. */
const SERAVIA: Place = {
  zoneOffsetMs: -5 * 60 * 60 * 1000,
  zone: { en: 'Seravia', zh: 'Seravia' },
  language: 'en',
  country: 'Seravia',
  countryCode: 'XS',
  poles: [
    { key: 'left', label: 'Left-leaning media', en: 'Left', zh: '左派', colour: 'red' },
    { key: 'right', label: 'Right-leaning media', en: 'Right', zh: '右派', colour: 'blue' },
  ],
  allLabel: 'All',
  otherLabel: 'Other media',
};

export const WORLDS: { readonly [name in WorldName]: Place } = { zh: TAIWAN, en: SERAVIA };
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
