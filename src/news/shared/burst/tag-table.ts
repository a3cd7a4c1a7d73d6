/**
 * Tags and their spellings by number.
 *
 * Two spellings are one tag exactly if their keys are equal. A tag is shown in the spelling that
 * was used most in the last 7 days; without uses in these days, in the one with most articles.
 * Among equals the smaller code points win (decision 13). Numbers are reused after their last use.
 * Not here: which articles count (counter.ts).
 */
import { withCapacity } from '../../../engine/columns/columns.js';
import { hash53 } from '../../../kernel/hash.js';
import { foldCase, tagKey } from '../../../kernel/text/tag.js';
import { compareCodePoints } from './order.js';

const NONE = -1;

export class TagTable {
  readonly #onShownChange: (tag: number) => void;
  readonly #spellingNumbers = new Map<string, number>();
  readonly #spellings: string[] = [];
  readonly #freeSpellings: number[] = [];
  readonly #tagNumbers = new Map<string, number>();
  readonly #keys: string[] = [];
  readonly #freeTags: number[] = [];
  /** Spellings of each tag with more than one spelling. */
  readonly #variants = new Map<number, number[]>();
  #hashes = new Float64Array(0);
  #shownHashes = new Float64Array(0);
  #shown = new Int32Array(0);
  #tagOf = new Int32Array(0);
  /** By spelling: all articles, and counted articles of the last 7 days. */
  #uses = new Uint32Array(0);
  #recent = new Uint32Array(0);

  /** @param onShownChange called with each tag whose shown spelling changes. */
  constructor(onShownChange: (tag: number) => void) {
    this.#onShownChange = onShownChange;
  }

  /** Tag numbers are below this. */
  get length(): number {
    return this.#keys.length;
  }

  /** Tags in use. */
  get size(): number {
    return this.#tagNumbers.size;
  }

  /** The tag of a text in any spelling, or -1. */
  find(text: string): number {
    return this.#tagNumbers.get(tagKey(text)) ?? NONE;
  }

  keyOf(tag: number): string {
    return this.#keys[tag]!;
  }

  /** `hash53` of the key. */
  hashOf(tag: number): number {
    return this.#hashes[tag]!;
  }

  /** `hash53` of the shown spelling in folded case. */
  shownHashOf(tag: number): number {
    return this.#shownHashes[tag]!;
  }

  shownOf(tag: number): string {
    return this.#spellings[this.#shown[tag]!]!;
  }

  tagOf(spelling: number): number {
    return this.#tagOf[spelling]!;
  }

  textOf(spelling: number): string {
    return this.#spellings[spelling]!;
  }

  spellingsOf(tag: number): readonly number[] {
    return this.#variants.get(tag) ?? [this.#shown[tag]!];
  }

  /** The number of a spelling, whose use by one more article is counted. */
  retain(text: string): number {
    let spelling = this.#spellingNumbers.get(text);
    if (spelling === undefined) spelling = this.#addSpelling(text);
    this.#uses[spelling]! += 1;
    this.#choose(this.#tagOf[spelling]!);
    return spelling;
  }

  /** Subtracts one article from the uses of a spelling. */
  release(spelling: number): void {
    this.#uses[spelling]! -= 1;
    const tag = this.#tagOf[spelling]!;
    if (this.#uses[spelling] === 0) this.#dropSpelling(spelling, tag);
    else this.#choose(tag);
  }

  /** Adds `change` to the articles of the last 7 days with a spelling. */
  countRecent(spelling: number, change: number): void {
    this.#recent[spelling]! += change;
    this.#choose(this.#tagOf[spelling]!);
  }

  /** Sets all counts of the last 7 days to 0. */
  clearRecent(): void {
    this.#recent.fill(0);
    for (const tag of this.#variants.keys()) this.#choose(tag);
  }

  #addSpelling(text: string): number {
    const key = tagKey(text);
    const spelling = this.#freeSpellings.pop() ?? this.#spellings.length;
    this.#spellings[spelling] = text;
    this.#spellingNumbers.set(text, spelling);
    this.#tagOf = withCapacity(this.#tagOf, spelling + 1);
    this.#uses = withCapacity(this.#uses, spelling + 1);
    this.#recent = withCapacity(this.#recent, spelling + 1);
    let tag = this.#tagNumbers.get(key);
    if (tag === undefined) tag = this.#addTag(key, spelling);
    else this.#variants.set(tag, [...this.spellingsOf(tag), spelling]);
    this.#tagOf[spelling] = tag;
    return spelling;
  }

  #addTag(key: string, spelling: number): number {
    const tag = this.#freeTags.pop() ?? this.#keys.length;
    this.#keys[tag] = key;
    this.#tagNumbers.set(key, tag);
    this.#shown = withCapacity(this.#shown, tag + 1);
    this.#hashes = withCapacity(this.#hashes, tag + 1);
    this.#shownHashes = withCapacity(this.#shownHashes, tag + 1);
    this.#hashes[tag] = hash53(key);
    this.#setShown(tag, spelling);
    return tag;
  }

  #dropSpelling(spelling: number, tag: number): void {
    this.#spellingNumbers.delete(this.#spellings[spelling]!);
    this.#freeSpellings.push(spelling);
    const others = this.spellingsOf(tag).filter((other) => other !== spelling);
    if (others.length === 0) {
      this.#tagNumbers.delete(this.#keys[tag]!);
      this.#freeTags.push(tag);
      return;
    }
    if (others.length === 1) this.#variants.delete(tag);
    else this.#variants.set(tag, others);
    if (this.#shown[tag] === spelling) this.#show(tag, others[0]!);
    this.#choose(tag);
  }

  /** Chooses the spelling in which a tag is shown. */
  #choose(tag: number): void {
    const variants = this.#variants.get(tag);
    if (variants === undefined) return;
    let best = variants[0]!;
    for (const spelling of variants) if (this.#isBetter(spelling, best)) best = spelling;
    if (best !== this.#shown[tag]) this.#show(tag, best);
  }

  #show(tag: number, spelling: number): void {
    this.#setShown(tag, spelling);
    this.#onShownChange(tag);
  }

  #setShown(tag: number, spelling: number): void {
    const form = foldCase(this.#spellings[spelling]!);
    this.#shown[tag] = spelling;
    this.#shownHashes[tag] = form === this.#keys[tag] ? this.#hashes[tag]! : hash53(form);
  }

  #isBetter(spelling: number, other: number): boolean {
    const recent = this.#recent[spelling]! - this.#recent[other]!;
    if (recent !== 0) return recent > 0;
    const areRecent = this.#recent[other]! > 0;
    const uses = this.#uses[spelling]! - this.#uses[other]!;
    if (!areRecent && uses !== 0) return uses > 0;
    return compareCodePoints(this.#spellings[spelling]!, this.#spellings[other]!) < 0;
  }
}

/** Tags without repetitions in other spellings. */
export function distinctTags(tags: readonly string[]): string[] {
  const keys = new Set(tags.map(tagKey));
  if (keys.size === tags.length) return [...tags];
  return tags.filter((tag) => keys.delete(tagKey(tag)));
}
