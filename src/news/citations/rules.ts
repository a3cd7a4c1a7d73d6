/**
 * The shape of `data/citations.json`, and the check that a parsed file has it.
 *
 * Not here: reading the file (app/), what the rules do (cues.ts).
 */
import { TagwireError } from '../../kernel/errors.js';

/**
 * One way of naming a source. It holds for a name when a phrase of `before` stands at most
 * `gapBefore` characters before it and a phrase of `after` begins at most `gapAfter` characters
 * after it; an empty list asks for nothing. No gap may hold a stop.
 */
export interface CueRule {
  name: string;
  before: readonly string[];
  gapBefore: number;
  after: readonly string[];
  gapAfter: number;
  /** The name is the first thing in a pair of brackets, and an `after` phrase the last. */
  bracketed: boolean;
  /** No word of `persons` stands between the name and the phrase after it. */
  noPersons: boolean;
}

export interface CitationRules {
  cues: readonly CueRule[];
  /** Words for people of a medium, who speak for themselves. */
  persons: readonly string[];
  /** Phrases right before a name that make it something else, as the credit of a picture. */
  notAfter: readonly string[];
  /** Phrases right after a name that make it something else. */
  notBefore: readonly string[];
  /** Texts that hold a name of a medium and are none. */
  others: readonly string[];
  /** Characters that no gap crosses. */
  stops: string;
  /** Texts of characters that are read as their first one. */
  variants: readonly string[];
}

/**
 * The rules in a parsed file.
 * @throws TagwireError CONFIG_INVALID when it is no rule file of citations; the message says where.
 */
export function citationRulesOf(file: unknown): CitationRules {
  const parts = recordOf(file, 'the file');
  const { cues, persons, notAfter, notBefore, others, stops, variants } = parts;
  check(Array.isArray(cues) && cues.length > 0, 'cues is a list with entries');
  return {
    cues: cues.map(cueOf),
    persons: textsOf(persons, 'persons'),
    notAfter: textsOf(notAfter, 'notAfter'),
    notBefore: textsOf(notBefore, 'notBefore'),
    others: textsOf(others, 'others'),
    stops: textOf(stops, 'stops'),
    variants: textsOf(variants, 'variants'),
  };
}

function cueOf(file: unknown, index: number): CueRule {
  const at = `cues[${index}]`;
  const {
    name,
    before = [],
    gapBefore = 0,
    after = [],
    gapAfter = 0,
    ...rest
  } = recordOf(file, at);
  const cue = {
    name: textOf(name, `${at}.name`),
    before: textsOf(before, `${at}.before`),
    gapBefore: gapOf(gapBefore, `${at}.gapBefore`),
    after: textsOf(after, `${at}.after`),
    gapAfter: gapOf(gapAfter, `${at}.gapAfter`),
    bracketed: rest.bracketed === true,
    noPersons: rest.noPersons === true,
  };
  const asks = cue.bracketed || cue.before.length + cue.after.length > 0;
  check(asks, `${at} has a phrase before or after the name`);
  return cue;
}

function recordOf(file: unknown, at: string): { [key: string]: unknown } {
  const isRecord = typeof file === 'object' && file !== null && !Array.isArray(file);
  check(isRecord, `${at} is an object`);
  return file as { [key: string]: unknown };
}

function textOf(value: unknown, at: string): string {
  check(typeof value === 'string' && value !== '', `${at} is a text`);
  return value;
}

function textsOf(value: unknown, at: string): string[] {
  check(Array.isArray(value), `${at} is a list`);
  return value.map((text, index) => textOf(text, `${at}[${index}]`));
}

/** Characters between a phrase and a name; more than this are not near. */
const GAP_MAX = 40;

function gapOf(value: unknown, at: string): number {
  const isGap = Number.isInteger(value) && (value as number) >= 0 && (value as number) <= GAP_MAX;
  check(isGap, `${at} is a whole number from 0 to ${GAP_MAX}`);
  return value as number;
}

/** Operators edit the file: what is wrong with it is theirs to read. */
function check(condition: unknown, expectation: string): asserts condition {
  if (condition) return;
  throw new TagwireError('CONFIG_INVALID', `data/citations.json does not fit: ${expectation}`);
}
