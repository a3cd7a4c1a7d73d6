/**
 * Writes rankings as JSON.
 *
 * Entries are written from the columns, without objects: most of a page with trends is the same
 * text 49 times with other numbers. A large page is written in turns between other work.
 */
import { setImmediate as frontsTurn } from 'node:timers/promises';
import { TextBytes } from '../../../../engine/columns/json-bytes.js';
import { HOUR_MS, isoOf } from '../../../../kernel/clock.js';
import { HISTORY_HOURS } from '../../../../news/shared/burst/formulas.js';
import {
  hourKeysOf,
  LEAD_HOURS,
  type NumberedBasis,
  numberedBasis,
  pointsOf,
  SUM_HOURS,
} from '../../../../news/tags/answers/trend.js';
import type { HourColumn, RankingList, RankingOrder } from '../../../../news/tags/reader.js';
import { startOf } from '../../../../news/tags/state/list-columns.js';
import type { NewsSources } from '../sources.js';
import { basisOf, columnsOf } from './ranking-history.js';

/** Points of a trend: 48 hours, both ends included. From the contract. */
export const TREND_POINTS = 49;
/** Entries per turn: about half a millisecond with trends. */
const ENTRIES_A_TURN = 20;
/** The JSON before each past score. */
const HISTORY_KEYS = HISTORY_HOURS.map((hours, step) => {
  return `${step > 0 ? ',' : ',"history":{'}"${hours}":`;
});

/** `"code":` for each media of a basis; the lists of a day share the array of codes. */
const keysOfBases = new WeakMap<readonly string[], readonly Uint8Array[]>();

interface BodyOptions {
  category: string;
  order: RankingOrder;
  limit: number;
  related: boolean;
  /** Columns of the trend's hours, with those before its first point; null without trends. */
  columns: readonly (HourColumn | null)[] | null;
  /** Media codes by number. */
  media: readonly string[];
  /** Further fields, written before the entries. */
  further?: object;
}

/** Shared by all entries of a page. */
interface EntryFrame {
  /** `"code":` for each place of the basis. */
  mediaKeys: readonly Uint8Array[];
  withRelated: boolean;
  trend: TrendFrame | null;
}

/** Shared by the trends of a page. */
interface TrendFrame {
  columns: readonly (HourColumn | null)[];
  basis: NumberedBasis;
  firstMs: number;
  /** `{"t":"…","hourlyCount":` for each point, with a comma before all but the first. */
  heads: readonly string[];
}

/** Columns of the hours that the trends of a list need, with those before the first point. */
export function trendColumns(
  sources: Pick<NewsSources, 'tags' | 'cold'>,
  list: RankingList,
): Promise<(HourColumn | null)[]> {
  const leadMs = firstPointMs(list) - LEAD_HOURS * HOUR_MS;
  return columnsOf(sources, leadMs, LEAD_HOURS + TREND_POINTS);
}

export async function rankingBody(list: RankingList, options: BodyOptions): Promise<Uint8Array> {
  const { order, limit, columns, media } = options;
  const trend = columns === null ? null : trendFrame(list, columns, media);
  const frame: EntryFrame = {
    mediaKeys: mediaKeysOf(list.columns.basis.media),
    withRelated: options.related,
    trend,
  };
  const entries = list.first(order, limit);
  const page = new TextBytes();
  const snapshot = snapshotJson(list, options.category);
  const further =
    options.further === undefined ? '' : `${JSON.stringify(options.further).slice(1, -1)},`;
  page.text(`{"order":"${order}","snapshot":${snapshot},${further}"entries":[`);
  for (let place = 0; place < entries.length; place++) {
    if (trend !== null && place > 0 && place % ENTRIES_A_TURN === 0) await frontsTurn();
    writeEntry(page, list, entries[place]!, place, frame);
  }
  page.ascii(']}');
  return page.finish();
}

function mediaKeysOf(media: readonly string[]): readonly Uint8Array[] {
  let keys = keysOfBases.get(media);
  if (keys === undefined) {
    keys = media.map((code) => Buffer.from(`${JSON.stringify(code)}:`));
    keysOfBases.set(media, keys);
  }
  return keys;
}

function snapshotJson(list: RankingList, category: string): string {
  const { id, hourMs, computedMs, basis, articleCount, mediaCount } = list.columns;
  return JSON.stringify({
    id,
    category,
    hourStart: isoOf(hourMs),
    computedAt: isoOf(computedMs),
    weight: basis.media.length,
    basis: basisOf(basis),
    available: computedMs >= basis.validFromMs,
    articleCount,
    mediaCount,
    historyAvailable: list.historyHours,
  });
}

