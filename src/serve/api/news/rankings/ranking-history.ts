/**
 * Rankings and hour columns, in the reader's memory or in cold chunks.
 */
import { DAY_MS, HOUR_MS, isoOf, utcDayOf } from '../../../../kernel/clock.js';
import { RankingBlockView } from '../../../../news/tags/answers/ranking-block-view.js';
import {
  hourKeysOf,
  LEAD_HOURS,
  numberedBasis,
  pointsOf,
} from '../../../../news/tags/answers/trend.js';
import type { RankingBasis } from '../../../../news/tags/codec.js';
import type { RankingList, SnapshotPlace } from '../../../../news/tags/reader.js';
import { HourColumn, unpackHours } from '../../../../news/tags/state/hour-columns.js';
import { unavailable } from '../../../http/errors.js';
import * as Type from '../../schema.js';
import type { NewsSources } from '../sources.js';

/** Views of cold chunks, cached with them: opening one takes a fifth of reading a list. */
const views = new WeakMap<Uint8Array, RankingBlockView>();

/**
 * The ranking block of a snapshot.
 * @throws HttpError 503 when the store cannot read it.
 */
export async function blockOf(
  sources: Pick<NewsSources, 'cold'>,
  place: SnapshotPlace,
): Promise<RankingBlockView> {
  if (place.block !== null) return place.block;
  const bytes = await sources.cold('tags', place.chunk);
  if (bytes === null) throw unavailable('this snapshot cannot be read for the moment', 1);
  let view = views.get(bytes);
  if (view === undefined) {
    view = new RankingBlockView(bytes);
    views.set(bytes, view);
  }
  return view;
}

/** The list of a snapshot, with related tags on request. */
export async function listOf(
  sources: Pick<NewsSources, 'tags' | 'cold'>,
  place: SnapshotPlace,
  withRelated: boolean,
): Promise<RankingList> {
  const block = await blockOf(sources, place);
  return sources.tags.list(block, place.hourMs, withRelated);
}

/** Columns of consecutive hours; null for an hour without counts. */
export async function columnsOf(
  sources: Pick<NewsSources, 'tags' | 'cold'>,
  firstMs: number,
  count: number,
): Promise<(HourColumn | null)[]> {
  const cold = new Map<number, Map<number, Uint8Array>>();
  for (let dayMs = utcDayOf(firstMs); dayMs < firstMs + count * HOUR_MS; dayMs += DAY_MS) {
    const chunk = sources.tags.columnChunk(dayMs);
    if (chunk === null) continue;
    const bytes = await sources.cold('tags', chunk);
    if (bytes === null) throw unavailable('this history cannot be read for the moment', 1);
    cold.set(dayMs, unpackHours(dayMs, bytes));
  }
  return Array.from({ length: count }, (_, at) => {
    const hourMs = firstMs + at * HOUR_MS;
    const bytes = cold.get(utcDayOf(hourMs))?.get(hourMs);
    return bytes === undefined ? sources.tags.column(hourMs) : new HourColumn(bytes);
  });
}

/** The id of a basis without media: the hash of an empty text. */
const NO_MEDIA_ID = 'e3b0c44298fc';

export const Basis = Type.named('Basis', {
  id: Type.text('Names this fixed list of media'),
  media: Type.arrayOf(Type.String(), 'Media codes'),
  coverageFrom: Type.instant('First full hour at which all of its media were collected'),
  validFrom: Type.instant('24 hours later: scores and averages begin here'),
});

export function basisOf(basis: RankingBasis): Type.Static<typeof Basis> {
  const { id, media, coverageFromMs, validFromMs } = basis;
  return { id, media, coverageFrom: isoOf(coverageFromMs), validFrom: isoOf(validFromMs) };
}

/**
 * Counts and scores of tags in consecutive hours, on the current basis of a category. A category
 * without a basis gets one whose collection began at `untilMs`.
 */
export async function pointsOfTags(
  sources: NewsSources,
  category: string,
  tags: readonly string[],
  firstMs: number,
  hours: number,
  untilMs: number,
) {
  const basis = sources.tags.basisOf(category) ?? noBasis(untilMs);
  const columns = await columnsOf(sources, firstMs - LEAD_HOURS * HOUR_MS, hours + LEAD_HOURS);
  const numbered = numberedBasis(basis, sources.tags.media);
  const points = tags.map((tag) => pointsOf(hourKeysOf(tag), columns, firstMs, numbered));
  return { basis: basisOf(basis), points };
}

/** The basis of a category without media: no articles were ever collected for it. */
function noBasis(untilMs: number): RankingBasis {
  return { id: NO_MEDIA_ID, media: [], coverageFromMs: untilMs, validFromMs: untilMs + DAY_MS };
}
