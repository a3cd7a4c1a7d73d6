/**
 * Han letters that are written for others: simplified for traditional ones (选 for 選), and variants of
 * traditional ones (臺 for 台, 裏 for 裡).
 *
 * Every letter has one form, shared by all its variants: the traditional letter of Taiwan. A simplified
 * letter that is also a common traditional letter is its own form: 后 means "empress" and also 後, and one
 * form for both would join different words.
 * Invariants: a form is its own form; letter and form are one UTF-16 unit each.
 * Source of the pairs: the tables of OpenCC.
 */
import simplified from 'opencc-js/dict/STCharacters';
import variants from 'opencc-js/dict/TWVariants';

export const HAN_FROM = 0x3400;
export const HAN_TO = 0x9fff;

/** Pairs beside those of the tables: in Taiwan the shorter letter is the common one. */
const OWN_VARIANTS = '臺 台';

/** Simplified letters that are also common traditional letters. */
const BOTH = new Set(
  '丑丰么于云仆伙余佣准几凶划占台吁后咨咸夸尸岩岳干并征斗朴杠杰游范苧辟郁采里雇霉',
);

/** Forms of the Han letters from `HAN_FROM` on. */
const forms = new Uint16Array(HAN_TO - HAN_FROM + 1).map((_, at) => HAN_FROM + at);
/** Other letters for a form. */
const simplifiedOf = new Map<string, string>();
const variantOf = new Map<string, string>();
fillTables();

/** The form of a UTF-16 unit from `HAN_FROM` to `HAN_TO`. */
export function formOfHan(unit: number): number {
  return forms[unit - HAN_FROM]!;
}

/** A text with every Han letter in its form. */
export function withFormsOfHan(text: string): string {
  let changed = '';
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < HAN_FROM || unit > HAN_TO || forms[unit - HAN_FROM] === unit) continue;
    changed += text.slice(copied, at) + String.fromCharCode(forms[unit - HAN_FROM]!);
    copied = at + 1;
  }
  return copied === 0 ? text : changed + text.slice(copied);
}

/**
 * Other writings of a text of forms: all of it simplified, or with the variants of its letters. At most
 * two texts; none for a text whose letters have no variants.
 */
export function writingsOf(text: string): string[] {
  const others = [simplifiedOf, variantOf].map((table) =>
    Array.from(text, (letter) => table.get(letter) ?? letter).join(''),
  );
  return [...new Set(others)].filter((other) => other !== text);
}

function fillTables(): void {
  const variantPairs = [...pairsOf(variants), ...pairsOf(OWN_VARIANTS)];
  for (const [letter, form] of variantPairs) {
    setForm(letter, form);
    variantOf.set(form, letter);
  }
  for (const [letter, traditional] of pairsOf(simplified)) {
    if (BOTH.has(letter)) continue;
    const form = String.fromCharCode(formOfHan(traditional.charCodeAt(0)));
    setForm(letter, form);
    if (!simplifiedOf.has(form)) simplifiedOf.set(form, letter);
  }
}

function setForm(letter: string, form: string): void {
  forms[letter.charCodeAt(0) - HAN_FROM] = form.charCodeAt(0);
}

/** The pairs of a table in which both letters are one unit of the range. */
function pairsOf(table: string): [letter: string, form: string][] {
  return table
    .split('|')
    .map((pair) => pair.split(' ') as [string, string])
    .filter((pair) => pair.every((letter) => letter.length === 1 && isHan(letter.charCodeAt(0))));
}

function isHan(unit: number): boolean {
  return unit >= HAN_FROM && unit <= HAN_TO;
}
