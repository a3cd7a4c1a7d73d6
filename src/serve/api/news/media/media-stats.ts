/**
 * `/api/v1/media-stats`: what each media brought today, and how its collection stands.
 *
 * Every registered media is listed, those that are only cited included. Totals count publishers:
 * what a discovery source found is counted at its publisher already.
 */

import { DAY_MS, isoOf, isoOrNull, localDayStartMs } from '../../../../kernel/clock.js';
import { ZONE } from '../../../../kernel/current-place.js';
import type { MediaRecord } from '../../../../kernel/model/records.js';
import type { MediaFigures } from '../../../../news/media/reader.js';
import { STANDINGS, type Standing, standingOf } from '../../../../news/media/standing.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../../http/type.js';
import {
  decimal,
  described,
  instant,
  integer,
  listed,
  named,
  nullable,
  text,
} from '../../schema.js';
import { Camp, DateTime, MediaTopics, SourceKind } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { tableHandlers } from '../table-handler.js';
import { roleOf } from './media-role.js';
import { rulesUrlOf } from './media-rules.js';

/** `schedule` of a media whose articles come through ingest and not from our crawler. */
const BY_INGEST = 'ingest';
const OFF = 'off';

const Crawler = named('MediaCrawler', {
  methods: Type.Array(Type.String()),
  transport: nullable(text('HTTP, curl or a browser tool')),
  body: text('How texts or summaries are collected; empty when that is not stated'),
  lastVerifiedMethod: nullable(text('Method of the last good crawl')),
  links: listed('Where the configuration can be read', {
    label: Type.String(),
    url: Type.String(),
  }),
  health: nullable(
    described(
      'What the crawler says of its sources: `ok`, `new`, `failing`, `blocked`, `dead`, `empty`, `stale`, `low-volume`, `ended` or `disabled`, and why; null where it does not read this media',
      { state: Type.String(), message: Type.String() },
    ),
  ),
});

const Status = Type.Enum([...STANDINGS], {
  description:
    '`disabled` not crawled; `failing` all crawls of the last 3 hours failed; `stale` silent for longer than twice its longest pause of the last two weeks (for 6 hours at least; for two weeks where that brought fewer than 8 articles); else `ok`',
});

const MediaRow = named('MediaStatsRow', {
  media: text('Media code'),
  title: Type.String(),
  icon: nullable(Type.String()),
  sourceKind: SourceKind,
  category: nullable(Type.String()),
  categoryLabel: nullable(Type.String()),
  camp: Camp,
  schedule: text('`off` when it is not crawled, `ingest` when articles come without a crawler'),
  country: text('Where the media works, not where events happen'),
  countryCode: text('`INT` international, `ZZ` unconfirmed'),
  crawler: Crawler,
  today: integer('Since `todayStart`'),
  last24h: Type.Integer(),
  last7d: Type.Integer(),
  collectingSince: nullable(DateTime),
  pendingDate: integer('Articles without a time of their own'),
  taggedShare24h: nullable(decimal('Share of the last 24 hours with a tag; null without articles')),
  lastArticle: nullable(DateTime),
  lastCrawlOk: nullable(DateTime),
  status: Status,
  topics: nullable(MediaTopics),
  revisions: described(
    'Articles of the last 7 days whose title was changed after publication; `/api/v1/revisions?kind=title` lists the changes',
    {
      titles7d: integer('Articles with a changed title'),
      titleShare7d: nullable(
        Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'Their share of `last7d`; null without articles',
        }),
      ),
      medianMinutes: nullable(
        decimal('Median of the minutes from publication until the first change of title was seen'),
      ),
    },
  ),
});

const Response = named('MediaStats', {
  generatedAt: DateTime,
  todayStart: instant(`00:00 in ${ZONE}`),
  totals: Type.Object({
    today: Type.Integer(),
    last24h: Type.Integer(),
    publishingMedia24h: integer('Publishers with an article'),
    pendingDate: Type.Integer(),
    activeSources: Type.Integer(),
    disabledSources: Type.Integer(),
    taggedShare24h: Type.Number({ minimum: 0, maximum: 1 }),
    statusCounts: Type.Record(Type.String(), Type.Integer(), { description: 'By status' }),
  }),
  media: Type.Array(MediaRow),
});

/** The answer, for those who show it. */
export type MediaStatsAnswer = Type.Static<typeof Response>;

type Row = Type.Static<typeof MediaRow>;

/** What a row of the table was made from; totals need more than it shows. */
interface Counted {
  row: Row;
  figures: MediaFigures;
}

/** The route of the collection statistics. */
export function mediaStatsRoute(sources: NewsSources): Route {
  const path = '/api/v1/media-stats';
  return route({
    path,
    summary: 'Collection and crawler status of each media',
    description:
      'All registered media. Windows end at `generatedAt`. Discovery sources count the articles that they found; totals count publishers.',
    tag: 'media',
    response: Response,
    errors: {},
    ...tableHandlers(
      sources,
      path,
      (nowMs) => stats(sources, nowMs),
      () => (sources.mediaTopics?.generation ?? 0) + (sources.crawlHealth?.generation ?? 0),
    ),
  });
}

