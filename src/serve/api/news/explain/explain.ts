/**
 * `/api/v1/explain/ranking`: the numbers of a tag in a ranking, with the articles that they count.
 *
 * A reader can compute every number from the values and formulas of the same answer. The articles
 * are those that are shown now: articles that were hidden or corrected since make a difference,
 * which `agrees` shows. Not here: the formulas (news/shared/burst/formulas.ts).
 */

import { HOUR_MS, isoOf, parseInstant } from '../../../../kernel/clock.js';
import { FIRST_POLE, SECOND_POLE } from '../../../../kernel/current-place.js';
import { normalTag, searchForm } from '../../../../kernel/text/tag.js';
import { campCoverageOf } from '../../../../news/events/answers/coverage.js';
import type { Snapshot } from '../../../../news/events/chunks.js';
import { EVENTS_CATEGORY } from '../../../../news/events/codec.js';
import type { RankingEntry, RankingList } from '../../../../news/tags/reader.js';
import { notFound, quoted } from '../../../http/errors.js';
import { type Route, route } from '../../../http/route.js';
import { articlesJson } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { type Article, newestFirst } from '../articles/article-lookup.js';
import { snapshotsOf, threadOf } from '../events/event-history.js';
import { CampCoverage, EventsBaseline, ThreadIdParameter } from '../events/event-json.js';
import { shownArticles } from '../events/thread-articles.js';
import { checkCategory, normalTagOf } from '../parameters.js';
import { placeOf, RankingQuery } from '../rankings/ranking.js';
import { Basis, basisOf, listOf } from '../rankings/ranking-history.js';
import type { NewsSources } from '../sources.js';
import {
  ARTICLES_MAX,
  CountedArticles,
  computedFrom,
  LateArticles,
  namedArticle,
  RANKING_FORMULAS,
  tagArticlesBefore,
  WindowProperties,
} from './windows.js';

const RankedWindow = Type.named('ExplainedRankingWindow', {
  ...WindowProperties,
  ranked: Type.decimalOrNull('The normalized score in the ranking itself'),
});

const Ranked = Type.described('What the ranking says', {
  rank: Type.integer('Rank by score'),
  score: Type.Number(),
  count: Type.Integer(),
  normalized: Type.Number(),
  burst: Type.nullable(Type.Number()),
});

const ExplainRankingResponse = Type.named('ExplainedRanking', {
  tag: Type.text('As the ranking shows it'),
  category: Type.String(),
  computedAt: Type.DateTime,
  basis: Basis,
  ranked: Ranked,
  formulas: Type.Formulas,
  windows: Type.arrayOf(RankedWindow, 'Now, then 3, 6, 12, 24 and 48 hours ago'),
  burst: Type.decimalOrNull('Computed from these windows'),
  agrees: Type.flag(
    'The computed numbers are those of the ranking. False where articles were hidden or corrected after it was computed',
  ),
  complete: Type.flag(`False where there are more than ${ARTICLES_MAX} articles`),
  articles: CountedArticles,
  cameLater: LateArticles,
});

type ExplainRankingExplained = Type.Static<typeof ExplainRankingResponse>;

export function explainRankingRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/explain/ranking',
    summary: 'How the numbers of a tag come about',
    description:
      'The articles behind a tag in one ranking, by window and media, with the formulas: enough to compute every number again.',
    tag: 'tags',
    query: {
      tag: Type.text('Tag; case and width make no difference'),
      category: RankingQuery.category,
      at: RankingQuery.at,
    },
    needs: ['tags'],
    response: ExplainRankingResponse,
    errors: {
      400: 'A parameter is malformed',
      404: 'There is no such category, no such snapshot, or the tag is not in it',
    },
    handle: async ({ query }) => {
      const tag = normalTagOf(query.tag);
      checkCategory(sources.catalog, query.category);
      const place = placeOf(sources, query);
      const list = await listOf(sources, place, false);
      const at = list.find(tag);
      if (at < 0) {
        throw notFound(`tag: ${quoted(tag)} is not in the ranking of ${isoOf(place.hourMs)}`);
      }
      const { computedMs } = list.columns;
      const found = await tagArticlesBefore(sources, tag, computedMs);
      return articlesJson(explainRankingExplained(list, list.entry(at), query.category, found));
    },
  });
}

function explainRankingExplained(
  list: RankingList,
  entry: RankingEntry,
  category: string,
  found: readonly Article[],
): ExplainRankingExplained {
  const { basis, computedMs } = list.columns;
  const computed = computedFrom(basis, computedMs, found, entry.count);
  const windows = computed.windows.map((window, at) => ({
    ...window,
    ranked: at === 0 ? entry.normalized : entry.history[at - 1]!,
  }));
  const isSame = windows.every(
    ({ available, ranked, normalized }) => !available || ranked === normalized,
  );
  return Type.fieldsOf(ExplainRankingResponse, computed, {
    tag: entry.tag,
    category,
    computedAt: isoOf(computedMs),
    basis: basisOf(basis),
    ranked: Type.fieldsOf(Ranked, entry),
    formulas: RANKING_FORMULAS,
    windows,
    agrees: windows[0]!.score === entry.score && computed.burst === entry.burst && isSame,
    complete: found.length <= ARTICLES_MAX,
  });
}

const [A, B] = [FIRST_POLE, SECOND_POLE];

