/**
 * Guesses the charset of texts that declare none, or one that they are not written in.
 *
 * jschardet knows the languages that were written in each charset, and weighs how likely their letters
 * follow each other. Markup says nothing and is taken out, so that the text of a long page is in the sample.
 * Not here: whether the guess decodes well (charset.ts).
 */
import { createRequire } from 'node:module';
import { isomorphicDecode, labelToName } from '@exodus/bytes/encoding.js';
import { wordsOf } from '../kernel/words.js';

/** Pages that begin with more of scripts and styles are read as if nothing were known of them. */
const HEAD_BYTES_MAX = 512 * 1024;
const SAMPLE_BYTES_MAX = 32 * 1024;
const MARKUP = /<(script|style)\b[^>]*>[\s\S]*?<\/\1|<[^<>]*>/gi;
const FOREIGN = /[\x80-\xff]/;
/** A script of its own is surer than that; less is a toss-up. */
const CONFIDENCE_MIN = 0.2;
/** Latin letters that are not of the West are surer than this, or more likely than those by so much. */
const LATIN_CONFIDENCE_MIN = 0.12;
const LATIN_ADVANTAGE_MIN = 1.4;
/** Names that the standard writes otherwise. */
const LABELS: Readonly<Record<string, string>> = {
  cp874: 'windows-874',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  maccyrillic: 'x-mac-cyrillic',
  'mac-cyrillic': 'x-mac-cyrillic',
};
/** What the web is written in; the library knows those of mainframes and DOS as well. */
const ENCODINGS = wordsOf(`
  big5 cp866 cp874 cp932 cp949 euc-jp euc-kr gb18030 iso-8859-2 iso-8859-5 iso-8859-6
  iso-8859-7 iso-8859-8 iso-8859-13 koi8-r koi8-u mac-cyrillic shift_jis tis-620
  windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257
`);

/** Loaded by the first text that needs a guess: few do. */
let library: typeof import('jschardet') | null = null;

const LATIN = /^(?:windows-125[0247]|ISO-8859-(?:2|13))$/;

/** Name of the charset as the WHATWG standard writes it; null where none is likely. */
export function guessedCharset(bytes: Uint8Array): string | null {
  const text = isomorphicDecode(bytes.subarray(0, HEAD_BYTES_MAX)).replace(MARKUP, '\n');
  // Lines without foreign letters are menus in English as well as texts.
  const lines = text.split('\n').filter((line) => FOREIGN.test(line));
  const sample = lines.join('\n').slice(0, SAMPLE_BYTES_MAX);
  if (sample === '') return null;
  library ??= createRequire(import.meta.url)('jschardet') as typeof import('jschardet');
  const all = library.chardet.detectAll(Buffer.from(sample, 'latin1'), {
    includeEncodings: ENCODINGS,
  });
  const [best] = all;
  const name = best === undefined ? null : nameOf(best.encoding ?? '');
  if (name === null || name === 'replacement' || name.startsWith('UTF-')) return null;
  const western = all.find(({ encoding }) => nameOf(encoding ?? '') === 'windows-1252');
  const advantage = LATIN_ADVANTAGE_MIN * (western?.confidence ?? 0);
  const least = isLatin(name) ? Math.min(LATIN_CONFIDENCE_MIN, advantage) : CONFIDENCE_MIN;
  return name === 'windows-1252' || best!.confidence >= least ? name : null;
}

function nameOf(encoding: string): string | null {
  const label = encoding.toLowerCase();
  return labelToName(LABELS[label] ?? label);
}

/** Whether a charset is one of Latin letters. */
export function isLatin(name: string): boolean {
  return LATIN.test(name);
}
