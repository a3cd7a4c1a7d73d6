/**
 * A request's bytes to candidates: lines split, parsed and made ready to be admitted.
 *
 * This is most of the work of ingest and needs nothing of the store, so it runs while the batch
 * before is still being synced.
 */
import { isUtf8, transcode } from 'node:buffer';
import { breathe } from '../kernel/breath.js';
import { hash64, hexOf } from '../kernel/hash.js';
import type { Draft } from '../model/drafts.js';
import { codePointLength } from '../model/text.js';
import { Identities, type Identity } from './identities.js';
import { parseLine } from './parse/line.js';
import type { BodyFacts } from './resolve.js';

/** A valid line. */
export interface Candidate {
  /** Counts the lines of the request from 0. */
  index: number;
  draft: Draft;
  own: Identity;
  /** What the draft refers to; null when it stands for itself. */
  referred: Identity | null;
  observedMs: number;
  /** Where a replay moves the store's time to; null for records without a time of their own. */
  movesTimeToMs: number | null;
  /** The body that the line brings, UTF-8, with its facts. */
  body: { bytes: Buffer; facts: BodyFacts } | null;
}

export interface ParsedLines {
  candidates: Candidate[];
  rejects: { index: number; reason: string }[];
  /** The bytes of a line, without its line feed. */
  lineAt(index: number): Uint8Array;
}

const LINE_FEED = 0x0a;

/** Parses every line of `bytes`. */
export function parseLines(
  bytes: Uint8Array,
  context: { nowMs: number; replay: boolean },
): ParsedLines {
  const lines = splitLines(bytes);
  const texts = textsOf(bytes, lines);
  const identities = new Identities();
  const candidates: Candidate[] = [];
  const rejects: { index: number; reason: string }[] = [];
  for (let index = 0; index < lines.length; index++) {
    breathe();
    const parsed = parseLine(texts?.[index] ?? lines[index]!, context);
    if ('blank' in parsed) continue;
    if ('reason' in parsed) {
      rejects.push({ index, reason: parsed.reason });
      continue;
    }
    const { draft, observedMs } = parsed;
    const body = bodyOf(draft);
    const movesTimeToMs = hasOwnTime(draft) ? observedMs : null;
    const own = identities.ownOf(draft);
    const referred = identities.referredOf(draft);
    candidates.push({ index, draft, own, referred, observedMs, movesTimeToMs, body });
  }
  return { candidates, rejects, lineAt: (index) => lines[index]! };
}

function splitLines(whole: Uint8Array): Uint8Array[] {
  // As a Buffer, because its search for a byte is the fast one.
  const bytes = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength);
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
 * The texts of lines that are all UTF-8, by one conversion of the whole request: half the time of
 * one for each line, and no buffer for each. Null when a line has to be looked at by itself.
 */
function textsOf(bytes: Uint8Array, lines: readonly Uint8Array[]): string[] | null {
  if (bytes.length === 0 || !isUtf8(bytes)) return null;
  const units = transcode(bytes, 'utf8', 'utf16le');
  const texts: string[] = [];
  let from = 0;
  for (const { length } of lines) {
    // A line has at most as many UTF-16 units as it has bytes: only a longer one is not cut yet.
    const feed = length === 0 ? from : units.indexOf('\n', from, 'utf16le');
    const to = feed < 0 ? units.length : feed;
    texts.push(units.toString('utf16le', from, to));
    from = to + 2;
  }
  return texts;
}

/** Takes the body out of the draft: its bytes are what is stored, the text need not live longer. */
function bodyOf(draft: Draft): Candidate['body'] {
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
