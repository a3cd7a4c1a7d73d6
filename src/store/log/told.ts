/**
 * Messages of the log's thread to the thread that derives tags, and the answers.
 *
 * Articles cross in columns, one list for each field: a third of the time of an object for each.
 */
import type { TaggingChoice } from '../../kernel/model/records.js';

/** An outlet as of an article. */
export interface ToldOutlet {
  /** Index of the article in the message before which it is noted. */
  before: number;
  media: string;
  title: string;
  aliases: readonly string[];
}

/** An article with its questions. */
export interface ToldArticle {
  media: string;
  title: string;
  description: string | null;
  /** Tags that the outlet gave. */
  own: string[];
  observedMs: number;
  /** Of its entry; 0 for an article that is not new, and is not counted. */
  sequence: number;
  /** Whether its tags are asked for. */
  asked: boolean;
  /** Whether its language is asked for, too. */
  asksLang: boolean;
  /** The tags that it shows, if the outlet's record says so. */
  set: TaggingChoice | null;
  /** Tags derived from the same text before. */
  known: string[] | null;
  /** The beginning of the text, UTF-8. */
  body: Uint8Array | null;
}

/** Origin of an article's tags. */
export const TAGS = {
  /** The outlet's. */
  own: 0,
  /** Fewer than the outlet gave. */
  fewer: 1,
  /** Some are derived. */
  derived: 2,
} as const;

export interface Told {
  /** Head of the log whose newest entries follow; null in a later message. */
  begins: number | null;
  outlets: ToldOutlet[];
  /** For each article `TEXTS` texts and `NUMBERS` numbers. */
  texts: (string | null)[];
  numbers: number[];
  /** Concatenated. */
  bodies: Uint8Array;
}

export interface Tagged {
  /** For the articles that were asked for, in order; null for tags as the outlet gave them. */
  answers: ({ tags: string[]; made: (typeof TAGS)[keyof typeof TAGS] } | null)[];
  /** Memory of learned words, and rows of letters that found no slot. */
  learned: { bytes: number; dropped: number };
}

/** With the languages of the same articles; null when unknown, or not asked for. */
export interface TaggedArticles extends Tagged {
  languages: (string | null)[];
}

/** Title, description, outlet, its tags and the known ones, a tag a line. */
const TEXTS = 5;
/** Time, sequence, whether tags (and which) and language are asked, length of the body or -1. */
const NUMBERS = 5;
const ASKED: readonly (TaggingChoice | null)[] = [null, 'own', 'derived', 'both'];
const NOT_ASKED = -1;

/** A message under construction. */
export class Telling {
  begins: number | null = null;
  readonly #outlets: ToldOutlet[] = [];
  readonly #texts: (string | null)[] = [];
  readonly #numbers: number[] = [];
  readonly #bodies: Uint8Array[] = [];

  get articles(): number {
    return this.#texts.length / TEXTS;
  }

  get isEmpty(): boolean {
    return this.begins === null && this.#texts.length + this.#outlets.length === 0;
  }

  addOutlet(outlet: Omit<ToldOutlet, 'before'>): void {
    this.#outlets.push({ before: this.articles, ...outlet });
  }

  add({ title, description, media, own, known, body, ...told }: ToldArticle): void {
    this.#texts.push(
      title,
      description,
      media,
      own.join('\n'),
      known === null ? null : known.join('\n'),
    );
    const asked = told.asked ? ASKED.indexOf(told.set) : NOT_ASKED;
    const { observedMs, sequence } = told;
    this.#numbers.push(observedMs, sequence, asked, told.asksLang ? 1 : 0, body?.length ?? -1);
    if (body !== null) this.#bodies.push(body);
  }

  /** The message, in memory of its own. */
  get told(): Told {
    const bodies = new Uint8Array(this.#bodies.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const body of this.#bodies) {
      bodies.set(body, at);
      at += body.length;
    }
    const [outlets, texts, numbers] = [this.#outlets, this.#texts, this.#numbers];
    return { begins: this.begins, outlets, texts, numbers, bodies };
  }
}

export function* articlesOf({ texts, numbers, bodies }: Told): Generator<ToldArticle> {
  let from = 0;
  for (let at = 0; at < texts.length / TEXTS; at++) {
    const [title, description, media, own, known] = texts.slice(TEXTS * at, TEXTS * (at + 1));
    const row = numbers.slice(NUMBERS * at, NUMBERS * (at + 1));
    const [observedMs, sequence, asked, asksLang, length] = row;
    const body = length! < 0 ? null : bodies.subarray(from, from + length!);
    from += body?.length ?? 0;
    yield {
      title: title!,
      description: description!,
      media: media!,
      own: linesOf(own!)!,
      known: linesOf(known!),
      observedMs: observedMs!,
      sequence: sequence!,
      body,
      asked: asked !== NOT_ASKED,
      asksLang: asksLang === 1,
      set: ASKED[Math.max(0, asked!)]!,
    };
  }
}

function linesOf(text: string | null): string[] | null {
  if (text === null) return null;
  return text === '' ? [] : text.split('\n');
}
