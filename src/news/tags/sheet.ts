/**
 * A sheet: the ranking snapshots of one category within one day, or of one hour, as bytes.
 *
 *   sheet := header bytes u32 | header | scores f64 | places by slot | text lengths u8 | texts
 *          | list | list | …                          (columns begin at multiples of eight)
 *   list  := term places | entries | extra ranks | related
 *   entry := flags | media changes… | past scores… | rank 24 hours ago
 *
 * Entries go by rank and are the 5,000 best by score, then those that are among the first 500 by
 * burst all the same, whose ranks stand in `extra ranks`. Terms are the spellings in use, by code
 * points; `places by slot` finds them by the hash of their key. Scores and bursts are not kept:
 * the counts by media, and past scores as places in a list of distinct ones, give them back bit by
 * bit. Places of terms have a fixed width, so that one search finds an entry.
 *
 * An hour changes little of a window of 24. So an entry says how it differs from that of its term in
 * the list before, which is empty for a new term, and for every fourth list, where reading begins.
 *
 *   flags: 1, 2, 4, 8, 16   the past score of 3, 6, 12, 24, 48 hours ago differs, and follows:
 *                           0 for none, or its place plus one
 *          32               the rank 24 hours ago differs, and follows; 0 for none
 *          64, 128          media whose count differs; at three, the number beyond follows
 *   change of a media: 3 · (gap to the media before − 1) + (0: one more, 1: one less, 2: a number
 *                      follows: 2 · (how many more − 2), or 2 · (how many less − 2) + 1)
 *   related, where they differ: 8 · entries passed over + their number, places, falls of counts
 *
 * Not here: how bytes become lists again (sheet-view.ts).
 */
import { assert } from '../../kernel/assert.js';
import { encode } from '../../kernel/codec.js';
import { hash53 } from '../../kernel/hash.js';
import { tagKey } from '../../model/tag.js';
import { HISTORY_COUNT } from '../burst/formulas.js';
import { ByteWriter } from './bytes.js';
import {
  COUNTED_MEDIA,
  FLAG,
  LISTS_IN_CHAIN,
  type ListColumns,
  type ListHead,
  type SheetBasis,
  startOf,
} from './list-columns.js';
import { MediaChanges, Reference } from './list-reference.js';

/** Entries of a list that are kept by rank. */
export const KEPT_RANKS = 5000;
/** Entries that can be asked for, in either order; they come with related tags. */
export const SHOWN_MAX = 500;

/** Places of terms have 16 bits up to this many terms, and 32 beyond. */
export const NARROW_TERMS = 65_536;
/** Slot and place together are an exact integer. */
const SLOTS = 2 ** 31;
const TERMS_MAX = 2 ** 22;
/** More than there are related tags of an entry. */
export const RELATED_SPAN = 8;

/** Everything about a sheet but its columns; offsets are within the part that holds the lists. */
export interface SheetHeader {
  category: string;
  bases: SheetBasis[];
  scores: number;
  terms: number;
  textBytes: number;
  lists: (ListHead & {
    basis: number;
    count: number;
    media: number;
    related: number;
    at: number;
    entriesAt: number;
    relatedAt: number;
  })[];
}

/** The terms of a sheet, by code points. */
export interface Vocabulary {
  texts: readonly string[];
  /** `slotOf` each text. */
  slots: Float64Array;
}

/** Bytes of lists, which go by hour. */
export function encodeSheet(
  category: string,
  vocabulary: Vocabulary,
  lists: readonly ListColumns[],
): Uint8Array {
  const { texts, slots } = vocabulary;
  const written = writeTexts(texts);
  const scores = distinctScores(lists);
  const bases = distinctBases(lists);
  const body = new ByteWriter();
  const header: SheetHeader = {
    category,
    bases,
    scores: scores.size,
    terms: texts.length,
    textBytes: written.texts.length,
    lists: [],
  };
  lists.forEach((list, at) => {
    const before = at % LISTS_IN_CHAIN === 0 ? null : lists[at - 1]!;
    const reference = new Reference(before, texts.length);
    header.lists.push(writeList(body, list, reference, texts.length, scores, bases));
  });
  const head = encode(header);
  const sheet = new ByteWriter();
  sheet.raw(bytesOf(Uint32Array.of(head.length, 0)));
  sheet.raw(head);
  sheet.align();
  sheet.raw(bytesOf(Float64Array.from(scores.keys())));
  sheet.raw(bytesOf(columnOf(texts.length, placesBySlot(slots))));
  sheet.raw(written.lengths);
  sheet.raw(written.texts.bytes());
  sheet.align();
  sheet.raw(body.bytes());
  return sheet.shared();
}

