/**
 * A set of outlets that a person chose: its texts, its camps, and the camp of each outlet. And the sets
 * that a config file offers.
 *
 * A set has no camps, or two or more; an outlet in no camp is in `unknown`. The first two camps have no
 * special role: every camp is compared with the rest.
 * Invariant: a result of `outletSetOf` is within every bound of `SETS`, and contains each outlet once.
 * Not here: whether the outlets exist (their codes are looked up when a set is used).
 */
import { messageOf, TagwireError } from './errors.js';
import { TableFields, wrongValue } from './table-fields.js';
import { meant } from './words.js';

/** Bounds of sets: named ones, and those of a request. */
export const SETS = {
  /** Of one set: more than a country has large outlets. */
  outletsMax: 60,
  /** Camps of one set beside `unknown`: the number of colours that can be told apart in a bar. */
  campsMax: 6,
  labelMax: 40,
  titleMax: 80,
  /** The grounds of a set: a page of text. */
  groundsMax: 2000,
  linksMax: 10,
  linkMax: 500,
  /** Of one user: a handful of views. */
  perUserMax: 20,
  /** Of all users, at most 10 MB. */
  countMax: 1000,
  /** In the config file. */
  configuredMax: 50,
  /** Computations over sets that wait at one index: the last of them waits about a second. */
  waitingMax: 8,
} as const;

/** The camp of outlets without a camp. */
export const UNKNOWN_CAMP = 'unknown';

export interface SetCamp {
  key: string;
  label: string;
  /** `#rrggbb` */
  colour: string;
}

export interface SetOutlet {
  /** Media code. */
  media: string;
  /** Key of a camp, or `UNKNOWN_CAMP`. */
  camp: string;
}

export interface OutletSet {
  title: string;
  /** Name of the author, as given by the author. */
  author: string;
  /** When the set was made and last changed, in ms since the epoch; null where unknown. */
  madeMs: number | null;
  changedMs: number | null;
  /** The grounds on which outlets were chosen and put into camps. */
  grounds: string;
  links: string[];
  camps: SetCamp[];
  /** By code. */
  outlets: SetOutlet[];
}

/** A set as a person wrote it, before it is checked. */
export interface OutletSetDraft {
  title: string;
  author: string;
  grounds: string;
  links: readonly string[];
  /** An empty colour is replaced by one of `COLOURS`. */
  camps: readonly { label: string; colour: string; outlets: readonly string[] }[];
  /** Outlets of no camp. */
  unknown: readonly string[];
}

/** Colours of camps that name none, in order; people who do not see red or green can tell them apart. */
const COLOURS = ['#2b6cb0', '#c05621', '#2f855a', '#805ad5', '#b7791f', '#b83280'] as const;
const COLOUR = /^#[0-9a-f]{6}$/i;
const LINE = /^[^\p{C}]+$/u;
const TEXT = /^[^\p{Cc}\p{Co}\p{Cn}\p{Cs}]+$/u;
const CODE = /^[^\s,\p{C}]{1,64}$/u;
/** Keys of answers beside those of camps, with a meaning of their own. */
const TAKEN_KEYS: readonly string[] = [UNKNOWN_CAMP, 'all', 'other'];

/** Checks a set. @throws Error whose message is a sentence without its final full stop. */
export function outletSetOf(draft: OutletSetDraft): Omit<OutletSet, 'madeMs' | 'changedMs'> {
  const { camps } = draft;
  if (camps.length === 1) throw new Error('a set has no camps, or two or more');
  if (camps.length > SETS.campsMax) throw new Error(`a set has at most ${SETS.campsMax} camps`);
  const known: SetCamp[] = [];
  const outlets: SetOutlet[] = [];
  for (const { label, colour, outlets: codes } of camps) {
    const camp = campOf(label, colour, known);
    known.push(camp);
    if (codes.length === 0) throw new Error(`camp "${camp.label}" names no outlet`);
    for (const media of codes) outlets.push({ media, camp: camp.key });
  }
  for (const media of draft.unknown) outlets.push({ media, camp: UNKNOWN_CAMP });
  checkCodes(outlets.map(({ media }) => media));
  return {
    title: lineOf('title', draft.title, SETS.titleMax),
    author: lineOf('name of who made it', draft.author, SETS.titleMax),
    grounds: groundsOf(draft.grounds),
    links: linksOf(draft.links),
    camps: known,
    outlets: outlets.sort((a, b) => (a.media < b.media ? -1 : 1)),
  };
}

/** Checks the codes of a set. @throws Error for no codes, too many, repeated or malformed ones. */
export function checkCodes(codes: readonly string[]): void {
  if (codes.length === 0) throw new Error('a set names at least one outlet');
  if (codes.length > SETS.outletsMax) {
    throw new Error(`at most ${SETS.outletsMax} outlets, not ${codes.length}`);
  }
  const seen = new Set<string>();
  for (const code of codes) {
    if (!CODE.test(code)) throw new Error(`"${code.slice(0, 64)}" is no code of an outlet`);
    if (seen.has(code)) throw new Error(`outlet "${code}" is named twice`);
    seen.add(code);
  }
}

