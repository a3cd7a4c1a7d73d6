/**
 * Reads sheets (sheet.ts): finds their lists, turns a list into columns, merges sheets into one.
 *
 * Invariant: what was encoded comes back bit by bit. Opening costs a pass over the text lengths, a
 * list one pass over its entries (0.3 ms for 5,000); nothing is kept beside the bytes.
 */
import { assert } from '../../kernel/assert.js';
import { decode } from '../../kernel/codec.js';
import { tagKey } from '../../model/tag.js';
import { HISTORY_COUNT } from '../burst/formulas.js';
import { compareCodePoints } from '../burst/order.js';
import { ByteReader } from './bytes.js';
import {
  CHANGE,
  COUNTED_MEDIA,
  FLAG,
  LISTS_IN_CHAIN,
  type ListColumns,
  startOf,
} from './list-columns.js';
import { emptyColumns, Reference } from './list-reference.js';
import {
  countOf,
  encodeSheet,
  KEPT_RANKS,
  NARROW_TERMS,
  RELATED_SPAN,
  type SheetHeader,
  slotOf,
} from './sheet.js';

type ListPlace = SheetHeader['lists'][number];

export class SheetView {
  readonly category: string;
  /** Hours of its lists, ascending. */
  readonly hours: readonly number[];
  readonly byteLength: number;
  readonly #bytes: Uint8Array;
  readonly #header: SheetHeader;
  readonly #scores: Float64Array;
  readonly #bySlot: Uint16Array | Uint32Array;
  readonly #textsAt: number;
  readonly #textEnds: Uint32Array;
  readonly #listsAt: number;

  /** @throws when the bytes are not a sheet's. */
  constructor(source: Uint8Array) {
    // Columns want aligned places, which bytes from elsewhere may not have.
    const bytes = source.byteOffset % 8 === 0 ? source : new Uint8Array(source);
    this.#bytes = bytes;
    this.byteLength = bytes.byteLength;
    const headBytes = new Uint32Array(bytes.buffer, bytes.byteOffset, 1)[0]!;
    this.#header = decode(Buffer.from(bytes.slice(8, 8 + headBytes))) as SheetHeader;
    const { category, scores, terms, textBytes, lists } = this.#header;
    this.category = category;
    this.hours = lists.map(({ hourMs }) => hourMs);
    let at = aligned(8 + headBytes);
    this.#scores = new Float64Array(bytes.buffer, bytes.byteOffset + at, scores);
    at += 8 * scores;
    this.#bySlot = this.#places(at, terms);
    at += this.#bySlot.byteLength;
    this.#textEnds = new Uint32Array(terms);
    let end = 0;
    for (let term = 0; term < terms; term++) {
      end += bytes[at + term]!;
      this.#textEnds[term] = end;
    }
    assert(end === textBytes, 'the texts of a sheet are as long as its header says');
    this.#textsAt = at + terms;
    this.#listsAt = aligned(this.#textsAt + textBytes);
  }

  /** Terms of the sheet. */
  get terms(): number {
    return this.#header.terms;
  }

