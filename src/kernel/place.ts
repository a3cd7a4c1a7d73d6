/**
 * The place whose press a store is about: its days, its two poles, and the words of its lists.
 *
 * Invariants: a process has one place, which is given before any module asks for it; its threads have
 * the same one. What a store has folded rests on `zoneOffsetMs` and on the keys of the poles, so a store
 * keeps those for ever (log/head.ts); everything else is words, and may change with a start.
 * Not here: the place of this process (current-place.ts), where it gets it from (cli/config-file.ts).
 */
import { join } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { assert } from './errors.js';
import { TableFields, wrongValue as wrong } from './table-fields.js';

/** Colours that the style sheet has for poles, in light and in dark. */
export const POLE_COLOURS = ['blue', 'green', 'red', 'purple', 'orange'] as const;
export type PoleColour = (typeof POLE_COLOURS)[number];
/** Of poles that name none and are none: they say nothing about politics anywhere. */
const PLAIN_COLOURS = ['purple', 'orange'] as const;

/** One of the two poles of coverage. */
export interface Pole {
  /** `camp` of a media in records and answers, and the key of its category. */
  key: string;
  /** Of its category, in the language of the place. */
  label: string;
  /** On pages. */
  en: string;
  zh: string;
  colour: PoleColour;
}

/** What of a place is folded into the state of a store. */
export interface FoldedPlace {
  /** What its days are ahead of UTC, all year. */
  zoneOffsetMs: number;
  poles: readonly [Pick<Pole, 'key'>, Pick<Pole, 'key'>];
}

export interface Place extends FoldedPlace {
  /** Whose time it is, in front of the word. */
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

/** Where Tagwire comes from. The values of the contract. */
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

/** Threads get it from the process that starts them. */
const DATA_KEY = 'tagwire.place';

/** Where a key or a label is made of: it stands in addresses, styles and lists. */
const POLE_KEY = /^[a-z][a-z0-9-]{0,31}$/;
const TAKEN_KEYS = new Set(['all', 'other']);
const ZONE = /^(?:Z|([+-])(\d{2}):00)$/;
/** Zones of the world reach from here to there. */
const ZONE_HOURS_MIN = -12;
const ZONE_HOURS_MAX = 14;
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;
const COLOUR = new RegExp(`^(?:${POLE_COLOURS.join('|')})$`);
const COUNTRY_CODE = /^[A-Z]{2}$/;

/**
 * Gives this process, and the threads that it starts later, its place.
 * @throws Error when a module has asked for it before.
 */
export function givePlace(place: Place): void {
  assert(!isTaken, 'the place was given after it was asked for');
  setEnvironmentData(DATA_KEY, place as never);
}

let isTaken = false;

/** The place that was given to this process, or Taiwan. For current-place.ts. */
export function takePlace(): Place {
  isTaken = true;
  return (getEnvironmentData(DATA_KEY) as unknown as Place | undefined) ?? TAIWAN;
}

/** Whether what one place folds can be gone on with by another. */
export function foldsAlike(a: FoldedPlace, b: FoldedPlace): boolean {
  return (
    a.zoneOffsetMs === b.zoneOffsetMs && a.poles.every(({ key }, at) => key === b.poles[at]!.key)
  );
}

/** What a store rests on, in words: `days of UTC-05:00, poles left and right`. */
export function foldedText({ zoneOffsetMs, poles: [first, second] }: FoldedPlace): string {
  return `days of ${zoneText(zoneOffsetMs)}, poles ${first.key} and ${second.key}`;
}

/** The note of a data folder about the place of its store. */
export function placeFile(folder: string): string {
  return join(folder, 'place.json');
}

/** `UTC+08:00` */
export function zoneText(offsetMs: number): string {
  const hours = Math.abs(offsetMs) / HOUR_MS;
  return `UTC${offsetMs < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:00`;
}

/**
 * The place that the table `[place]` of a config file describes. What it leaves out is as in Taiwan.
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

/** A pole; its colour is null where neither says one. */
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
