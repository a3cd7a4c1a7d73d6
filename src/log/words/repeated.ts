/**
 * What a title and its own text say again and again: what there is to go by while nothing was learned.
 */
import { WITHIN_MAX } from './gram-table.js';

/** Letters of a row, the longest first, with how often a text says it at least. */
const ROWS = [
  { letters: 4, said: 3 },
  { letters: 3, said: 3 },
  { letters: 2, said: 4 },
] as const;
const HAN_RUNS = /[\u4e00-\u9fff]{2,}/g;
const FUNCTION = /[的了是在與和及不也都就被將把讓嗎呢吧她他我你們這那誰很於為有沒以而但或]/;

/** Rows of Han letters of a folded title that its folded text repeats. */
export function repeatedIn(title: string, text: string): string[] {
  const found: string[] = [];
  for (const [run] of title.matchAll(HAN_RUNS)) {
    const taken = new Uint8Array(run.length);
    for (const { letters, said } of ROWS) {
      for (let at = 0; at + letters <= run.length; at++) {
        const row = run.slice(at, at + letters);
        if (taken.subarray(at, at + letters).some((one) => one === 1) || FUNCTION.test(row))
          continue;
        const times = text.split(row).length - 1;
        if (times < said || isPart(row, times, text)) continue;
        taken.fill(1, at, at + letters);
        found.push(row);
      }
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
function isPart(row: string, times: number, text: string): boolean {
  const before = new Map<string, number>();
  const behind = new Map<string, number>();
  for (let at = text.indexOf(row); at >= 0; at = text.indexOf(row, at + 1)) {
    for (const [side, letter] of [
      [before, text[at - 1] ?? ''],
      [behind, text[at + row.length] ?? ''],
    ] as const) {
      if (/[\u4e00-\u9fff]/.test(letter)) side.set(letter, (side.get(letter) ?? 0) + 1);
    }
  }
  return [before, behind].some((side) => Math.max(0, ...side.values()) > WITHIN_MAX * times);
}
