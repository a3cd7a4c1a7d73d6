/**
 * A ranking block: the ranking snapshots of one category within one day, or of one hour, as bytes.
 *
 *   block := header bytes u32 | header | places by slot | text lengths u8 | texts
 *          | term places of each list | sections        (columns begin at multiples of eight)
 *   sections := scores | past scores for each end of a window | sections of each list
 *   sections of a list := media | ranks | related
 *   media := parts of sizes, gaps, changes     ranks := parts of extra ranks and corrections, days ago
 *   parts := length of each but the last | one after the other
 *
 * Entries are in the order of ranks: the 5,000 best by score, then those that are only among the
 * first 500 by burst, whose ranks are `extra ranks`. Terms are the spellings in use, by code
 * points; `places by slot` finds them by the hash of their key. Places of terms have a fixed width
 * and are not packed, so that one search finds a rank; all other data is in sections (bytes.ts),
 * which are deflated in the block of a day. Similar numbers are adjacent: they deflate to half as
 * much. Data that is read together is one section. A list needs six sections of past scores and
 * ranks; small ones are not deflated, because setting up an inflater takes as long.
 *
 * Scores and bursts are not stored: they are computed bit by bit from the counts by media and from
 * past scores (past-scores.ts). One hour changes little of a window of 24. So an entry stores the
 * media in which it differs from its term's entry in the list before, which is empty for a new
 * term, and for every list at which reading begins (`LISTS_IN_CHAIN`).
 *
 *   sizes:   for each entry, the number of media whose count differs
 *   gaps:    of each such media to the one before, minus one
 *   changes: of its count, never 0 (`signedCode`, minus one)
 *   days ago: ranks 24 hours ago, 0 for none, as differences; a day's block has them by descending
 *            score of then, so that neighbours have similar ranks
 *   related, where they differ from the list before:
 *            8 · entries passed over + their number, places, falls of counts
 *
 * Plain columns that Brotli packs take up to twice the bytes for the same lists, because most
 * values of an entry follow from others (past scores from counts, counts from those of the hour
 * before), which no packer can use; and a whole day must be unpacked for one hour. `bench ranking`
 * measures both.
 *
 * Not here: how bytes become lists again (answers/ranking-block-view.ts).
 */
import { columnBytes, withCapacity } from '../../../engine/columns/columns.js';
import { encode } from '../../../kernel/codec.js';
import { assert } from '../../../kernel/errors.js';
import { hash53 } from '../../../kernel/hash.js';
import { foldCase } from '../../../kernel/text/tag.js';
import { DAY_AGO, HISTORY_COUNT } from '../../shared/burst/formulas.js';
import { ByteReader, ByteWriter, SectionWriter } from './bytes.js';
import {
  LISTS_IN_CHAIN,
  type ListColumns,
  type ListHead,
  MediaChanges,
  type RankingBasis,
  Reference,
  signedCode,
  startOf,
} from './list-columns.js';
import { byScore, PastScores } from './past-scores.js';

/** Entries of a list that are stored by rank. */
export const STORED_RANKS = 5000;
/** Entries that may be shown, in either order; they have related tags. */
export const SHOWN_MAX = 500;

/** Places of terms have 16 bits up to this many terms, and 32 beyond. */
export const NARROW_TERMS = 65_536;
/** The length of the header, and zeros after it. */
const HEAD_MARGIN_BYTES = 16;
/** Slot and place form one exact integer. */
const SLOTS = 2 ** 31;
const TERMS_MAX = 2 ** 22;
/** More than the related tags of an entry. */
export const RELATED_SPAN = 8;

/** Numbers of the sections of a list. */
export const LIST_SECTIONS = { media: 0, ranks: 1, related: 2, count: 3 } as const;

/** All parts of a ranking block but its columns. */
export interface RankingBlockHeader {
  category: string;
  /** The block of a day: sections are deflated, and `orderDayAgo` sorts by score. */
  isPacked: boolean;
  bases: RankingBasis[];
  terms: number;
  textBytes: number;
  /** Ends of the windows of past scores, ascending. */
  ends: number[];
  /** Sizes of sections (bytes.ts). */
  sizes: number[];
  lists: (ListHead & { basis: number; count: number; media: number; related: number })[];
}

/** The terms of a ranking block, by code points. */
export interface BlockTerms {
  texts: readonly string[];
  /** `slotOf` each text. */
  slots: Float64Array;
}

/** A ranking block without category, ids and hours: several categories and hours may share it. */
export interface RankingBlockBody {
  /** The header, with these fields empty. */
  header: RankingBlockHeader;
  /** The bytes after the header, which begin at a multiple of eight. */
  bytes: Uint8Array;
}

/**
 * Bytes of lists, given by hour.
 * @param isPacked takes half the bytes and ten times as long.
 */
