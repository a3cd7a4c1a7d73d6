/**
 * Reads the names of journalists out of bylines.
 *
 * Invariants: pure but for a bounded cache; the same rules, media and bylines give the same names.
 * A name is spelled as in the byline, with one kind of dot; equal names mean the same person. Not
 * here: words and surnames (data/bylines.json), how a run of characters is cut (layout.ts).
 */
import { getOrInsert } from '../../../kernel/collections.js';
import type { MediaRecord } from '../../../kernel/model/records.js';
import { isWholeWord } from '../../../kernel/text/text.js';
import { HanNames, journalistName, LatinNames, Layouts } from './layout.js';
import { type BylineRules, Lexicon } from './rules.js';

/** The parts of a media's record by which texts and bylines name it. */
export type NamedMedia = Pick<MediaRecord, 'media' | 'title'> & {
  readonly aliases: readonly string[];
};

/** Bylines whose names are cached: those of a hundred outlets in a year. */
const CACHE_ENTRIES_MAX = 20_000;

const HAN_ONLY = /^\p{Script=Han}+$/u;

/**
 * Tokens of a byline: a run of letters that are not Latin, a Latin word, a blank, or a mark that
 * ends a credit. All other characters (commas, digits, colons) only separate tokens.
 */
const TOKENS =
  /(?<han>(?:(?!\p{Script=Latin})[\p{L}\p{M}\u3007\u00b7])+)|(?<latin>\p{Script=Latin}[\p{Script=Latin}\p{M}'’.-]*)|(?<blank>\s+)|(?<end>[/|;\n()[\]{}<>〔〕【】《》〈〉「」『』])|(?<other>[\s\S])/gu;

interface Token {
  kind: 'han' | 'latin' | 'blank' | 'end' | 'other';
  text: string;
}

export class BylineReader {
  readonly #lexicon: Lexicon;
  readonly #hanNames: HanNames;
  readonly #layouts: Layouts;
  readonly #latinNames: LatinNames;
  /** Names of media that are not all Han characters, longest first. */
  readonly #latinMedia: string[];
  readonly #known = new Map<string, readonly string[]>();

  constructor(rules: BylineRules, media: Iterable<NamedMedia>) {
    const names = [...media]
      .flatMap(({ title, aliases }) => [title, ...aliases])
      .map((name) => name.normalize('NFKC').trim())
      .filter((name) => name.length > 1);
    this.#lexicon = new Lexicon(
      rules,
      names.filter((name) => HAN_ONLY.test(name)),
    );
    this.#hanNames = new HanNames(rules);
    this.#layouts = new Layouts(this.#lexicon, this.#hanNames, rules);
    this.#latinNames = new LatinNames(rules);
    this.#latinMedia = names
      .filter((name) => !HAN_ONLY.test(name))
      .map((name) => name.toLowerCase())
      .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  }

  /** The distinct names in an article's bylines, in order; callers must not change the list. */
  namesOf(authors: readonly string[]): readonly string[] {
    // Most articles have one byline: they share the cached list.
    if (authors.length === 1) return this.#of(authors[0]!);
    const names = new Set<string>();
    for (const byline of authors) for (const name of this.#of(byline)) names.add(name);
    return [...names];
  }

  #of(byline: string): readonly string[] {
    return getOrInsert(this.#known, byline, () => {
      if (this.#known.size >= CACHE_ENTRIES_MAX) this.#known.clear();
      return this.#read(byline);
    });
  }

  #read(byline: string): string[] {
    const text = this.#withoutLatinMedia(journalistName(byline));
    const credit = new Credit();
    const tokens = tokensOf(text);
    for (let at = 0; at < tokens.length; ) {
      const { kind } = tokens[at]!;
      if (kind === 'han') at = this.#readHan(tokens, at, credit);
      else if (kind === 'latin') at = this.#readLatin(tokens, at, credit);
      else {
        if (kind === 'end') credit.end();
        at += 1;
      }
    }
    return credit.names;
  }

  /** Reads the run of characters at `at`; returns the index of the next token. */
  #readHan(tokens: readonly Token[], at: number, credit: Credit): number {
    const { text, next } = this.#joined(tokens, at);
    for (const segment of this.#layouts.of(text)) {
      if (segment.kind === 'name') credit.add(segment.text);
      else if (segment.word === 'role') credit.open(false);
      else if (segment.word === 'excludedRole') credit.open(true);
    }
    return next;
  }

  /** Joins a surname with the given name after a blank: 林　靜. */
  #joined(tokens: readonly Token[], at: number): { text: string; next: number } {
    let { text } = tokens[at]!;
    let next = at + 1;
    const isAlone = (run: string): boolean => Array.from(run).length === 1;
    if (!isAlone(text) || !this.#hanNames.isSurname(text) || this.#lexicon.has(text)) {
      return { text, next };
    }
    while (tokens[next]?.kind === 'blank' && tokens[next + 1]?.kind === 'han') {
      const given = tokens[next + 1]!.text;
      if (this.#lexicon.has(given) || Array.from(text + given).length > 3) break;
      text += given;
      next += 2;
    }
    return { text, next };
  }

  /** Reads consecutive Latin words; returns the index of the next token. */
  #readLatin(tokens: readonly Token[], at: number, credit: Credit): number {
    const words = [tokens[at]!.text];
    let next = at + 1;
    while (tokens[next]?.kind === 'blank' && tokens[next + 1]?.kind === 'latin') {
      words.push(tokens[next + 1]!.text);
      next += 2;
    }
    const { names, isExcluded } = this.#latinNames.read(words);
    if (isExcluded) credit.open(true);
    for (const name of names) credit.add(name);
    return next;
  }

  /** Replaces each whole name of `#latinMedia` by a slash. */
  #withoutLatinMedia(text: string): string {
    let rest = text;
    let lower = text.toLowerCase();
    // The lower case of a few texts is longer than the text; names of media then stay in it.
    if (lower.length !== text.length) return text;
    for (const name of this.#latinMedia) {
      for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1)) {
        if (!isWholeWord(lower, at, at + name.length)) continue;
        rest = `${rest.slice(0, at)}/${rest.slice(at + name.length)}`;
        lower = `${lower.slice(0, at)}/${lower.slice(at + name.length)}`;
      }
    }
    return rest;
  }
}

/** The names of a byline, and the state of the credit that is being read. */
class Credit {
  readonly names: string[] = [];
  #isExcluded = false;
  #isUsed = false;

  /** Begins the credit of a role, whose persons are named next. */
  open(isExcluded: boolean): void {
    this.#isExcluded = isExcluded;
    this.#isUsed = false;
  }

  add(name: string): void {
    this.#isUsed = true;
    if (!this.#isExcluded && !this.names.includes(name)) this.names.push(name);
  }

  /** Ends a credit at a mark, unless it has no name yet: 責任編輯／甲／乙. */
  end(): void {
    if (this.#isUsed) this.open(false);
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { groups } of text.matchAll(TOKENS)) {
    for (const kind of ['han', 'latin', 'blank', 'end', 'other'] as const) {
      const found = groups![kind];
      if (found !== undefined) tokens.push({ kind, text: found });
    }
  }
  return tokens;
}
