/** The nodes of compiled templates. */
import type { Random } from './random.js';
import { NUMBERS, numberSlot } from './slots.js';

/** A number slot at a place of a source. */
export class Figure {
  readonly texts: readonly string[];
  readonly key: number;

  constructor(name: string, key: number) {
    const slot = numberSlot(name);
    this.texts = NUMBERS[slot] as readonly string[];
    this.key = key + slot * 7919;
  }
}

export class Choice {
  readonly options: readonly TemplateNode[];

  constructor(options: readonly TemplateNode[]) {
    this.options = options;
  }
}

/** Text, a fact (its id), a figure, a choice, a shared clause, or several of them. */
export type TemplateNode = string | number | Figure | Choice | ClauseList | TemplateNode[];

/** A list of clauses; its lexicon numbers the texts that are written. */
export class ClauseList {
  readonly #lexicon: { readonly text: number };
  readonly #clauses: readonly TemplateNode[];
  /** The last text in which each clause was used. */
  readonly #usedFor: Uint32Array;

  constructor(
    lexicon: { readonly text: number },
    clauses: readonly TemplateNode[],
    usedFor: Uint32Array,
  ) {
    this.#lexicon = lexicon;
    this.#clauses = clauses;
    this.#usedFor = usedFor;
  }

  /** A clause that the current text does not contain yet. */
  draw(random: Random): TemplateNode {
    const used = this.#usedFor;
    const first = random.below(used.length);
    let at = first;
    while (used[at] === this.#lexicon.text) {
      at = at + 1 === used.length ? 0 : at + 1;
      if (at === first) break;
    }
    used[at] = this.#lexicon.text;
    return this.#clauses[at] as TemplateNode;
  }
}
