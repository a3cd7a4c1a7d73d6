/**
 * Lists of all media and categories, each serialised once for each state of its data:
 * `/api/v1/categories`, `/api/v1/media`, and `/api/v1/media-traffic-comparison`, the number of
 * articles of each media by month.
 */

import { setImmediate as frontsTurn } from 'node:timers/promises';
import { isoOf, isoOrNull, MINUTE_MS } from '../../../../kernel/clock.js';
import { FIRST_POLE, SECOND_POLE, ZONE } from '../../../../kernel/current-place.js';
import { TagwireError } from '../../../../kernel/errors.js';
import type { MediaRecord } from '../../../../kernel/model/records.js';
import type { CatalogDirectory } from '../../../../news/catalog/answers/directory.js';
import { monthOf, monthText, parseMonth } from '../../../../news/media/answers/counts.js';
import type { MediaReader } from '../../../../news/media/reader.js';
import type { Reply } from '../../../http/reply.js';
import { type Route, route } from '../../../http/route.js';
import { cacheUntilRefresh, etagOf, QueryReplies, quantised } from '../../replies/replies.js';
import * as Type from '../../schema.js';
import { roleOf } from '../parameters.js';
import { Camp, SourceKind } from '../schemas.js';
import type { NewsSources } from '../sources.js';

const Categories = Type.Array(
  Type.Object({
    key: Type.text('Category code'),
    label: Type.text('Name of the category'),
    media: Type.integer('Media in it'),
  }),
  { $id: 'Categories' },
);

const MediaMap = Type.Record(
  Type.String(),
  Type.Object({
    title: Type.nullable(Type.String(), 'Name of the outlet; null when it has none'),
    icon: Type.textOrNull('Address of an icon'),
    camp: Camp,
  }),
  { $id: 'MediaMap', description: 'By media code' },
);

export type MediaList = Type.Static<typeof MediaMap>;

export function categoriesRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/categories',
    summary: 'Ranking categories',
    description: `Keys for the \`category\` parameter, the camps \`${FIRST_POLE}\` and \`${SECOND_POLE}\` included.`,
    tag: 'media',
    response: Categories,
    errors: {},
    handle: listHandler(sources, (directory) => directory.categories),
  });
}

export function mediaRoute(sources: NewsSources): Route {
  return route({
    path: '/api/v1/media',
    summary: 'Media by code',
    description: 'Every media code that appears in answers, with its title, icon and camp.',
    tag: 'media',
    response: MediaMap,
    errors: {},
    handle: listHandler(sources, (directory) =>
      Object.fromEntries(
        [...directory.media()].map(({ media, title, icon, camp }) => [
          media,
          { title, icon, camp },
        ]),
      ),
    ),
  });
}

/** Answers with a list, or another value, that depends only on the catalog's tables. */
function listHandler(
  { catalog, clock }: NewsSources,
  list: (directory: CatalogDirectory) => unknown,
): () => Reply {
  let known: { directory: CatalogDirectory; body: Uint8Array; etag: string } | null = null;
  return () => {
    const { directory } = catalog;
    if (known?.directory !== directory) {
      const body = new TextEncoder().encode(JSON.stringify(list(directory)));
      known = { directory, body, etag: etagOf(body) };
    }
    return {
      status: 200,
      body: known.body,
      cacheControl: cacheUntilRefresh(clock.nowMs()),
      etag: known.etag,
    };
  };
}

const TABLE = 'table';

/**
 * Handlers that answer a path with `table` as of the minute. `alsoAt` identifies the state of
 * further data of the table.
 */
export function tableHandlers(
  { catalog, media, clock, cachePart }: NewsSources,
  path: string,
  table: (nowMs: number) => unknown,
  alsoAt: () => number = () => 0,
): { fast(rawQuery: string): Reply | null; handle(): Promise<Reply> } {
  const replies = new QueryReplies({
    part: cachePart(path),
    clock,
    refreshMs: MINUTE_MS,
    state: [
      () => catalog.directory,
      () => media.generation,
      () => quantised(clock.nowMs()),
      alsoAt,
    ],
  });
  return {
    // Without parameters, a query that is not empty is invalid.
    fast: (rawQuery) => (rawQuery === '' ? replies.known(TABLE) : null),
    handle: async () => {
      const nowMs = quantised(clock.nowMs());
      while (media.settle(nowMs)) await frontsTurn();
      return replies.reply(TABLE, TABLE, () => Buffer.from(JSON.stringify(table(nowMs))));
    },
  };
}

