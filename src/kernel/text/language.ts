/**
 * Languages by their letters: the language of a text, and whether a stated language can be true.
 *
 * A language is the first part of a BCP 47 tag: two or three small letters, without script or region. A
 * script that is used for one language identifies it, by CLDR's likely subtags.
 * Not here: telling languages apart that share a script.
 */

import { getOrInsert } from '../collections.js';

/** Ranges of letters, ascending, with script and weight of a letter: a few Han letters make a word. */
const RANGES: readonly (readonly [from: number, to: number, script: string, weight: number])[] = [
  [0x41, 0x5a, 'Latn', 1],
  [0x61, 0x7a, 'Latn', 1],
  [0xc0, 0x24f, 'Latn', 1],
  [0x370, 0x3ff, 'Grek', 1],
  [0x400, 0x52f, 'Cyrl', 1],
  [0x531, 0x587, 'Armn', 1],
  [0x5d0, 0x5ea, 'Hebr', 1],
  [0x620, 0x6ff, 'Arab', 1],
  [0x904, 0x97f, 'Deva', 1],
  [0x980, 0x9ff, 'Beng', 1],
  [0xa05, 0xa7f, 'Guru', 1],
  [0xa80, 0xaff, 'Gujr', 1],
  [0xb80, 0xbff, 'Taml', 1],
  [0xc00, 0xc7f, 'Telu', 1],
  [0xc80, 0xcff, 'Knda', 1],
  [0xd00, 0xd7f, 'Mlym', 1],
  [0xd80, 0xdff, 'Sinh', 1],
  [0xe01, 0xe5b, 'Thai', 1],
  [0xe80, 0xedf, 'Laoo', 1],
  [0x1000, 0x109f, 'Mymr', 1],
  [0x10a0, 0x10ff, 'Geor', 1],
  [0x1200, 0x139f, 'Ethi', 1],
  [0x1780, 0x17ff, 'Khmr', 1],
  [0x1e00, 0x1eff, 'Latn', 1],
  [0x3041, 0x30ff, 'Kana', 3],
  [0x3400, 0x4dbf, 'Hani', 3],
  [0x4e00, 0x9fff, 'Hani', 3],
  [0xac00, 0xd7a3, 'Kore', 3],
  [0x20000, 0x323af, 'Hani', 3],
];
/** Chinese titles may quote a kana; Japanese titles have many. */
const KANA = { least: 2, part: 0.1 } as const;
/** Scripts in which press of several languages is written. */
const SHARED: ReadonlySet<string> = new Set(['Latn', 'Cyrl', 'Arab', 'Deva']);
/** Scripts in which a language is written beside its usual one. */
const ALSO: { readonly [script: string]: readonly string[] } = {
  Hani: ['zh', 'ja', 'yue'],
  Cyrl: ['sr', 'uz', 'kk', 'mn', 'az'],
  Latn: ['sr', 'uz', 'kk', 'az'],
};
const LETTERS_FROM = 0x41;
/** Results of `Intl.Locale`, by code; each call to it takes microseconds. */
const plain = new Map<string, string | null>();
const likely = new Map<string, string>();
const scripts = new Map<string, string>();
const TAG = /^([a-z]{2,3})(?:-[a-z0-9]{1,8})*$/i;

/** The language of a tag such as `zh-TW` or `en_GB`; null for an invalid tag. */
export function languageIn(tag: string): string | null {
  const language = TAG.exec(tag.trim().replaceAll('_', '-'))?.[1];
  if (language === undefined) return null;
  return getOrInsert(plain, language.toLowerCase(), () => plainOf(language));
}

/** The current code: `iw` becomes `he`, and both written forms of Norwegian become `no`. */
function plainOf(language: string): string | null {
  const code = new Intl.Locale(language).language;
  if (code === undefined || code === 'und' || code === 'mul' || code === 'zxx') return null;
  return code === 'nb' || code === 'nn' ? 'no' : code;
}

/** The script of most of a text, an ISO 15924 code, `Jpan` for Japanese; null without letters. */
export function scriptOf(text: string): string | null {
  const weights = new Map<string, number>();
  // A letter is mostly in the range of the letter before it.
  let range = RANGES[0]!;
  let letters = 0;
  const add = (): unknown =>
    weights.set(range[2], (weights.get(range[2]) ?? 0) + letters * range[3]);
  for (let at = 0; at < text.length; at++) {
    let code = text.charCodeAt(at);
    if (code < LETTERS_FROM) continue;
    if (code >= 0xd800 && code < 0xdc00) {
      code = text.codePointAt(at)!;
      if (code > 0xffff) at += 1;
    }
    if (code < range[0] || code > range[1]) {
      const next = RANGES.find(([, to]) => code <= to);
      if (next === undefined || code < next[0]) continue;
      if (letters > 0) add();
      range = next;
      letters = 0;
    }
    letters += 1;
  }
  if (letters > 0) add();
  const kana = weights.get('Kana') ?? 0;
  const han = weights.get('Hani') ?? 0;
  weights.delete('Kana');
  if (kana + han > 0) weights.set('Hani', kana + han);
  let best: string | null = null;
  for (const [script, weight] of weights) {
    if (best === null || weight > weights.get(best)!) best = script;
  }
  const isJapanese = kana >= 3 * KANA.least && kana >= KANA.part * (kana + han);
  return best === 'Hani' && isJapanese ? 'Jpan' : best;
}

/** The only language of the press in a script; null where several share the script. */
export function languageOfScript(script: string): string | null {
  if (SHARED.has(script)) return null;
  return getOrInsert(
    likely,
    script,
    () => new Intl.Locale(`und-${script}`).maximize().language ?? '',
  );
}

/** Whether a text in a script can be of a language: pages of all languages claim `en`. */
export function isWrittenIn(language: string, script: string | null): boolean {
  if (script === null || ALSO[script]?.includes(language)) return true;
  const usual = getOrInsert(scripts, language, () => usualScriptOf(language)) || script;
  return (usual.startsWith('Han') ? 'Hani' : usual) === script;
}

function usualScriptOf(language: string): string {
  return new Intl.Locale(language).maximize().script ?? '';
}
