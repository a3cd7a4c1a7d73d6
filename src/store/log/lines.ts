/**
 * A request's bytes to candidates: lines are split, parsed and prepared for admission.
 *
 * A piece at a time, because parsed lines are several times as large as their bytes: with a whole
 * request in memory the garbage collector would copy it repeatedly, which takes a fifth of the time
 * of the log's thread with requests of 2 MiB instead of pieces of 128 KB.
 */
import { isUtf8, transcode } from 'node:buffer';
import { hash64, hexOf } from '../../kernel/hash.js';
import type { Draft } from '../../kernel/model/drafts.js';
import { pause } from '../../kernel/runtime/pause.js';
import { codePointLength } from '../../kernel/text/text.js';
import { Identities, type Identity } from './keys.js';
import { type ParseContext, parseLine } from './parse/line.js';
import type { BodyFacts } from './resolve.js';

export interface ValidLine {
  /** Counts the lines of the request from 0. */
  index: number;
  /** Its bytes, without the line feed. */
  line: Uint8Array;
  draft: Draft;
  own: Identity;
  /** The item that the draft refers to; null for none. */
  referred: Identity | null;
  observedMs: number;
  /** New time of the store in a replay; null for records without a time of their own. */
  movesTimeToMs: number | null;
  /** The body in the line, UTF-8, with its facts. */
  body: { bytes: Buffer; facts: BodyFacts } | null;
}

/** A line that was refused. */
export interface Refusal {
  index: number;
  reason: string;
  line: Uint8Array;
}

export interface ParsedLines {
  candidates: ValidLine[];
  refusals: Refusal[];
}

/** Bytes that are parsed at once; a longer line is a piece by itself. */
const PIECE_BYTES = 128 * 1024;
const LINE_FEED = 0x0a;

/** Parses the lines of `whole`, piece by piece on demand. */
export function* parseLines(whole: Uint8Array, context: ParseContext): Generator<ParsedLines> {
  // As a Buffer, because its search for a byte is the fast one.
  const bytes = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength);
  const identities = new Identities();
  let index = 0;
  for (let from = 0; from < bytes.length; ) {
    const to = endOfPiece(bytes, from);
    const piece = bytes.subarray(from, to);
    const lines = splitLines(piece);
    yield parsePiece(piece, lines, { index, identities, context });
    index += lines.length;
    from = to;
  }
}

/** After the last whole line that ends within a piece, or after the first line. */
function endOfPiece(bytes: Buffer, from: number): number {
  const end = from + PIECE_BYTES;
  if (end >= bytes.length) return bytes.length;
  const last = bytes.lastIndexOf(LINE_FEED, end - 1);
  const feed = last >= from ? last : bytes.indexOf(LINE_FEED, end);
  return feed < 0 ? bytes.length : feed + 1;
}

function parsePiece(
  piece: Buffer,
  lines: readonly Uint8Array[],
  first: { index: number; identities: Identities; context: ParseContext },
): ParsedLines {
  const { identities, context } = first;
  const texts = textsOf(piece, lines);
  const candidates: ValidLine[] = [];
  const refusals: Refusal[] = [];
  for (let at = 0; at < lines.length; at++) {
    pause();
    const index = first.index + at;
    const line = lines[at]!;
    const parsed = parseLine(texts?.[at] ?? line, context, index);
    if ('blank' in parsed) continue;
    if ('reason' in parsed) {
      refusals.push({ index, reason: parsed.reason, line });
      continue;
    }
    const { draft, observedMs } = parsed;
    const body = bodyOf(draft);
    const movesTimeToMs = hasOwnTime(draft) ? observedMs : null;
    const own = identities.ownOf(draft);
    const referred = identities.referredOf(draft);
    candidates.push({ index, line, draft, own, referred, observedMs, movesTimeToMs, body });
  }
  return { candidates, refusals };
}

function splitLines(bytes: Buffer): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  while (from < bytes.length) {
    const feed = bytes.indexOf(LINE_FEED, from);
    const to = feed < 0 ? bytes.length : feed;
    lines.push(bytes.subarray(from, to));
    from = to + 1;
  }
  return lines;
}

/**
 * The texts of lines that are all UTF-8, by one conversion of the whole piece: half the time of a
 * conversion for each line. Null when lines must be converted one by one.
 */
function textsOf(bytes: Uint8Array, lines: readonly Uint8Array[]): string[] | null {
  if (bytes.length === 0 || !isUtf8(bytes)) return null;
  const units = transcode(bytes, 'utf8', 'utf16le');
  const texts: string[] = [];
  let from = 0;
  for (const { length } of lines) {
    // An empty line ends where it begins.
    const feed = length === 0 ? from : units.indexOf('\n', from, 'utf16le');
    const to = feed < 0 ? units.length : feed;
    texts.push(units.toString('utf16le', from, to));
    from = to + 2;
  }
  return texts;
}

/** Removes the body from the draft as bytes, so that its text can be freed. */
function bodyOf(draft: Draft): ValidLine['body'] {
  if (draft.kind !== 'news' && draft.kind !== 'post') return null;
  const text = draft.body;
  if (text == null || text === '') return null;
  draft.body = '';
  const bytes = Buffer.from(text);
  return { bytes, facts: { chars: codePointLength(text), hash: hexOf(hash64(bytes)) } };
}

function hasOwnTime(draft: Draft): boolean {
  if (draft.kind === 'crawl' || draft.kind === 'portal-check') return true;
  return 'observedMs' in draft && draft.observedMs != null;
}
