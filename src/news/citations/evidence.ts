/**
 * Cuts the words that prove a citation out of a body: the cue, and its sentence as far as it fits.
 */
import { cutCodePoints, ownText } from '../../kernel/text/text.js';

/** Code points of evidence, as many as the shared passages of similar articles have. */
const EVIDENCE_MAX = 100;
/** Units kept before the cue. */
const LEAD_UNITS = 24;
/** Units that are looked at after the cue: enough for `EVIDENCE_MAX` of any size. */
const TRAIL_UNITS = 2 * EVIDENCE_MAX;

/** Less than this, as （路透社） at the end of a text, says nothing alone: what came before is added. */
const CONTEXT_UNITS_MIN = 16;

const ENDS = new Set('。！？!?；;\n');

/** The part of a sentence around the units `start` to `end`: at most 100 whole code points. */
export function evidenceAround(body: string, start: number, end: number): string {
  const to = sentenceEnd(body, end);
  let from = sentenceStart(body, start);
  if (to - from < CONTEXT_UNITS_MIN) from = Math.max(0, from - LEAD_UNITS);
  if (isLowSurrogate(body, from)) from += 1;
  return ownText(cutCodePoints(body.slice(from, to).trim(), EVIDENCE_MAX).trimEnd());
}

function sentenceStart(body: string, start: number): number {
  let from = Math.max(0, start);
  while (from > 0 && start - from < LEAD_UNITS && !ENDS.has(body[from - 1]!)) from--;
  return from;
}

function sentenceEnd(body: string, end: number): number {
  let to = end;
  while (to < body.length && to - end < TRAIL_UNITS && !ENDS.has(body[to]!)) to++;
  return isLowSurrogate(body, to) ? to - 1 : to;
}

/** True in the middle of a surrogate pair. */
function isLowSurrogate(body: string, at: number): boolean {
  const unit = body.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
