/**
 * How somebody wants to see pages: language and scheme, as asked for, remembered, or told by the
 * browser. Neither is a secret, and both only choose words and colours.
 */

import { PLACE } from '../../kernel/current-place.js';
import type { SiteRequest } from '../http/site.js';

export const LANGUAGES = ['zh', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const SCHEMES = ['auto', 'light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

export interface Viewer {
  language: Language;
  scheme: Scheme;
}

/** For who prefers none of ours. */
const LOCAL_LANGUAGE: Language = PLACE.language.startsWith('zh') ? 'zh' : 'en';

/** Parameters that choose, on every page, and the cookies that remember. */
export const LANGUAGE_NAME = 'lang';
export const SCHEME_NAME = 'scheme';

/** A choice is remembered for a year. */
const REMEMBER_SECONDS = 365 * 24 * 60 * 60;

/** Tags of languages as HTML and HTTP write them. */
export const LANGUAGE_TAGS: { readonly [language in Language]: string } = {
  zh: 'zh-Hant-TW',
  en: 'en',
};

/** Reads the viewer off a request: a parameter wins over a cookie, a cookie over the browser. */
export function viewerOf({ query, cookies, acceptLanguage }: SiteRequest): Viewer {
  return {
    language:
      oneOf(LANGUAGES, query.get(LANGUAGE_NAME)) ??
      oneOf(LANGUAGES, cookies.get(LANGUAGE_NAME)) ??
      preferred(acceptLanguage),
    scheme:
      oneOf(SCHEMES, query.get(SCHEME_NAME)) ?? oneOf(SCHEMES, cookies.get(SCHEME_NAME)) ?? 'auto',
  };
}

/** Cookies that remember what the parameters of this request chose. */
export function choiceCookies({ query }: SiteRequest, isSecure: boolean): string[] {
  const chosen = [
    [LANGUAGE_NAME, oneOf(LANGUAGES, query.get(LANGUAGE_NAME))],
    [SCHEME_NAME, oneOf(SCHEMES, query.get(SCHEME_NAME))],
  ];
  const rest = `Path=/; Max-Age=${REMEMBER_SECONDS}; SameSite=Lax; HttpOnly${isSecure ? '; Secure' : ''}`;
  return chosen.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}; ${rest}`]));
}

/** The first of our languages by `accept-language`; that of the place where it names neither. */
function preferred(header: string): Language {
  const weighed = header.split(',').map((entry) => {
    const [tag = '', ...settings] = entry.trim().toLowerCase().split(';');
    const weight = settings.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  const weightOf = (language: Language): number =>
    Math.max(
      0,
      ...weighed
        .filter(({ tag }) => tag === language || tag.startsWith(`${language}-`))
        .map(({ weight }) => weight),
    );
  const [en, zh] = [weightOf('en'), weightOf('zh')];
  return en === zh ? LOCAL_LANGUAGE : en > zh ? 'en' : 'zh';
}

function oneOf<T extends string>(values: readonly T[], text: string | null | undefined): T | null {
  return values.find((value) => value === text) ?? null;
}
