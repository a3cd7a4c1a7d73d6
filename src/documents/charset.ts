/**
 * Finds the charset of a document and turns its bytes into text.
 *
 * The order is that of the WHATWG standards: byte order mark, transport, what the document says of itself;
 * but Latin-1, which servers name by default, comes last. A declaration that the bytes refute gives way to
 * one that fits them: servers name one charset for all their files, and templates are copied. Where none
 * fits, the bytes themselves tell; the rest is windows-1252.
 * Decoding is never native, because the runtime's Big5 and windows-1252 tables are not those of the
 * standard.
 * Work is linear: the text is decoded at most once for each charset that is declared or guessed.
 */

import { isAscii, isUtf8 } from 'node:buffer';
import { createRequire } from 'node:module';
import {
  getBOMEncoding,
  isomorphicDecode,
  labelToName,
  TextDecoder,
} from '@exodus/bytes/encoding.js';
import sniffHtmlEncoding from 'html-encoding-sniffer';
import { wordsOf } from '../kernel/words.js';
import type { RawDocument } from './documents.js';

export type DocumentKind = 'html' | 'xml' | 'text';

interface DecodedDocument {
  text: string;
  /** Name of the charset as the WHATWG standard writes it. */
  charset: string;
}

const UTF8 = 'UTF-8';
const WINDOWS_1252 = 'windows-1252';
/** Declarations stand at the head; pages that put them behind scripts are still within this. */
const HEAD_BYTES_MAX = 32 * 1024;
/** Code units of a content-type header that are looked at. */
const HEADER_MAX = 500;
/** A longer sequence of these is no accident: a text that is valid UTF-8 in all of them is UTF-8. */
const SEQUENCES_SURE = 3;
/** One broken character among so many is damage of the text, not a wrong charset. */
const SOUND_PER_BROKEN = 20;
/** Bytes of a character that a cut-off document may end in. */
const CUT_BYTES_MAX = 3;
/** Bytes that tell UTF-16 without a mark: every second one of markup is zero. */
const UTF16_PROBE_BYTES = 64;

