/**
 * Finds in-service tags in the names of topics, and knows which names a tag that comes or goes may
 * concern. At each place of a name the longest tag counts; a tag is not one of the words that name no topic
 * (專題, 新聞).
 *
 * Names come with folded letters, and a tag is looked for in every form that it has there. Not here: which tags are in service.
 */
import { getOrInsert } from '../../../kernel/collections.js';
import { isTerm, KnownTerms, termsIn } from '../../../kernel/text/known-terms.js';
import { formsOfKey } from '../../../kernel/text/tag.js';

/** Names are looked up by the first code units of a tag. */
const HEAD_UNITS = 2;

export class NameTags {
  readonly #noise: ReadonlySet<string>;
  readonly #terms = new KnownTerms<true>();
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
    for (const form of formsOfKey(key)) {
      if (!this.isTerm(form) || this.#terms.get(form)) continue;
      this.#terms.set(form, true);
      this.#touch(form);
    }
  }

  /** A tag is no longer in service. */
  remove(key: string): void {
    for (const form of formsOfKey(key)) if (this.#terms.delete(form)) this.#touch(form);
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
    return isTerm(key) && !this.#noise.has(key);
  }

  /** Items whose tags may have changed since the last call. */
  takeTouched(): number[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }

  /** Forms of the tags in an item's name, each once, in the order of the name. */
  of(item: number): string[] {
    const terms = termsIn(this.#terms, this.#names.get(item) ?? '');
    return [...new Set([...terms].map(({ key }) => key))];
  }
}

function headOf(term: string): string {
  return term.slice(0, HEAD_UNITS);
}

/** The heads of all tags that a name may hold. */
function headsOf(name: string): Set<string> {
  const heads = new Set<string>();
  for (let at = 0; at + HEAD_UNITS <= name.length; at++) heads.add(name.slice(at, at + HEAD_UNITS));
  return heads;
}
