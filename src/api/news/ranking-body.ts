/**
 * Writes rankings as JSON.
 *
 * An entry is put together from strings: most of a page with trends is the same 49 times with other
 * numbers. A large page is written in pieces between which the front answers others.
 */
import { setImmediate as frontsTurn } from 'node:timers/promises';
import { HOUR_MS, isoOf } from '../../kernel/clock.js';
import { hash53 } from '../../kernel/hash.js';
import { tagKey } from '../../model/tag.js';
import { HISTORY_HOURS } from '../../news/burst/formulas.js';
import type { HourColumn, RankingList, RankingOrder } from '../../news/tags/reader.js';
import {
  LEAD_HOURS,
  type NumberedBasis,
  numberedBasis,
  pointsOf,
  SUM_HOURS,
} from '../../news/tags/trend.js';
import { basisOf } from './basis.js';

/** Points of a trend: 48 hours, both ends included. From the contract. */
export const TREND_POINTS = 49;
/** Entries written in one turn: about half a millisecond with trends. */
const ENTRIES_A_TURN = 20;

export interface BodyOptions {
  category: string;
  order: RankingOrder;
  limit: number;
  related: boolean;
  /** Columns of the trend's hours, its lead included; null for a page without trends. */
  columns: readonly (HourColumn | null)[] | null;
  /** Media codes by number. */
  media: readonly string[];
}

/** Trends of a page: what all entries share. */
interface TrendFrame {
  columns: readonly (HourColumn | null)[];
  basis: NumberedBasis;
  firstMs: number;
  /** `{"t":"…","hourlyCount":` for each point. */
  heads: readonly string[];
}

/** First hour that the trend of a list needs, the lead included. */
export function trendLeadMs(list: RankingList): number {
  return firstPointMs(list) - LEAD_HOURS * HOUR_MS;
}

/** The whole answer. */
export async function rankingBody(list: RankingList, options: BodyOptions): Promise<Buffer> {
  const { order, limit, columns, media } = options;
  const frame = columns === null ? null : trendFrame(list, columns, media);
  const entries = list.first(order, limit);
  const head = `{"order":"${order}","snapshot":${snapshotJson(list, options.category)},"entries":[`;
  const parts: Buffer[] = [Buffer.from(head)];
  for (let start = 0; start < entries.length; start += ENTRIES_A_TURN) {
    if (start > 0 && frame !== null) await frontsTurn();
    let text = '';
    const end = Math.min(entries.length, start + ENTRIES_A_TURN);
    for (let place = start; place < end; place++) {
      text += place === 0 ? '' : ',';
      text += entryJson(list, entries[place]!, place + 1, options.related, frame);
    }
    parts.push(Buffer.from(text));
  }
  parts.push(Buffer.from(']}'));
  return Buffer.concat(parts);
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

function entryJson(
  list: RankingList,
  at: number,
  position: number,
  withRelated: boolean,
  frame: TrendFrame | null,
): string {
  const entry = list.entry(at);
  const history = HISTORY_HOURS.map((hours, step) => `"${hours}":${entry.history[step]}`);
  const media = entry.media.map(([code, count]) => `${JSON.stringify(code)}:${count}`);
  let json =
    `{"rank":${entry.rank},"position":${position},"tag":${JSON.stringify(entry.tag)}` +
    `,"score":${entry.score},"count":${entry.count},"media":{${media.join()}}` +
    `,"normalized":${entry.normalized},"burst":${entry.burst},"history":{${history.join()}}` +
    `,"rank24h":${entry.rank24h},"new":${entry.new}`;
  if (withRelated) {
    const related = entry.related.map(({ tag, count }) => {
      return `{"tag":${JSON.stringify(tag)},"count":${count},"share":${count / entry.count}}`;
    });
    json += `,"related":[${related.join()}]`;
  }
  if (frame !== null) json += `,"trend":[${trendJson(entry.tag, frame)}]`;
  return `${json}}`;
}

function trendJson(tag: string, { columns, basis, firstMs, heads }: TrendFrame): string {
  const { hourly, counts, scores } = pointsOf(hash53(tagKey(tag)), columns, firstMs, basis);
  let json = '';
  for (let point = 0; point < heads.length; point++) {
    const count = counts[point]!;
    const score = scores[point]!;
    const isValid = !Number.isNaN(score);
    json +=
      `${point === 0 ? '' : ','}${heads[point]}${count < 0 ? null : hourly[point]}` +
      `,"average24h":${isValid ? count / SUM_HOURS : null},"score":${isValid ? score : null}` +
      `,"count":${count < 0 ? null : count}}`;
  }
  return json;
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
      (_, point) => `{"t":"${isoOf(firstMs + point * HOUR_MS)}","hourlyCount":`,
    ),
  };
}

/** The last point is the last full hour before the computation. */
function firstPointMs({ columns: { computedMs } }: RankingList): number {
  return Math.floor(computedMs / HOUR_MS) * HOUR_MS - TREND_POINTS * HOUR_MS;
}