export function encodeRankingBlock(
  category: string,
  vocabulary: BlockTerms,
  lists: readonly ListColumns[],
  isPacked = false,
): Uint8Array {
  return rankingBlockOf(encodeBody(vocabulary, lists, isPacked), category, lists);
}

export function encodeBody(
  { texts, slots }: BlockTerms,
  lists: readonly ListColumns[],
  isPacked: boolean,
): RankingBlockBody {
  const written = writeTexts(texts);
  const bases = distinctBases(lists);
  const past = new PastScores(lists, texts.length, isPacked);
  const sections = new SectionWriter(isPacked);
  sections.add(past.encodeScores());
  for (const endMs of past.ends) sections.addOneOfMany(past.encodeColumn(endMs));
  lists.forEach((list, at) => {
    const before = at % LISTS_IN_CHAIN === 0 ? null : lists[at - 1]!;
    const reference = new Reference(before, texts.length);
    addList(sections, list, reference, past, isPacked);
  });
  const body = new ByteWriter();
  body.raw(columnBytes(placesColumn(texts.length, placesBySlot(slots))));
  body.raw(written.lengths);
  body.raw(written.texts.bytes());
  for (const { terms } of lists) {
    body.align();
    body.raw(columnBytes(placesColumn(texts.length, terms)));
  }
  for (const section of sections.sections) body.raw(section);
  const header: RankingBlockHeader = {
    ...{ category: '', isPacked, bases, ends: past.ends },
    terms: texts.length,
    textBytes: written.texts.length,
    sizes: sections.sizes,
    lists: lists.map((list) => headOf(list, bases)),
  };
  return { header, bytes: body.bytes() };
}

/** A ranking block of a body. @param names ids and hours of its lists. */
export function rankingBlockOf(
  { header, bytes }: RankingBlockBody,
  category: string,
  names: readonly { id: number; hourMs: number }[],
): Uint8Array {
  const lists = header.lists.map((list, at) => ({
    ...list,
    id: names[at]!.id,
    hourMs: names[at]!.hourMs,
  }));
  const head = encode({ ...header, category, lists });
  const block = new ByteWriter(head.length + bytes.length + HEAD_MARGIN_BYTES);
  block.raw(columnBytes(Uint32Array.of(head.length, 0)));
  block.raw(head);
  block.align();
  block.raw(bytes);
  return block.shared();
}

function headOf(
  list: ListColumns,
  bases: readonly RankingBasis[],
): RankingBlockHeader['lists'][number] {
  const { id, hourMs, computedMs, articleCount, mediaCount, total } = list;
  return {
    ...{ id, hourMs, computedMs, articleCount, mediaCount, total },
    basis: bases.findIndex((basis) => isSameBasis(basis, list.basis)),
    count: list.terms.length,
    media: list.media.length,
    related: list.relatedTerms.length,
  };
}

function writeTexts(texts: readonly string[]): { lengths: Uint8Array; texts: ByteWriter } {
  const lengths = new Uint8Array(texts.length);
  const writer = new ByteWriter();
  texts.forEach((text, place) => {
    lengths[place] = writer.text(text);
  });
  return { lengths, texts: writer };
}

/** The sort key for look-ups of a spelling in any case: 31 bits of its hash. */
export function slotOf(text: string): number {
  return slotOfHash(hash53(foldCase(text)));
}

export function slotOfHash(hash: number): number {
  return hash % SLOTS;
}

/** Adds the sections of a list, in the order of `LIST_SECTIONS`. */
function addList(
  sections: SectionWriter,
  list: ListColumns,
  reference: Reference,
  past: PastScores,
  isPacked: boolean,
): void {
  const [sizes, gaps, changes] = [new ByteWriter(), new ByteWriter(), new ByteWriter()];
  const media = new MediaChanges(list, reference.list);
  list.terms.forEach((term, entry) => {
    media.find(entry, reference.entryOf(term));
    media.write(sizes, gaps, changes);
  });
  sections.add(inParts([sizes, gaps, changes]));
  const rest = new ByteWriter();
  for (const rank of list.ranks.subarray(STORED_RANKS)) rest.number(rank);
  past.writeCorrections(list, rest);
  const daysAgo = new ByteWriter();
  let last = 0;
  for (const entry of orderDayAgo(list, reference.terms, isPacked)) {
    daysAgo.number(signedCode(list.ranksDayAgo[entry]! - last));
    last = list.ranksDayAgo[entry]!;
  }
  sections.addOneOfMany(inParts([rest, daysAgo]));
  const related = new ByteWriter();
  writeRelated(related, list, reference);
  sections.add(related.bytes());
}

/** Joins several parts in one section, which `partsOf` separates. */
function inParts(parts: readonly ByteWriter[]): Uint8Array {
  const joined = new ByteWriter();
  for (const part of parts.slice(0, -1)) joined.number(part.length);
  for (const part of parts) joined.raw(part.bytes());
  return joined.bytes();
}

