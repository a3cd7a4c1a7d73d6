/**
 * Shared by the routes of the similarity index: the threshold and the compared days, pairs and
 * articles as in answers, and cached replies.
 */

import { DAY_MS, MINUTE_MS } from '../../../../kernel/clock.js';
import { NEWS } from '../../../../kernel/limits.js';
import type { ArticleAnswer, PairAnswer } from '../../../../news/similarity/codec.js';
import { QueryReplies, quantised } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { ArticleRef, articleRefOf } from '../articles/article-lookup.js';
import type { NewsSources } from '../sources.js';

/**
 * Pairs and articles in answers: numbers of the index, joined with the current data of the catalog
 * and the store.
 */
export type ArticleRefBody = Type.Static<typeof ArticleRef>;

/** Articles of one look-up in the store. */
const LOOKUP_MAX = 256;

export const PairKind = Type.oneOf(
  ['identical', 'high'],
  '`identical` when the texts are equal once normalised',
);

export const Score = Type.share('Dice similarity of the distinct five-character shingles');

export const Containment = Type.share(
  'Shared shingles as a fraction of those of the shorter article',
);

export const Passage = Type.text(
  'A passage that both contain, as the later article spells it; at most 100 characters',
);

export const Pair = Type.named('SimilarPair', 'Two similar articles, the earlier one first', {
  id: Type.text('Names the pair'),
  a: ArticleRef,
  b: ArticleRef,
  score: Score,
  containment: Containment,
  sharedShingles: Type.Integer(),
  kind: PairKind,
  evidence: Passage,
});

/** Articles by id, without those that may not be shown. */
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

/** A pair with its articles; null when one of them may no longer be shown. */
export function pairBodyOf(
  pair: PairAnswer,
  refs: ReadonlyMap<number, ArticleRefBody>,
): Type.Static<typeof Pair> | null {
  const [a, b] = [refs.get(pair.a), refs.get(pair.b)];
  if (a === undefined || b === undefined) return null;
  return Type.fieldsOf(Pair, pair, { id: `${a.id}-${b.id}`, a, b, kind: kindOf(pair) });
}

/** Threshold for the score of a pair without the parameter. */
export const THRESHOLD_DEFAULT = 0.65;

export const Threshold = Type.Number({
  minimum: 0.5,
  maximum: 1,
  default: THRESHOLD_DEFAULT,
  description: 'Lowest Dice similarity of a pair',
});

/** The measure of similarity: decision 23. */
export const SIMILARITY_METHOD = 'dice-5-character-shingles';

/** Articles are compared within this distance in time: as long as bodies are stored. */
export const WINDOW_DAYS = NEWS.bodyRetentionMs / DAY_MS;

/** Cached replies of a path, valid until the index changes or a minute begins. */
export function similarityReplies(
  { similarity, clock, cachePart }: NewsSources,
  path: string,
): QueryReplies {
  return new QueryReplies({
    part: cachePart(path),
    clock,
    refreshMs: MINUTE_MS,
    state: [() => similarity.generation, () => quantised(clock.nowMs())],
  });
}

/** An object with the fields of `head` and those of the actor's JSON, which is without braces. */
export function framed(head: object, { json }: { json: Uint8Array }): Buffer {
  const start = Buffer.from(`${JSON.stringify(head).slice(0, -1)},`);
  return Buffer.concat([start, json, Buffer.from('}')]);
}
