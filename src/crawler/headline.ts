/**
 * Compares headlines: feeds, pages and later editions word the same one differently.
 *
 * Scripts without spaces between words are compared by pairs of characters.
 */
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|[\p{L}\p{M}\p{N}]+/gu;
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Most particles are shorter. */
const WORD_UNITS_MIN = 4;

/** A page that says less than this in its title names its section or itself. */
const TITLE_WORDS_MIN = 3;

/** Whether one of two headlines stands whole in the other: those of one article, and not of a series. */
export function isSameHeadline(one: string | null, other: string | null): boolean {
  const [a, b] = [wordsOf(one ?? ''), wordsOf(other ?? '')];
  return holds(a, b) || holds(b, a);
}

/** Whether what a page or item shows bears a headline: holds it, is held by it, or has most of its words. */
export function bearsHeadline(shown: string | null, listed: string | null): boolean {
  const [whole, part] = [wordsOf(shown ?? ''), wordsOf(listed ?? '')];
  if (holds(whole, part)) return true;
  if (whole.length >= TITLE_WORDS_MIN && holds(part, whole)) return true;
  const known = new Set(whole);
  return 2 * part.filter((word) => known.has(word)).length > part.length;
}

function holds(whole: readonly string[], part: readonly string[]): boolean {
  return part.length > 0 && ` ${whole.join(' ')} `.includes(` ${part.join(' ')} `);
}

/** Whether two headlines have a word in common that is more than a particle. */
export function sharesWord(one: string | null, other: string | null): boolean {
  const words = new Set(wordsOf(one ?? ''));
  return wordsOf(other ?? '').some(
    (word) => words.has(word) && (SPACELESS.test(word) || word.length >= WORD_UNITS_MIN),
  );
}

function wordsOf(title: string): string[] {
  const runs = title.normalize('NFKC').toLowerCase().match(RUNS) ?? [];
  return runs.flatMap((run) =>
    SPACELESS.test(run) && run.length > 2
      ? Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2))
      : run,
  );
}
