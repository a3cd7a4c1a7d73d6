/**
 * `/api/v1/media-traffic-comparison`: how many articles each media published in each month.
 *
 * The months: every one from the oldest month of the reference, or with an article, to the current
 * one, but at most the last 24; older months of the reference stand before them. The reference is
 * a rule file, because what readers compare with is no fact of this store.
 */

import { isoOf, isoOrNull } from '../../../../kernel/clock.js';
import { ZONE } from '../../../../kernel/current-place.js';
import { TagwireError } from '../../../../kernel/errors.js';
import type { MediaRecord } from '../../../../kernel/model/records.js';
import { monthOf, monthText, parseMonth } from '../../../../news/media/counts.js';
import type { MediaReader } from '../../../../news/media/reader.js';
import { type Route, route } from '../../../http/route.js';
import * as Type from '../../schema.js';
import { roleOf } from '../known-names.js';
import { DateTime, SourceKind } from '../schemas.js';
import type { NewsSources } from '../sources.js';
import { tableHandlers } from '../table-handler.js';

/** Months of the continuous range, the current one included. From the contract. */
const RANGE_MONTHS_MAX = 24;

const Month = Type.String({ pattern: '^\\d{4}-\\d{2}$', description: `${ZONE} month, YYYY-MM` });

const Response = Type.named('MediaTraffic', {
  generatedAt: DateTime,
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
    response: Response,
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
 * @throws TagwireError CONFIG_INVALID when it holds anything else.
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