/** Months of the continuous range, the current one included. From the contract. */
const RANGE_MONTHS_MAX = 24;

const Month = Type.String({ pattern: '^\\d{4}-\\d{2}$', description: `${ZONE} month, YYYY-MM` });

const TrafficResponse = Type.named('MediaTraffic', {
  generatedAt: Type.DateTime,
  collectionStartedAt: Type.instantOrNull(
    'When the first article of all was collected',
    'First article that was collected; null when none was',
  ),
  months: Type.arrayOf(Month, 'Ascending'),
  media: Type.Array(
    Type.Object({
      media: Type.text('Media code'),
      sourceKind: SourceKind,
      firstAcquiredAt: Type.instantOrNull(
        'First collection of an article, or first discovery for a discovery source; null when there was none',
        'First article that was collected; null when none was',
      ),
      monthly: Type.listed('One entry for each of `months`', {
        month: Month,
        articles: Type.integer('Articles of that month'),
      }),
    }),
  ),
});

export function trafficRoute(sources: NewsSources): Route {
  const path = '/api/v1/media-traffic-comparison';
  return route({
    path,
    summary: 'Articles of each media by month of publication',
    description:
      'Collected articles whatever became of their text, without those that have no time of their own or a time to come. The current month counts up to `generatedAt`. Counts before the first month of collection are older articles that were added later; zero does not mean that nothing was published. Discovery sources count articles of other media: leave them out of sums.',
    tag: 'media',
    needs: ['media'],
    onCopy: 'passed on',
    response: TrafficResponse,
    errors: {},
    ...tableHandlers(sources, path, (nowMs) => traffic(sources, nowMs)),
  });
}

function traffic({ catalog, media: index, rules }: NewsSources, nowMs: number): object {
  const listed = [...catalog.directory.media()];
  const counted = listed.map((record) => ({
    record,
    firstMs: firstMsOf(index, record),
    counts: index.monthsOf(record.media, roleOf(record), nowMs),
  }));
  const known = counted.flatMap(({ counts }) => [...counts.keys()]);
  const months = monthsShown(known, rules.referenceMonths, monthOf(nowMs));
  const starts = counted.flatMap(({ record, firstMs }) =>
    record.sourceKind === 'publisher' && firstMs !== null ? [firstMs] : [],
  );
  return {
    generatedAt: isoOf(nowMs),
    collectionStartedAt: starts.length === 0 ? null : isoOf(Math.min(...starts)),
    months: months.map(monthText),
    media: counted.map(({ record, firstMs, counts }) => ({
      media: record.media,
      sourceKind: record.sourceKind,
      firstAcquiredAt: isoOrNull(firstMs),
      monthly: months.map((month) => ({
        month: monthText(month),
        articles: counts.get(month) ?? 0,
      })),
    })),
  };
}

function firstMsOf(index: MediaReader, { media, sourceKind }: MediaRecord): number | null {
  const state = index.stateOf(media);
  return (sourceKind === 'publisher' ? state?.acquiredMs : state?.foundMs) ?? null;
}

/** The months of an answer, ascending. */
export function monthsShown(
  known: readonly number[],
  reference: readonly number[],
  current: number,
): number[] {
  const oldest = [...known, ...reference].reduce((a, b) => Math.min(a, b), current);
  const first = Math.max(oldest, current - RANGE_MONTHS_MAX + 1);
  const range = Array.from({ length: current - first + 1 }, (_, at) => first + at);
  return [...reference.filter((month) => month < first), ...range];
}

/**
 * The months of `data/traffic-reference.json`, ascending.
 * @throws TagwireError CONFIG_INVALID for other content.
 */
export function referenceMonthsOf(rules: unknown): number[] {
  const texts = (rules as { months?: unknown } | null)?.months;
  const months = Array.isArray(texts) ? texts.map((text) => parseMonth(String(text))) : [null];
  if (months.includes(null)) {
    throw new TagwireError(
      'CONFIG_INVALID',
      'data/traffic-reference.json: "months" must be a list of texts such as "2024-06"',
    );
  }
  return [...new Set(months as number[])].sort((a, b) => a - b);
}
