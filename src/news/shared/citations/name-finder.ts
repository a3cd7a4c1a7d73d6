/**
 * Finds the names of media in a text: all in one pass, the longest name at each place.
 *
 * When a name begins or ends with a letter of a script with blanks between words, only whole words
 * match there. Not here: how a name is looked up (kernel/text/known-terms.ts).
 */
import { KnownTerms, type TermText } from '../../../kernel/text/known-terms.js';

/** Longer names do not occur in running text; the finder ignores them. */
const NAME_UNITS_MAX = 64;

/** Number of texts in which no name may be found. */
export const NO_MEDIA = -2;

export interface Mention {
  /** The number that was given with the name. */
  media: number;
  /** Offsets in UTF-16 units of the text. */
  start: number;
  end: number;
}

export class NameFinder {
  readonly #letters: Letters;
  readonly #names = new KnownTerms<number>();

  /** Names with the numbers of their media; a name that occurs twice has the first number. */
  constructor(letters: Letters, names: Iterable<readonly [name: string, media: number]>) {
    this.#letters = letters;
    for (const [name, media] of names) {
      const folded = letters.text(name.trim());
      if (folded.length < 2 || folded.length > NAME_UNITS_MAX) continue;
      if (this.#names.get(folded) === undefined) this.#names.set(folded, media);
    }
  }

  /** The first mention at or after `from`; null when there is none. */
  next(text: string, from: number): Mention | null {
    const spelled = new SpelledText(this.#letters, text);
    for (let start = from; start < text.length; start++) {
      const found = this.#names.longestAt(spelled, start);
      if (found === null) continue;
      const end = start + found.key.length;
      if (found.value !== NO_MEDIA) return { media: found.value, start, end };
      start = end - 1;
    }
    return null;
  }
}

class SpelledText implements TermText {
  readonly #letters: Letters;
  readonly #text: string;
  readonly length: number;

  constructor(letters: Letters, text: string) {
    this.#letters = letters;
    this.#text = text;
    this.length = text.length;
  }

  unitAt(at: number): number {
    return this.#letters.unit(this.#text.charCodeAt(at));
  }

  isBorder(at: number): boolean {
    return !this.#letters.isWithinWord(this.#text, at);
  }
}

/** Units below this may be letters with two cases; those above are left as they are. */
const CASED_MAX = 0x2000;
const WIDE_MIN = 0xff01;
const WIDE_MAX = 0xff5e;
const WIDE_DISTANCE = 0xfee0;

/** Marks with the same meaning; each is folded to the first of its line. */
const MARKS = [
  '(（〔［[【﹝',
  ')）〕］]】﹞',
  '《〈「『“‹«',
  '》〉」』”›»',
  ' \u3000\u00a0\t',
  "'‘’",
];

/**
 * The one spelling in which bodies, names and source phrases are compared.
 *
 * Invariants: one UTF-16 unit becomes one unit, so offsets in the folded text are offsets in the
 * original. Latin letters lose their case, full-width forms their width, brackets and quotation
 * marks their style; the rule file unites written variants of a character (臺 and 台).
 */
export class Letters {
  readonly #fold = new Uint16Array(65_536);
  /** 1 for letters, 2 for digits, 0 otherwise. Neighbours of one class above 0 form a word. */
  readonly #joins = new Uint8Array(65_536);

  /** `variants`: every character of a text is read as the text's first character. */
  constructor(variants: readonly string[] = []) {
    const fold = this.#fold;
    for (let unit = 0; unit < fold.length; unit++) fold[unit] = unit;
    for (let unit = 0; unit < CASED_MAX; unit++) {
      const lower = String.fromCharCode(unit).toLowerCase();
      if (lower.length === 1) fold[unit] = lower.charCodeAt(0);
    }
    for (let unit = WIDE_MIN; unit <= WIDE_MAX; unit++) fold[unit] = fold[unit - WIDE_DISTANCE]!;
    for (const row of [...MARKS, ...variants]) {
      const first = fold[row.charCodeAt(0)]!;
      for (let at = 1; at < row.length; at++) fold[row.charCodeAt(at)] = first;
    }
    for (let unit = 0; unit < CASED_MAX; unit++) {
      const letter = String.fromCharCode(unit);
      if (/\p{L}/u.test(letter)) this.#joins[unit] = 1;
      else if (/\p{N}/u.test(letter)) this.#joins[unit] = 2;
    }
  }

  /** The folded form of a UTF-16 unit. */
  unit(unit: number): number {
    return this.#fold[unit]!;
  }

  /** The folded form of a part of a text. */
  text(text: string, from = 0, to = text.length): string {
    let out = '';
    for (let at = from; at < to; at++) out += String.fromCharCode(this.#fold[text.charCodeAt(at)]!);
    return out;
  }

  /**
   * True where a place lies within a word of a script that puts blanks between words, or within a
   * number. In 據Herald3日報導 the name ends before the digit.
   */
  isWithinWord(text: string, at: number): boolean {
    if (at <= 0 || at >= text.length) return false;
    const before = this.#joins[this.#fold[text.charCodeAt(at - 1)]!]!;
    return before !== 0 && before === this.#joins[this.#fold[text.charCodeAt(at)]!];
  }
}
