/** Lists of plain words, and the word of a list that was probably meant. */

/** Splits a text at its white space, the form in which long lists of words are written. */
export function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Longer texts are not compared: they are no misspelt words. */
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

/** `; did you mean newsPort?`, or an empty text where no known word is near. */
export function meant(text: string, words: readonly string[]): string {
  const nearest = nearestOf(text, words);
  return nearest === null ? '' : `; did you mean ${nearest}?`;
}

/** Without case and separators, which people vary most. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[_-]/g, '');
}

/** Edit distance: letters inserted, deleted, changed or swapped with their neighbour. */
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
