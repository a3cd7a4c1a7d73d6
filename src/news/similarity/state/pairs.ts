/**
 * All pairs that were found and still hold, as columns, listed by each article and by the day of
 * the later article.
 *
 *   link  =  2 × pair + side (0: the earlier article's, 1: the later one's) + 1
 *   article's head ─► link ─► next[link] ─► … ─► 0
 *
 * Invariants: the earlier article of a pair comes first (by time, then by id). A pair is in the
 * list of the day of its later article, and in both articles' chains, which have at most
 * `SIMILARITY.pairsOfArticleMax` links. A pair takes 36 bytes and its passage as a string, which
 * pairs of one cluster share.
 */
import { bytesOf, resized } from '../../../engine/columns/columns.js';
import { IntList } from '../../../engine/columns/list-pool.js';
import { localDayStartMs } from '../../../kernel/clock.js';
import { getOrInsert } from '../../../kernel/collections.js';
import type { ArticleColumns } from './articles.js';

const PAIRS_MIN = 1024;
/** Passages that are cached for sharing: those of a few busy days. */
const PASSAGES_MAX = 65_536;

export interface PairFacts {
  earlier: number;
  later: number;
  /** Distinct shingles of each article, and the number of shared ones. */
  earlierSize: number;
  laterSize: number;
  shared: number;
  identical: boolean;
  passage: string;
}

export class PairColumns {
  readonly #articles: ArticleColumns;
  readonly #days = new Map<number, IntList>();
  readonly #passages: string[] = [];
  readonly #free: number[] = [];
  #known = new Map<string, string>();
  #ends = new Uint32Array(2 * PAIRS_MIN);
  #sizes = new Uint32Array(2 * PAIRS_MIN);
  #shared = new Uint32Array(PAIRS_MIN);
  #next = new Uint32Array(2 * PAIRS_MIN);
  /** 1 when the normal forms are equal. */
  #identical = new Uint8Array(PAIRS_MIN);
  #used = 0;

  constructor(articles: ArticleColumns) {
    this.#articles = articles;
  }

  get count(): number {
    return this.#used - this.#free.length;
  }

  get byteLength(): number {
    const columns = [this.#ends, this.#sizes, this.#shared, this.#next, this.#identical];
    return bytesOf(...columns);
  }

  earlierOf(pair: number): number {
    return this.#ends[2 * pair]!;
  }

  laterOf(pair: number): number {
    return this.#ends[2 * pair + 1]!;
  }

  otherOf(pair: number, id: number): number {
    const earlier = this.#ends[2 * pair]!;
    return earlier === id ? this.#ends[2 * pair + 1]! : earlier;
  }

  sharedOf(pair: number): number {
    return this.#shared[pair]!;
  }

  /** Dice coefficient of the distinct shingles. */
  scoreOf(pair: number): number {
    return (2 * this.#shared[pair]!) / (this.#sizes[2 * pair]! + this.#sizes[2 * pair + 1]!);
  }

  /** Shared shingles as a fraction of the smaller set. */
  containmentOf(pair: number): number {
    return this.#shared[pair]! / Math.min(this.#sizes[2 * pair]!, this.#sizes[2 * pair + 1]!);
  }

  isIdentical(pair: number): boolean {
    return this.#identical[pair] === 1;
  }

  passageOf(pair: number): string {
    return this.#passages[pair]!;
  }

  factsOf(pair: number): PairFacts {
    return {
      earlier: this.earlierOf(pair),
      later: this.laterOf(pair),
      earlierSize: this.#sizes[2 * pair]!,
      laterSize: this.#sizes[2 * pair + 1]!,
      shared: this.#shared[pair]!,
      identical: this.isIdentical(pair),
      passage: this.passageOf(pair),
    };
  }

  /** Pairs by the local day of their later article. */
  ofDay(startMs: number): IntList | undefined {
    return this.#days.get(startMs);
  }

  /** Pairs of an article. */
  of(id: number): number[] {
    const pairs: number[] = [];
    for (let link = this.#articles.headOf(id); link !== 0; link = this.#next[link - 1]!) {
      pairs.push((link - 1) >>> 1);
    }
    return pairs;
  }

  add(facts: PairFacts): void {
    const pair = this.#free.pop() ?? this.#append();
    this.#ends[2 * pair] = facts.earlier;
    this.#ends[2 * pair + 1] = facts.later;
    this.#sizes[2 * pair] = facts.earlierSize;
    this.#sizes[2 * pair + 1] = facts.laterSize;
    this.#shared[pair] = facts.shared;
    this.#identical[pair] = facts.identical ? 1 : 0;
    this.#passages[pair] = this.#sharedPassage(facts.passage);
    this.#link(facts.earlier, 2 * pair + 1);
    this.#link(facts.later, 2 * pair + 2);
    const startMs = this.#dayOf(pair);
    const day = getOrInsert(this.#days, startMs, () => new IntList());
    day.push(pair);
  }

  /** Removes a pair; its articles must still have the times with which the pair was added. */
  remove(pair: number): void {
    this.#unlink(this.earlierOf(pair), 2 * pair + 1);
    this.#unlink(this.laterOf(pair), 2 * pair + 2);
    this.#days.get(this.#dayOf(pair))!.remove(pair);
    this.#passages[pair] = '';
    this.#free.push(pair);
  }

  #dayOf(pair: number): number {
    return localDayStartMs(this.#articles.sortMsOf(this.laterOf(pair)));
  }

  #link(id: number, link: number): void {
    this.#next[link - 1] = this.#articles.headOf(id);
    this.#articles.setHead(id, link);
    this.#articles.addDegree(id, 1);
  }

  #unlink(id: number, link: number): void {
    this.#articles.addDegree(id, -1);
    const after = this.#next[link - 1]!;
    let at = this.#articles.headOf(id);
    if (at === link) {
      this.#articles.setHead(id, after);
      return;
    }
    while (this.#next[at - 1] !== link) at = this.#next[at - 1]!;
    this.#next[at - 1] = after;
  }

  #sharedPassage(passage: string): string {
    return getOrInsert(this.#known, passage, () => {
      if (this.#known.size >= PASSAGES_MAX) this.#known.clear();
      return passage;
    });
  }

  #append(): number {
    if (this.#used === this.#shared.length) {
      const pairs = Math.ceil(1.5 * this.#used);
      this.#ends = resized(this.#ends, 2 * pairs);
      this.#sizes = resized(this.#sizes, 2 * pairs);
      this.#shared = resized(this.#shared, pairs);
      this.#next = resized(this.#next, 2 * pairs);
      this.#identical = resized(this.#identical, pairs);
    }
    return this.#used++;
  }
}
