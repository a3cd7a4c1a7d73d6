/**
 * The words of the pages: one typed table of Chinese (as written in Taiwan) and English.
 *
 * An entry is `[Chinese, English]`, or `[Chinese, English for one, English for several]`, chosen by
 * the value `n`. `{name}` is replaced by a value; numbers are formatted for the language.
 */
import { PLACE } from '../../kernel/current-place.js';
import { BLOG_TEXTS, COMMON_TEXTS, PAST_TEXTS, SET_TEXTS } from './texts/common.js';
import { NEWS_TEXTS } from './texts/news.js';
import { PEOPLE_TEXTS } from './texts/people.js';
import type { Language } from './viewer.js';

const TEXTS = {
  ...COMMON_TEXTS,
  ...NEWS_TEXTS,
  ...PAST_TEXTS,
  ...BLOG_TEXTS,
  ...PEOPLE_TEXTS,
  ...SET_TEXTS,
} as const;

export type TextName = keyof typeof TEXTS;

export type TextValues = { readonly [name: string]: string | number };

/** Returns a text in one language. */
export type Translate = (name: TextName, values?: TextValues) => string;

const SLOT = /\{(\w+)\}/g;

/** Values for every text: the names of the two poles and of the time zone's place. */
const PLACE_VALUES: { readonly [language in Language]: TextValues } = {
  zh: placeValues('zh'),
  en: placeValues('en'),
};

function placeValues(language: Language): TextValues {
  const [first, second] = PLACE.poles;
  return { first: first[language], second: second[language], zone: PLACE.zone[language] };
}

const NUMBERS: { readonly [language in Language]: Intl.NumberFormat } = {
  zh: new Intl.NumberFormat('zh-TW', { maximumFractionDigits: 2 }),
  en: new Intl.NumberFormat('en', { maximumFractionDigits: 2 }),
};

export function translator(language: Language): Translate {
  return (name, values = {}) => {
    const forms: readonly string[] = TEXTS[name];
    const form = language === 'zh' ? forms[0]! : values.n === 1 ? forms[1]! : forms.at(-1)!;
    return form.replace(SLOT, (_, slot: string) => {
      const value = values[slot] ?? PLACE_VALUES[language][slot] ?? '';
      return typeof value === 'number' ? NUMBERS[language].format(value) : value;
    });
  };
}

/** A number in the format of the language. */
export function numberText(language: Language, value: number): string {
  return NUMBERS[language].format(value);
}
