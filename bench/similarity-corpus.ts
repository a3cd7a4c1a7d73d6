/**
 * An invented week of news for the similarity benchmarks: bodies of 300 to 2,000 characters from a
 * hundred outlets, Chinese and English, some of them edited copies of others.
 *
 * Calibrated on measured corpora: two unrelated Chinese bodies share about 0.1% of their shingles,
 * two English ones about 6% (five letters of English are not distinctive). Copies are cut, extended
 * and reworded, so that their Dice coefficients spread from 0.2 to 1.
 */
import { DAY_MS } from '../src/kernel/clock.js';

export interface BenchArticle {
  id: number;
  media: number;
  sortMs: number;
  body: string;
}

export interface CorpusOptions {
  articles: number;
  days: number;
  /** Share of stories that are in English. */
  english: number;
  /** Share of articles that are copies. */
  copies: number;
  seed: number;
}

const OUTLETS = 100;
const START_MS = Date.UTC(2026, 0, 5);
/** Copies are made of one of this many articles before. */
const COPY_REACH = 4000;
const LENGTH_MIN = 300;
const LENGTH_MAX = 2000;

/** The commonest words of English with their share of running text, in percent. */
const COMMON_ENGLISH =
  'the 6 of 3 to 2.8 and 2.6 a 2.4 in 2.1 that 1.1 is 1 for 1 was 0.8 on 0.8 said 0.8 with 0.7 as 0.7 it 0.7 at 0.6 by 0.6 from 0.5 be 0.5 he 0.5 has 0.5 have 0.5 an 0.5 are 0.5 will 0.4 his 0.4 who 0.4 not 0.4 this 0.4 were 0.3 their 0.3 they 0.3 but 0.3 had 0.3 more 0.3 been 0.3 which 0.3 after 0.3 its 0.3 people 0.3 also 0.2 government 0.2 would 0.2 about 0.2 one 0.2 new 0.2 than 0.2 when 0.2 or 0.2 she 0.2 year 0.2 there 0.2 over 0.2 other 0.2 first 0.2 police 0.2 two 0.2 could 0.2 minister 0.2 against 0.1 country 0.1 president 0.1 between 0.1 national 0.1 during 0.1 according 0.1 company 0.1 million 0.1';
const ONSETS =
  'b c d f g h j k l m n p r s t v w br ch cl cr dr fl fr gr pl pr qu sh sl sp st str th tr wh'.split(
    ' ',
  );
const VOWELS = 'a e i o u ai ea ee ie io oo ou y'.split(' ');
const CODAS = ' d l m n r s t ck ct ll mp nd ng nt rd rn rt sh ss st'.split(' ');

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 1;
  }

  next(): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return (state >>> 0) / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

/** Words are drawn with a density that falls with the power 1/3 - 1 of their rank. */
const RARITY = 3;

/** Draws words as a language does: few often, many rarely. */
class Lexicon {
  readonly #random: Random;
  readonly #words: string[];

  constructor(random: Random, words: string[]) {
    this.#random = random;
    this.#words = words;
  }

  word(): string {
    return this.#words[Math.floor(this.#words.length * this.#random.next() ** RARITY)]!;
  }
}

class Writer {
  readonly #random: Random;
  readonly #han: Lexicon;
  readonly #english: Lexicon;
  readonly #common: { word: string; until: number }[] = [];
  readonly #commonShare: number;
  readonly #desks: string[];
  readonly #footers: string[];

