/**
 * The one spelling in which bodies, names and source phrases are compared.
 *
 * Invariants: one UTF-16 unit becomes one unit, so offsets in the folded text are offsets in the
 * original. Latin letters lose their case, full-width forms their width, brackets and quotation
 * marks their style; the rule file unites written variants of a character (臺 and 台).
 */

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
