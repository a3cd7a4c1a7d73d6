/**
 * The invented countries, by the language that they speak.
 *
 * Imports nothing that reads the place of the process, because a command takes its place from here.
 */
import { type Place, TAIWAN } from '../src/kernel/place.js';

/** A country that speaks English, five hours behind UTC, with a left and a right. */
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
