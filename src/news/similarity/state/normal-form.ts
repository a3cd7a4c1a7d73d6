/**
 * The normal form of a body as code points, with the positions of its letters in the text.
 *
 * Invariants: for every string, also with lone surrogates, the result is that of
 * `normalize('NFKC').toLowerCase()` with only letters, numbers and CJK. Nearly every body is
 * converted by one table, unit by unit; a body with characters that join with neighbours is
 * normalised in pieces that do not influence each other. The object is scratch memory: a form is
 * valid until the next text is read.
 */
import { cutCodePoints, ownText, wellFormed } from '../../../kernel/text/text.js';
import { ShingleKernel } from './shingle-kernel.js';

/** Initial size for a usual body; it grows on demand. */
const UNITS_MIN = 8192;
/** U+0130 is the only character whose lower case is longer. */
const DOTTED_CAPITAL_I = /\u0130/g;
const DOTTED_SMALL_I = 'i\u0307';

export class NormalForm {
  /** UTF-16 units of the text. */
  units = new Uint16Array(UNITS_MIN);
  /** Memory of the letters. */
  readonly kernel = new ShingleKernel();
  /** Units of the text, and letters of its form. */
  unitCount = 0;
  length = 0;
  #bytes = Buffer.from(this.units.buffer);
  /** By letter: the unit where its character begins. Computed on demand. */
  #origins = new Int32Array(0);
  #hasOrigins = false;

  /** The letters of the text as code points. */
  get letters(): Int32Array<ArrayBuffer> {
    return this.kernel.letters;
  }

  read(text: string): void {
    this.#reserve(text.length);
    this.#bytes.write(text, 0, 2 * text.length, 'utf16le');
    this.unitCount = text.length;
    this.#normalise();
  }

  /** Reads a text from its units, which may be bytes when none is above U+00FF. */
  readUnits(units: Uint16Array | Uint8Array): void {
    this.#reserve(units.length);
    this.units.set(units);
    this.unitCount = units.length;
    this.#normalise();
  }

  /** The original text of a run of letters, cut at `codePointsMax`. */
  spellingOf(start: number, length: number, codePointsMax: number): string {
    if (length === 0) return '';
    this.#trace();
    const startUnit = this.#origins[start]!;
    const endUnit = Math.min(this.#endOf(start + length - 1), startUnit + 2 * codePointsMax);
    const text = this.#bytes.toString('utf16le', 2 * startUnit, 2 * endUnit);
    return ownText(wellFormed(cutCodePoints(text, codePointsMax)).trimEnd());
  }

  /** The unit after the character of a letter and the marks of this character. */
  #endOf(letter: number): number {
    const { units, unitCount } = this;
    const start = this.#origins[letter]!;
    let end = start + (codePointAt(units, start, unitCount) > 0xffff ? 2 : 1);
    while (end < unitCount) {
      const codePoint = codePointAt(units, end, unitCount);
      const isAstralMark = codePoint > 0xffff && joinsBackwards(String.fromCodePoint(codePoint));
      if (LETTERS[units[end]!] !== IN_CONTEXT && !isAstralMark) break;
      end += isAstralMark ? 2 : 1;
    }
    return end;
  }

