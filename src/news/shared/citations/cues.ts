/**
 * Judges whether the words around a name make it a source.
 *
 * Invariant: reads at most `WINDOW_UNITS` on either side, with plain searches for fixed phrases, so
 * a judgement has the same bound in any text. Not here: where names are (name-finder.ts), the
 * phrases (data/citations.json).
 */

import { TagwireError } from '../../../kernel/errors.js';
import type { Letters } from './name-finder.js';

/** UTF-16 units read on either side of a name: the longest gap, phrase and gloss together. */
const WINDOW_UNITS = 96;
/** Longest text in brackets after a name that is read as another spelling of the name. */
const GLOSS_UNITS_MAX = 48;

/** Units after a name that are searched for a person of the medium, when no phrase follows. */
const PERSON_UNITS = 8;

/** Folded marks between a phrase and a name that do not count as a gap. */
const OPENERS = ' (《"\'';
const CLOSERS = ' )》"\'';

/** Folded text around a name; `start` and `end` of the name are units of the body. */
interface Surroundings {
  /** Ends before the name's opening marks; begins with a line feed at the start of the body. */
  left: string;
  /** Marks between `left` and the name. */
  opening: string;
  /** Begins after the name, its closing marks and its gloss. */
  right: string;
  /** Everything after the name. */
  rest: string;
}

/** Units from a name to the outer ends of its phrases. */
interface Reach {
  before: number;
  after: number;
}

/** Units of the body where the words that make a name a source begin and end. */
export interface Cue {
  start: number;
  end: number;
}

export class Cues {
  readonly #letters: Letters;
  readonly #rules: readonly CueRule[];
  readonly #persons: readonly string[];
  readonly #notAfter: readonly string[];
  readonly #notBefore: readonly string[];
  readonly #stops: ReadonlySet<string>;

  constructor(rules: CitationRules, letters: Letters) {
    const folded = (phrases: readonly string[]): string[] =>
      phrases.map((text) => letters.text(text));
    this.#letters = letters;
    this.#rules = rules.cues.map((cue) => ({
      ...cue,
      before: folded(cue.before),
      after: folded(cue.after),
    }));
    this.#persons = folded(rules.persons);
    this.#notAfter = folded(rules.notAfter);
    this.#notBefore = folded(rules.notBefore);
    this.#stops = new Set([...letters.text(rules.stops), '\n']);
  }

  /** The words that make the names from `start` to `end` a source; null when there are none. */
  around(body: string, start: number, end: number): Cue | null {
    const near = this.#surroundings(body, start, end);
    if (this.#notAfter.some((phrase) => (near.left + near.opening).endsWith(phrase))) return null;
    if (this.#notBefore.some((phrase) => near.right.startsWith(phrase))) return null;
    for (const rule of this.#rules) {
      const cue = rule.bracketed ? this.#bracketed(rule, near) : this.#plain(rule, near);
      if (cue !== null) return { start: start - cue.before, end: end + cue.after };
    }
    return null;
  }

  #surroundings(body: string, start: number, end: number): Surroundings {
    const letters = this.#letters;
    const top = Math.max(0, start - WINDOW_UNITS);
    const before = (top === 0 ? '\n' : '') + letters.text(body, top, start);
    const rest = letters.text(body, end, Math.min(body.length, end + WINDOW_UNITS));
    let opens = before.length;
    while (opens > 0 && OPENERS.includes(before[opens - 1]!)) opens--;
    return {
      left: before.slice(0, opens),
      opening: before.slice(opens),
      right: rest.slice(glossEnd(rest)),
      rest,
    };
  }

  /** Units from the name to the outer ends of the phrases; null when the rule does not hold. */
  #plain(rule: CueRule, { left, opening, right, rest }: Surroundings): Reach | null {
    const start = rule.before.length > 0 ? this.#nearestBefore(rule, left) : left.length;
    const end = rule.after.length > 0 ? this.#nearestAfter(rule, right) : 0;
    if (start < 0 || end < 0) return null;
    // A name that ends a remark in brackets has no relation to the text after the brackets.
    const looksOn = end > 0 || !isRemarkEnd(left, rest);
    if (rule.noPersons && looksOn && this.#hasPerson(right, end === 0 ? PERSON_UNITS : end)) {
      return null;
    }
    return {
      before: rule.before.length > 0 ? left.length - start + opening.length : 0,
      after: end > 0 ? rest.length - right.length + end : 0,
    };
  }

  #hasPerson(right: string, end: number): boolean {
    const words = right.slice(0, end);
    return this.#persons.some((person) => words.includes(person));
  }

  /** Where the nearest phrase before the name begins, or -1. */
  #nearestBefore({ before, gapBefore }: CueRule, left: string): number {
    let nearest = -1;
    let nearestEnd = -1;
    for (const phrase of before) {
      const at = lastWordIndexOf(this.#letters, left, phrase);
      const end = at + phrase.length;
      if (at >= 0 && (end > nearestEnd || (end === nearestEnd && at < nearest))) {
        nearest = at;
        nearestEnd = end;
      }
    }
    if (nearest < 0 || left.length - nearestEnd > gapBefore) return -1;
    return this.#hasStop(left, nearestEnd, left.length) ? -1 : nearest;
  }

  /** Where the nearest phrase after the name ends, or -1. */
  #nearestAfter({ after, gapAfter }: CueRule, right: string): number {
    let nearest = right.length;
    let end = -1;
    for (const phrase of after) {
      const at = wordIndexOf(this.#letters, right, phrase);
      if (at >= 0 && at < nearest) {
        nearest = at;
        end = at + phrase.length;
      }
    }
    if (end < 0 || nearest > gapAfter) return -1;
    return this.#hasStop(right, 0, nearest) ? -1 : end;
  }

  /** `（路透社台北3日電）`: the name opens the brackets, and a phrase or the name ends them. */
  #bracketed(rule: CueRule, { opening, rest }: Surroundings): Reach | null {
    if (!opening.includes('(')) return null;
    const close = rest.indexOf(')');
    if (close < 0 || close > rule.gapAfter) return null;
    const inner = rest.slice(0, close).trimEnd();
    const isSource = inner === '' || rule.after.some((phrase) => inner.endsWith(phrase));
    if (!isSource || inner.includes('\n')) return null;
    return { before: opening.length - opening.indexOf('('), after: close + 1 };
  }

  /** Stops are the characters of the rule file, and a full stop with a blank after it. */
  #hasStop(text: string, from: number, to: number): boolean {
    for (let at = from; at < to; at++) {
      if (this.#stops.has(text[at]!)) return true;
      if (text[at] === '.' && (text[at + 1] ?? ' ') === ' ') return true;
    }
    return false;
  }
}

