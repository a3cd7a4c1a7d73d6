/**
 * `/api/v1/journalists`: people in the bylines of a period, and the similarity index's data on
 * their articles.
 *
 * The actor with the pairs returns JSON, so thousands of people cost the main thread one copy.
 */

import { HOUR_MS, isoOf } from '../../../../kernel/clock.js';
import { journalistName } from '../../../../news/shared/bylines/layout.js';
import type {
  JournalistAnswer,
  JournalistPair,
  JournalistQuestion,
  JournalistsQuestion,
  OwnArticle,
} from '../../../../news/similarity/answers/journalists-codec.js';
import type { CitedSource } from '../../../../news/similarity/codec.js';
import { notFound } from '../../../http/errors.js';
import { type Route, route } from '../../../http/route.js';
import { cachedRoute, quantised } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import {
  type Article,
  ArticleRef,
  articleRefOf,
  attributionsOf,
} from '../articles/article-lookup.js';
import { textStateOf } from '../articles/content.js';
import { ArticleItem, Attribution, ContentStatus } from '../schemas.js';
import type { NewsSources, StoredArticle } from '../sources.js';
import {
  Containment,
  framed,
  kindOf,
  PairKind,
  Passage,
  Score,
  SIMILARITY_METHOD,
  similarityReplies,
  Threshold,
  WINDOW_DAYS,
} from './similarity-pairs.js';

const SimilarCounts = Type.named('SimilarCounts', {
  pairs: Type.integer('Pairs with an article of this journalist on one end'),
  articles: Type.integer('Own articles that have a pair'),
  later: Type.integer('Pairs whose own article is at least one minute later, other authors only'),
  earlier: Type.integer(
    'Pairs whose own article is at least one minute earlier, other authors only',
  ),
  sameAuthor: Type.integer('Pairs whose other article carries the same name'),
  identical: Type.integer('Pairs of bodies that are equal once normalised'),
});

const MediaCounts = Type.listed('Most articles first', {
  media: Type.text('Media code'),
  name: Type.String(),
  count: Type.Integer(),
});

const JournalistsResponse = Type.named('Journalists', {
  generatedAt: Type.DateTime,
  hours: Type.Integer(),
  threshold: Type.Number(),
  method: Type.text('How similarity is measured'),
  index: Type.described('What the index holds of this window', {
    analyzed: Type.integer('Articles of the period that were compared'),
    pairs: Type.integer('Pairs with both ends in the period'),
    windowDays: Type.integer('Days before and after that are compared'),
    from: Type.DateTime,
  }),
  totals: Type.Object({
    journalists: Type.integer('People named'),
    articles: Type.integer('Articles with a named byline'),
    credited: Type.integer('Articles with any byline'),
  }),
  limit: Type.Integer(),
  journalists: Type.listed('Most articles first', {
    name: Type.text('Name as written in bylines'),
    articles: Type.integer('Articles that name the journalist'),
    media: MediaCounts,
    withBody: Type.integer('Articles whose text can be compared'),
    cited: Type.integer('Articles that name another medium as source'),
    latest: Type.DateTime,
    compared: Type.integer('Articles that were compared'),
    similar: SimilarCounts,
  }),
});
export type JournalistsBody = Type.Static<typeof JournalistsResponse>;

export function journalistsRoute(sources: NewsSources): Route {
  const { clock } = sources;
  const path = '/api/v1/journalists';
  const replies = similarityReplies(sources, path);
  return route({
    path,
    summary: 'Named journalists',
    description:
      'People named in the bylines of a period; media, desks, agencies, titles, places and responsible editors are left out. Different people of one name are not told apart. A later publication is a clue for reading on, not a judgement.',
    tag: 'journalists',
    query: {
      hours: Type.within(1, 168, 48, 'Hours back'),
      threshold: Threshold,
      limit: Type.within(1, 3000, 500, 'People, ordered by their number of articles'),
    },
    needs: ['similarity'],
    response: JournalistsResponse,
    errors: { 400: 'A parameter is malformed or out of range' },
    fast: (rawQuery) => replies.known(rawQuery),
    handle: async ({ query: { hours, threshold, limit }, raw }) => {
      const nowMs = quantised(clock.nowMs());
      const question: JournalistsQuestion = {
        type: 'journalists',
        period: { fromMs: nowMs - hours * HOUR_MS, untilMs: nowMs },
        threshold,
        limit,
      };
      const head = { generatedAt: isoOf(nowMs), hours, threshold, method: SIMILARITY_METHOD };
      return replies.reply(raw.query, `${hours} ${threshold} ${limit}`, async () =>
        framed(head, await sources.ask('similarity', question)),
      );
    },
  });
}

