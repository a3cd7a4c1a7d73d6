/**
 * `/api/v1/media-stats`: today's articles of each media, and the status of its collection.
 *
 * Every registered media is listed, also those that are only cited. Totals count publishers: the
 * articles of a discovery source are already counted at their publishers.
 */

import { setImmediate as frontsTurn } from 'node:timers/promises';
import { DAY_MS, isoOf, isoOrNull, localDayStartMs } from '../../../../kernel/clock.js';
import { ZONE } from '../../../../kernel/current-place.js';
import type { MediaRecord } from '../../../../kernel/model/records.js';
import {
  type MediaFigures,
  type PastMedia,
  type Signs,
  STANDINGS,
  type Standing,
  standingOf,
} from '../../../../news/media/answers/counts.js';
import { unavailable } from '../../../http/errors.js';
import { type Route, route } from '../../../http/route.js';
import { QueryReplies } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { AtHour, Past, type PastHour, pastHourOf, pastOf, roleOf } from '../parameters.js';
import { Camp, MediaTopics, SourceKind } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { tableHandlers } from './media-lists.js';
import { rulesUrlOf } from './media-page.js';

/** `schedule` of a media whose articles are ingested and not crawled by us. */
const BY_INGEST = 'ingest';
const OFF = 'off';

const Crawler = Type.named('MediaCrawler', {
  methods: Type.arrayOf(Type.String(), 'Ways in which articles are found'),
  transport: Type.textOrNull('HTTP, curl or a browser tool'),
  body: Type.text('How texts or summaries are collected; empty when that is not stated'),
  lastVerifiedMethod: Type.textOrNull('Method of the last good crawl'),
  links: Type.listed('Where the configuration can be read', {
    label: Type.text('What the link leads to'),
    url: Type.text('Address of the rules'),
  }),
  health: Type.describedOrNull(
    'What the crawler says of its sources: `ok`, `new`, `failing`, `blocked`, `dead`, `empty`, `stale`, `low-volume`, `ended` or `disabled`, and why; null where it does not read this media',
    { state: Type.text('One word'), message: Type.text('A sentence for people') },
  ),
});

const Status = Type.oneOf(
  STANDINGS,
  '`disabled` not crawled; `failing` all crawls of the last 3 hours failed; `stale` silent for longer than twice its longest pause of the last two weeks (for 6 hours at least; for two weeks where that brought fewer than 8 articles); else `ok`',
);

const MediaRow = Type.named('MediaStatsRow', {
  media: Type.text('Media code'),
  title: Type.text('Name of the outlet'),
  icon: Type.nullable(Type.String()),
  sourceKind: SourceKind,
  category: Type.nullable(Type.String(), 'Its first category; null when it is in none'),
  categoryLabel: Type.nullable(Type.String(), 'Name of its category; null when it is in none'),
  camp: Camp,
  schedule: Type.text(
    '`off` when it is not crawled, `ingest` when articles come without a crawler',
  ),
  country: Type.text('Where the media works, not where events happen'),
  countryCode: Type.text('`INT` international, `ZZ` unconfirmed'),
  crawler: Crawler,
  today: Type.integer('Since `todayStart`'),
  last24h: Type.Integer(),
  last7d: Type.integer('Articles of the last seven days'),
  collectingSince: Type.nullable(
    Type.DateTime,
    'First article that was collected; null when none was',
  ),
  pendingDate: Type.integer('Articles without a time of their own'),
  taggedShare24h: Type.decimalOrNull(
    'Share of the last 24 hours with a tag; null without articles',
  ),
  lastArticle: Type.nullable(Type.DateTime),
  lastCrawlOk: Type.nullable(Type.DateTime, 'Last successful crawl; null when there was none'),
  status: Status,
  topics: Type.nullable(MediaTopics, 'How its portal is tracked; null when it is not'),
  revisions: Type.described(
    'Articles of the last 7 days whose title was changed after publication; `/api/v1/revisions?kind=title` lists the changes',
    {
      titles7d: Type.integer('Articles with a changed title'),
      titleShare7d: Type.nullable(Type.share('Their share of `last7d`; null without articles')),
      medianMinutes: Type.decimalOrNull(
        'Median of the minutes from publication until the first change of title was seen',
      ),
    },
  ),
});

