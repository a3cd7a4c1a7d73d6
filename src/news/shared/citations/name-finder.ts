/**
 * Finds the names of media in a text: all of them in one pass, the longest one at each place.
 *
 * A name that begins or ends with a letter of a script with blanks between words is only found as whole
 * words. Not here: how a name is looked up (kernel/text/known-terms.ts).
 */
import { KnownTerms, type TermText } from '../../../kernel/text/known-terms.js';

/** Longer names are not used in running text; they are left out. */
const NAME_UNITS_MAX = 64;

/** Number of texts that are found so that no name is found in them. */
export const NO_MEDIA = -2;

export interface Mention {
  /** Number that the name was put in with. */
  media: number;
  /** Units of the text. */
  start: number;
  end: number;
}

export class NameFinder {
  readonly #letters: Letters;
  readonly #names = new KnownTerms<number>();

  /** Names with the numbers of their media; the first that claims a name keeps it. */
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

/** Units below this may be letters with two cases; there are none that matter above. */
const CASED_MAX = 0x2000;
const WIDE_MIN = 0xff01;
const WIDE_MAX = 0xff5e;
const WIDE_DISTANCE = 0xfee0;

/** Marks that mean the same here; each becomes the first of its row. */
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
  /** 0: stands alone; letters join letters to words, digits join digits to numbers. */
  readonly #joins = new Uint8Array(65_536);

  /** `variants`: in each text, every character is read as the first one. */
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
   * True where a place in a text lies within a word of a script that puts blanks between words, or
   * within a number. In 據Herald3日報導 the name ends before the digit.
   */
  isWithinWord(text: string, at: number): boolean {
    if (at <= 0 || at >= text.length) return false;
    const before = this.#joins[this.#fold[text.charCodeAt(at - 1)]!]!;
    return before !== 0 && before === this.#joins[this.#fold[text.charCodeAt(at)]!];
  }
}