/** `there is no media "x"; did you mean y?` */
export function unknownCode(code: string, codes: readonly string[]): string {
  return `there is no media "${code.slice(0, 64)}"${meant(code, codes)}`;
}

function campOf(label: string, colour: string, before: readonly SetCamp[]): SetCamp {
  const text = lineOf('label of a camp', label, SETS.labelMax);
  if (before.some((one) => one.label === text)) throw new Error(`two camps are called "${text}"`);
  const chosen = colour.trim() === '' ? COLOURS[before.length % COLOURS.length]! : colour.trim();
  if (!COLOUR.test(chosen)) {
    throw new Error(
      `the colour of camp "${text}" must be like #2b6cb0, not "${chosen.slice(0, 20)}"`,
    );
  }
  return { key: keyOf(text, before), label: text, colour: chosen.toLowerCase() };
}

/** Key of a camp: its label as a slug of letters and digits where possible, else its position. */
function keyOf(label: string, before: readonly SetCamp[]): string {
  const slug = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const isFree =
    /^[a-z]/.test(slug) && ![...TAKEN_KEYS, ...before.map(({ key }) => key)].includes(slug);
  return isFree ? slug : `camp-${before.length + 1}`;
}

function lineOf(what: string, value: string, most: number): string {
  const text = value.trim();
  if (text === '') throw new Error(`the ${what} is missing`);
  if (text.length > most || !LINE.test(text)) {
    throw new Error(`the ${what} is one line of at most ${most} characters`);
  }
  return text;
}

function groundsOf(value: string): string {
  const text = value.replace(/\r\n?/g, '\n').trim();
  if (text === '') throw new Error('say on what grounds the outlets were chosen');
  if (text.length > SETS.groundsMax || !TEXT.test(text.replaceAll('\n', ' '))) {
    throw new Error(`the grounds are a text of at most ${SETS.groundsMax} characters`);
  }
  return text;
}

function linksOf(links: readonly string[]): string[] {
  if (links.length > SETS.linksMax) throw new Error(`at most ${SETS.linksMax} links`);
  return links.map((link) => {
    const isLink = /^https?:\/\//i.test(link) && URL.canParse(link);
    if (link.length <= SETS.linkMax && isLink) return new URL(link).href;
    throw new Error(`"${link.slice(0, 64)}" is no address of a page`);
  });
}

/** Sets of users are named `u` and a number, so a configured set has no such name. */
const NAME = /^(?!u\d+$)[a-z][a-z0-9-]{0,31}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Sets by name, in the order of the file. */
export type ConfiguredSets = ReadonlyMap<string, OutletSet>;

/**
 * The sets of the tables `[sets.NAME]` of a config file, which the operator offers; no sets without a
 * table `[sets]`.
 * @throws TagwireError CONFIG_INVALID for a value that cannot be read, or a key that is unknown.
 */
export function readSets(table: unknown): ConfiguredSets {
  const sets = new Map<string, OutletSet>();
  if (table === undefined) return sets;
  if (typeof table !== 'object' || table === null || Array.isArray(table)) {
    throw wrongValue('sets', 'tables [sets.NAME]', table);
  }
  for (const [name, one] of Object.entries(table)) {
    if (!NAME.test(name)) {
      const rule = 'a name of lower-case letters, digits and hyphens, not u and a number';
      throw wrongValue('sets', rule, name);
    }
    if (sets.size >= SETS.configuredMax) {
      throw wrongValue('sets', `at most ${SETS.configuredMax} tables`, Object.keys(table).length);
    }
    sets.set(name, setOf(one, `sets.${name}`));
  }
  return sets;
}

function setOf(table: unknown, path: string): OutletSet {
  const fields = new TableFields(table, path);
  const made = fields.take('made');
  const draft: OutletSetDraft = {
    title: fields.text('title') ?? '',
    author: fields.text('by') ?? '',
    grounds: fields.text('grounds', /\S/, 'a text', SETS.groundsMax) ?? '',
    links: fields.texts('links'),
    camps: campsOf(fields.take('camps') ?? [], path),
    unknown: fields.texts('outlets'),
  };
  fields.finish();
  const madeMs = made === undefined ? null : dayOf(made, `${path}.made`);
  try {
    return { ...outletSetOf(draft), madeMs, changedMs: madeMs };
  } catch (error) {
    throw new TagwireError('CONFIG_INVALID', `config table [${path}]: ${messageOf(error)}`);
  }
}

function campsOf(value: unknown, path: string): OutletSetDraft['camps'] {
  if (!Array.isArray(value)) {
    throw wrongValue(`${path}.camps`, `tables [[${path}.camps]], one for each camp`, value);
  }
  return value.map((table, at) => {
    const fields = new TableFields(table, `${path}.camps ${at + 1}`);
    const camp = {
      label: fields.text('label') ?? '',
      colour: fields.text('colour') ?? '',
      outlets: fields.texts('outlets'),
    };
    fields.finish();
    return camp;
  });
}

/** A TOML date, or the text of a date. */
function dayOf(value: unknown, path: string): number {
  const text = value instanceof Date ? value.toISOString().slice(0, 10) : value;
  const ms = typeof text === 'string' && DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw wrongValue(path, 'a day, as 2026-01-31', value);
  return ms;
}
