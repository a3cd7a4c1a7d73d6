/**
 * Finds the tags of the press in titles: the longest ones, each once in a title.
 */
import { LongestTerms } from '../../kernel/text/longest-terms.js';
import { formsOfKey } from '../../kernel/text/tag.js';

export class TitleTerms {
  readonly #terms = new LongestTerms();
  /** Keys of tags by each form in which they stand in titles. */
  readonly #keys = new Map<string, string>();

  /** @param keys of tags. */
  constructor(keys: Iterable<string>) {
    for (const key of keys) {
      for (const form of formsOfKey(key)) {
        this.#terms.add(form);
        this.#keys.set(form, key);
      }
    }
  }

  /** Keys of the terms in a title with folded letters, each once. */
  in(title: string): Set<string> {
    return new Set([...this.#terms.in(title)].map((form) => this.#keys.get(form)!));
  }
}