/** The offset after the closing marks of a name, and after another spelling in brackets. */
function glossEnd(rest: string): number {
  let at = 0;
  while (at < rest.length && CLOSERS.includes(rest[at]!)) at++;
  if (rest[at] !== '(') return at;
  const close = rest.indexOf(')', at);
  if (close < 0 || close - at > GLOSS_UNITS_MAX) return at;
  let end = close + 1;
  while (end < rest.length && CLOSERS.includes(rest[end]!)) end++;
  return end;
}

/** True for a name before a closing bracket whose opening bracket precedes the phrase: （轉載自某報）. */
function isRemarkEnd(left: string, rest: string): boolean {
  return rest.startsWith(')') && left.lastIndexOf('(') > left.lastIndexOf(')');
}

function wordIndexOf(letters: Letters, text: string, phrase: string): number {
  let at = text.indexOf(phrase);
  while (at >= 0 && !isWhole(letters, text, at, at + phrase.length))
    at = text.indexOf(phrase, at + 1);
  return at;
}

function lastWordIndexOf(letters: Letters, text: string, phrase: string): number {
  let at = text.lastIndexOf(phrase);
  while (at > 0 && !isWhole(letters, text, at, at + phrase.length)) {
    at = text.lastIndexOf(phrase, at - 1);
  }
  return at;
}

/** False where a phrase begins or ends within a Latin word. */
function isWhole(letters: Letters, text: string, start: number, end: number): boolean {
  return !letters.isWithinWord(text, start) && !letters.isWithinWord(text, end);
}

/**
 * One rule for naming a source. It holds for a name when a phrase of `before` ends at most
 * `gapBefore` characters before the name, and a phrase of `after` begins at most `gapAfter`
 * characters after the name; an empty list sets no condition. No gap may hold a stop.
 */
interface CueRule {
  name: string;
  before: readonly string[];
  gapBefore: number;
  after: readonly string[];
  gapAfter: number;
  /** The name comes first in a pair of brackets, and an `after` phrase last. */
  bracketed: boolean;
  /** No word of `persons` stands between the name and the phrase after it. */
  noPersons: boolean;
}

/** The shape of `data/citations.json`. */
export interface CitationRules {
  cues: readonly CueRule[];
  /** Words for people of a medium: what these people say is not said by the medium. */
  persons: readonly string[];
  /** Phrases right before a name that make the name no source, as the credit of a picture. */
  notAfter: readonly string[];
  /** Phrases right after a name that make the name no source. */
  notBefore: readonly string[];
  /** Texts that contain a name of a medium but do not mean the medium. */
  others: readonly string[];
  /** Characters that no gap crosses. */
  stops: string;
  /** Texts whose characters are all read as the first character. */
  variants: readonly string[];
}

/**
 * The rules in a parsed file.
 * @throws TagwireError CONFIG_INVALID when a part has another form; the message names the part.
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

/** Bound of `gapBefore` and `gapAfter`, in characters. */
const GAP_MAX = 40;

function gapOf(value: unknown, at: string): number {
  const isGap = Number.isInteger(value) && (value as number) >= 0 && (value as number) <= GAP_MAX;
  check(isGap, `${at} is a whole number from 0 to ${GAP_MAX}`);
  return value as number;
}

/** Operators edit the file, so the message says what is wrong. */
function check(condition: unknown, expectation: string): asserts condition {
  if (condition) return;
  throw new TagwireError('CONFIG_INVALID', `data/citations.json does not fit: ${expectation}`);
}