  #normalise(): void {
    this.#hasOrigins = false;
    const length = this.#normaliseByTable();
    this.length = length >= 0 ? length : this.#normaliseInPieces();
  }

  /** Number of letters; -1 when a character needs its neighbours, or when memory is too small. */
  #normaliseByTable(): number {
    const { units, unitCount } = this;
    let at = 0;
    for (this.length = 0; ; at++) {
      at = this.#normaliseRun(at);
      if (at >= unitCount) return this.length;
      const codePoint = codePointAt(units, at, unitCount);
      const several = severalOf(LETTERS[units[at]!]!, codePoint);
      if (several === null) return -1;
      if (this.length + several.length + unitCount - at > this.kernel.capacity) return -1;
      for (const one of several) this.letters[this.length++] = one;
      if (codePoint > 0xffff) at += 1;
    }
  }

  /** Writes letters up to a unit that needs more than the table; returns where it stopped. */
  #normaliseRun(start: number): number {
    const { units, letters, unitCount } = this;
    // Local variables, because V8 reads a binding of the module again for each unit.
    const table = LETTERS;
    const firstMark = FIRST_MARK;
    let { length } = this;
    let at = start;
    for (; at < unitCount; at++) {
      const letter = table[units[at]!]!;
      if (letter >= firstMark) break;
      // Always written, but counted only for a letter: a branch on punctuation is unpredictable.
      letters[length] = letter;
      length += (0 - letter) >>> 31;
    }
    this.length = length;
    return at;
  }

  #normaliseInPieces(): number {
    const { form } = this.#composed();
    this.kernel.reserve(form.length);
    this.letters.set(form);
    return form.length;
  }

  /** The form by `normalize`, with the unit of each letter's character. */
  #composed(): { form: number[]; origins: number[] } {
    const starts: number[] = [];
    let composed = '';
    for (const piece of piecesOf(this.#bytes.toString('utf16le', 0, 2 * this.unitCount))) {
      const part = piece.text.normalize('NFKC').replace(DOTTED_CAPITAL_I, DOTTED_SMALL_I);
      composed += part;
      for (let unit = 0; unit < part.length; unit++) starts.push(piece.at);
    }
    // From here on, lower case changes no length, so units keep their origins.
    const lower = composed.toLowerCase();
    const form: number[] = [];
    const origins: number[] = [];
    for (let unit = 0; unit < lower.length; unit++) {
      const codePoint = lower.codePointAt(unit)!;
      if (isKept(codePoint)) {
        form.push(codePoint);
        origins.push(starts[unit]!);
      }
      if (codePoint > 0xffff) unit += 1;
    }
    return { form, origins };
  }

  #trace(): void {
    if (this.#hasOrigins) return;
    this.#hasOrigins = true;
    if (this.#origins.length < this.length) this.#origins = new Int32Array(this.letters.length);
    if (!this.#traceByTable()) this.#origins.set(this.#composed().origins);
  }

  /** As `#normaliseByTable`, but with origins instead of letters; false where that returns -1. */
  #traceByTable(): boolean {
    const { units, unitCount } = this;
    const origins = this.#origins;
    let length = 0;
    for (let at = 0; at < unitCount; at++) {
      const letter = LETTERS[units[at]!]!;
      if (letter < FIRST_MARK) {
        if (letter > 0) origins[length++] = at;
        continue;
      }
      const codePoint = codePointAt(units, at, unitCount);
      const several = severalOf(letter, codePoint);
      if (several === null) return false;
      for (let copy = 0; copy < several.length; copy++) origins[length++] = at;
      if (codePoint > 0xffff) at += 1;
    }
    return true;
  }

  #reserve(units: number): void {
    if (units > this.units.length) {
      this.units = new Uint16Array(2 * units);
      this.#bytes = Buffer.from(this.units.buffer);
    }
    this.kernel.reserve(units);
  }
}

/** Letters of a character that is not in the table; null when its neighbours decide. */
function severalOf(mark: number, codePoint: number): readonly number[] | null {
  if (mark === SEVERAL) return expansionOf(codePoint);
  return mark === SURROGATE ? astralLetters(codePoint) : null;
}

/** Cuts a text before every character that cannot join with the character before. */
function* piecesOf(text: string): Generator<{ text: string; at: number }> {
  let start = 0;
  let at = 0;
  for (const character of text) {
    const mayJoin = LETTERS[character.charCodeAt(0)]! === IN_CONTEXT || character.length > 1;
    if (at > start && !(mayJoin && joinsBackwards(character))) {
      yield { text: text.slice(start, at), at: start };
      start = at;
    }
    at += character.length;
  }
  if (at > start) yield { text: text.slice(start), at: start };
}

