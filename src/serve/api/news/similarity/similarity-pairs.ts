/**
 * Pairs and articles of the similarity index as answers show them: numbers from the index, joined
 * with what the catalog and the store say of the articles now.
 */

import type { ArticleAnswer, PairAnswer } from '../../../../news/similarity/codec.js';
import * as Type from '../../../http/type.js';
import { text } from '../../schema.js';
import { ArticleRef, articleRefOf } from '../articles/article-ref.js';
import type { NewsSources } from '../sources.js';

export type ArticleRefBody = Type.Static<typeof ArticleRef>;

/** Articles that the store is asked for at once. */
const LOOKUP_MAX = 256;

export const PairKind = Type.Enum(['identical', 'high'], {
  description: '`identical` when the texts are equal once normalised',
});

export const Score = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'Dice similarity of the distinct five-character shingles',
});

export const Containment = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'Shared shingles as a fraction of those of the shorter article',
});

export const Passage = text(
  'A passage that both contain, as the later article spells it; at most 100 characters',
);

export const Pair = Type.Object(
  {
    id: Type.String(),
    a: ArticleRef,
    b: ArticleRef,
    score: Score,
    containment: Containment,
    sharedShingles: Type.Integer(),
    kind: PairKind,
    evidence: Passage,
  },
  { $id: 'SimilarPair', description: 'Two similar articles, the earlier one first' },
);

/** Articles by id; those that are gone or may not be shown are left out. */
export async function articleRefs(
  sources: NewsSources,
  articles: readonly ArticleAnswer[],
): Promise<Map<number, ArticleRefBody>> {
  const refs = new Map<number, ArticleRefBody>();
  for (let from = 0; from < articles.length; from += LOOKUP_MAX) {
    const some = articles.slice(from, from + LOOKUP_MAX);
    const [shown, stored] = await Promise.all([
      sources.articles(some),
      sources.articlesById(
        some.map(({ id }) => id),
        false,
      ),
    ]);
    some.forEach(({ id, citations }, at) => {
      const [article, record] = [shown[at] ?? null, stored[at]?.record];
      if (article === null || record === undefined) return;
      const { authors, bodyChars } = record;
      const facts = { authors, bodyChars, citations };
      refs.set(id, articleRefOf(sources.catalog.directory, article, facts));
    });
  }
  return refs;
}

export function kindOf({ identical }: Pick<PairAnswer, 'identical'>): 'identical' | 'high' {
  return identical ? 'identical' : 'high';
}

/** A pair with its articles; null when one of them may not be shown any more. */
export function pairBodyOf(
  pair: PairAnswer,
  refs: ReadonlyMap<number, ArticleRefBody>,
): Type.Static<typeof Pair> | null {
  const [a, b] = [refs.get(pair.a), refs.get(pair.b)];
  if (a === undefined || b === undefined) return null;
  const { score, containment, sharedShingles, evidence } = pair;
  const kind = kindOf(pair);
  return { id: `${a.id}-${b.id}`, a, b, score, containment, sharedShingles, kind, evidence };
}