/** Maximum of listed articles; the counts are of all. */
const ARTICLES_MAX = 1000;
const TAGS_MAX = 30;
/** Maximum of listed pairs: many times those of a busy wire reporter in a month. */
const PAIRS_MAX = 5000;

/** Articles that the store reads at once. */
const BATCH = 256;

const OwnArticleBody = Type.Object({
  ...Type.some(ArticleItem, 'id', 'media', 'mediaTitle', 'title', 'url', 'image', 'publishedAt'),
  tags: Type.Array(Type.String()),
  bodyStatus: ContentStatus,
  bodyChars: Type.integer('Code points of the text; 0 once it expired'),
  byline: Type.arrayOf(Type.String(), 'As the outlet gives it'),
  coauthors: Type.arrayOf(Type.String(), 'Who else signs it'),
  attributions: Type.Array(Attribution),
  matches: Type.integer('Pairs of this article with other sites'),
  compared: Type.flag('The index has compared it'),
});

const PairBody = Type.Object({
  own: ArticleRef,
  other: ArticleRef,
  score: Score,
  containment: Containment,
  sharedShingles: Type.Integer(),
  kind: PairKind,
  evidence: Passage,
  minutes: Type.integer("The other's publication minus the own one; positive means own is earlier"),
  relation: Type.oneOf(
    ['later', 'earlier', 'same'],
    'The own article against the other; `same` within a minute',
  ),
  sameAuthor: Type.flag('Both name this journalist'),
  ownCitesOther: Type.flag('The own article names the other outlet as its source'),
  otherCitesOwn: Type.flag('The other article names the own outlet as its source'),
});

const JournalistResponse = Type.named('Journalist', {
  name: Type.text('Name as written in bylines'),
  generatedAt: Type.DateTime,
  hours: Type.Integer(),
  threshold: Type.Number(),
  method: Type.text('How similarity is measured'),
  stats: Type.described('Numbers over all articles of the window', {
    articles: Type.integer('Articles that name the journalist'),
    withBody: Type.integer('Articles whose text can be compared'),
    averageChars: Type.integerOrNull('Mean length of such texts'),
    cited: Type.integer('Articles that name another medium as source'),
    tags: Type.listed('Most common first', { tag: Type.String(), count: Type.Integer() }),
    similar: SimilarCounts,
  }),
  media: MediaCounts,
  articles: Type.arrayOf(OwnArticleBody, 'Newest first'),
  pairs: Type.arrayOf(PairBody, 'The most similar first'),
  index: Type.described('What the index holds of this window', {
    compared: Type.integer('Own articles that were compared'),
    pending: Type.integer('Own articles with a text that wait for it'),
    windowDays: Type.integer('Days before and after that are compared'),
  }),
});
export type JournalistBody = Type.Static<typeof JournalistResponse>;

/**
 * `/api/v1/journalists/{name}`: the articles of one journalist, and similar articles elsewhere.
 *
 * Counts and pairs are those of the actor with the pairs; titles, tags, bylines and lengths are
 * joined, and hidden articles removed, when the answer is made.
 */
export function journalistRoute(sources: NewsSources): Route {
  const { catalog, similarity, clock } = sources;
  return cachedRoute(sources, {
    path: '/api/v1/journalists/{name}',
    summary: 'One journalist',
    description:
      'Articles whose byline names this person. Different people of one name are not told apart. A later publication is a clue for reading on, not a judgement.',
    tag: 'journalists',
    params: {
      name: Type.String({ minLength: 2, maxLength: 40, description: 'Name as the list gives it' }),
    },
    query: {
      hours: Type.within(1, 720, 168, 'Hours back'),
      threshold: Threshold,
    },
    needs: ['similarity'],
    response: JournalistResponse,
    errors: {
      400: 'The name is not 2 to 40 characters long, or a parameter is out of range',
      404: 'No article of the period carries this name',
    },
    ask: ({ params, query }) => ({ ...query, name: journalistName(params.name) }),
    now: () => quantised(clock.nowMs()),
    state: () => [similarity.generation, catalog.generation],
    answer: async ({ name, hours, threshold }, nowMs) => {
      const question: JournalistQuestion = {
        ...{ type: 'journalist', name, threshold },
        period: { fromMs: nowMs - hours * HOUR_MS, untilMs: nowMs },
        ...{ articlesMax: ARTICLES_MAX, pairsMax: PAIRS_MAX },
      };
      const found = await sources.ask('similarity', question);
      if (found === null) throw notFound(`no article of the last ${hours} hours names "${name}"`);
      const head = { name, generatedAt: isoOf(nowMs), hours, threshold, method: SIMILARITY_METHOD };
      return { ...head, ...(await joined(sources, found, nowMs)) };
    },
  });
}

