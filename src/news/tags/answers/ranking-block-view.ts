/**
 * Reads ranking blocks (state/ranking-block.ts): finds lists, decodes a list to columns, merges blocks.
 *
 * Invariant: decoded values equal the encoded ones bit by bit. Opening takes one pass over the text
 * lengths; a list takes one pass over its entries and those of up to three lists before. Only the
 * scores of the blocks that were read last are cached.
 */
import type { TextBytes } from '../../../engine/columns/json-bytes.js';
import { ByteCache } from '../../../kernel/byte-cache.js';
import { decode } from '../../../kernel/codec.js';
import { firstPlace } from '../../../kernel/collections.js';
import { assert } from '../../../kernel/errors.js';
import { columnFormsOf, foldCase } from '../../../kernel/text/tag.js';
import { HISTORY_COUNT } from '../../shared/burst/formulas.js';
import { compareCodePoints } from '../../shared/burst/order.js';
import { ByteReader, SectionReader } from '../state/bytes.js';
import {
  LISTS_IN_CHAIN,
  type ListColumns,
  NO_PAST,
  newColumns,
  Reference,
  signedOf,
  startOf,
} from '../state/list-columns.js';
import { decodeScores, endsOf, readColumn, readCorrections } from '../state/past-scores.js';
import {
  countOf,
  encodeRankingBlock,
  LIST_SECTIONS,
  NARROW_TERMS,
  orderDayAgo,
  partsOf,
  type RankingBlockHeader,
  RELATED_SPAN,
  STORED_RANKS,
  slotOf,
} from '../state/ranking-block.js';

/** The scores of a day take a tenth of its block. */
const SCORES_BYTES_MAX = 8 * 1024 * 1024;

/** Scores of the blocks that were read last. */
const decodedScores = new ByteCache<Float64Array>(SCORES_BYTES_MAX, (scores) => scores.byteLength);
let views = 0;

export class RankingBlockView {
  /** Name of this view in `decodedScores`. */
  readonly #name = String(views++);
  readonly category: string;
  /** Hours of its lists, ascending. */
  readonly hours: readonly number[];
  readonly byteLength: number;
  readonly #bytes: Uint8Array;
  readonly #header: RankingBlockHeader;
  readonly #bySlot: Uint16Array | Uint32Array;
  readonly #textsAt: number;
  readonly #textEnds: Uint32Array;
  /** The terms of each list. */
  readonly #termColumns: (Uint16Array | Uint32Array)[] = [];
  readonly #sections: SectionReader;

  /** @throws when the bytes are not a ranking block's. */
  constructor(source: Uint8Array) {
    // Columns need aligned offsets.
    const bytes = source.byteOffset % 8 === 0 ? source : new Uint8Array(source);
    this.#bytes = bytes;
    this.byteLength = bytes.byteLength;
    const headBytes = new Uint32Array(bytes.buffer, bytes.byteOffset, 1)[0]!;
    this.#header = decode(Buffer.from(bytes.slice(8, 8 + headBytes))) as RankingBlockHeader;
    const { category, terms, textBytes, sizes, lists } = this.#header;
    this.category = category;
    this.hours = lists.map(({ hourMs }) => hourMs);
    let at = aligned(8 + headBytes);
    this.#bySlot = this.#places(at, terms);
    at += this.#bySlot.byteLength;
    this.#textEnds = new Uint32Array(terms);
    let end = 0;
    for (let term = 0; term < terms; term++) {
      end += bytes[at + term]!;
      this.#textEnds[term] = end;
    }
    assert(end === textBytes, 'the texts of a block are as long as its header says');
    this.#textsAt = at + terms;
    at = this.#textsAt + textBytes;
    for (const { count } of lists) {
      const column = this.#places(aligned(at), count);
      this.#termColumns.push(column);
      at = aligned(at) + column.byteLength;
    }
    this.#sections = new SectionReader(bytes, at, sizes);
  }

  /** Number of terms of the block. */
  get terms(): number {
    return this.#header.terms;
  }

