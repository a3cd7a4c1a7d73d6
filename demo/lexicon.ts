/**
 * Words that can replace one another, and clauses that many templates share.
 *
 * Newspapers phrase one fact in a hundred ways; a few hundred templates do not. Every occurrence of a word
 * with synonyms becomes a choice among them, so that two texts of one template have few phrases in common.
 *
 * Invariants: the longest matching word of a place is taken, so a word without synonyms protects the
 * words within it; a part repeats a clause within a text only after all its clauses were used.
 */
import { assert } from '../src/kernel/errors.js';
import { ClauseList, type TemplateNode } from './nodes.js';

/** A group: `word/word>word`; the words after the sign replace others but are not replaced. */
const REPLACING_ONLY = '>';
const BETWEEN_WORDS = '/';
const LATIN = /[A-Za-z]/;

/** A Latin word matches only where no letter precedes or follows it. */
function standsAlone(text: string, at: number, word: string): boolean {
  if (!LATIN.test(word)) return true;
  return !LATIN.test(text[at - 1] ?? '') && !LATIN.test(text[at + word.length] ?? '');
}

/** With a capital at the start, or in each alternative of a choice at the start. */
function capitalised(source: string): string {
  return source.replace(/^[a-z]|^\[[^\]]*/, (start) =>
    start.replace(/(^|[[|])[a-z]/g, (letter) => letter.toUpperCase()),
  );
}

export class Synonyms {
  /** Words with their synonyms, by their first character, the longest first. */
  readonly #words = new Map<string, { word: string; synonyms: readonly string[] }[]>();
  readonly #parts = new Map<string, ClauseList>();
  #text = 1;

  /** A part may use the parts before it; `{@Part}` begins with a capital. */
  constructor(
    groups: readonly string[],
    parts: Readonly<Record<string, readonly string[]>>,
    compile: (source: string, lexicon: Synonyms) => TemplateNode,
  ) {
    for (const group of groups) this.#addGroup(group);
    for (const list of this.#words.values()) list.sort((a, b) => b.word.length - a.word.length);
    for (const [name, clauses] of Object.entries(parts)) {
      const usedFor = new Uint32Array(clauses.length);
      const add = (as: string, sources: readonly string[]): void => {
        const nodes = sources.map((source) => compile(source, this));
        this.#parts.set(as, new ClauseList(this, nodes, usedFor));
      };
      add(name, clauses);
      if (LATIN.test(clauses.join(''))) add(capitalised(name), clauses.map(capitalised));
    }
  }

  /** Number of the current text. */
  get text(): number {
    return this.#text;
  }

  /** Begins another text, in which every clause is unused. */
  beginText(): void {
    this.#text = (this.#text + 1) >>> 0 || 1;
  }

  part(name: string): ClauseList | undefined {
    return this.#parts.get(name);
  }

  /** A text as fixed words and lists of interchangeable words. */
  split(text: string): (string | readonly string[])[] {
    const out: (string | readonly string[])[] = [];
    let kept = '';
    for (let at = 0; at < text.length; ) {
      const found = this.#find(text, at);
      if (found === undefined || found.synonyms.length === 1) {
        const length = found?.word.length ?? 1;
        kept += text.slice(at, at + length);
        at += length;
        continue;
      }
      if (kept !== '') out.push(kept);
      kept = '';
      out.push(found.synonyms);
      at += found.word.length;
    }
    if (kept !== '') out.push(kept);
    return out;
  }

  /** The longest word of the lexicon at this place. */
  #find(text: string, at: number): { word: string; synonyms: readonly string[] } | undefined {
    return this.#words
      .get(text[at] as string)
      ?.find(({ word }) => text.startsWith(word, at) && standsAlone(text, at, word));
  }

  #addGroup(group: string): void {
    const [replaced, ...replacing] = group
      .split(REPLACING_ONLY)
      .map((words) => words.split(BETWEEN_WORDS)) as [string[], ...string[][]];
    const synonyms = [...replaced, ...replacing.flat()];
    for (const word of replaced) {
      const first = word[0];
      assert(first !== undefined, `an empty word among the synonyms: ${group}`);
      const list = this.#words.get(first as string) ?? [];
      assert(!list.some((known) => known.word === word), `twice among the synonyms: ${word}`);
      list.push({ word, synonyms });
      this.#words.set(first as string, list);
    }
  }
}
