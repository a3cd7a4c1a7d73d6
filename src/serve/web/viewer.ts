/**
 * A viewer's language and scheme: from the query, a cookie or the browser's preferences. Neither is
 * secret, and both affect only words and colours.
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

/** For browsers that prefer neither of our languages. */
const LOCAL_LANGUAGE: Language = PLACE.language.startsWith('zh') ? 'zh' : 'en';

/** Query parameters of every page for the choice, and the cookies that store it. */
export const LANGUAGE_NAME = 'lang';
export const SCHEME_NAME = 'scheme';

/** A choice is stored for a year. */
const REMEMBER_SECONDS = 365 * 24 * 60 * 60;

/** Language tags for HTML and HTTP. */
export const LANGUAGE_TAGS: { readonly [language in Language]: string } = {
  zh: 'zh-Hant-TW',
  en: 'en',
};

/** The viewer of a request: a parameter has priority over a cookie, a cookie over the browser. */
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

/** Cookies that store the choices in this request's parameters. */
export function choiceCookies({ query }: SiteRequest, isSecure: boolean): string[] {
  const chosen = [
    [LANGUAGE_NAME, oneOf(LANGUAGES, query.get(LANGUAGE_NAME))],
    [SCHEME_NAME, oneOf(SCHEMES, query.get(SCHEME_NAME))],
  ];
  const rest = `Path=/; Max-Age=${REMEMBER_SECONDS}; SameSite=Lax; HttpOnly${isSecure ? '; Secure' : ''}`;
  return chosen.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}; ${rest}`]));
}

/** The preferred one of our languages by `accept-language`; the default for neither. */
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