  textOf(term: number): string {
    const start = term === 0 ? 0 : this.#textEnds[term - 1]!;
    const { buffer, byteOffset } = this.#bytes;
    const at = byteOffset + this.#textsAt;
    return Buffer.from(buffer, at + start, this.#textEnds[term]! - start).toString();
  }

  /** The terms that are a tag, in whatever spelling: rarely more than one. */
  termsOf(tag: string): number[] {
    const key = tagKey(tag);
    const slot = slotOf(tag);
    let low = 0;
    let high = this.#bySlot.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (slotOf(this.textOf(this.#bySlot[middle]!)) < slot) low = middle + 1;
      else high = middle;
    }
    const terms: number[] = [];
    for (; low < this.#bySlot.length; low++) {
      const text = this.textOf(this.#bySlot[low]!);
      if (slotOf(text) !== slot) break;
      if (tagKey(text) === key) terms.push(this.#bySlot[low]!);
    }
    return terms;
  }

  /** When the list of an hour was computed; null when there is none. */
  computedMsOf(hourMs: number): number | null {
    return this.#placeOf(hourMs)?.computedMs ?? null;
  }

  /** The rank of a term in the list of an hour; null when it is not in it. */
  rankOf(hourMs: number, terms: readonly number[]): number | null {
    const place = this.#placeOf(hourMs);
    if (place === null) return null;
    const column = this.#termsOfList(place);
    for (const term of terms) {
      const entry = column.indexOf(term);
      if (entry >= KEPT_RANKS) return this.list(hourMs)!.ranks[entry]!;
      if (entry >= 0) return entry + 1;
    }
    return null;
  }

  /** The list of an hour; null when there is none. */
  list(hourMs: number): ListColumns | null {
    const at = this.hours.indexOf(hourMs);
    if (at < 0) return null;
    let list: ListColumns | null = null;
    for (let one = at - (at % LISTS_IN_CHAIN); one <= at; one++) list = this.#read(one, list);
    return list;
  }

  /** Every list, by hour. */
  lists(): ListColumns[] {
    const lists: ListColumns[] = [];
    for (let at = 0; at < this.hours.length; at++) {
      lists.push(this.#read(at, at % LISTS_IN_CHAIN === 0 ? null : lists[at - 1]!));
    }
    return lists;
  }

  #read(at: number, before: ListColumns | null): ListColumns {
    const place = this.#header.lists[at]!;
    const { count, media, related, basis, id, hourMs, computedMs } = place;
    const { articleCount, mediaCount, total } = place;
    const list: ListColumns = {
      ...emptyColumns(count, media, related),
      ...{ id, hourMs, computedMs, articleCount, mediaCount, total },
      basis: this.#header.bases[basis]!,
    };
    list.terms.set(this.#termsOfList(place));
    for (let entry = 0; entry < count; entry++) list.ranks[entry] = entry + 1;
    const reference = new Reference(before, this.terms);
    const reader = new ByteReader(this.#bytes, this.#listsAt + place.entriesAt);
    this.#readEntries(list, reader, reference);
    for (let entry = KEPT_RANKS; entry < count; entry++) list.ranks[entry] = reader.number();
    readRelated(list, new ByteReader(this.#bytes, this.#listsAt + place.relatedAt), reference);
    return list;
  }

  #readEntries(list: ListColumns, reader: ByteReader, reference: Reference): void {
    const { terms, history, ranksDayAgo } = list;
    const past = reference.list;
    let at = 0;
    for (let entry = 0; entry < terms.length; entry++) {
      const before = reference.entryOf(terms[entry]!);
      const flags = reader.byte();
      at = readMedia(list, entry, at, flags >>> FLAG.mediaShift, past, before, reader);
      for (let step = 0; step < HISTORY_COUNT; step++) {
        const place = entry * HISTORY_COUNT + step;
        if ((flags & (1 << step)) !== 0) {
          const score = reader.number();
          history[place] = score === 0 ? 0 : this.#scores[score - 1]!;
        } else if (before >= 0) history[place] = past.history[before * HISTORY_COUNT + step]!;
      }
      if ((flags & FLAG.dayAgo) !== 0) ranksDayAgo[entry] = reader.number();
      else if (before >= 0) ranksDayAgo[entry] = past.ranksDayAgo[before]!;
    }
  }

  #placeOf(hourMs: number): ListPlace | null {
    return this.#header.lists.find((list) => list.hourMs === hourMs) ?? null;
  }

  #termsOfList({ at, count }: ListPlace): Uint16Array | Uint32Array {
    return this.#places(this.#listsAt + at, count);
  }

  #places(at: number, count: number): Uint16Array | Uint32Array {
    const { buffer, byteOffset } = this.#bytes;
    return this.#header.terms <= NARROW_TERMS
      ? new Uint16Array(buffer, byteOffset + at, count)
      : new Uint32Array(buffer, byteOffset + at, count);
  }
}

/** One sheet with the lists of several of a category, by hour. */
export function mergeSheets(category: string, views: readonly SheetView[]): Uint8Array {
  const texts = [...new Set(views.flatMap((view) => textsOf(view)))].sort(compareCodePoints);
  const places = new Map(texts.map((text, place) => [text, place]));
  const lists = views.flatMap((view) => {
    const placeOf = textsOf(view).map((text) => places.get(text)!);
    return view.lists().map((list) => withTerms(list, placeOf));
  });
  lists.sort((a, b) => a.hourMs - b.hourMs);
  return encodeSheet(category, { texts, slots: Float64Array.from(texts, slotOf) }, lists);
}

function textsOf(view: SheetView): string[] {
  return Array.from({ length: view.terms }, (_, term) => view.textOf(term));
}

function withTerms(list: ListColumns, placeOf: readonly number[]): ListColumns {
  return {
    ...list,
    terms: list.terms.map((term) => placeOf[term]!),
    relatedTerms: list.relatedTerms.map((term) => placeOf[term]!),
  };
}

/** Reads the media of an entry, which go to the columns from `at` on; returns where they end. */
function readMedia(
  list: ListColumns,
  entry: number,
  at: number,
  flagged: number,
  past: ListColumns,
  before: number,
  reader: ByteReader,
): number {
  const { media, mediaCounts } = list;
  const changes = flagged < COUNTED_MEDIA ? flagged : COUNTED_MEDIA + reader.number();
  let other = before < 0 ? 0 : startOf(past.mediaEnds, before);
  const otherEnd = before < 0 ? 0 : past.mediaEnds[before]!;
  let end = at;
  let place = -1;
  for (let change = 0; change < changes; change++) {
    const coded = reader.number();
    place += Math.floor(coded / CHANGE.kinds) + 1;
    for (; other < otherEnd && past.media[other]! < place; other++) {
      media[end] = past.media[other]!;
      mediaCounts[end++] = past.mediaCounts[other]!;
    }
    const isThere = other < otherEnd && past.media[other] === place;
    const was = isThere ? past.mediaCounts[other++]! : 0;
    const count = was + changeOf(coded % CHANGE.kinds, reader);
    if (count === 0) continue;
    media[end] = place;
    mediaCounts[end++] = count;
  }
  for (; other < otherEnd; other++) {
    media[end] = past.media[other]!;
    mediaCounts[end++] = past.mediaCounts[other]!;
  }
  list.mediaEnds[entry] = end;
  return end;
}

function changeOf(kind: number, reader: ByteReader): number {
  if (kind === CHANGE.more) return 1;
  if (kind === CHANGE.less) return -1;
  const coded = reader.number();
  const size = Math.floor(coded / 2) + 2;
  return coded % 2 === 0 ? size : -size;
}

function readRelated(list: ListColumns, reader: ByteReader, reference: Reference): void {
  const { relatedEnds, relatedTerms, relatedCounts } = list;
  const past = reference.list;
  let coded = reader.number();
  let next = Math.floor(coded / RELATED_SPAN);
  let end = 0;
  for (let entry = 0; entry < relatedEnds.length; entry++) {
    if (entry === next) {
      const start = end;
      end += coded % RELATED_SPAN;
      for (let at = start; at < end; at++) relatedTerms[at] = reader.number();
      let count = start < end ? countOf(list, entry) : 0;
      for (let at = start; at < end; at++) {
        if (count > 1) count -= reader.number();
        relatedCounts[at] = count;
      }
      coded = reader.number();
      next += Math.floor(coded / RELATED_SPAN) + 1;
    } else {
      const before = reference.entryOf(list.terms[entry]!);
      const from = before < 0 ? 0 : startOf(past.relatedEnds, before);
      const until = before < 0 ? 0 : past.relatedEnds[before]!;
      for (let at = from; at < until; at++) {
        relatedTerms[end] = past.relatedTerms[at]!;
        relatedCounts[end++] = past.relatedCounts[at]!;
      }
    }
    relatedEnds[entry] = end;
  }
}

function aligned(at: number): number {
  return Math.ceil(at / 8) * 8;
}