function codePointAt(units: Uint16Array, at: number, end: number): number {
  const high = units[at]!;
  if (!isHighSurrogate(high) || at + 1 >= end) return high;
  const low = units[at + 1]!;
  if (low < 0xdc00 || low > 0xdfff) return high;
  return 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** The entry of a unit that is no letter. */
const DROPPED = 0;
/** Entries from here on are marks; U+FFFD, U+FFFE and U+FFFF are no letters. */
const FIRST_MARK = 0xfffd;
/** The unit's letter depends on its neighbours: the text must be normalised as a whole. */
const IN_CONTEXT = 0xfffd;
/** Half of a surrogate pair: `astralLetters` has the letters of the pair. */
const SURROGATE = 0xfffe;
/** The unit becomes several letters, or one beyond the first plane: see `expansionOf`. */
const SEVERAL = 0xffff;

/** A range of Han that is its own normal form: most code points that `isKept` tests. */
const HAN_FIRST = 0x4e00;
const HAN_LAST = 0x9fd5;

/** Letters that are their own normal forms, stable in Unicode: half of the table's units. */
const SELVES = [
  [0x3400, 0x4db5],
  [HAN_FIRST, HAN_LAST],
  [0xac00, 0xd7a3],
] as const;

const KEPT =
  /[\p{L}\p{N}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
/** Vowels and finals that join with the beginning of a Hangul syllable. */
const JOINING_JAMO = /[\u1160-\u11ff]/;
const MARK = /\p{M}/u;
/** Variation selectors choose a glyph; they join with nothing and are dropped. */
const SELECTOR = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
/** A capital sigma at the end of a word has a small form of its own. */
const CAPITAL_SIGMA = '\u03a3';

/** Characters beyond the first plane whose letters are cached. */
const ASTRAL_MAX = 16_384;

const expansions = new Map<number, readonly number[]>();
const astral = new Map<number, readonly number[] | null>();

/** By UTF-16 unit: its letter, `DROPPED`, or a mark. */
const LETTERS: Uint16Array = tableOf();

/** Letters of a unit with the mark `SEVERAL`. */
function expansionOf(unit: number): readonly number[] {
  return expansions.get(unit)!;
}

/** Letters of a character beyond the first plane; null when its neighbours decide. */
function astralLetters(codePoint: number): readonly number[] | null {
  let letters = astral.get(codePoint);
  if (letters === undefined) {
    if (astral.size >= ASTRAL_MAX) astral.clear();
    letters = lettersOf(String.fromCodePoint(codePoint));
    astral.set(codePoint, letters);
  }
  return letters;
}

/** True for a composed lower-case code point that the normal form contains. */
function isKept(codePoint: number): boolean {
  if (codePoint >= HAN_FIRST && codePoint <= HAN_LAST) return true;
  return KEPT.test(String.fromCodePoint(codePoint));
}

/** True when a character may join with the character before. */
function joinsBackwards(character: string): boolean {
  if (SELECTOR.test(character)) return false;
  const first = String.fromCodePoint(character.normalize('NFKD').codePointAt(0)!);
  return MARK.test(first) || JOINING_JAMO.test(first);
}

/** Letters of a single character; null when its neighbours decide. */
function lettersOf(character: string): readonly number[] | null {
  const form = character.normalize('NFKC');
  if (form.includes(CAPITAL_SIGMA) || joinsBackwards(character)) return null;
  const letters = Array.from(form.toLowerCase(), (letter) => letter.codePointAt(0)!);
  return letters.filter(isKept);
}

/**
 * The normal form of each UTF-16 unit (decision 23): NFKC, lower case, only letters, numbers and
 * CJK.
 *
 * Invariant: the table comes from V8's own `normalize`, `toLowerCase` and Unicode properties, so it
 * agrees with them. A unit that may join with the character before it, or whose lower case depends
 * on its neighbours, has the mark `IN_CONTEXT`.
 */
function tableOf(): Uint16Array {
  const table = new Uint16Array(0x1_0000);
  for (let unit = 0; unit < table.length; unit++) {
    if (unit >= 0xd800 && unit <= 0xdfff) {
      table[unit] = SURROGATE;
      continue;
    }
    if (SELVES.some(([first, last]) => unit >= first && unit <= last)) {
      table[unit] = unit;
      continue;
    }
    const letters = lettersOf(String.fromCharCode(unit));
    if (letters === null) table[unit] = IN_CONTEXT;
    else if (letters.length > 1 || letters[0]! > 0xffff) {
      table[unit] = SEVERAL;
      expansions.set(unit, letters);
    } else table[unit] = letters[0] ?? DROPPED;
  }
  return table;
}
