/**
 * The rows of the news service's dumps, as shown at the time of reading.
 *
 * Invariants: titles and visibility are joined when a piece is read, so no piece that is read after
 * a hide contains the item; a piece is some hundred rows, after which other requests have a turn.
 * Not here: files and answers (api/dumps.ts, dumps/dump-encoder.ts).
 */

import { DAY_MS, HOUR_MS, isoOf, localDayStartMs } from '../../../kernel/clock.js';
import { decodeSnapshot, type SnapshotEvent } from '../../../news/events/chunks.js';
import {
  type DumpPeriod,
  type DumpPiece,
  type DumpPlace,
  type DumpSource,
  pieceOf,
} from '../../dumps/dump-kinds.js';
import type { Article } from './articles/article-lookup.js';
import { EVERYTHING } from './articles/catalog-list.js';
import { dayOf, mainTagsOf } from './events/event-history.js';
import { listOf } from './rankings/ranking-history.js';
import type { NewsSources } from './sources.js';

type NewsDumpSources = Pick<
  NewsSources,
  'catalog' | 'history' | 'tags' | 'events' | 'similarity' | 'clock' | 'ask' | 'cold' | 'articles'
>;

/** Rows of a piece: about a millisecond of the main thread. */
const ARTICLES_MAX = 500;
const PAIRS_MAX = 200;
/** Tags of one ranking, as many as `/api/v1/ranking` shows. */
const TAGS_MAX = 500;

const OPEN = new TextEncoder().encode('[');
const CLOSE = new TextEncoder().encode(']');
const COMMA = new TextEncoder().encode(',');

export function newsDumps(sources: NewsDumpSources): DumpSource {
  const { catalog, tags, events, similarity } = sources;
  return {
    service: 'news',
    needs: ['similarity', 'tags', 'events'],
    days: (beforeMs, countMax) =>
      catalog.daysOf(everythingUntil(beforeMs, beforeMs), null).slice(0, countMax),
    state: () => [catalog, tags, events, similarity].map(({ generation }) => generation).join(' '),
    piece: (kind, period, after) => PIECES[kind]!(sources, period, after),
  };
}

type Piece = (sources: NewsDumpSources, period: DumpPeriod, after: DumpPlace) => Promise<DumpPiece>;

const PIECES: { readonly [kind: string]: Piece } = {
  articles: articlePiece,
  pairs: pairPiece,
  rankings: rankingPiece,
  events: eventPiece,
};

function everythingUntil(untilMs: number, nowMs: number) {
  return { ...EVERYTHING, sinceMs: Number.NEGATIVE_INFINITY, untilMs, nowMs };
}

async function articlePiece(
  { catalog, history, clock }: NewsDumpSources,
  { fromMs, untilMs }: DumpPeriod,
  after: DumpPlace,
): Promise<DumpPiece> {
  const nowMs = clock.nowMs();
  const filter = { ...everythingUntil(Math.min(untilMs, nowMs + 1), nowMs), sinceMs: fromMs };
  const position = after === null ? null : { timeMs: after[0]!, id: after[1]! };
  if (catalog.reachesDisk(filter, position)) {
    const { items, next } = await history.page(filter, position, ARTICLES_MAX);
    const parts = items.flatMap((item, at) => (at === 0 ? [item] : [COMMA, item]));
    return { rows: Buffer.concat([OPEN, ...parts, CLOSE]), next: placeOf(next) };
  }
  const { slices, next } = catalog.page(filter, position, ARTICLES_MAX);
  return { rows: catalog.frame(OPEN, slices, CLOSE).render().slice(), next: placeOf(next) };
}

function placeOf(next: { timeMs: number; id: number } | null): DumpPlace {
  return next === null ? null : [next.timeMs, next.id];
}