const HEADER_CHARSET = /charset\s*=\s*["']?([^\s"';,]{1,40})/i;
const XML_ENCODING = /<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"']{1,40})["']/i;
const LATE_META = /<meta\s[^>]{0,500}?charset\s*=\s*["']?([\w:.-]{1,40})/i;
/** Charsets with characters of several bytes, whose decoders notice bytes of another charset. */
const MULTI_BYTE = new Set(wordsOf('Big5 EUC-JP EUC-KR GBK ISO-2022-JP Shift_JIS gb18030'));
const REPLACEMENT_UNIT = 0xfffd;

/**
 * The text of a document, without a byte order mark, and the charset that it was read by. `told` is the
 * label of the charset that the source's operator is sure of.
 */
export function decodeDocument(
  raw: RawDocument,
  kind: DocumentKind,
  told?: string,
): DecodedDocument {
  const { bytes } = raw;
  const sure = told === undefined ? null : labelToName(told);
  if (sure !== null) return decoded(bytes, sure);
  const marked = getBOMEncoding(bytes) ?? utf16Of(bytes);
  if (marked !== null) return decoded(bytes, labelToName(marked) ?? UTF8);
  const declared = declaredCharsets(raw, kind);
  if (isAscii(bytes)) return decoded(bytes, declared[0] ?? UTF8);
  return isUtf8(withoutCutCharacter(bytes))
    ? decodeSoundUtf8(bytes, declared[0] ?? UTF8)
    : decodeBest(bytes, declared, isDefault(raw, declared));
}

/** Whether nothing but a server's default is known, which it may send with any file. */
function isDefault({ contentType }: RawDocument, declared: readonly string[]): boolean {
  const said = declared.filter((name) => name !== UTF8);
  return (
    said.length === 0 ||
    (said.every((name) => name === WINDOWS_1252) && HEADER_CHARSET.test(contentType))
  );
}

function decoded(bytes: Uint8Array, charset: string): DecodedDocument {
  return { text: new TextDecoder(charset).decode(bytes), charset };
}

/** UTF-16 that bears no mark, by the zero bytes of its first markup. */
function utf16Of(bytes: Uint8Array): string | null {
  const probe = bytes.subarray(0, UTF16_PROBE_BYTES);
  let even = 0;
  let odd = 0;
  for (let at = 0; at < probe.length; at++) {
    if (probe[at] === 0 && at % 2 === 0) even++;
    else if (probe[at] === 0) odd++;
  }
  const enough = Math.max(2, probe.length / 4);
  if (odd >= enough && even === 0) return 'utf-16le';
  return even >= enough && odd === 0 ? 'utf-16be' : null;
}

/** The charsets that are declared for a document, the weightiest first. */
function declaredCharsets(raw: RawDocument, kind: DocumentKind): string[] {
  const header = HEADER_CHARSET.exec(raw.contentType.slice(0, HEADER_MAX))?.[1];
  const names = [header === undefined ? null : labelToName(header)];
  const head = raw.bytes.subarray(0, HEAD_BYTES_MAX);
  if (kind !== 'text') {
    const start = isomorphicDecode(head);
    if (kind === 'html') names.push(sniffedMeta(head), labelIn(start, LATE_META));
    names.push(labelIn(start, XML_ENCODING));
  }
  const usable = names.filter((name) => name !== null && name !== 'replacement') as string[];
  // A declaration that can be read as ASCII does not stand in UTF-16.
  const named = new Set(usable.map((name) => (name.startsWith('UTF-16') ? UTF8 : name)));
  return [...named].sort((one, two) => Number(one === WINDOWS_1252) - Number(two === WINDOWS_1252));
}

function labelIn(head: string, pattern: RegExp): string | null {
  const label = pattern.exec(head)?.[1];
  return label === undefined ? null : labelToName(label);
}

/** The charset of the first `meta` that names one. */
function sniffedMeta(head: Uint8Array): string | null {
  try {
    return sniffHtmlEncoding(head, { defaultEncoding: '' }) || null;
  } catch {
    // The sniffer reads beyond the end of an attribute that stops at the word itself.
    return null;
  }
}

/** The bytes up to a last character that the end of the document has cut. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(CUT_BYTES_MAX, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes;
    const isLead = byte >= 0xc0;
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (isLead) return size > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/** Bytes that are valid UTF-8 are UTF-8, unless they are few and just as valid as declared. */
function decodeSoundUtf8(bytes: Uint8Array, declared: string): DecodedDocument {
  const utf8 = decoded(bytes, UTF8);
  if (!MULTI_BYTE.has(declared) || quality(utf8.text).foreign >= SEQUENCES_SURE) return utf8;
  const other = decoded(bytes, declared);
  return quality(other.text).broken === 0 ? other : utf8;
}

/** The first declared charset in which the bytes make sense, or a guess; else what breaks least. */
function decodeBest(
  bytes: Uint8Array,
  declared: readonly string[],
  isWeak: boolean,
): DecodedDocument {
  let best: DecodedDocument | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  const guess = isWeak ? guessedCharset(bytes) : null;
  // A default says nothing against letters of another script.
  const other = guess !== null && !isLatin(guess) ? [guess] : [];
  const charsets = isWeak ? [UTF8, ...other, ...declared] : declared;
  const fits = (charset: string): DecodedDocument | null => {
    const candidate = decoded(bytes, charset);
    const { broken, foreign } = quality(candidate.text);
    if (broken < fewest) [best, fewest] = [candidate, broken];
    return broken * SOUND_PER_BROKEN <= foreign ? candidate : null;
  };
  for (const charset of new Set(charsets)) {
    const candidate = fits(charset);
    if (candidate !== null) return candidate;
  }
  const found = fits(guess ?? guessedCharset(bytes) ?? WINDOWS_1252);
  const isUnknown = declared.every((name) => name === UTF8);
  return found ?? (isUnknown || best === null ? decoded(bytes, WINDOWS_1252) : best);
}

/** How many characters of a text are outside of ASCII, and how many bytes made none. */
function quality(text: string): { foreign: number; broken: number } {
  let foreign = 0;
  let broken = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === REPLACEMENT_UNIT) broken++;
    else if (unit > 0x7f) foreign++;
  }
  return { foreign, broken };
}

/** Pages that begin with more of scripts and styles are read as if nothing were known of them. */
const GUESSED_BYTES_MAX = 512 * 1024;
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

/**
 * Guesses the charset of a text that declares none, or one that it is not written in.
 *
 * jschardet knows the languages that were written in each charset, and weighs how likely their letters follow each other.
 * Markup says nothing and is taken out, so that the text of a long page is in the sample. Not here: whether the guess
 * decodes well.
 *
 * Name of the charset as the WHATWG standard writes it; null where none is likely.
 */
function guessedCharset(bytes: Uint8Array): string | null {
  const text = isomorphicDecode(bytes.subarray(0, GUESSED_BYTES_MAX)).replace(MARKUP, '\n');
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
function isLatin(name: string): boolean {
  return LATIN.test(name);
}
