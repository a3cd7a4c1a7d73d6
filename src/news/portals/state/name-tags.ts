/**
 * Finds in-service tags in the names of topics, and the names that a new or removed tag may affect.
 * At each place of a name the longest tag counts. Words that name no topic are no tags (專題, 新聞).
 *
 * Names have folded letters, and a tag is searched in all of its folded forms. Not here: which tags
 * are in service.
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

  /** @param noise keys of words that name no topic. */
  constructor(noise: ReadonlySet<string>) {
    this.#noise = noise;
  }

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

  /** Adds a tag that came into service. */
  add(key: string): void {
    if (this.#noise.has(key)) return;
    for (const form of formsOfKey(key)) {
      if (!this.isTerm(form) || this.#terms.get(form)) continue;
      this.#terms.set(form, true);
      this.#touch(form);
    }
  }

  /** Removes a tag that left service. */
  remove(key: string): void {
    for (const form of formsOfKey(key)) if (this.#terms.delete(form)) this.#touch(form);
  }

  /** Marks items whose names hold a tag for a new search. */
  touch(key: string): void {
    for (const form of formsOfKey(key)) this.#touch(form);
  }

  #touch(key: string): void {
    for (const item of this.#namesByHead.get(headOf(key)) ?? []) {
      if (this.#names.get(item)!.includes(key)) this.#touched.add(item);
    }
  }

  /** True when a tag may be one of a name. */
  isTerm(key: string): boolean {
    return isTerm(key) && !this.#noise.has(key);
  }

  /** Items whose tags may have changed after the last call. */
  takeTouched(): number[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }

  /** Distinct forms of the tags in an item's name, in order. */
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