/** Places: the day, and the number of its pairs that were read. */
async function pairPiece(
  sources: NewsDumpSources,
  { fromMs, untilMs }: DumpPeriod,
  after: DumpPlace,
): Promise<DumpPiece> {
  const [dayMs, later, earlier] = after ?? [localDayStartMs(fromMs), 0, 0];
  const question = {
    type: 'day pairs',
    period: { fromMs: Math.max(fromMs, dayMs!), untilMs: Math.min(untilMs, dayMs! + DAY_MS) },
    after: { later: later!, earlier: earlier! },
    countMax: PAIRS_MAX,
  } as const;
  const { pairs, isLast } = await sources.ask('similarity', question);
  const found = await sources.articles(
    pairs.flatMap(({ a, aMs, b, bMs }) => [
      { id: a, sortMs: aMs },
      { id: b, sortMs: bMs },
    ]),
  );
  const rows = pairs.flatMap((pair, at) => {
    const [one, other] = [found[2 * at] ?? null, found[2 * at + 1] ?? null];
    if (one === null || other === null) return [];
    const { score, containment, sharedShingles, identical, evidence } = pair;
    const numbers = { score, containment, sharedShingles, identical, passage: evidence };
    return [{ ...numbers, ...endOf('earlier', one), ...endOf('later', other) }];
  });
  const last = pairs.at(-1);
  if (!isLast && last !== undefined) return pieceOf(rows, [dayMs!, last.b, last.a]);
  return pieceOf(rows, dayMs! + DAY_MS < untilMs ? [dayMs! + DAY_MS, 0, 0] : null);
}

function endOf(
  side: 'earlier' | 'later',
  { id, media, title, url, publishedAt }: Article,
): { [name: string]: unknown } {
  return {
    [`${side}Id`]: id,
    [`${side}Media`]: media,
    [`${side}Title`]: title,
    [`${side}Url`]: url,
    [`${side}PublishedAt`]: publishedAt,
  };
}

/** Places: the hour, and the position of the category in the list of categories. */
async function rankingPiece(
  sources: NewsDumpSources,
  period: DumpPeriod,
  after: DumpPlace,
): Promise<DumpPiece> {
  const { catalog, tags, clock } = sources;
  const { categories } = catalog.directory;
  const [hourMs, number] = after ?? [firstHourOf(period), 0];
  if (hourMs! >= period.untilMs) return pieceOf([], null);
  const category = categories[number!]?.key;
  const next =
    number! + 1 < categories.length
      ? [hourMs!, number! + 1]
      : hourMs! + HOUR_MS < period.untilMs
        ? [hourMs! + HOUR_MS, 0]
        : null;
  const place = category === undefined ? null : tags.computedBy(category, clock.nowMs(), hourMs!);
  if (place === null || place.hourMs !== hourMs) return pieceOf([], next);
  const list = await listOf(sources, place, false);
  const head = {
    hour: isoOf(hourMs),
    computedAt: isoOf(list.columns.computedMs),
    category,
  };
  const rows = Array.from(list.first('score', TAGS_MAX), (entry) => ({
    ...head,
    rank: list.columns.ranks[entry]!,
    tag: list.tagOf(entry),
    score: list.scoreOf(entry),
    count: list.countOf(entry),
    normalized: list.normalizedOf(entry),
    burst: list.burstOf(entry),
    rank24h: list.rankDayAgoOf(entry),
    new: list.isNew(entry),
  }));
  return pieceOf(rows, next);
}

/** Places: the hour. */
async function eventPiece(
  sources: NewsDumpSources,
  period: DumpPeriod,
  after: DumpPlace,
): Promise<DumpPiece> {
  const hourMs = after?.[0] ?? firstHourOf(period);
  if (hourMs >= period.untilMs) return pieceOf([], null);
  const next = hourMs + HOUR_MS < period.untilMs ? [hourMs + HOUR_MS] : null;
  if (sources.events.newest(hourMs) !== hourMs) return pieceOf([], next);
  const day = await dayOf(sources, localDayStartMs(hourMs));
  const snapshot = decodeSnapshot(day.hours.get(hourMs)!.bytes);
  if (snapshot.builtMs > sources.clock.nowMs()) return pieceOf([], next);
  const found = await sources.articles(snapshot.events.flatMap(({ news }) => news));
  const head = { hour: isoOf(hourMs), builtAt: isoOf(snapshot.builtMs) };
  let at = 0;
  const rows = snapshot.events.map((event, place) => {
    const articles = found.slice(at, at + event.news.length).filter((one) => one !== null);
    at += event.news.length;
    return { ...head, rank: place + 1, ...eventRow(event, articles) };
  });
  return pieceOf(rows, next);
}

function eventRow(
  { score, tags, majors, thread, prevRank, hours, firstHourMs }: SnapshotEvent,
  articles: readonly Article[],
): object {
  return {
    score,
    threadId: thread,
    title: articles[0]?.title ?? null,
    major: mainTagsOf({ tags, majors }),
    tags: tags.map(({ tag }) => tag),
    bursts: tags.map(({ burst }) => burst),
    articleIds: articles.map(({ id }) => id),
    prevRank,
    hours,
    firstTime: isoOf(firstHourMs),
  };
}

function firstHourOf({ fromMs }: DumpPeriod): number {
  return Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
}
