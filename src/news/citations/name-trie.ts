/**
 * Finds the names of media in a text: all of them in one pass, the longest one at each place.
 *
 * Invariants: a step costs one look-up; a character is looked at no more often than the longest
 * name has units (`NAME_UNITS_MAX`), whatever the text. A name that begins or ends with a letter
 * of a script with blanks between words is only found as whole words.
 */

/** Longer names are not used in running text; they are left out. */
const NAME_UNITS_MAX = 64;
/** Edges are numbered by node and unit. */
const UNITS = 65_536;

/** Number of texts that are found so that no name is found in them. */
export const NO_MEDIA = -2;
/** At a node where nothing ends. */
const NOTHING = -1;

export interface Mention {
  /** Number that the name was put in with. */
  media: number;
  /** Units of the text. */
  start: number;
  end: number;
}

export class NameTrie {
  readonly #letters: Letters;
  readonly #edges = new Map<number, number>();
  /** Media of each node at which a name ends; node 0 is the root. */
  readonly #media: number[] = [NOTHING];
  /** Node behind the first unit of a name as it stands in a text; 0 is none. */
  readonly #starts = new Uint32Array(UNITS);
  /**
   * 1 for the hash of each pair of units that a name begins with. First units are common words
   * (中, 日, 美); pairs are rare, and asking here first makes a body three times as fast.
   */
  readonly #pairs = new Uint8Array(UNITS);

  /** Names with the numbers of their media; the first that claims a name keeps it. */
  constructor(letters: Letters, names: Iterable<readonly [name: string, media: number]>) {
    this.#letters = letters;
    for (const [name, media] of names) this.#add(letters.text(name.trim()), media);
    for (let unit = 0; unit < UNITS; unit++) {
      this.#starts[unit] = this.#edges.get(letters.unit(unit)) ?? 0;
    }
  }

  #add(folded: string, media: number): void {
    if (folded.length < 2 || folded.length > NAME_UNITS_MAX) return;
    this.#pairs[pairHash(folded.charCodeAt(0), folded.charCodeAt(1))] = 1;
    let node = 0;
    for (let at = 0; at < folded.length; at++) {
      const edge = node * UNITS + folded.charCodeAt(at);
      const known = this.#edges.get(edge);
      node = known ?? this.#media.push(NOTHING) - 1;
      if (known === undefined) this.#edges.set(edge, node);
    }
    if (this.#media[node] === NOTHING) this.#media[node] = media;
  }

  /** The first mention at or after `from`; null when there is none. */
  next(text: string, from: number): Mention | null {
    const letters = this.#letters;
    const starts = this.#starts;
    const last = text.length - 1;
    for (let start = from; start < last; start++) {
      const node = starts[text.charCodeAt(start)]!;
      if (node === 0 || !this.#mayBegin(text, start) || letters.isWithinWord(text, start)) continue;
      const found = this.#longest(text, start, node);
      if (found === null) continue;
      if (found.media !== NO_MEDIA) return found;
      start = found.end - 1;
    }
    return null;
  }

  #mayBegin(text: string, at: number): boolean {
    const letters = this.#letters;
    const first = letters.unit(text.charCodeAt(at));
    return this.#pairs[pairHash(first, letters.unit(text.charCodeAt(at + 1)))] === 1;
  }

  #longest(text: string, start: number, root: number): Mention | null {
    const letters = this.#letters;
    let best: Mention | null = null;
    let node = root;
    for (let end = start + 1; end < text.length; end++) {
      node = this.#edges.get(node * UNITS + letters.unit(text.charCodeAt(end))) ?? 0;
      if (node === 0) break;
      const media = this.#media[node]!;
      if (media === NOTHING || letters.isWithinWord(text, end + 1)) continue;
      best = { media, start, end: end + 1 };
    }
    return best;
  }
}

/** Any hash of two units to 16 bits will do. */
function pairHash(first: number, second: number): number {
  return (first * 31 + second) & (UNITS - 1);
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