/** A reader of each of the parts of a section. */
export function partsOf(section: Uint8Array, count: number): ByteReader[] {
  const head = new ByteReader(section);
  const lengths = Array.from({ length: count - 1 }, () => head.number());
  const readers: ByteReader[] = [];
  let { at } = head;
  for (let part = 0; part < count; part++) {
    readers.push(new ByteReader(section, at));
    at += lengths[part] ?? 0;
  }
  return readers;
}

/** Scratch of `orderDayAgo`: entries plus one by term, scores, and the order. */
const dayAgo = {
  entries: new Int32Array(0),
  scores: new Float64Array(0),
  order: new Uint32Array(0),
};

/**
 * Entries in the order in which their ranks a day ago are stored. Valid until the next call.
 * @param termCount terms of the block.
 */
export function orderDayAgo(
  { terms, history }: ListColumns,
  termCount: number,
  isPacked: boolean,
): Uint32Array {
  dayAgo.order = withCapacity(dayAgo.order, terms.length);
  const order = dayAgo.order.subarray(0, terms.length);
  if (!isPacked) {
    for (let entry = 0; entry < terms.length; entry++) order[entry] = entry;
    return order;
  }
  dayAgo.entries = withCapacity(dayAgo.entries, termCount);
  dayAgo.scores = withCapacity(dayAgo.scores, terms.length);
  const entries = dayAgo.entries.fill(0, 0, termCount);
  const scores = dayAgo.scores.subarray(0, terms.length);
  for (let entry = 0; entry < terms.length; entry++) {
    entries[terms[entry]!] = entry + 1;
    scores[entry] = history[entry * HISTORY_COUNT + DAY_AGO]!;
  }
  for (let term = 0, length = 0; term < termCount; term++) {
    if (entries[term]! > 0) order[length++] = entries[term]! - 1;
  }
  return byScore(order, scores);
}

function writeRelated(body: ByteWriter, list: ListColumns, reference: Reference): void {
  const { relatedEnds, relatedTerms, relatedCounts } = list;
  let entryBefore = -1;
  for (let entry = 0; entry < relatedEnds.length; entry++) {
    if (isRelatedSame(list, entry, reference)) continue;
    const start = startOf(relatedEnds, entry);
    const end = relatedEnds[entry]!;
    body.number(RELATED_SPAN * (entry - entryBefore - 1) + end - start);
    entryBefore = entry;
    for (let at = start; at < end; at++) body.number(relatedTerms[at]!);
    let fallsFrom = countOf(list, entry);
    for (let at = start; at < end && fallsFrom > 1; at++) {
      body.number(fallsFrom - relatedCounts[at]!);
      fallsFrom = relatedCounts[at]!;
    }
  }
  body.number(RELATED_SPAN * (relatedEnds.length - entryBefore - 1));
}

function isRelatedSame(list: ListColumns, entry: number, reference: Reference): boolean {
  const before = reference.entryOf(list.terms[entry]!);
  const start = startOf(list.relatedEnds, entry);
  const length = list.relatedEnds[entry]! - start;
  if (before < 0) return length === 0;
  const { relatedEnds, relatedTerms, relatedCounts } = reference.list;
  const startBefore = startOf(relatedEnds, before);
  if (relatedEnds[before]! - startBefore !== length) return false;
  for (let at = 0; at < length; at++) {
    if (relatedTerms[startBefore + at] !== list.relatedTerms[start + at]) return false;
    if (relatedCounts[startBefore + at] !== list.relatedCounts[start + at]) return false;
  }
  return true;
}

/** Number of articles of an entry. */
export function countOf({ mediaEnds, mediaCounts }: ListColumns, entry: number): number {
  let count = 0;
  for (let at = startOf(mediaEnds, entry); at < mediaEnds[entry]!; at++) count += mediaCounts[at]!;
  return count;
}

function distinctBases(lists: readonly ListColumns[]): RankingBasis[] {
  return [...new Map(lists.map(({ basis }) => [JSON.stringify(basis), basis])).values()];
}

function isSameBasis(a: RankingBasis, b: RankingBasis): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Places of terms by slot, then by place. */
function placesBySlot(slots: Float64Array): Uint32Array {
  assert(slots.length <= TERMS_MAX, 'the places of a block fit beside a slot');
  const keys = slots.map((slot, place) => slot * TERMS_MAX + place).sort();
  return Uint32Array.from(keys, (key) => key % TERMS_MAX);
}

/** Places of terms in the width that the number of terms needs. */
function placesColumn(terms: number, places: Uint32Array): Uint16Array | Uint32Array {
  return terms <= NARROW_TERMS ? Uint16Array.from(places) : places;
}
