/**
 * Guesses the charset of Chinese, Japanese and Korean texts that declare none, or one that they are not
 * written in.
 *
 * Each of these charsets writes a letter in two bytes, and keeps its common letters together, so the
 * first bytes tell them apart. Invariant: linear in the bytes, of which `SAMPLE_BYTES_MAX` are read.
 * Not here: whether the guess decodes well (charset.ts), charsets of one byte.
 */

const SAMPLE_BYTES_MAX = 256 * 1024;
/** Fewer letters say nothing. */
const PAIRS_MIN = 16;
/** One byte in so many may stand alone: damage, or signs of another charset. */
const PAIRS_PER_STRAY = 20;
/** Share of the letters that are common ones in an ordinary text. */
const COMMON_SHARE = 0.85;
/** Korean has no others in ordinary texts, while Chinese has half of its own outside of this range. */
const HANGUL_SHARE = 0.9;
/** A text has more letters than signs. */
const SIGNS_SHARE_MAX = 0.5;
/** Share of kana in Japanese, which no other language writes. */
const KANA_SHARE = 0.3;
/** Second bytes below 0xa1 are four in ten in Big5, and none in the EUC charsets. */
const LOW_SHARE = 0.1;

/** Letters of two bytes by their first. */
interface Pairs {
  count: number;
  strays: number;
  /** Those whose second byte is below 0xa1. */
  low: Uint32Array;
  high: Uint32Array;
}

/** Name of the charset as the WHATWG standard writes it; null where none is likely. */
export function guessedCharset(bytes: Uint8Array): string | null {
  const pairs = pairsOf(bytes.subarray(0, SAMPLE_BYTES_MAX));
  const { count, strays, low, high } = pairs;
  if (count < PAIRS_MIN || strays * PAIRS_PER_STRAY > count) return null;
  const share = (table: Uint32Array, from: number, to: number): number =>
    table.subarray(from, to + 1).reduce((sum, one) => sum + one, 0) / count;
  // Signs are in the same place in all of them.
  const signs = share(low, 0xa1, 0xa3) + share(high, 0xa1, 0xa3);
  if (signs > SIGNS_SHARE_MAX) return null;
  const isLow = share(low, 0x81, 0xfe) >= LOW_SHARE;
  if (share(low, 0x82, 0x83) + share(high, 0x82, 0x83) >= KANA_SHARE) return 'Shift_JIS';
  if (isLow)
    return share(low, 0xa1, 0xc6) + share(high, 0xa1, 0xc6) >= COMMON_SHARE ? 'Big5' : null;
  if (share(high, 0xa4, 0xa5) >= KANA_SHARE) return 'EUC-JP';
  if (signs + share(high, 0xb0, 0xc8) >= HANGUL_SHARE) return 'EUC-KR';
  return signs + share(high, 0xb0, 0xd7) >= COMMON_SHARE ? 'gb18030' : null;
}

function pairsOf(bytes: Uint8Array): Pairs {
  const pairs = { count: 0, strays: 0, low: new Uint32Array(256), high: new Uint32Array(256) };
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1] ?? 0;
    if (lead === 0x80 || lead === 0xff || trail < 0x40 || trail === 0x7f) {
      pairs.strays += 1;
      continue;
    }
    (trail < 0xa1 ? pairs.low : pairs.high)[lead]! += 1;
    pairs.count += 1;
    at += 1;
  }
  return pairs;
}
