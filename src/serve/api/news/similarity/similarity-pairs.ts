/**
 * What the routes of the similarity index share: the threshold and the days that are compared, pairs and articles
 * as answers show them (numbers from the index, joined with what the catalog and the store say now), and replies
 * that are given again.
 */

import { DAY_MS, MINUTE_MS } from '../../../../kernel/clock.js';
import { NEWS } from '../../../../kernel/limits.js';
import type { ArticleAnswer, PairAnswer } from '../../../../news/similarity/codec.js';
import { QueryReplies, quantised } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { ArticleRef, articleRefOf } from '../articles/article-lookup.js';
import type { NewsSources } from '../sources.js';

/**
 * Pairs and articles of the similarity index as answers show them: numbers from the index, joined
 * with what the catalog and the store say of the articles now.
 */
export type ArticleRefBody = Type.Static<typeof ArticleRef>;

/** Articles that the store is asked for at once. */
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
  return Type.fieldsOf(Pair, pair, { id: `${a.id}-${b.id}`, a, b, kind: kindOf(pair) });
}

/** Lowest score of a pair where a question names none. */
export const THRESHOLD_DEFAULT = 0.65;

export const Threshold = Type.Number({
  minimum: 0.5,
  maximum: 1,
  default: THRESHOLD_DEFAULT,
  description: 'Lowest Dice similarity of a pair',
});

/** How similarity is measured: decision 23. */
export const SIMILARITY_METHOD = 'dice-5-character-shingles';

/** Days on either side of publication in which articles are compared: as long as bodies last. */
export const WINDOW_DAYS = NEWS.bodyRetentionMs / DAY_MS;

/** The replies of the route of a path, given again until the index changes or a minute begins. */
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

/** An object of `head` and of what the actor has written, which is the inside of one. */
export function framed(head: object, { json }: { json: Uint8Array }): Buffer {
  const start = Buffer.from(`${JSON.stringify(head).slice(0, -1)},`);
  return Buffer.concat([start, json, Buffer.from('}')]);
}
