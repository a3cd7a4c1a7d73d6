/**
 * Finds the charset of a document and decodes its bytes to text.
 *
 * The order is that of the WHATWG standards: byte order mark, transport, the document's own declaration; but
 * Latin-1, which servers name by default, comes last. A declaration that the bytes contradict is replaced by one
 * that fits them, because servers name one charset for all files, and templates are copied. Where none fits, the
 * charset is guessed from the bytes; the last resort is windows-1252.
 * Decoding is never native, because the runtime's Big5 and windows-1252 tables differ from those of the standard.
 * Work is linear: the text is decoded at most once for each declared or guessed charset.
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
  /** Name of the charset in the spelling of the WHATWG standard. */
  charset: string;
}

const UTF8 = 'UTF-8';
const WINDOWS_1252 = 'windows-1252';
/** Bytes in which declarations are searched, also in pages that have scripts before them. */
const HEAD_BYTES_MAX = 32 * 1024;
/** UTF-16 units of a content-type header that are read. */
const HEADER_MAX = 500;
/** A text with at least this many multi-byte sequences, all of them valid UTF-8, is UTF-8. */
const SEQUENCES_SURE = 3;
/** With fewer broken characters than one in so many, the text is damaged, and the charset is right. */
const SOUND_PER_BROKEN = 20;
/** Bytes of an incomplete character at the end of a truncated document. */
const CUT_BYTES_MAX = 3;
/** Bytes in which UTF-16 without a mark is recognised: every second byte of markup is zero. */
const UTF16_PROBE_BYTES = 64;

const HEADER_CHARSET = /charset\s*=\s*["']?([^\s"';,]{1,40})/i;
const XML_ENCODING = /<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"']{1,40})["']/i;
const LATE_META = /<meta\s[^>]{0,500}?charset\s*=\s*["']?([\w:.-]{1,40})/i;
/** Charsets with characters of several bytes, whose decoders notice bytes of another charset. */
const MULTI_BYTE = new Set(wordsOf('Big5 EUC-JP EUC-KR GBK ISO-2022-JP Shift_JIS gb18030'));
const REPLACEMENT_UNIT = 0xfffd;

/**
 * The text of a document, without a byte order mark, and its charset. `told` is the label of a charset that the
 * source's operator has named.
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

/** Whether only a server's default charset is known, which a server may send with any file. */
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

/** UTF-16 without a byte order mark, recognised by the zero bytes of its first markup; otherwise null. */
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

/** The declared charsets of a document, in order of precedence. */
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
  // A declaration that can be read as ASCII cannot be UTF-16.
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
    // The sniffer throws where an attribute ends directly after the word `charset`.
    return null;
  }
}

/** The bytes without a last character that the end of the document has truncated. */
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

/** Bytes that are valid UTF-8 are UTF-8, unless they are few and equally valid in the declared charset. */
function decodeSoundUtf8(bytes: Uint8Array, declared: string): DecodedDocument {
  const utf8 = decoded(bytes, UTF8);
  if (!MULTI_BYTE.has(declared) || quality(utf8.text).foreign >= SEQUENCES_SURE) return utf8;
  const other = decoded(bytes, declared);
  return quality(other.text).broken === 0 ? other : utf8;
}

/** The text in the first declared charset that fits, or in a guessed one; otherwise the one with fewest errors. */
function decodeBest(
  bytes: Uint8Array,
  declared: readonly string[],
  isWeak: boolean,
): DecodedDocument {
  let best: DecodedDocument | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  const guess = isWeak ? guessedCharset(bytes) : null;
  // Letters of a non-Latin script outweigh a default charset.
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

/** How many characters of a text are outside of ASCII, and how many replace invalid bytes. */
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

/** Bytes of a page that are searched for text to guess from. */
const GUESSED_BYTES_MAX = 512 * 1024;
const SAMPLE_BYTES_MAX = 32 * 1024;
const MARKUP = /<(script|style)\b[^>]*>[\s\S]*?<\/\1|<[^<>]*>/gi;
const FOREIGN = /[\x80-\xff]/;
/** Least confidence of a guessed charset with a script of its own. */
const CONFIDENCE_MIN = 0.2;
/** Least confidence of a charset of other than Western Latin letters, or how much more probable it must be. */
const LATIN_CONFIDENCE_MIN = 0.12;
const LATIN_ADVANTAGE_MIN = 1.4;
/** Names that the standard spells differently. */
const LABELS: Readonly<Record<string, string>> = {
  cp874: 'windows-874',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  maccyrillic: 'x-mac-cyrillic',
  'mac-cyrillic': 'x-mac-cyrillic',
};
/** Charsets of the web; the library also knows those of mainframes and DOS. */
const ENCODINGS = wordsOf(`
  big5 cp866 cp874 cp932 cp949 euc-jp euc-kr gb18030 iso-8859-2 iso-8859-5 iso-8859-6
  iso-8859-7 iso-8859-8 iso-8859-13 koi8-r koi8-u mac-cyrillic shift_jis tis-620
  windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257
`);

/** Loaded for the first text that needs a guess, because few do. */
let library: typeof import('jschardet') | null = null;

const LATIN = /^(?:windows-125[0247]|ISO-8859-(?:2|13))$/;

/**
 * Guesses the charset of a text that declares none, or a wrong one.
 *
 * jschardet knows the languages that were written in each charset, and weighs how probable sequences of their letters
 * are. Markup carries no information and is removed, so that the sample holds the text of a long page. Not here:
 * whether the text decodes without errors.
 * @returns the name in the spelling of the WHATWG standard; null where no charset is probable.
 */
function guessedCharset(bytes: Uint8Array): string | null {
  const text = isomorphicDecode(bytes.subarray(0, GUESSED_BYTES_MAX)).replace(MARKUP, '\n');
  // Lines of ASCII alone carry no information.
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

/** Whether a charset is for Latin letters. */
function isLatin(name: string): boolean {
  return LATIN.test(name);
}