function stats(sources: NewsSources, nowMs: number): Type.Static<typeof Response> {
  const labels = new Map(
    sources.catalog.directory.categories.map(({ key, label }) => [key, label]),
  );
  const counted = [...sources.catalog.directory.media()].map((record): Counted => {
    const figures = sources.media.figuresOf(record.media, roleOf(record), nowMs);
    return { row: rowOf(sources, record, figures, labels, nowMs), figures };
  });
  return {
    generatedAt: isoOf(nowMs),
    todayStart: isoOf(localDayStartMs(nowMs)),
    totals: totalsOf(counted),
    media: counted.map(({ row }) => row),
  };
}

function totalsOf(counted: readonly Counted[]): Type.Static<typeof Response>['totals'] {
  const totals = { today: 0, last24h: 0, publishingMedia24h: 0, pendingDate: 0 };
  const statusCounts = Object.fromEntries(STANDINGS.map((status) => [status, 0])) as {
    [S in Standing]: number;
  };
  let tagged = 0;
  for (const { row, figures } of counted) {
    statusCounts[row.status as Standing] += 1;
    if (row.sourceKind !== 'publisher') continue;
    totals.today += figures.today;
    totals.last24h += figures.last24h;
    totals.publishingMedia24h += figures.last24h > 0 ? 1 : 0;
    totals.pendingDate += figures.pending;
    tagged += figures.tagged24h;
  }
  return {
    ...totals,
    activeSources: counted.length - statusCounts.disabled,
    disabledSources: statusCounts.disabled,
    taggedShare24h: totals.last24h === 0 ? 0 : tagged / totals.last24h,
    statusCounts,
  };
}

function rowOf(
  { media: index, mediaTopics, crawlHealth, publicUrl }: NewsSources,
  record: MediaRecord,
  figures: MediaFigures,
  labels: ReadonlyMap<string, string>,
  nowMs: number,
): Row {
  const { media, title, icon, sourceKind, camp, country, countryCode } = record;
  const state = index.stateOf(media);
  const category = record.categories[0] ?? null;
  const sinceMs = record.collectingSinceMs ?? state?.acquiredMs ?? state?.foundMs ?? null;
  const { today, last24h, last7d, tagged24h, pending, lastMs, hours } = figures;
  const crawls = isCrawled(record);
  const signs = {
    crawls,
    crawledMs: state?.crawledMs ?? null,
    crawledOkMs: state?.crawledOkMs ?? null,
    lastMs: lastMs ?? sinceMs,
    hours,
  };
  return {
    media,
    title,
    icon,
    sourceKind,
    category,
    categoryLabel: category === null ? null : (labels.get(category) ?? null),
    camp,
    schedule: crawls ? (record.schedule ?? BY_INGEST) : OFF,
    country,
    countryCode,
    crawler: {
      ...crawlerOf(record, state?.crawledOkMethod ?? null, publicUrl),
      health: crawlHealth?.healthOf(media) ?? null,
    },
    today,
    last24h,
    last7d,
    collectingSince: isoOrNull(sinceMs),
    pendingDate: pending,
    taggedShare24h: last24h === 0 ? null : tagged24h / last24h,
    lastArticle: isoOrNull(lastMs),
    lastCrawlOk: isoOrNull(signs.crawledOkMs),
    status: standingOf(signs, nowMs),
    topics: mediaTopics?.topicsOf(media, nowMs) ?? null,
    revisions: revisionsOf(index, record, last7d, nowMs),
  };
}

/** A discovery source changes no titles. */
function revisionsOf(
  index: NewsSources['media'],
  { media, sourceKind }: MediaRecord,
  last7d: number,
  nowMs: number,
): Row['revisions'] {
  if (sourceKind !== 'publisher') return { titles7d: 0, titleShare7d: null, medianMinutes: null };
  const minutes = [...index.retitledOf(media, nowMs - 7 * DAY_MS, nowMs)].sort((a, b) => a - b);
  const [low, high] = [minutes[(minutes.length - 1) >> 1], minutes[minutes.length >> 1]];
  return {
    titles7d: minutes.length,
    titleShare7d: last7d === 0 ? null : minutes.length / last7d,
    medianMinutes: low === undefined ? null : (low + high!) / 2,
  };
}

/** Decision 44: whether articles of a media are collected, by our crawler or somebody else's. */
function isCrawled({ enabled, external, schedule }: MediaRecord): boolean {
  return enabled && !external && schedule !== OFF;
}

function crawlerOf(
  { media, crawler }: MediaRecord,
  verifiedMethod: string | null,
  publicUrl: string,
): Omit<Row['crawler'], 'health'> {
  const links = crawler?.links ?? [];
  const rules = { label: 'Rules of this media', url: rulesUrlOf(publicUrl, media) };
  return {
    methods: crawler?.methods ?? [],
    transport: crawler?.transport ?? null,
    body: crawler?.body ?? '',
    lastVerifiedMethod: verifiedMethod ?? crawler?.lastVerifiedMethod ?? null,
    links: links.length > 0 ? links : [rules],
  };
}
