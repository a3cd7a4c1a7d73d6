/**
 * The invented worlds that the demo and `tagwire generate` know, and where each is.
 *
 * Imports nothing that asks for the place: see config-file.ts.
 */
import { Option } from 'commander';
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

export const WORLDS = { zh: TAIWAN, en: SERAVIA } as const;
export type WorldName = keyof typeof WORLDS;
export const WORLD_NAMES = Object.keys(WORLDS) as WorldName[];

/** Commands that make a world. */
const MAKERS = new Set(['demo', 'generate']);

/** The world that a command makes; null where it makes none, or goes on with the one that is there. */
export function worldNameOf(
  command: string | undefined,
  named: string | undefined,
): WorldName | null {
  if (command === undefined || !MAKERS.has(command)) return null;
  return WORLD_NAMES.find((name) => name === named) ?? null;
}

/** In a checkout, where git ignores it; elsewhere beside what the user keeps there. */
const CHECKOUT_FOLDER = 'data/demo';
const FOLDER = 'tagwire-demo';

/** Where the demo of a world lies when no folder is named. */
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