  constructor(random: Random) {
    this.#random = random;
    const han = (length: number): string =>
      Array.from({ length }, () =>
        String.fromCharCode(0x4e00 + Math.floor(3000 * random.next() ** 2) * 6),
      ).join('');
    // The commonest words are the shortest.
    const lengthAt = (rank: number): number =>
      rank < 1500 ? 1 + (rank & 1) : 2 + ((rank % 5) >>> 1);
    this.#han = new Lexicon(
      random,
      Array.from({ length: 40_000 }, (_, rank) => han(lengthAt(rank))),
    );
    const syllable = (): string => random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS);
    this.#english = new Lexicon(
      random,
      Array.from({ length: 20_000 }, () =>
        Array.from({ length: 1 + random.below(3) }, syllable).join(''),
      ),
    );
    let until = 0;
    const parts = COMMON_ENGLISH.split(' ');
    for (let at = 0; at < parts.length; at += 2) {
      until += Number(parts[at + 1]) / 100;
      this.#common.push({ word: parts[at]!, until });
    }
    this.#commonShare = until;
    this.#footers = Array.from({ length: OUTLETS }, () => `更多${han(4)}請見${han(6)}。`);
    this.#desks = Array.from({ length: OUTLETS }, () => `（記者${han(3)}／${han(2)}報導）`);
  }

  body(isEnglish: boolean, length: number, media: number): string {
    let text = isEnglish ? '' : this.#desks[media]!;
    while (text.length < length) text += isEnglish ? this.#sentence() : this.#clause();
    return isEnglish ? text : text + this.#footers[media]!;
  }

  /** A copy as another outlet prints it: cut or extended, reworded here and there. */
  copy(original: string, media: number): string {
    const random = this.#random;
    const isEnglish = original.charCodeAt(0) < 0x100;
    const kind = random.next();
    if (kind < 0.15) return original;
    const pieces = original.split(isEnglish ? /(?<=\. )/ : /(?<=[，。])/);
    const drop = kind < 0.6 ? random.next() * 0.5 : 0;
    const reword = kind > 0.4 ? random.next() ** 2 * 0.5 : 0;
    let text = isEnglish ? '' : this.#desks[media]!;
    for (const piece of pieces) {
      if (random.next() < drop) continue;
      if (random.next() < reword) text += isEnglish ? this.#sentence() : this.#clause();
      else text += piece;
    }
    const least = isEnglish ? 300 : 150;
    while (text.length < least) text += isEnglish ? this.#sentence() : this.#clause();
    return text;
  }

  #clause(): string {
    const random = this.#random;
    let text = '';
    const words = 3 + random.below(7);
    for (let at = 0; at < words; at++) text += this.#han.word();
    if (random.next() < 0.1) text += String(random.below(2000));
    return text + (random.next() < 0.7 ? '，' : '。');
  }

  #sentence(): string {
    const random = this.#random;
    const words: string[] = [];
    const count = 8 + random.below(18);
    for (let at = 0; at < count; at++) {
      const draw = random.next();
      const common =
        draw < this.#commonShare ? this.#common.find(({ until }) => draw < until) : undefined;
      words.push(common?.word ?? this.#english.word());
    }
    return `${words.join(' ')}. `;
  }
}

/** Articles in the order of their times. */
export function corpusOf({ articles, days, english, copies, seed }: CorpusOptions): BenchArticle[] {
  const random = new Random(seed);
  const writer = new Writer(random);
  const corpus: BenchArticle[] = [];
  for (let id = 1; id <= articles; id++) {
    const media = random.below(OUTLETS);
    const sortMs = START_MS + Math.floor((id / articles) * days * DAY_MS);
    let body: string;
    if (corpus.length > 0 && random.next() < copies) {
      const from = Math.max(0, corpus.length - COPY_REACH);
      body = writer.copy(corpus[from + random.below(corpus.length - from)]!.body, media);
    } else {
      const length = LENGTH_MIN + random.below(LENGTH_MAX - LENGTH_MIN);
      body = writer.body(random.next() < english, length, media);
    }
    // As bodies come from the log: in one piece, not as a tree of what they were put together from.
    corpus.push({ id, media, sortMs, body: Buffer.from(body).toString() });
  }
  return corpus;
}

/** A text with a share of its clauses or sentences replaced by its own words in another order. */
export function retold(text: string, random: Random, share: number): string {
  const isEnglish = text.charCodeAt(0) < 0x100;
  const pieces = text.split(isEnglish ? /(?<=\. )/ : /(?<=[，。])/);
  const shuffled = (piece: string): string => {
    const words = isEnglish ? piece.split(' ') : [...piece];
    for (let at = words.length - 1; at > 0; at--) {
      const other = random.below(at + 1);
      [words[at], words[other]] = [words[other]!, words[at]!];
    }
    return words.join(isEnglish ? ' ' : '');
  };
  return pieces.map((piece) => (random.next() < share ? shuffled(piece) : piece)).join('');
}
