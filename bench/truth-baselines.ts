/**
 * Plain ways to group articles by their texts, against which the events index is measured.
 *
 * Texts are the title three times and 600 characters of the body: pairs of neighbouring Han letters,
 * and words of other letters, weighted by TF-IDF over the articles at hand.
 */
import { searchForm } from '../src/kernel/text/tag.js';

const TITLE_TIMES = 3;
const BODY_UNITS = 600;

type Vector = Map<string, number>;

interface PlainArticle {
  record: { id: number; title: string };
  body: string;
}

/**
 * Average link: the two most alike groups become one as long as they are alike enough. Groups for each of
 * several least likenesses, from one pass: what joins at one of them joins at each below it, too.
 */
export function averageLinks(
  articles: readonly PlainArticle[],
  leasts: readonly number[],
): Map<number, number[][]> {
  const board = new Board(articles.length, likenessesOf(vectorsOf(articles)));
  const found = new Map<number, number[][]>();
  for (const least of [...leasts].sort((a, b) => b - a)) {
    board.joinDownTo(least);
    found.set(
      least,
      board.groups.map((places) => places.map((place) => articles[place]!.record.id)),
    );
  }
  return found;
}

/** Groups as rows of a matrix of likenesses, each with the other that is most like it. */
class Board {
  readonly #likeness: Float32Array;
  readonly #count: number;
  readonly #places: (number[] | null)[];
  readonly #nearest: Int32Array;

  constructor(count: number, likeness: Float32Array) {
    this.#count = count;
    this.#likeness = likeness;
    this.#places = Array.from({ length: count }, (_, at) => [at]);
    this.#nearest = Int32Array.from({ length: count }, (_, at) => this.#nearestTo(at));
  }

  get groups(): number[][] {
    return this.#places.filter((places) => places !== null).map((places) => [...places]);
  }

  joinDownTo(least: number): void {
    for (;;) {
      let [best, one] = [Number.NEGATIVE_INFINITY, -1];
      for (let at = 0; at < this.#count; at++) {
        const other = this.#nearest[at]!;
        if (this.#places[at] === null || other < 0) continue;
        const alike = this.#likeness[at * this.#count + other]!;
        if (alike > best) [best, one] = [alike, at];
      }
      if (one < 0 || best < least) return;
      this.#join(one, this.#nearest[one]!);
    }
  }

  #join(into: number, from: number): void {
    const [likeness, count] = [this.#likeness, this.#count];
    const [mine, theirs] = [this.#places[into]!, this.#places[from]!];
    for (let at = 0; at < count; at++) {
      const both = likeness[into * count + at]! * mine.length;
      const mean =
        (both + likeness[from * count + at]! * theirs.length) / (mine.length + theirs.length);
      likeness[into * count + at] = mean;
      likeness[at * count + into] = mean;
    }
    mine.push(...theirs);
    this.#places[from] = null;
    for (let at = 0; at < count; at++) {
      if (this.#places[at] === null) continue;
      const nearest = this.#nearest[at]!;
      if (at === into || nearest === into || nearest === from)
        this.#nearest[at] = this.#nearestTo(at);
    }
  }

  /** A mean is above neither of its parts, so only rows whose nearest joined are looked at again. */
  #nearestTo(row: number): number {
    let [best, nearest] = [Number.NEGATIVE_INFINITY, -1];
    for (let at = 0; at < this.#count; at++) {
      const alike = this.#likeness[row * this.#count + at]!;
      if (at !== row && this.#places[at] !== null && alike > best) [best, nearest] = [alike, at];
    }
    return nearest;
  }
}

/** Single pass: an article joins the group whose mean it is most like, or begins one. */
export function singlePass(articles: readonly PlainArticle[], likenessMin: number): number[][] {
  const vectors = vectorsOf(articles);
  const groups: { ids: number[]; sum: Vector }[] = [];
  articles.forEach(({ record }, at) => {
    const vector = vectors[at]!;
    let best = likenessMin;
    let mine: (typeof groups)[number] | null = null;
    for (const group of groups) {
      const length = Math.sqrt([...group.sum.values()].reduce((sum, one) => sum + one * one, 0));
      const alike = dotOf(vector, group.sum) / length;
      if (alike >= best) [best, mine] = [alike, group];
    }
    if (mine === null) groups.push({ ids: [record.id], sum: new Map(vector) });
    else {
      mine.ids.push(record.id);
      for (const [term, weight] of vector) mine.sum.set(term, (mine.sum.get(term) ?? 0) + weight);
    }
  });
  return groups.map(({ ids }) => ids);
}

function vectorsOf(articles: readonly PlainArticle[]): Vector[] {
  const counts = articles.map(({ record, body }) => {
    const vector: Vector = new Map();
    for (const term of termsOf(record.title)) add(vector, term, TITLE_TIMES);
    for (const term of termsOf(body.slice(0, BODY_UNITS))) add(vector, term, 1);
    return vector;
  });
  const articlesOf: Vector = new Map();
  for (const vector of counts) for (const term of vector.keys()) add(articlesOf, term, 1);
  return counts.map((vector) => {
    const weighted = [...vector].map(([term, count]): [string, number] => {
      return [term, (1 + Math.log(count)) * Math.log(articles.length / articlesOf.get(term)!)];
    });
    const length = Math.sqrt(weighted.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
    return new Map(weighted.map(([term, weight]) => [term, weight / length]));
  });
}

function add(vector: Vector, term: string, count: number): void {
  vector.set(term, (vector.get(term) ?? 0) + count);
}

function termsOf(text: string): string[] {
  const runs = searchForm(text).match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? [];
  return runs.flatMap((run) => {
    if (!/\p{Script=Han}/u.test(run)) return [run];
    return Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
  });
}

/** Cosines of all pairs, row by row, by way of the articles that hold each term. */
function likenessesOf(vectors: readonly Vector[]): Float32Array {
  const holders = new Map<string, [article: number, weight: number][]>();
  const likeness = new Float32Array(vectors.length ** 2);
  vectors.forEach((vector, row) => {
    for (const [term, weight] of vector) {
      const known = holders.get(term) ?? [];
      for (const [other, theirs] of known) {
        likeness[row * vectors.length + other]! += weight * theirs;
      }
      known.push([row, weight]);
      holders.set(term, known);
    }
  });
  for (let row = 0; row < vectors.length; row++) {
    for (let at = 0; at < row; at++) {
      likeness[at * vectors.length + row] = likeness[row * vectors.length + at]!;
    }
  }
  return likeness;
}

function dotOf(one: Vector, other: Vector): number {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [term, weight] of few) sum += weight * (many.get(term) ?? 0);
  return sum;
}