  textOf(term: number): string {
    const start = startOf(this.#textEnds, term);
    const { buffer, byteOffset } = this.#bytes;
    const at = byteOffset + this.#textsAt;
    return Buffer.from(buffer, at + start, this.#textEnds[term]! - start).toString();
  }

  /** Adds the text of a term to a page, as JSON. */
  writeText(term: number, page: TextBytes): void {
    const start = startOf(this.#textEnds, term);
    const at = this.#textsAt;
    page.quoted(this.#bytes, at + start, at + this.#textEnds[term]!);
  }

  /** The terms that are a tag in any spelling: rarely more than one. */
  termsOf(tag: string): number[] {
    return columnFormsOf(tag).flatMap((form) => this.#termsSpelt(form));
  }

  /** The terms with a spelling, in any case. */
  #termsSpelt(form: string): number[] {
    const slot = slotOf(form);
    const slotAt = (at: number): number => slotOf(this.textOf(this.#bySlot[at]!));
    const terms: number[] = [];
    let at = firstPlace(0, this.#bySlot.length, (place) => slotAt(place) < slot);
    for (; at < this.#bySlot.length && slotAt(at) === slot; at++) {
      const term = this.#bySlot[at]!;
      if (foldCase(this.textOf(term)) === form) terms.push(term);
    }
    return terms;
  }

  /** When the list of an hour was computed; null when there is none. */
  computedMsOf(hourMs: number): number | null {
    return this.#header.lists[this.hours.indexOf(hourMs)]?.computedMs ?? null;
  }

  /** The rank of a tag's terms in the list of an hour; null when it has none. */
  rankOf(hourMs: number, terms: readonly number[]): number | null {
    const column = this.#termColumns[this.hours.indexOf(hourMs)];
    if (column === undefined) return null;
    for (const term of terms) {
      const entry = column.indexOf(term);
      if (entry >= STORED_RANKS) return this.list(hourMs)!.ranks[entry]!;
      if (entry >= 0) return entry + 1;
    }
    return null;
  }

  /** The list of an hour; null when there is none. Related tags only if `withRelated`. */
  list(hourMs: number, withRelated = true): ListColumns | null {
    const at = this.hours.indexOf(hourMs);
    if (at < 0) return null;
    let list: ListColumns | null = null;
    for (let one = at - (at % LISTS_IN_CHAIN); one <= at; one++) {
      // Each list of the chain is decoded from the one before it.
      list = this.#read(one, list, withRelated);
    }
    this.#complete(list!, at, this.#scores());
    return list;
  }

  /** Every list, by hour. */
  lists(): ListColumns[] {
    // Callers of `lists` read a block once, so its scores are not cached.
    const scores = decodeScores(this.#sections.section(0));
    const lists: ListColumns[] = [];
    for (let at = 0; at < this.hours.length; at++) {
      const before = at % LISTS_IN_CHAIN === 0 ? null : lists[at - 1]!;
      const list = this.#read(at, before, true);
      this.#complete(list, at, scores);
      lists.push(list);
    }
    return lists;
  }

  /** A list without its past, which no other list needs. */
  #read(at: number, before: ListColumns | null, withRelated: boolean): ListColumns {
    const head = this.#header.lists[at]!;
    const relatedCount = withRelated ? head.related : 0;
    const columns = newColumns(this.#termColumns[at]!, head.media, relatedCount);
    // Field by field: a spread of so many fields leaves garbage that only a full collection frees.
    const list: ListColumns = {
      id: head.id,
      hourMs: head.hourMs,
      computedMs: head.computedMs,
      articleCount: head.articleCount,
      mediaCount: head.mediaCount,
      total: head.total,
      basis: this.#header.bases[head.basis]!,
      terms: columns.terms,
      ranks: NO_PAST.ranks,
      mediaEnds: columns.mediaEnds,
      media: columns.media,
      mediaCounts: columns.mediaCounts,
      history: NO_PAST.history,
      ranksDayAgo: NO_PAST.ranksDayAgo,
      relatedEnds: columns.relatedEnds,
      relatedTerms: columns.relatedTerms,
      relatedCounts: columns.relatedCounts,
    };
    const reference = new Reference(before, this.terms);
    const parts = partsOf(this.#section(at, LIST_SECTIONS.media), 3);
    readMedia(list, reference, parts as [ByteReader, ByteReader, ByteReader]);
    if (!withRelated) return list;
    readRelated(list, new ByteReader(this.#section(at, LIST_SECTIONS.related)), reference);
    return list;
  }

  /** Adds ranks and past to a list. */
  #complete(list: ListColumns, at: number, scores: Float64Array): void {
    const { ends, isPacked } = this.#header;
    const count = list.terms.length;
    list.history = new Float64Array(count * HISTORY_COUNT);
    list.ranks = new Uint32Array(count);
    list.ranksDayAgo = new Uint32Array(count);
    endsOf(list.computedMs).forEach((endMs, step) => {
      const column = new ByteReader(this.#sections.section(1 + ends.indexOf(endMs)));
      readColumn(list, step, column, this.terms, scores);
    });
    const parts = partsOf(this.#section(at, LIST_SECTIONS.ranks), 2);
    const [rest, daysAgo] = parts as [ByteReader, ByteReader];
    for (let entry = 0; entry < count; entry++) {
      list.ranks[entry] = entry < STORED_RANKS ? entry + 1 : rest.number();
    }
    readCorrections(list, rest, scores);
    let last = 0;
    for (const entry of orderDayAgo(list, this.terms, isPacked)) {
      last += signedOf(daysAgo.number());
      list.ranksDayAgo[entry] = last;
    }
  }

  /** The distinct scores of the block; cached, because they take longer than the rest of a list. */
  #scores(): Float64Array {
    let scores = decodedScores.get(this.#name);
    if (scores === undefined) {
      scores = decodeScores(this.#sections.section(0));
      decodedScores.set(this.#name, scores);
    }
    return scores;
  }

  #section(at: number, section: number): Uint8Array {
    const first = 1 + this.#header.ends.length + LIST_SECTIONS.count * at;
    return this.#sections.section(first + section);
  }

  #places(at: number, count: number): Uint16Array | Uint32Array {
    const { buffer, byteOffset } = this.#bytes;
    return this.#header.terms <= NARROW_TERMS
      ? new Uint16Array(buffer, byteOffset + at, count)
      : new Uint32Array(buffer, byteOffset + at, count);
  }
}

/** One block with the lists of several blocks of a category, by hour. */
export function mergeRankingBlocks(
  category: string,
  views: readonly RankingBlockView[],
): Uint8Array {
  const texts = [...new Set(views.flatMap((view) => textsOf(view)))].sort(compareCodePoints);
  const places = new Map(texts.map((text, place) => [text, place]));
  const lists = views.flatMap((view) => {
    const placeOf = textsOf(view).map((text) => places.get(text)!);
    return view.lists().map((list) => withTerms(list, placeOf));
  });
  lists.sort((a, b) => a.hourMs - b.hourMs);
  return encodeRankingBlock(
    category,
    { texts, slots: Float64Array.from(texts, slotOf) },
    lists,
    true,
  );
}

function textsOf(view: RankingBlockView): string[] {
  return Array.from({ length: view.terms }, (_, term) => view.textOf(term));
}

function withTerms(list: ListColumns, placeOf: readonly number[]): ListColumns {
  return {
    ...list,
    terms: list.terms.map((term) => placeOf[term]!),
    relatedTerms: list.relatedTerms.map((term) => placeOf[term]!),
  };
}

/** Reads the media of all entries: those of the list before, with changes. */
function readMedia(
  { terms, media, mediaCounts, mediaEnds }: ListColumns,
  reference: Reference,
  [sizes, gaps, changes]: readonly [ByteReader, ByteReader, ByteReader],
): void {
  // These loops take most of the time of reading a list, so columns are looked up once.
  const { media: pastMedia, mediaCounts: pastCounts, mediaEnds: pastEnds } = reference.list;
  let end = 0;
  for (let entry = 0; entry < terms.length; entry++) {
    const before = reference.entryOf(terms[entry]!);
    let other = before < 0 ? 0 : startOf(pastEnds, before);
    const otherEnd = before < 0 ? 0 : pastEnds[before]!;
    let place = -1;
    for (let left = sizes.number(); left > 0; left--) {
      place += gaps.number() + 1;
      for (; other < otherEnd && pastMedia[other]! < place; other++) {
        media[end] = pastMedia[other]!;
        mediaCounts[end++] = pastCounts[other]!;
      }
      const isThere = other < otherEnd && pastMedia[other] === place;
      const was = isThere ? pastCounts[other++]! : 0;
      const count = was + signedOf(changes.number() + 1);
      if (count === 0) continue;
      media[end] = place;
      mediaCounts[end++] = count;
    }
    for (; other < otherEnd; other++) {
      media[end] = pastMedia[other]!;
      mediaCounts[end++] = pastCounts[other]!;
    }
    mediaEnds[entry] = end;
  }
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
