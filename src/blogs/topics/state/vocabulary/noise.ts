/**
 * Tags that name no topic, and the reasons. Decisions 31 and 34a.
 *
 * A term has one reason, the first of the table that applies. Noise words and words that are too general
 * for a topic are in a rule file that operators may edit.
 */
import { assert } from '../../../../kernel/errors.js';
import { INGEST } from '../../../../kernel/limits.js';
import { foldLetters, normalTag } from '../../../../kernel/text/tag.js';
import { codePointLength } from '../../../../kernel/text/text.js';
import { TERM_UNITS_MAX } from '../matching/matcher.js';

/** Reasons in the order of the checks; exclusionOf (vocabulary.ts) finds `not-in-tag-vocabulary`. */
export const EXCLUSION_REASONS = [
  ...(['empty-label', 'invalid-label', 'too-short', 'pure-number', 'pure-date'] as const),
  ...(['punctuation-only', 'tag-noise', 'no-equal', 'upstream-noise'] as const),
  ...(['upstream-no-equal', 'not-in-tag-vocabulary'] as const),
] as const;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

/** A topic has at least this many code points. Decision 31. */
const CODE_POINTS_MIN = 2;

/** Addresses, markup and other strings that are no words. */
const INVALID =
  /^(?:https?:|www\.)|:\/\/|<[^>]*>|&[#\w]+;|[\p{Cc}\p{Cs}\p{Co}\p{Cn}\ufffd]|^[\w.+-]+@[\w-]+\./u;
const PUNCTUATION_ONLY = /^[\p{P}\p{S}\p{Z}\p{M}\p{Cf}]+$/u;
const PURE_NUMBER = /^[\p{Nd}]+$/u;
/** Years, months, days and times of day as people and programs write them. */
const PURE_DATE = new RegExp(
  [
    '\\d{4}[-/.]\\d{1,2}(?:[-/.]\\d{1,2})?',
    '\\d{1,2}[-/.]\\d{1,2}(?:[-/.]\\d{2,4})?',
    '(?:民國)?[\\d〇零一二三四五六七八九十百]{1,4}年(?:[\\d一二三四五六七八九十]{1,3}月(?:[\\d一二三四五六七八九十]{1,3}[日號])?)?',
    '[\\d一二三四五六七八九十]{1,3}月(?:[\\d一二三四五六七八九十]{1,3}[日號])?',
    '[\\d一二三四五六七八九十]{1,3}[日號]',
    '\\d{1,2}:\\d{2}(?::\\d{2})?',
    '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\\.? \\d{1,2}(?:,? \\d{4})?',
    '\\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\\.?(?:,? \\d{4})?',
  ]
    .map((form) => `(?:${form})`)
    .join('|')
    .replace(/^/, '^(?:')
    .replace(/$/, ')$'),
  'u',
);

/** True for a term without a letter or digit: such a term has no page. */
export function isPunctuation(key: string): boolean {
  return PUNCTUATION_ONLY.test(key);
}

/** Keys of the word lists in the rule file. */
const LISTS = ['tagNoise', 'noEqual', 'upstreamNoise', 'upstreamNoEqual'] as const;
type List = (typeof LISTS)[number];
const REASON_OF: { readonly [list in List]: ExclusionReason } = {
  tagNoise: 'tag-noise',
  noEqual: 'no-equal',
  upstreamNoise: 'upstream-noise',
  upstreamNoEqual: 'upstream-no-equal',
};

/** The rule file `data/topic-noise.json`. */
export interface NoiseRules {
  /** Version of the noise rule, named in answers. */
  version: string;
  /** Words of publishing that name no subject: "photo", "live". */
  tagNoise: string[];
  /** Words too general to name a topic on blogs. */
  noEqual: string[];
  /** The same two lists of the news side. */
  upstreamNoise: string[];
  upstreamNoEqual: string[];
}

/** Checks a rule file. @throws when a part is missing or of another type. */
export function noiseRulesOf(value: unknown): NoiseRules {
  const rules = value as NoiseRules;
  assert(typeof rules?.version === 'string', 'topic-noise.json has a version');
  for (const list of LISTS) {
    const words: unknown = rules[list];
    const isSound = Array.isArray(words) && words.every((word) => typeof word === 'string');
    assert(isSound, `topic-noise.json has a list of words ${list}`);
  }
  return rules;
}

export class Noise {
  readonly version: string;
  readonly #words = new Map<string, ExclusionReason>();

  constructor(rules: NoiseRules) {
    this.version = rules.version;
    for (const list of LISTS) {
      for (const word of rules[list]) {
        const key = foldLetters(normalTag(word) ?? '');
        if (key !== '' && !this.#words.has(key)) this.#words.set(key, REASON_OF[list]);
      }
    }
  }

  /** The reason why a term is no topic; null when it may be one. `key` is the compared form of the term. */
  reasonOf(key: string): ExclusionReason | null {
    if (key.trim() === '') return 'empty-label';
    const length = codePointLength(key);
    if (INVALID.test(key) || length > INGEST.tagMax || key.length > TERM_UNITS_MAX) {
      return 'invalid-label';
    }
    if (length < CODE_POINTS_MIN) return 'too-short';
    if (PURE_NUMBER.test(key)) return 'pure-number';
    if (PURE_DATE.test(key)) return 'pure-date';
    if (isPunctuation(key)) return 'punctuation-only';
    return this.#words.get(key) ?? null;
  }
}
