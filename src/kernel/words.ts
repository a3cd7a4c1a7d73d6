/**
 * Words in lists: how long lists of plain words are written, and which word of a list somebody meant.
 */

/** The words of a text with white space between them: how long lists of plain words are written. */
export function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** A word is shorter than this; longer ones are no slips. */
const UNITS_MAX = 40;

/** The word nearest to `text`, or null where none is near: a third of its letters may differ. */
export function nearestOf(text: string, words: readonly string[]): string | null {
  if (text.length > UNITS_MAX) return null;
  const written = plain(text);
  let nearest: string | null = null;
  let least = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const word of words) {
    const distance = distanceOf(written, plain(word));
    if (distance >= least) continue;
    least = distance;
    nearest = word;
  }
  return nearest;
}

/** `; did you mean newsPort?`, or nothing where no known word is near. */
export function meant(text: string, words: readonly string[]): string {
  const nearest = nearestOf(text, words);
  return nearest === null ? '' : `; did you mean ${nearest}?`;
}

/** Case and separators are what people vary most. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[_-]/g, '');
}

/** Letters put in, left out, changed or swapped with their neighbour. */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
