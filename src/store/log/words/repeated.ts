/**
 * What a title and its own text say again and again: what there is to go by while nothing was learned.
 */
import { WITHIN_MAX } from './gram-table.js';
import type { WordText } from './word-text.js';

/** Letters of a row, the longest first, with how often a text says it at least. */
const ROWS = [
  { letters: 4, said: 3 },
  { letters: 3, said: 3 },
  { letters: 2, said: 4 },
] as const;
const FUNCTION = new Set('的了是在與和及不也都就被將把讓嗎呢吧她他我你們這那誰很於為有沒以而但或');
const HAN_FROM = 0x4e00;
const HAN_TO = 0x9fff;

/** Rows of Han letters of a title that its text repeats. */
export function repeatedIn(title: WordText, text: WordText): string[] {
  const found: string[] = [];
  const isTaken = new Uint8Array(title.length);
  for (let at = 0; at < title.length; at++) {
    const unit = title.units[at]!;
    if (!isHan(unit) || FUNCTION.has(String.fromCharCode(unit))) isTaken[at] = 1;
  }
  for (const { letters, said } of ROWS) {
    for (let at = 0; at + letters <= title.length; at++) {
      if (isTaken[at] === 1 || isTaken.subarray(at, at + letters).includes(1)) continue;
      const places: number[] = [];
      text.timesOfRow(title.units, at, at + letters, places);
      if (places.length < said || isPart(places, letters, text)) continue;
      isTaken.fill(1, at, at + letters);
      found.push(title.slice(at, at + letters));
    }
  }
  return found;
}

/** Whether one word holds the other: letters of scripts without blanks, words of others. */
export function isWithin(part: string, whole: string): boolean {
  if (!whole.includes(part)) return false;
  return part.length > 0 && part.charCodeAt(0) >= 0x3000
    ? true
    : ` ${whole} `.includes(` ${part} `);
}

/** Whether nearly the same letter stands on one side each time. */
function isPart(places: readonly number[], letters: number, text: WordText): boolean {
  return [-1, letters].some((distance) => {
    const counts = new Map<number, number>();
    for (const at of places) {
      const unit = text.units[at + distance] ?? 0;
      if (isHan(unit)) counts.set(unit, (counts.get(unit) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values()) > WITHIN_MAX * places.length;
  });
}

function isHan(unit: number): boolean {
  return unit >= HAN_FROM && unit <= HAN_TO;
}
