/**
 * What each UTF-16 unit becomes in the normal form of a body (decision 23): NFKC, lower case, only
 * letters, numbers and CJK.
 *
 * Invariants: the table is made from the engine's own `normalize`, `toLowerCase` and Unicode
 * properties, so it cannot disagree with them; a unit that may join with what stands before it, or
 * whose lower case depends on its neighbours, says so instead of naming a letter.
 * Not here: walking a text (normal-form.ts).
 */

/** The entry of a unit that is no letter. */
const DROPPED = 0;
/** Entries from here on are marks, noncharacters all; a letter is less. */
export const FIRST_MARK = 0xfffd;
/** The unit's letter depends on its neighbours: the text has to be normalised as a whole. */
export const IN_CONTEXT = 0xfffd;
/** Half of a surrogate pair: `astralLetters` knows the whole. */
export const SURROGATE = 0xfffe;
/** Becomes several letters, or one beyond the first plane: `expansionOf` has them. */
export const SEVERAL = 0xffff;

/** Han that is its own normal form, as a range: nearly all that is asked about. */
const HAN_FIRST = 0x4e00;
const HAN_LAST = 0x9fd5;

/** Letters that are their own normal forms, which Unicode changes no more: half of the table's units. */
const SELVES = [
  [0x3400, 0x4db5],
  [HAN_FIRST, HAN_LAST],
  [0xac00, 0xd7a3],
] as const;

const KEPT =
  /[\p{L}\p{N}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
/** Vowels and finals that join with a Hangul syllable's beginning. */
const JOINING_JAMO = /[\u1160-\u11ff]/;
const MARK = /\p{M}/u;
/** Variation selectors choose a picture; they join with nothing and are dropped. */
const SELECTOR = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
/** A capital sigma at the end of a word has a small form of its own. */
const CAPITAL_SIGMA = '\u03a3';

/** Characters beyond the first plane whose letters are remembered. */
const ASTRAL_MAX = 16_384;

const expansions = new Map<number, readonly number[]>();
const astral = new Map<number, readonly number[] | null>();

/** By UTF-16 unit: the one letter that it becomes, `DROPPED`, or a mark. */
export const LETTERS: Uint16Array = tableOf();

/** Letters of a unit that is marked `SEVERAL`. */
export function expansionOf(unit: number): readonly number[] {
  return expansions.get(unit)!;
}

/** Letters of a character beyond the first plane; null when they depend on its neighbours. */
export function astralLetters(codePoint: number): readonly number[] | null {
  let letters = astral.get(codePoint);
  if (letters === undefined) {
    if (astral.size >= ASTRAL_MAX) astral.clear();
    letters = lettersOf(String.fromCodePoint(codePoint));
    astral.set(codePoint, letters);
  }
  return letters;
}

/** True for a code point that the normal form keeps as it is, once composed and in lower case. */
export function isKept(codePoint: number): boolean {
  if (codePoint >= HAN_FIRST && codePoint <= HAN_LAST) return true;
  return KEPT.test(String.fromCodePoint(codePoint));
}

/** True when a character may join with what stands before it. */
export function joinsBackwards(character: string): boolean {
  if (SELECTOR.test(character)) return false;
  const first = String.fromCodePoint(character.normalize('NFKD').codePointAt(0)!);
  return MARK.test(first) || JOINING_JAMO.test(first);
}

/** Letters of one character by itself; null when they depend on its neighbours. */
function lettersOf(character: string): readonly number[] | null {
  const form = character.normalize('NFKC');
  if (form.includes(CAPITAL_SIGMA) || joinsBackwards(character)) return null;
  const letters = Array.from(form.toLowerCase(), (letter) => letter.codePointAt(0)!);
  return letters.filter(isKept);
}

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