const FORMULAS = {
  eventScore:
    'score = the burst of all articles of the event: what a tag would have that they alone carried. Of windows before now, too, its own articles count and no others.',
  major: 'A tag is a main tag if its burst is at least half of the first one; at most six are.',
  phrase:
    'A phrase is no tag: it names an event that no tag fits. Its articles are those of the event whose title contains it.',
  ...RANKING_FORMULAS,
  share: `share.${A} = round(100 * camps.${A} / (camps.${A} + camps.${B})), share.${B} = 100 - share.${A}; null without either`,
  lean: `lean = log2(((camps.${A} + 0.5) / (camps.${B} + 0.5)) / ((baseline.outlets.${A} + 0.5) / (baseline.outlets.${B} + 0.5)))`,
  tilt: `tilt is the camp that lean favours, if |lean| >= 0.8 and camps.${A} + camps.${B} >= 5`,
  blindspot: 'A camp is blind with at most 1 outlet where the other has at least 4.',
} as const;

const Tag = Type.named('ExplainedTag', {
  tag: Type.String(),
  kind: Type.oneOf(['tag', 'phrase'], '`phrase` for words that its titles have in common'),
  burst: Type.decimal('In the event ranking itself'),
  major: Type.flag('It is a main tag'),
  windows: Type.Array(Type.named('ExplainedWindow', WindowProperties), {
    description: 'Now, then 3, 6, 12, 24 and 48 hours ago',
  }),
  cameLater: LateArticles,
  computed: Type.decimalOrNull('The burst, computed from these windows'),
  agrees: Type.flag('The computed burst is that of the event ranking'),
});

const ExplainEventResponse = Type.named('ExplainedEvent', {
  thread: Type.integer('Thread of the event'),
  hour: Type.DateTime,
  builtAt: Type.DateTime,
  rank: Type.integer('Place by score; null when it is not in the list'),
  score: Type.Number(),
  formulas: Type.Formulas,
  basis: Type.nullable(Basis),
  tags: Type.arrayOf(Tag, 'From the most bursting to the least'),
  coverage: CampCoverage,
  baseline: EventsBaseline,
  articleIds: Type.arrayOf(Type.Integer(), 'Articles of the event, by id'),
  articles: CountedArticles,
});

type ExplainEventExplained = Type.Static<typeof ExplainEventResponse>;

/**
 * `/api/v1/explain/event/{id}`: the numbers of a thread in one hour of the event ranking, with the
 * articles that they count.
 *
 * Invariant: only articles that are shown now are named; `agrees` is false for a burst that differs
 * from the one that they give.
 */
export function explainEventRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/explain/event/{id}',
    summary: 'How the numbers of an event come about',
    description:
      'Tags with their bursts, the articles behind them by window and media, and the formulas: enough to compute every number again.',
    tag: 'events',
    params: ThreadIdParameter,
    query: {
      at: Type.optionalInstant('Newest hour of the thread that starts at or before this time'),
    },
    needs: ['events', 'tags'],
    response: ExplainEventResponse,
    errors: {
      400: 'A parameter is malformed',
      404: 'There is no such thread, or it was not on the ranking so early',
    },
    handle: async ({ params: { id }, query: { at } }) => {
      const thread = await threadOf(sources, id);
      const atMs = at === undefined ? Number.POSITIVE_INFINITY : parseInstant(at)!;
      const hourMs = thread.hoursMs.findLast((one) => one <= atMs);
      if (hourMs === undefined) {
        throw notFound(`at: thread ${id} was not on the ranking at or before ${at}`);
      }
      const [snapshot] = await snapshotsOf(sources, [hourMs]);
      return articlesJson(await explainEventExplained(sources, snapshot!, id));
    },
  });
}

async function explainEventExplained(
  sources: NewsSources,
  snapshot: Snapshot,
  id: number,
): Promise<ExplainEventExplained> {
  const { hourMs, builtMs, baseline, events } = snapshot;
  const place = events.findIndex(({ thread }) => thread === id);
  const event = events[place]!;
  const ranking = await rankingAt(sources, hourMs);
  const basis = ranking === null ? null : ranking.columns.basis;
  const own = await shownArticles(sources, event.articles);
  const articles = new Map<number, ExplainEventExplained['articles'][number]>();
  const tags: ExplainEventExplained['tags'] = [];
  for (const [at, { tag, burst }] of event.tags.entries()) {
    const tagged = await tagArticlesBefore(sources, tag, builtMs);
    const form = searchForm(tag);
    const found =
      tagged.length > 0 ? tagged : own.filter(({ title }) => searchForm(title).includes(form));
    const ranked = ranking === null ? -1 : ranking.find(normalTag(tag) ?? tag);
    const count = ranked < 0 ? null : ranking!.entry(ranked).count;
    const computed = basis === null ? null : computedFrom(basis, builtMs, found, count);
    for (const article of computed?.articles ?? []) articles.set(article.id, article);
    tags.push({
      tag,
      kind: tagged.length > 0 ? 'tag' : 'phrase',
      burst,
      major: at < event.majors,
      windows: computed?.windows ?? [],
      cameLater: computed?.cameLater ?? [],
      computed: computed?.burst ?? null,
      agrees: computed?.burst === burst,
    });
  }
  for (const article of own) articles.set(article.id, namedArticle(article));
  return {
    thread: id,
    hour: isoOf(hourMs),
    builtAt: isoOf(builtMs),
    rank: place + 1,
    score: event.score,
    formulas: FORMULAS,
    basis: basis === null ? null : basisOf(basis),
    tags,
    coverage: campCoverageOf(event.coverage, baseline),
    baseline,
    articleIds: own.map((article) => article.id).sort((a, b) => a - b),
    articles: [...articles.values()].sort(newestFirst),
  };
}

/** The ranking of the news as of an hour; null where there is none. */
async function rankingAt(sources: NewsSources, hourMs: number): Promise<RankingList | null> {
  const { tags, clock } = sources;
  const place = tags.computedBy(EVENTS_CATEGORY, clock.nowMs(), hourMs + HOUR_MS - 1);
  if (place === null) return null;
  return await listOf(sources, place, false);
}