/** An article as in lists, with the data of the store and the index. */
interface Known {
  article: Article;
  stored: StoredArticle;
  citations: readonly CitedSource[];
}

/** The answer of the index, joined with the data of catalog and store. */
async function joined(
  sources: NewsSources,
  found: JournalistAnswer,
  nowMs: number,
): Promise<object> {
  const known = await knownOf(sources, found);
  const listed = found.own.flatMap((own) => {
    const one = known.get(own.id);
    return one === undefined ? [] : [{ own, one }];
  });
  const { articles, withBody, cited, similar, media, compared, pending } = found;
  const comparable = listed.filter(({ own }) => own.comparable).map(({ one }) => one.stored.record);
  const chars = comparable.reduce((sum, { bodyChars }) => sum + bodyChars, 0);
  return {
    stats: {
      articles,
      withBody,
      averageChars: comparable.length === 0 ? null : Math.round(chars / comparable.length),
      cited,
      tags: commonTags(listed.map(({ one }) => one.article)),
      similar,
    },
    media,
    articles: listed.map(({ own, one }) => rowOf(own, one, nowMs)),
    pairs: found.pairs.flatMap((pair) => {
      const own = known.get(pair.own);
      const other = known.get(pair.other);
      return own === undefined || other === undefined ? [] : [pairOf(sources, pair, own, other)];
    }),
    index: { compared, pending, windowDays: WINDOW_DAYS },
  };
}

/** The data of all shown articles of an answer, by id. */
async function knownOf(sources: NewsSources, found: JournalistAnswer): Promise<Map<number, Known>> {
  const own = new Set(found.own.map(({ id }) => id));
  const named = found.articlesNamed;
  const rest = named.filter(({ id }) => !own.has(id)).map(({ id }) => id);
  const stored = new Map([
    ...(await storedOf(sources, [...own], true)),
    ...(await storedOf(sources, rest, false)),
  ]);
  // Read last, so that articles that were hidden meanwhile are left out.
  const articles = await sources.articles(named);
  const known = new Map<number, Known>();
  for (const [at, { id, citations }] of named.entries()) {
    const [article, item] = [articles[at] ?? null, stored.get(id)];
    if (article !== null && item !== undefined) known.set(id, { article, stored: item, citations });
  }
  return known;
}

/** The store's data of articles, by id. */
async function storedOf(
  { articlesById }: NewsSources,
  ids: readonly number[],
  tellBodies: boolean,
): Promise<[number, StoredArticle][]> {
  const stored: [number, StoredArticle][] = [];
  for (let from = 0; from < ids.length; from += BATCH) {
    const batch = ids.slice(from, from + BATCH);
    const items = await articlesById(batch, tellBodies);
    for (const [at, item] of items.entries()) if (item !== null) stored.push([batch[at]!, item]);
  }
  return stored;
}

function rowOf(own: OwnArticle, { article, stored, citations }: Known, nowMs: number): object {
  const { status, chars } = textStateOf(stored.record, stored.hasBody, nowMs);
  const { coauthors, matches, compared } = own;
  return Type.fieldsOf(OwnArticleBody, article, {
    ...{ coauthors, matches, compared },
    bodyStatus: status as Type.Static<typeof ContentStatus>,
    bodyChars: chars,
    byline: stored.record.authors,
    attributions: attributionsOf(citations),
  });
}

function pairOf(
  { catalog: { directory } }: NewsSources,
  pair: JournalistPair,
  own: Known,
  other: Known,
): object {
  const refOf = ({ article, stored: { record }, citations }: Known) =>
    articleRefOf(directory, article, { ...record, citations });
  return Type.fieldsOf(PairBody, pair, {
    own: refOf(own),
    other: refOf(other),
    kind: kindOf(pair),
    ownCitesOther: cites(own, other),
    otherCitesOwn: cites(other, own),
  });
}

function cites({ citations }: Known, { article }: Known): boolean {
  return citations.some(({ media }) => media === article.media);
}

/** The most common tags; of equal counts, by code points. */
function commonTags(articles: readonly Article[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { tags } of articles) {
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
    .slice(0, TAGS_MAX);
}
