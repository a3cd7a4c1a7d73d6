/**
 * Encodes days and hours as chunks, and decodes them.
 *
 * Invariant: a chunk is in ascending order of ids, so equal states have equal bytes.
 */
import { columnBytes, columnOf } from '../../engine/columns/columns.js';
import { HOUR_MS } from '../../kernel/clock.js';
import { decode, encodeOwn } from '../../kernel/codec.js';
import { assert } from '../../kernel/errors.js';
import { FOLDING, pauseAt } from '../../kernel/runtime/pause.js';
import type { DayChunk, HourChunk } from './codec.js';
import type { StoredBody } from './state/body-rows.js';
import type { SimilarityState } from './state/state.js';
import type { SimilarityWindow } from './state/window.js';

/** Numbers of a pair in a day's chunk. */
const PAIR_NUMBERS = 6;

export function encodeDay(state: SimilarityState, startMs: number): Uint8Array {
  const { articles } = state;
  const ids = articles.ofDay(startMs)?.sorted() ?? new Uint32Array(0);
  const citations: DayChunk['citations'] = [];
  const names: DayChunk['names'] = [];
  const labels: DayChunk['labels'] = [];
  ids.forEach((id, at) => {
    pauseAt(at, FOLDING);
    for (const cited of state.citations.get(id) ?? []) {
      citations.push([id, cited.media, cited.evidence]);
    }
    const listed = state.names.get(id);
    if (listed !== undefined) names.push([id, listed]);
    const label = state.labels.get(id);
    if (label !== undefined) labels.push([id, label]);
  });
  const chunk: DayChunk = {
    startMs,
    ids: columnBytes(ids),
    sortMs: columnBytes(Float64Array.from(ids, (id) => articles.sortMsOf(id))),
    letters: columnBytes(ids.map((id) => articles.lettersOf(id))),
    media: columnBytes(Uint16Array.from(ids, (id) => articles.mediaOf(id))),
    flags: columnBytes(Uint16Array.from(ids, (id) => articles.flagsOf(id))),
    ...pairsOf(state, startMs),
    citations,
    names,
    labels,
  };
  return encodeOwn(chunk);
}

/** Restores the articles of a day, with their citations, names and labels. */
export function restoreArticles(state: SimilarityState, chunk: DayChunk): void {
  const { articles, citations, names, labels } = state;
  const ids = columnOf(Uint32Array, chunk.ids);
  const sortMs = columnOf(Float64Array, chunk.sortMs);
  const letters = columnOf(Uint32Array, chunk.letters);
  const media = columnOf(Uint16Array, chunk.media);
  const flags = columnOf(Uint16Array, chunk.flags);
  ids.forEach((id, at) => {
    articles.put(id, { sortMs: sortMs[at]!, media: media[at]!, flags: flags[at]! });
    articles.setLetters(id, letters[at]!);
  });
  for (const [id, number, evidence] of chunk.citations) {
    citations.set(id, [...(citations.get(id) ?? []), { media: number, evidence }]);
  }
  for (const [id, list] of chunk.names) names.set(id, list);
  for (const [id, label] of chunk.labels) labels.set(id, label);
}

/** Restores the pairs of a day, after the articles of all days. */
export function restorePairs({ pairs }: SimilarityState, chunk: DayChunk): void {
  const numbers = columnOf(Uint32Array, chunk.pairs);
  for (let at = 0; at < numbers.length; at += PAIR_NUMBERS) {
    const [earlier, later, earlierSize, laterSize, shared, last] = numbers.subarray(at);
    pairs.add({
      earlier: earlier!,
      later: later!,
      earlierSize: earlierSize!,
      laterSize: laterSize!,
      shared: shared!,
      identical: (last! & 1) === 1,
      passage: chunk.passages[last! >>> 1]!,
    });
  }
}

export function decodeDay(bytes: Uint8Array): DayChunk {
  return decode(bytes) as DayChunk;
}

function pairsOf(
  { pairs }: SimilarityState,
  startMs: number,
): Pick<DayChunk, 'pairs' | 'passages'> {
  const list = [...(pairs.ofDay(startMs)?.sorted() ?? [])].map((pair) => pairs.factsOf(pair));
  list.sort((a, b) => a.later - b.later || a.earlier - b.earlier);
  const passages = new Map<string, number>();
  const numbers = list.flatMap((facts) => {
    if (!passages.has(facts.passage)) passages.set(facts.passage, passages.size);
    const last = 2 * passages.get(facts.passage)! + (facts.identical ? 1 : 0);
    return [facts.earlier, facts.later, facts.earlierSize, facts.laterSize, facts.shared, last];
  });
  return { pairs: columnBytes(Uint32Array.from(numbers)), passages: [...passages.keys()] };
}

export function encodeHour(window: SimilarityWindow, hour: number): Uint8Array {
  const rows = window.rowsBetween(hour * HOUR_MS, (hour + 1) * HOUR_MS);
  const bodies = rows.map((row) => window.bodyOf(row)).sort((a, b) => a.id - b.id);
  const texts = bodies.map(({ units }) => columnBytes(units));
  const chunk: HourChunk = {
    ids: columnBytes(Uint32Array.from(bodies, ({ id }) => id)),
    sortMs: columnBytes(Float64Array.from(bodies, ({ sortMs }) => sortMs)),
    media: columnBytes(Uint16Array.from(bodies, ({ media }) => media)),
    textHashes: columnBytes(Float64Array.from(bodies, ({ textHash }) => textHash)),
    units: columnBytes(
      Int32Array.from(bodies, ({ units }) =>
        units instanceof Uint8Array ? -units.length : units.length,
      ),
    ),
    texts: Buffer.concat(texts),
  };
  return encodeOwn(chunk);
}

/** The bodies of a chunk. @throws on bytes that are not a chunk's. */
export function* decodeHour(bytes: Uint8Array): Generator<StoredBody> {
  const chunk = decode(bytes) as HourChunk;
  const ids = columnOf(Uint32Array, chunk.ids);
  const sortMs = columnOf(Float64Array, chunk.sortMs);
  const media = columnOf(Uint16Array, chunk.media);
  const textHashes = columnOf(Float64Array, chunk.textHashes);
  const counts = columnOf(Int32Array, chunk.units);
  let at = 0;
  for (const [index, id] of ids.entries()) {
    const count = counts[index]!;
    const byteLength = count < 0 ? -count : 2 * count;
    const text = chunk.texts.subarray(at, at + byteLength);
    assert(text.length === byteLength, 'the texts of a chunk are whole');
    const units = count < 0 ? Uint8Array.from(text) : columnOf(Uint16Array, text);
    at += byteLength;
    yield { id, sortMs: sortMs[index]!, media: media[index]!, textHash: textHashes[index]!, units };
  }
}
