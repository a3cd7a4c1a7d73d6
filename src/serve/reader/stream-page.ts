/**
 * Pages of a stream: its rows, their filters, and the start of the next page.
 *
 *   s  the stream        xt  leave out    it  only     ot, nt  after, before (seconds)
 *   r=o  oldest first    n   how many     c   where the page before ended: time, dot, number
 */

import { SECOND_MS } from '../../kernel/clock.js';
import { firstPlace } from '../../kernel/collections.js';
import { READER } from '../../kernel/reader-limits.js';
import type { ReadingState } from '../../store/accounts/reading-list.js';
import { ITEM_KINDS } from '../../store/accounts/records.js';
import { invalidQuery, quoted } from '../http/errors.js';
import { idOf, kindOf, markOf, numberOf, readStream, type StreamName } from './ids.js';
import type { ItemList, Rows } from './item-list.js';
import type { ReaderSources } from './sources.js';

/** Ids of one look-up in the store. */
const FOUND_AT_ONCE = 100;

export interface PageQuery {
  stream: StreamName;
  without: StreamName[];
  only: StreamName[];
  sinceMs: number;
  untilMs: number;
  isOldestFirst: boolean;
  count: number;
  after: { timeMs: number; number: number } | null;
}

export interface StreamPage extends Rows {
  continuation: string | null;
}

/** The parsed parameters of a stream. @throws HttpError 400. */
export function pageQueryOf(
  parameters: URLSearchParams,
  stream: string,
  { count, countMax }: { count: number; countMax: number },
): PageQuery {
  const all = (name: string): StreamName[] =>
    parameters.getAll(name).filter(Boolean).map(readStream);
  const seconds = (name: string): number => {
    const text = parameters.get(name) ?? '';
    if (text !== '' && !/^\d{1,13}$/.test(text)) {
      throw invalidQuery(
        `${name} is seconds since 1970, not ${quoted(text)}`,
        `${name}=1767225600`,
      );
    }
    return Number(text) * SECOND_MS;
  };
  const n = parameters.get('n') ?? '';
  if (n !== '' && !/^\d{1,9}$/.test(n)) {
    throw invalidQuery(`n is how many, not ${quoted(n)}`, `n=${count}`);
  }
  return {
    stream: readStream(stream),
    without: all('xt'),
    only: all('it'),
    // Earlier by the time that items may reach the store late.
    sinceMs: Math.max(0, seconds('ot') - READER.lateMs),
    untilMs: seconds('nt') || Number.POSITIVE_INFINITY,
    isOldestFirst: parameters.get('r') === 'o',
    count: Math.min(countMax, Math.max(1, Number(n) || count)),
    after: placeOf(parameters.get('c') ?? ''),
  };
}

export function pageOf(
  rows: Rows,
  query: PageQuery,
  list: ItemList,
  state: ReadingState,
): StreamPage {
  const { isOldestFirst, count } = query;
  const isIn = testOf(query, list, state, rows !== list);
  const { times, numbers } = rows;
  const found: { times: number[]; numbers: number[] } = { times: [], numbers: [] };
  const step = isOldestFirst ? -1 : 1;
  let continuation: string | null = null;
  for (let row = startOf(rows, query); row >= 0 && row < times.length; row += step) {
    const timeMs = times[row]!;
    const number = numbers[row]!;
    if (!isIn(number, timeMs)) continue;
    if (found.times.length === count) {
      continuation = `${found.times.at(-1)!}.${found.numbers.at(-1)!}`;
      break;
    }
    found.times.push(timeMs);
    found.numbers.push(number);
  }
  return {
    times: Float64Array.from(found.times),
    numbers: Float64Array.from(found.numbers),
    continuation,
  };
}