const Response = Type.named('MediaStats', {
  generatedAt: Type.DateTime,
  todayStart: Type.instant(`00:00 in ${ZONE}`),
  past: Past,
  totals: Type.Object({
    today: Type.integer('Articles since midnight'),
    last24h: Type.Integer(),
    publishingMedia24h: Type.integer('Publishers with an article'),
    pendingDate: Type.integer('Articles whose time of publication is not known'),
    activeSources: Type.integer('Media that are collected'),
    disabledSources: Type.integer('Media that are not collected'),
    taggedShare24h: Type.share(
      'Part of the articles of 24 hours that carry tags, from 0 to 1; null without articles',
    ),
    statusCounts: Type.byName(Type.Integer(), 'By status'),
  }),
  media: Type.Array(MediaRow),
});
export type MediaStatsAnswer = Type.Static<typeof Response>;

type Row = Type.Static<typeof MediaRow>;

/** The data of a table row; totals need more than the row shows. */
interface Counted {
  row: Row;
  figures: MediaFigures;
}

/** The data of a media as of "now" or of a past hour. */
interface Sight {
  nowMs: number;
  figuresOf(record: MediaRecord): MediaFigures;
  /** Times of the last crawl and of the last successful crawl. */
  crawlsOf(media: string): Pick<Signs, 'crawledMs' | 'crawledOkMs'>;
  verifiedMethodOf(media: string): string | null;
  healthOf(media: string): Row['crawler']['health'];
  topicsOf(media: string): Row['topics'];
  retitledOf(media: string): readonly number[];
}

/** Fields that are null for a past hour. */
const NOT_KEPT = [
  'media[].lastCrawlOk',
  'media[].crawler.health',
  'media[].crawler.lastVerifiedMethod',
  'media[].topics',
];

/** The time at which a discovery source found a known article is not stored, either. */
const AS_TODAY = ['media', 'articles that were changed since', 'what discovery sources found'];

export function mediaStatsRoute(sources: NewsSources): Route {
  const path = '/api/v1/media-stats';
  const { catalog, media } = sources;
  const live = tableHandlers(
    sources,
    path,
    (nowMs) => stats(sources, liveSight(sources, nowMs), null),
    () => (sources.mediaTopics?.generation ?? 0) + (sources.crawlHealth?.generation ?? 0),
  );
  const pastReplies = new QueryReplies({
    part: sources.cachePart(`${path}?at`),
    clock: sources.clock,
    refreshMs: null,
    state: [() => catalog.directory, () => media.generation],
  });
  return route({
    path,
    summary: 'Collection and crawler status of each media',
    description:
      'All registered media. Windows end at `generatedAt`. Discovery sources count the articles that they found; totals count publishers.',
    tag: 'media',
    query: { at: AtHour },
    needs: ['media', 'portals'],
    response: Response,
    errors: { 400: '`at` is malformed', 404: 'It is not known what was collected at that time' },
    fast: (rawQuery) => live.fast(rawQuery) ?? pastReplies.known(rawQuery),
    handle: async ({ query: { at }, raw }) => {
      const past = pastHourOf(sources, at);
      if (past === null) return live.handle();
      return pastReplies.reply(raw.query, String(past.hourMs), async () => {
        const counted = await mediaAt(sources, past.hourMs);
        const sight = pastSight(counted, past.hourMs);
        return Buffer.from(JSON.stringify(stats(sources, sight, past)));
      });
    },
  });
}

/** Counts of the media as of a past full hour, computed in steps with other work in between. */
export async function mediaAt({ media }: NewsSources, hourMs: number): Promise<PastMedia> {
  const counting = media.past(hourMs);
  for (;;) {
    const { done, value } = counting.next();
    if (!done) await frontsTurn();
    else if (value === null) throw unavailable('this hour cannot be counted for the moment', 1);
    else return value;
  }
}

/** The collection status of a media at a full hour. */
export function pastStandingOf(
  sources: NewsSources,
  counted: PastMedia,
  record: MediaRecord,
  hourMs: number,
): Standing {
  const sinceMs = sinceOf(sources, record, hourMs);
  return standingOf(signsOf(pastSight(counted, hourMs), record, sinceMs), hourMs);
}

function liveSight({ media, mediaTopics, crawlHealth }: NewsSources, nowMs: number): Sight {
  return {
    nowMs,
    figuresOf: (record) => media.figuresOf(record.media, roleOf(record), nowMs),
    crawlsOf: (code) => media.stateOf(code) ?? { crawledMs: null, crawledOkMs: null },
    verifiedMethodOf: (code) => media.stateOf(code)?.crawledOkMethod ?? null,
    healthOf: (code) => crawlHealth?.healthOf(code) ?? null,
    topicsOf: (code) => mediaTopics?.topicsOf(code, nowMs) ?? null,
    retitledOf: (code) => media.retitledOf(code, nowMs - 7 * DAY_MS, nowMs),
  };
}