/** @param place position of the entry in the answer, from 0. */
function writeEntry(
  page: TextBytes,
  list: RankingList,
  entry: number,
  place: number,
  { mediaKeys, withRelated, trend }: EntryFrame,
): void {
  page.ascii(place === 0 ? '{"rank":' : ',{"rank":');
  page.number(list.columns.ranks[entry]!);
  page.ascii(',"position":');
  page.number(place + 1);
  page.ascii(',"tag":');
  list.writeText(list.columns.terms[entry]!, page);
  page.ascii(',"score":');
  page.number(list.scoreOf(entry));
  page.ascii(',"count":');
  page.number(list.countOf(entry));
  writeMedia(page, list, entry, mediaKeys);
  page.ascii(',"normalized":');
  page.number(list.normalizedOf(entry));
  page.ascii(',"burst":');
  page.number(list.burstOf(entry));
  for (let step = 0; step < HISTORY_HOURS.length; step++) {
    page.ascii(HISTORY_KEYS[step]!);
    page.number(list.pastOf(entry, step));
  }
  page.ascii('},"rank24h":');
  page.number(list.rankDayAgoOf(entry));
  page.ascii(list.isNew(entry) ? ',"new":true' : ',"new":false');
  if (withRelated) writeRelated(page, list, entry);
  if (trend !== null) writeTrend(page, list.tagOf(entry), trend);
  page.ascii('}');
}

function writeMedia(
  page: TextBytes,
  list: RankingList,
  entry: number,
  keys: readonly Uint8Array[],
): void {
  const { mediaEnds, media, mediaCounts } = list.columns;
  page.ascii(',"media":{');
  const start = startOf(mediaEnds, entry);
  for (let at = start; at < mediaEnds[entry]!; at++) {
    if (at > start) page.ascii(',');
    page.utf8(keys[media[at]!]!);
    page.number(mediaCounts[at]!);
  }
  page.ascii('}');
}

function writeRelated(page: TextBytes, list: RankingList, entry: number): void {
  const { relatedEnds, relatedTerms, relatedCounts } = list.columns;
  page.ascii(',"related":[');
  const start = startOf(relatedEnds, entry);
  for (let at = start; at < relatedEnds[entry]!; at++) {
    page.ascii(at > start ? ',{"tag":' : '{"tag":');
    list.writeText(relatedTerms[at]!, page);
    page.ascii(',"count":');
    page.number(relatedCounts[at]!);
    page.ascii(',"share":');
    page.number(relatedCounts[at]! / list.countOf(entry));
    page.ascii('}');
  }
  page.ascii(']');
}

function writeTrend(page: TextBytes, tag: string, trend: TrendFrame): void {
  const { columns, basis, firstMs, heads } = trend;
  const { hourly, counts, scores } = pointsOf(hourKeysOf(tag), columns, firstMs, basis);
  page.ascii(',"trend":[');
  for (let point = 0; point < heads.length; point++) {
    const count = counts[point]! < 0 ? null : counts[point]!;
    const score = Number.isNaN(scores[point]!) ? null : scores[point]!;
    page.ascii(heads[point]!);
    page.number(count === null ? null : hourly[point]!);
    page.ascii(',"average24h":');
    page.number(score === null ? null : counts[point]! / SUM_HOURS);
    page.ascii(',"score":');
    page.number(score);
    page.ascii(',"count":');
    page.number(count);
    page.ascii('}');
  }
  page.ascii(']');
}

function trendFrame(
  list: RankingList,
  columns: readonly (HourColumn | null)[],
  media: readonly string[],
): TrendFrame {
  const firstMs = firstPointMs(list);
  return {
    columns,
    basis: numberedBasis(list.columns.basis, media),
    firstMs,
    heads: Array.from(
      { length: TREND_POINTS },
      (_, point) =>
        `${point > 0 ? ',' : ''}{"t":"${isoOf(firstMs + point * HOUR_MS)}","hourlyCount":`,
    ),
  };
}

/** The last point is the last full hour before the computation. */
function firstPointMs({ columns: { computedMs } }: RankingList): number {
  return Math.floor(computedMs / HOUR_MS) * HOUR_MS - TREND_POINTS * HOUR_MS;
}
