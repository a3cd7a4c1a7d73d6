/**
 * Which tags are one tag: plural and singular, and the names that the rule file lists.
 *
 * All texts here are folded already (tag.ts): one case, one width, one form of each Han letter.
 * Invariant: the form of a form is itself.
 */
import { NO_PLURALS, TAG_ALIASES } from './tag-aliases.js';

/** Latin words; what they mean in the plural hangs on the last one. */
const LATIN = /^[a-z0-9 .&'-]*[a-z]{3}s$/;
const LAST_WORD = /[a-z]+$/;
/** Endings in -s of words that are no plurals: class, virus, crisis. */
const SINGULAR_ENDING = /(?:ss|us|is)$/;
/** Plurals in -es: of words that end in a hissing sound, and in -o. */
const LONG_PLURAL = /(?:ch|sh|x|ss|zz|o|virus|campus|bonus)es$/;
/** Of words in a consonant and -y. */
const Y_PLURAL = /[^aeiou]ies$/;
/** Words in -ie. */
const IE_PLURAL = /(?:mov|cook|zomb|self|calor|rook)ies$/;
/** A shorter one, as ties, is a word in -ie. */
const Y_PLURAL_MIN = 6;

let aliases: Aliases | null = null;

interface Aliases {
  /** The name that stands for a name. */
  first: ReadonlyMap<string, string>;
  /** The other names of a first one. */
  others: ReadonlyMap<string, readonly string[]>;
}

/**
 * The form that a folded tag shares with its variants.
 * @param fold the folding of names as the rule file spells them.
 */
export function sharedForm(tag: string, fold: (name: string) => string): string {
  const form = singularOf(tag);
  return aliasesBy(fold).first.get(form) ?? form;
}

/** Every folded tag that has this shared form, but for rare plurals; itself first. */
export function variantsOf(form: string, fold: (name: string) => string): string[] {
  const names = [form, ...(aliasesBy(fold).others.get(form) ?? [])];
  return names.flatMap((name) => [name, ...pluralsOf(name)]);
}

function singularOf(tag: string): string {
  if (!LATIN.test(tag)) return tag;
  const word = LAST_WORD.exec(tag)![0];
  if (SINGULAR_ENDING.test(word) || NO_PLURALS.has(word)) return tag;
  const isOfY = word.length >= Y_PLURAL_MIN && Y_PLURAL.test(word) && !IE_PLURAL.test(word);
  if (isOfY) return `${tag.slice(0, -3)}y`;
  return tag.slice(0, LONG_PLURAL.test(word) ? -2 : -1);
}

/** Plurals that lead back to a form. */
function pluralsOf(form: string): string[] {
  const plurals = [`${form}s`, `${form}es`];
  if (form.endsWith('y')) plurals.push(`${form.slice(0, -1)}ies`);
  return plurals.filter((plural) => singularOf(plural) === form);
}

/** The rule file as it is compared; read when it is first asked for. */
function aliasesBy(fold: (name: string) => string): Aliases {
  if (aliases !== null) return aliases;
  const first = new Map<string, string>();
  const others = new Map<string, string[]>();
  for (const group of TAG_ALIASES) {
    const [name, ...rest] = group.map((one) => singularOf(fold(one))) as [string, ...string[]];
    for (const other of rest) first.set(other, name);
    others.set(name, [...new Set(rest)]);
  }
  aliases = { first, others };
  return aliases;
}