function pastSight(counted: PastMedia, hourMs: number): Sight {
  return {
    nowMs: hourMs,
    figuresOf: (record) => counted.figuresOf(record.media, roleOf(record)),
    // Only failures of past crawls are stored, which are enough for a status.
    crawlsOf: (code) => {
      return { crawledMs: counted.isFailing(code) ? hourMs : null, crawledOkMs: null };
    },
    verifiedMethodOf: () => null,
    healthOf: () => null,
    topicsOf: () => null,
    retitledOf: (code) => counted.retitled.get(code) ?? [],
  };
}

function stats(
  sources: NewsSources,
  sight: Sight,
  past: PastHour | null,
): Type.Static<typeof Response> {
  const labels = new Map(
    sources.catalog.directory.categories.map(({ key, label }) => [key, label]),
  );
  const counted = [...sources.catalog.directory.media()].map((record): Counted => {
    const figures = sight.figuresOf(record);
    return { row: rowOf(sources, record, figures, labels, sight), figures };
  });
  return {
    generatedAt: isoOf(sight.nowMs),
    todayStart: isoOf(localDayStartMs(sight.nowMs)),
    past: pastOf(sources, past, NOT_KEPT, AS_TODAY),
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

function signsOf(sight: Sight, record: MediaRecord, sinceMs: number | null): Signs {
  const { lastMs, hours } = sight.figuresOf(record);
  const { crawledMs, crawledOkMs } = sight.crawlsOf(record.media);
  return { crawls: isCrawled(record), crawledMs, crawledOkMs, lastMs: lastMs ?? sinceMs, hours };
}

/** Start of a media's collection, as known by `nowMs`. */
function sinceOf({ media: index }: NewsSources, record: MediaRecord, nowMs: number): number | null {
  const state = index.stateOf(record.media);
  const sinceMs = record.collectingSinceMs ?? state?.acquiredMs ?? state?.foundMs ?? null;
  return sinceMs !== null && sinceMs <= nowMs ? sinceMs : null;
}

function rowOf(
  sources: NewsSources,
  record: MediaRecord,
  figures: MediaFigures,
  labels: ReadonlyMap<string, string>,
  sight: Sight,
): Row {
  const { media } = record;
  const category = record.categories[0] ?? null;
  const sinceMs = sinceOf(sources, record, sight.nowMs);
  const { today, last24h, last7d, tagged24h, pending, lastMs } = figures;
  const signs = signsOf(sight, record, sinceMs);
  return Type.fieldsOf(MediaRow, record, {
    ...{ today, last24h, last7d },
    category,
    categoryLabel: category === null ? null : (labels.get(category) ?? null),
    schedule: signs.crawls ? (record.schedule ?? BY_INGEST) : OFF,
    crawler: {
      ...crawlerOf(record, sight.verifiedMethodOf(media), sources.publicUrl),
      health: sight.healthOf(media),
    },
    collectingSince: isoOrNull(sinceMs),
    pendingDate: pending,
    taggedShare24h: last24h === 0 ? null : tagged24h / last24h,
    lastArticle: isoOrNull(lastMs),
    lastCrawlOk: isoOrNull(signs.crawledOkMs),
    status: standingOf(signs, sight.nowMs),
    topics: sight.topicsOf(media),
    revisions: revisionsOf(sight, record, last7d),
  });
}

/** A discovery source changes no titles. */
function revisionsOf(
  sight: Sight,
  { media, sourceKind }: MediaRecord,
  last7d: number,
): Row['revisions'] {
  if (sourceKind !== 'publisher') return { titles7d: 0, titleShare7d: null, medianMinutes: null };
  const minutes = [...sight.retitledOf(media)].sort((a, b) => a - b);
  const [low, high] = [minutes[(minutes.length - 1) >> 1], minutes[minutes.length >> 1]];
  return {
    titles7d: minutes.length,
    titleShare7d: last7d === 0 ? null : minutes.length / last7d,
    medianMinutes: low === undefined ? null : (low + high!) / 2,
  };
}

/** Decision 44: whether articles of a media are collected, by our crawler or another one. */
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
