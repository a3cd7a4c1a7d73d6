/**
 * Properties of a single UTF-16 unit: its folded form and the kind of its letter. Texts are folded and
 * cut into words with them, without a regular expression or a copy for each text.
 *
 * Invariant: where every unit of a text is plain, the forms of the units are the `foldLetters` of the
 * text, except for signs that `foldLetters` expands (… to three points), which stay one unit.
 */
import { foldLetters } from './tag.js';

/** Traits of a unit, as bits. */
export const TRAIT = {
  /** The unit has a form by itself, whatever stands beside it. */
  plain: 1,
  letter: 2,
  number: 4,
  capital: 8,
  /** The unit is of a script without blanks between words, or a full-width sign. */
  wide: 16,
  space: 32,
  /** The unit ends a stretch of text, with or without a blank: quotation marks, brackets, dashes. */
  bracket: 64,
  small: 128,
  known: 256,
} as const;

const UNITS = 65_536;
const LETTER = /\p{L}/u;
const NUMBER = /\p{N}/u;
const CAPITAL = /\p{Lu}/u;
const SMALL = /\p{Ll}/u;
const MARK = /\p{M}/u;
const WIDE = /[\u3000-\u9fff\uac00-\ud7a3\uff00-\uffef]/;
const SPACE = /\s/;
const BRACKET = /[“”"()[\]{}«»…—–|/]/;
/** Halves of a letter outside of the first plane, and parts of Hangul syllables. */
const PARTS = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\udfff]/;
/** Letters whose small form depends on the next letter. */
const SIGMA = /[\u03a3\u03c2\u03c3]/;
/** Units that have no form without their neighbours. */
const DEPENDENT = [PARTS, MARK, SIGMA];

/** By unit: its form in the upper half, its traits in the lower one; 0 until `unitOf` computes them. */
const known = new Uint32Array(UNITS);

/** Traits of a unit, with its form in the upper 16 bits; computed at the first call. */
export function unitOf(unit: number): number {
  const found = known[unit]!;
  return found !== 0 ? found : lookAt(unit);
}

export function traitsOf(unit: number): number {
  return unitOf(unit) & 0xffff;
}

/** The folded form of a unit; its small form where it is not plain. */
export function formOfUnit(unit: number): number {
  return unitOf(unit) >>> 16;
}

function lookAt(unit: number): number {
  const letter = String.fromCharCode(unit);
  const form = foldLetters(letter);
  // Some letters fold to forms that depend on neighbours: single parts of Hangul syllables, a lunate sigma.
  const isSound = [letter, form].every((one) => !DEPENDENT.some((kind) => kind.test(one)));
  const isSign = !LETTER.test(letter) && !NUMBER.test(letter);
  const folded = isSound ? form : letter.toLowerCase();
  const isOne = folded.length === 1 && !MARK.test(folded);
  let traits: number = TRAIT.known;
  if (isSound && (isOne || isSign)) traits |= TRAIT.plain;
  for (const [name, pattern] of TESTS) if (pattern.test(letter)) traits |= TRAIT[name];
  const found = (((isOne ? folded.charCodeAt(0) : unit) << 16) | traits) >>> 0;
  known[unit] = found;
  return found;
}

const TESTS = [
  ['letter', LETTER],
  ['number', NUMBER],
  ['capital', CAPITAL],
  ['small', SMALL],
  ['wide', WIDE],
  ['space', SPACE],
  ['bracket', BRACKET],
] as const;
