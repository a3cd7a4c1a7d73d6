/**
 * Finds in-service tags in the names of topics, and knows which names a tag that comes or goes may
 * concern.
 *
 * At each place of a name the longest tag counts, and one that lies within it is passed over (新北
 * in 新北市). Latin letters and digits match as whole words only. A tag has at least two code points
 * here, because single characters are parts of too many words, and is not one of the words that
 * name no topic (專題, 新聞).
 *
 * Names come with folded letters, and a tag is looked for in every form that it has there. Not here: which tags are in service.
 */
import { getOrInsert } from '../../kernel/get-or-insert.js';
import { formsOfKey } from '../../kernel/text/tag.js';
import { codePointLength, isWholeWord } from '../../kernel/text/text.js';

const TERM_LENGTH_MIN = 2;
/** Names and tags are looked up by their first code units. */
const HEAD_UNITS = 2;

export class NameTags {
  readonly #noise: ReadonlySet<string>;
  readonly #terms = new Set<string>();
  /** How many terms have a head and a length. */
  readonly #lengths = new Map<string, Map<number, number>>();
  readonly #names = new Map<number, string>();
  readonly #namesByHead = new Map<string, Set<number>>();
  readonly #touched = new Set<number>();

  /** @param noise keys of words that are no terms. */
  constructor(noise: ReadonlySet<string>) {
    this.#noise = noise;
  }

  /** An item is called this from now on. */
  setName(item: number, name: string): void {
    if (this.#names.get(item) === name) return;
    this.dropName(item);
    this.#names.set(item, name);
    for (const head of headsOf(name)) {
      getOrInsert(this.#namesByHead, head, () => new Set()).add(item);
    }
    this.#touched.add(item);
  }

  dropName(item: number): void {
    this.#touched.delete(item);
    for (const head of headsOf(this.#names.get(item) ?? '')) {
      const items = this.#namesByHead.get(head)!;
      items.delete(item);
      if (items.size === 0) this.#namesByHead.delete(head);
    }
    this.#names.delete(item);
  }

  /** A tag is in service from now on. */
  add(key: string): void {
    if (this.#noise.has(key)) return;
    for (const form of formsOfKey(key)) this.#add(form);
  }

  #add(key: string): void {
    if (!this.isTerm(key) || this.#terms.has(key)) return;
    this.#terms.add(key);
    const lengths = getOrInsert(this.#lengths, headOf(key), () => new Map());
    lengths.set(key.length, (lengths.get(key.length) ?? 0) + 1);
    this.#touch(key);
  }

  /** A tag is no longer in service. */
  remove(key: string): void {
    for (const form of formsOfKey(key)) this.#remove(form);
  }

  #remove(key: string): void {
    if (!this.#terms.delete(key)) return;
    const lengths = this.#lengths.get(headOf(key))!;
    const left = lengths.get(key.length)! - 1;
    if (left > 0) lengths.set(key.length, left);
    else lengths.delete(key.length);
    if (lengths.size === 0) this.#lengths.delete(headOf(key));
    this.#touch(key);
  }

  /** Names that hold a tag are to be looked at again. */
  touch(key: string): void {
    for (const form of formsOfKey(key)) this.#touch(form);
  }

  #touch(key: string): void {
    for (const item of this.#namesByHead.get(headOf(key)) ?? []) {
      if (this.#names.get(item)!.includes(key)) this.#touched.add(item);
    }
  }

  /** Whether a tag may be one of a name at all. */
  isTerm(key: string): boolean {
    return codePointLength(key) >= TERM_LENGTH_MIN && !this.#noise.has(key);
  }

  /** Items whose tags may have changed since the last call. */
  takeTouched(): number[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }

  /** Forms of the tags in an item's name, each once, in the order of the name. */
  of(item: number): string[] {
    const name = this.#names.get(item) ?? '';
    const found = new Set<string>();
    let covered = 0;
    for (let at = 0; at + HEAD_UNITS <= name.length; at++) {
      const end = at + this.#longestAt(name, at);
      if (end === at || end <= covered) continue;
      covered = end;
      found.add(name.slice(at, end));
    }
    return [...found];
  }

  /** Length of the longest term that begins at a place; 0 when none does. */
  #longestAt(name: string, at: number): number {
    let longest = 0;
    for (const length of this.#lengths.get(name.slice(at, at + HEAD_UNITS))?.keys() ?? []) {
      if (length <= longest || at + length > name.length) continue;
      if (!this.#terms.has(name.slice(at, at + length))) continue;
      if (isWholeWord(name, at, at + length)) longest = length;
    }
    return longest;
  }
}

function headOf(text: string): string {
  return text.slice(0, HEAD_UNITS);
}

function headsOf(name: string): Set<string> {
  const heads = new Set<string>();
  for (let at = 0; at + HEAD_UNITS <= name.length; at++) {
    heads.add(name.slice(at, at + HEAD_UNITS));
  }
  return heads;
}
