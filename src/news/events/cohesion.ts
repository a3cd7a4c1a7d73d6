/**
 * How much the articles of a group of tags are about one thing.
 *
 * By tags: the mean cosine between the tags of two of its articles, its top tag left aside. All
 * articles may carry that one; whether they are one story shows in what else they carry. One story
 * is around a half, two stories under one roof a quarter, articles that only share a broad word a
 * tenth. By titles: the same of words, weighted by how rare they are; headlines of one story are
 * around 0.15, others near 0.
 *
 * Computed without pairs: with unit vectors u, the sum over pairs is (|Σu|² − n) ÷ 2. Of many
 * articles an even sample is taken.
 */
import { type Corpus, tagsOf } from './corpus.js';

/** A mean over this many articles' pairs is exact to about a hundredth. */
const SAMPLE_MAX = 250;

/** The cohesion of a group's articles by tags. @param top the group's top tag. */
export function tagCohesionOf(corpus: Corpus, articles: readonly number[], top: number): number {
  const { tagSpan } = corpus;
  return meanCosine(
    tagSpan,
    sampleOf(articles).map((article) => tagsOf(corpus, article)),
    (tag) => (tag === top ? 0 : 1),
  );
}

/** The cohesion of articles by their titles. */
export function titleCohesionOf(
  { words, wordWeights }: Corpus,
  articles: readonly number[],
): number {
  return meanCosine(
    wordWeights.length,
    sampleOf(articles).map((article) => words[article]!),
    (word) => wordWeights[word]!,
  );
}

/** Every so many of the articles. */
function sampleOf(articles: readonly number[]): readonly number[] {
  if (articles.length <= SAMPLE_MAX) return articles;
  const step = articles.length / SAMPLE_MAX;
  return Array.from({ length: SAMPLE_MAX }, (_, at) => articles[Math.floor(at * step)]!);
}

/**
 * The mean cosine of two of several lists of terms; 1 where there are not two. A list without
 * weight is like no other.
 * @param span terms are below this.
 */
function meanCosine(
  span: number,
  lists: readonly ArrayLike<number>[],
  weightOf: (term: number) => number,
): number {
  if (lists.length < 2) return 1;
  const sums = scratchOf(span);
  let others = 0;
  for (const terms of lists) {
    let square = 0;
    for (let at = 0; at < terms.length; at++) square += weightOf(terms[at]!) ** 2;
    if (square === 0) continue;
    others += 1;
    const length = Math.sqrt(square);
    for (let at = 0; at < terms.length; at++) sums[terms[at]!]! += weightOf(terms[at]!) / length;
  }
  // Each sum counts once and is left at zero for the next.
  let square = 0;
  for (const terms of lists) {
    for (let at = 0; at < terms.length; at++) {
      square += sums[terms[at]!]! ** 2;
      sums[terms[at]!] = 0;
    }
  }
  return (square - others) / (lists.length * (lists.length - 1));
}

let scratch = new Float64Array(0);

/** Zeros, kept from one call to the next: clearing a span anew would cost more than the sums. */
function scratchOf(span: number): Float64Array {
  if (scratch.length < span) scratch = new Float64Array(span);
  return scratch;
}
