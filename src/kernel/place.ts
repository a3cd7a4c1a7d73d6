/**
 * The place whose press a store is about: its days, its two poles, and the words of its lists.
 *
 * Invariants: a process has one place, given before any module reads it; its threads have the same place.
 * The folded state of a store depends on `zoneOffsetMs` and on the keys of the poles, so a store never
 * changes them (log/head.ts); the other values are words, and may change with a start.
 * Not here: the place of this process (current-place.ts), and where it comes from (cli/config-file.ts).
 */
import { join } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { assert } from './errors.js';
import { TableFields, wrongValue as wrong } from './table-fields.js';

/** Colours that the style sheet has for poles, in light and in dark. */
export const POLE_COLOURS = ['blue', 'green', 'red', 'purple', 'orange'] as const;
export type PoleColour = (typeof POLE_COLOURS)[number];
/** Colours of poles that name no colour: these two have no political meaning anywhere. */
const PLAIN_COLOURS = ['purple', 'orange'] as const;

/** One of the two poles of coverage. */
export interface Pole {
  /** `camp` of a media in records and answers, and the key of its category. */
  key: string;
  /** Label of its category, in the language of the place. */
  label: string;
  /** Label on pages. */
  en: string;
  zh: string;
  colour: PoleColour;
}

/** The values of a place that are folded into the state of a store. */
export interface FoldedPlace {
  /** How far its days are ahead of UTC, all year. */
  zoneOffsetMs: number;
  poles: readonly [Pick<Pole, 'key'>, Pick<Pole, 'key'>];
}

export interface Place extends FoldedPlace {
  /** Name of its time zone, as written before a word such as "time". */
  zone: { en: string; zh: string };
  /** Language tag of feeds and texts. */
  language: string;
  country: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  poles: readonly [Pole, Pole];
  /** Label of the category of all media. */
  allLabel: string;
  /** Label of media of neither pole. */
  otherLabel: string;
}

const HOUR_MS = 60 * 60 * 1000;

/** The default place, with the values of the contract. */
export const TAIWAN: Place = {
  zoneOffsetMs: 8 * HOUR_MS,
  zone: { en: 'Taipei', zh: '臺北' },
  language: 'zh-tw',
  country: '台灣',
  countryCode: 'TW',
  poles: [
    { key: 'blue', label: '藍營媒體', en: 'Blue', zh: '偏藍', colour: 'blue' },
    { key: 'green', label: '綠營媒體', en: 'Green', zh: '偏綠', colour: 'green' },
  ],
  allLabel: '全部',
  otherLabel: '其他媒體',
};

/** Environment data of worker threads: the process that starts a thread passes its place on. */
const DATA_KEY = 'tagwire.place';

/** Keys of poles are parts of addresses, styles and lists. */
const POLE_KEY = /^[a-z][a-z0-9-]{0,31}$/;
const TAKEN_KEYS = new Set(['all', 'other']);
const ZONE = /^(?:Z|([+-])(\d{2}):00)$/;
/** The range of UTC offsets in the world, in hours. */
const ZONE_HOURS_MIN = -12;
const ZONE_HOURS_MAX = 14;
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;
const COLOUR = new RegExp(`^(?:${POLE_COLOURS.join('|')})$`);
const COUNTRY_CODE = /^[A-Z]{2}$/;

/**
 * Sets the place of this process, and of the threads that it starts later.
 * @throws Error when a module has read the place before.
 */
export function givePlace(place: Place): void {
  assert(!isTaken, 'the place was given after it was asked for');
  setEnvironmentData(DATA_KEY, place as never);
}

let isTaken = false;

/** The place that was given to this process, or Taiwan. Only current-place.ts calls this. */
export function takePlace(): Place {
  isTaken = true;
  return (getEnvironmentData(DATA_KEY) as unknown as Place | undefined) ?? TAIWAN;
}

/** Whether a store that was folded with one place can be folded on with the other. */
export function foldsAlike(a: FoldedPlace, b: FoldedPlace): boolean {
  return (
    a.zoneOffsetMs === b.zoneOffsetMs && a.poles.every(({ key }, at) => key === b.poles[at]!.key)
  );
}