function startOf({ times, numbers }: Rows, { isOldestFirst, after }: PageQuery): number {
  if (after === null) return isOldestFirst ? times.length - 1 : 0;
  const { timeMs, number } = after;
  const isPast = (row: number): boolean => {
    const isSame = times[row] === timeMs;
    const isBehind = times[row]! < timeMs || (isSame && numbers[row]! < number);
    return isBehind || (isOldestFirst && isSame && numbers[row] === number);
  };
  const first = firstPlace(0, times.length, (row) => !isPast(row));
  return isOldestFirst ? first - 1 : first;
}

/** Rows of a stream, newest first: those of the list, or all items with a mark, of any age. */
export async function rowsOf(
  sources: ReaderSources,
  { stream }: Pick<PageQuery, 'stream'>,
  list: ItemList,
  state: ReadingState,
): Promise<Rows> {
  const mark = markOf(stream);
  if (mark === null || mark === 'read') return list;
  const marked = ITEM_KINDS.flatMap((kind) =>
    [...state.ids(mark, kind)].map((id) => numberOf(kind, id)),
  );
  const old = marked.filter((number) => list.timeOf(number) === null);
  if (old.length === 0) return list;
  const rows = await oldRows(sources, old);
  for (const [row, number] of list.numbers.entries()) {
    rows.push({ number, timeMs: list.times[row]! });
  }
  rows.sort((a, b) => b.timeMs - a.timeMs || b.number - a.number);
  return {
    times: Float64Array.from(rows, ({ timeMs }) => timeMs),
    numbers: Float64Array.from(rows, ({ number }) => number),
  };
}

/** Times of items that are not in the list; erased items have none. */
export async function oldRows(
  { news, blogs }: ReaderSources,
  numbers: readonly number[],
): Promise<{ number: number; timeMs: number }[]> {
  const rows: { number: number; timeMs: number }[] = [];
  for (const kind of ITEM_KINDS) {
    const { find } = (kind === 'news' ? news : blogs).lookup;
    const ids = numbers.filter((number) => kindOf(number) === kind).map(idOf);
    for (let at = 0; at < ids.length; at += FOUND_AT_ONCE) {
      for (const place of await find([], ids.slice(at, at + FOUND_AT_ONCE))) {
        if (place === null || place.sortMs === null) continue;
        rows.push({ number: numberOf(kind, place.id), timeMs: place.sortMs });
      }
    }
  }
  return rows;
}

/** The condition of a query for an item. */
function testOf(
  { stream, without, only, sinceMs, untilMs }: PageQuery,
  list: ItemList,
  state: ReadingState,
  hasOld: boolean,
): (number: number, timeMs: number) => boolean {
  const wanted = [stream, ...only].map((name) => memberOf(name, list, state, hasOld));
  const unwanted = without.map((name) => memberOf(name, list, state, hasOld));
  return (number, timeMs) =>
    timeMs >= sinceMs &&
    timeMs < untilMs &&
    wanted.every((isIn) => isIn(number)) &&
    !unwanted.some((isIn) => isIn(number));
}

/** The condition of a stream. @param hasOld whether the item may be outside of the list. */
export function memberOf(
  name: StreamName,
  list: ItemList,
  state: ReadingState,
  hasOld = false,
): (number: number) => boolean {
  const places = list.subscriptions.flatMap(({ id, labels }, place) => {
    const isNamed = name.kind === 'feed' && name.id === id;
    return isNamed || (name.kind === 'label' && labels.includes(name.label)) ? [place] : [];
  });
  const mark = markOf(name);
  return (number) => {
    if (name.kind === 'all') return true;
    if (places.length > 0 && places.some((place) => list.isOf(place, number))) return true;
    if (mark === null) return false;
    if (hasOld && mark === 'read' && list.timeOf(number) === null) return true;
    return state.has(mark, kindOf(number), idOf(number));
  };
}

/** The last item of the page before. @throws HttpError 400. */
function placeOf(text: string): PageQuery['after'] {
  if (text === '') return null;
  const parts = /^(\d{1,16})\.(\d{1,16})$/.exec(text);
  if (parts === null) throw invalidQuery('c must be the continuation of the page before');
  return { timeMs: Number(parts[1]), number: Number(parts[2]) };
}