function writeTexts(texts: readonly string[]): { lengths: Uint8Array; texts: ByteWriter } {
  const lengths = new Uint8Array(texts.length);
  const writer = new ByteWriter();
  texts.forEach((text, place) => {
    lengths[place] = writer.text(text);
  });
  return { lengths, texts: writer };
}

/** Where a tag is looked for, in any spelling: 31 bits of the hash of its key. */
export function slotOf(text: string): number {
  return slotOfHash(hash53(tagKey(text)));
}

export function slotOfHash(hash: number): number {
  return hash % SLOTS;
}

function writeList(
  body: ByteWriter,
  list: ListColumns,
  reference: Reference,
  termCount: number,
  scores: ReadonlyMap<number, number>,
  bases: readonly SheetBasis[],
): SheetHeader['lists'][number] {
  const { id, hourMs, computedMs, articleCount, mediaCount, total, terms } = list;
  body.align();
  const at = body.length;
  body.raw(bytesOf(columnOf(termCount, terms)));
  const entriesAt = body.length;
  const changes = new MediaChanges(list, reference.list);
  for (let entry = 0; entry < terms.length; entry++) {
    const before = reference.entryOf(terms[entry]!);
    changes.find(entry, before);
    writeEntry(body, list, entry, reference.list, before, changes, scores);
  }
  for (let entry = KEPT_RANKS; entry < terms.length; entry++) body.number(list.ranks[entry]!);
  const relatedAt = body.length;
  writeRelated(body, list, reference);
  return {
    ...{ id, hourMs, computedMs, articleCount, mediaCount, total },
    basis: bases.findIndex((basis) => isSameBasis(basis, list.basis)),
    count: terms.length,
    media: list.media.length,
    related: list.relatedTerms.length,
    ...{ at, entriesAt, relatedAt },
  };
}

function writeEntry(
  body: ByteWriter,
  { history, ranksDayAgo }: ListColumns,
  entry: number,
  reference: ListColumns,
  before: number,
  changes: MediaChanges,
  scores: ReadonlyMap<number, number>,
): void {
  const dayAgo = ranksDayAgo[entry]!;
  const dayAgoBefore = before < 0 ? 0 : reference.ranksDayAgo[before]!;
  let flags = Math.min(changes.length, COUNTED_MEDIA) << FLAG.mediaShift;
  if (dayAgo !== dayAgoBefore) flags |= FLAG.dayAgo;
  for (let step = 0; step < HISTORY_COUNT; step++) {
    const past = before < 0 ? 0 : reference.history[before * HISTORY_COUNT + step]!;
    if (history[entry * HISTORY_COUNT + step] !== past) flags |= 1 << step;
  }
  body.byte(flags);
  if (changes.length >= COUNTED_MEDIA) body.number(changes.length - COUNTED_MEDIA);
  changes.write(body);
  for (let step = 0; step < HISTORY_COUNT; step++) {
    if ((flags & (1 << step)) === 0) continue;
    const score = history[entry * HISTORY_COUNT + step]!;
    body.number(score === 0 ? 0 : scores.get(score)! + 1);
  }
  if ((flags & FLAG.dayAgo) !== 0) body.number(dayAgo);
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

/** Articles of an entry. */
export function countOf({ mediaEnds, mediaCounts }: ListColumns, entry: number): number {
  let count = 0;
  for (let at = startOf(mediaEnds, entry); at < mediaEnds[entry]!; at++) count += mediaCounts[at]!;
  return count;
}

/** Past scores with their places: the most frequent first, so that most places take one byte. */
function distinctScores(lists: readonly ListColumns[]): Map<number, number> {
  const uses = new Map<number, number>();
  for (const { history } of lists) {
    for (let at = 0; at < history.length; at++) {
      const score = history[at]!;
      if (score !== 0) uses.set(score, (uses.get(score) ?? 0) + 1);
    }
  }
  const byUse = [...uses].sort(([a, left], [b, right]) => right - left || a - b);
  return new Map(byUse.map(([score], place) => [score, place]));
}

function distinctBases(lists: readonly ListColumns[]): SheetBasis[] {
  return [...new Map(lists.map(({ basis }) => [JSON.stringify(basis), basis])).values()];
}

function isSameBasis(a: SheetBasis, b: SheetBasis): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Places of terms by slot, then by place. */
function placesBySlot(slots: Float64Array): Uint32Array {
  assert(slots.length <= TERMS_MAX, 'the places of a sheet fit beside a slot');
  const keys = slots.map((slot, place) => slot * TERMS_MAX + place).sort();
  return Uint32Array.from(keys, (key) => key % TERMS_MAX);
}

/** Places of terms in the width that their number needs. */
function columnOf(terms: number, places: Uint32Array): Uint16Array | Uint32Array {
  return terms <= NARROW_TERMS ? Uint16Array.from(places) : places;
}

function bytesOf(column: { buffer: ArrayBufferLike; byteOffset: number; byteLength: number }) {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}