/** The place of a store, in words: `days of UTC-05:00, poles left and right`. */
export function foldedText({ zoneOffsetMs, poles: [first, second] }: FoldedPlace): string {
  return `days of ${zoneText(zoneOffsetMs)}, poles ${first.key} and ${second.key}`;
}

/** The file of a data folder that names the place of its store. */
export function placeFile(folder: string): string {
  return join(folder, 'place.json');
}

/** `UTC+08:00` */
export function zoneText(offsetMs: number): string {
  const hours = Math.abs(offsetMs) / HOUR_MS;
  return `UTC${offsetMs < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:00`;
}

/**
 * The place of the table `[place]` of a config file. Missing values are those of Taiwan.
 * @throws TagwireError CONFIG_INVALID for a value that cannot be read, or a key that is unknown.
 */
export function readPlace(table: unknown): Place {
  const fields = new TableFields(table, 'place');
  const zone = fields.text('zone', ZONE, 'whole hours ahead of or behind UTC, as "-05:00" or "Z"');
  const zoneOffsetMs = zone === null ? TAIWAN.zoneOffsetMs : offsetOf(zone);
  const named = fields.text('zoneName');
  const name = named ?? (zone === null ? null : zoneText(zoneOffsetMs));
  const place: Place = {
    zoneOffsetMs,
    zone: name === null ? TAIWAN.zone : { en: name, zh: name },
    language: fields.text('language', LANGUAGE, 'a language tag, as "en-us"') ?? TAIWAN.language,
    country: fields.text('country') ?? TAIWAN.country,
    countryCode:
      fields.text('countryCode', COUNTRY_CODE, 'two letters of ISO 3166, as "US"') ??
      TAIWAN.countryCode,
    poles: polesOf(fields.take('poles')),
    allLabel: fields.text('allLabel') ?? TAIWAN.allLabel,
    otherLabel: fields.text('otherLabel') ?? TAIWAN.otherLabel,
  };
  fields.finish();
  return place;
}

function offsetOf(zone: string): number {
  const [, sign, hours] = ZONE.exec(zone)!;
  const offset = sign === undefined ? 0 : (sign === '-' ? -1 : 1) * Number(hours);
  if (offset < ZONE_HOURS_MIN || offset > ZONE_HOURS_MAX) {
    throw wrong('place.zone', `from "${ZONE_HOURS_MIN}:00" to "+${ZONE_HOURS_MAX}:00"`, zone);
  }
  return offset * HOUR_MS;
}

function polesOf(value: unknown): Place['poles'] {
  if (value === undefined) return TAIWAN.poles;
  if (!Array.isArray(value) || value.length !== 2) {
    throw wrong('place.poles', 'two tables [[place.poles]], one for each pole', value);
  }
  const [first, second] = value.map((table, at) => poleOf(table, `place.poles ${at + 1}`));
  if (first!.key === second!.key) throw wrong('place.poles', 'two different keys', first!.key);
  const own = first!.colour ?? PLAIN_COLOURS.find((one) => one !== second!.colour)!;
  const other = second!.colour ?? PLAIN_COLOURS.findLast((one) => one !== own)!;
  if (own === other) throw wrong('place.poles', 'two different colours', own);
  return [
    { ...first!, colour: own },
    { ...second!, colour: other },
  ];
}

/** A pole; its colour is null when neither `colour` nor the key names one. */
function poleOf(
  table: unknown,
  path: string,
): Omit<Pole, 'colour'> & { colour: PoleColour | null } {
  const fields = new TableFields(table, path);
  const rule = 'lower-case letters, digits and hyphens, not "all" or "other"';
  const key = fields.text('key', POLE_KEY, rule);
  if (key === null || TAKEN_KEYS.has(key)) throw wrong(`${path}.key`, rule, key ?? 'nothing');
  const label = fields.text('label') ?? key;
  const en = fields.text('en') ?? label;
  const pole = { key, label, en, zh: fields.text('zh') ?? label };
  const named = fields.text('colour', COLOUR, `one of ${POLE_COLOURS.join(', ')}`) ?? key;
  const colour = POLE_COLOURS.find((one) => one === named) ?? null;
  fields.finish();
  return { ...pole, colour };
}
