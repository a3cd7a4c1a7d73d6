/**
 * Plain ways to group articles by their texts, against which the events index is measured.
 *
 * Texts are the title three times and 600 characters of the body: pairs of neighbouring Han letters,
 * and words of other letters, weighted by TF-IDF over the articles at hand.
 */
import { searchForm } from '../src/text/tag.js';

const TITLE_TIMES = 3;
const BODY_UNITS = 600;

type Vector = Map<string, number>;

interface PlainArticle {
  record: { id: number; title: string };
  body: string;
}

/** Average link: the two most alike groups become one as long as they are alike enough. */
export function averageLink(articles: readonly PlainArticle[], likenessMin: number): number[][] {
  const likeness = likenessesOf(vectorsOf(articles));
  const groups = articles.map(({ record }) => [record.id]);
  const isOpen = articles.map(() => true);
  for (;;) {
    let best = likenessMin;
    let pair: [number, number] | null = null;
    for (let i = 0; i < groups.length; i++) {
      if (!isOpen[i]) continue;
      for (let j = i + 1; j < groups.length; j++) {
        if (isOpen[j] && likeness[i]![j]! >= best) [best, pair] = [likeness[i]![j]!, [i, j]];
      }
    }
    if (pair === null) return groups.filter((_, at) => isOpen[at]);
    const [i, j] = pair;
    const [one, other] = [groups[i]!.length, groups[j]!.length];
    for (let k = 0; k < groups.length; k++) {
      const mean = (likeness[i]![k]! * one + likeness[j]![k]! * other) / (one + other);
      likeness[i]![k] = mean;
      likeness[k]![i] = mean;
    }
    groups[i]!.push(...groups[j]!);
    isOpen[j] = false;
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

function likenessesOf(vectors: readonly Vector[]): number[][] {
  return vectors.map((one, i) => vectors.map((other, j) => (i === j ? 0 : dotOf(one, other))));
}

function dotOf(one: Vector, other: Vector): number {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [term, weight] of few) sum += weight * (many.get(term) ?? 0);
  return sum;
}
