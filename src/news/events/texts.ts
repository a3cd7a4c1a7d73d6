/**
 * Titles and terms of the articles in the window, by UTC day, and how many articles hold each term.
 *
 * Among few articles no word is rare: where the window holds few, the days before it are counted too.
 *
 * Invariant: what is stored of an article follows from its newest record and body, however many records
 * told of it: an update brings the body only where that changed, and a log that is read again brings it
 * with every record. So the terms of the lead are stored apart, and an article's text stays while it is
 * hidden.
 * Nothing here is shown: answers join titles when they are read.
 */
import { bytesOf, columnOf } from '../../columns/column-copies.js';
import { DAY_MS, utcDayOf } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';
import { getOrInsert } from '../../kernel/get-or-insert.js';
import type { NewsRecord } from '../../model/records.js';
import { WINDOW_MS } from '../burst/formulas.js';
import {
  HASH_BITS,
  hashOf,
  type LeadTerms,
  leadTermsOf,
  type TextTerms,
  textTermsOf,
} from './text-terms.js';

/**
 * So many articles tell which words are rare: days before the window are retained until there are as many,
 * but none that may have lost its bodies. In `bench truth` 250 did as well, 600 and whole weeks worse.
 */
const COUNTED_MIN = 400;
const RETENTION_MS_MAX = 6 * DAY_MS;
/**
 * Added to the articles of each term: a word that one article alone holds is not much rarer than one of
 * two, and would take the weight from those that two share. 1 and 6 did worse in `bench truth`.
 */
const SEEN_BEFORE = 3;

export interface Text extends TextTerms {
  title: string;
  /** Terms of the body's beginning, or of the description; an update may come without the body. */
  lead: LeadTerms;
  /** Hash of the body whose lead this is; empty when it is the description's. */
  bodyHash: string;
}

type PackedText = [
  id: number,
  title: string,
  terms: Uint8Array,
  isWide: boolean,
  lead: Uint8Array,
  leadAll: number,
  leadWide: number,
  bodyHash: string,
];

export class Texts {
  readonly #days = new Map<number, Map<number, Text>>();
  readonly #dayOfArticle = new Map<number, number>();
  /** When a day last changed, which is part of its chunk's name. */
  readonly #revisions = new Map<number, number>();
  /** Articles by hash of a term. Made with the first article: 4 MB. */
  #articlesWith = new Uint32Array(0);
  #size = 0;
  #retainedFromMs = Number.NEGATIVE_INFINITY;

  /** Articles. */
  get size(): number {
    return this.#size;
  }

  put(record: NewsRecord, body: string | null, sequence: number): void {
    const { id, sortMs, title, tags } = record;
    const known = this.#textOf(id);
    this.remove(id, sequence);
    const dayMs = utcDayOf(sortMs);
    if (dayMs < this.#retainedFromMs) return;
    const { lead, bodyHash } = leadOf(record, body, known);
    this.#set(dayMs, id, { title, lead, bodyHash, ...textTermsOf(title, lead, tags) });
    this.#revisions.set(dayMs, sequence);
  }

  remove(id: number, sequence: number): void {
    const dayMs = this.#dayOfArticle.get(id);
    if (dayMs === undefined) return;
    this.#forget(dayMs, id);
    this.#revisions.set(dayMs, sequence);
  }

  /** The text of an article; undefined when it is not known. */
  find(id: number, sortMs: number): Text | undefined {
    return this.#days.get(utcDayOf(sortMs))?.get(id);
  }

  /** The title of an article; empty when it is not known. */
  of(id: number, sortMs: number): string {
    return this.find(id, sortMs)?.title ?? '';
  }

  /** How many articles hold a term, by its hash; empty while there is none. To be read only. */
  get articlesWith(): Uint32Array {
    return this.#articlesWith;
  }

  /** How much a term tells: ln((articles + 4) ÷ (those with it + 3)), above 0. */
  weightOf(hash: number): number {
    const more = this.#articlesWith[hash]! + SEEN_BEFORE;
    return Math.log((this.#size + 1 + SEEN_BEFORE) / more);
  }

  /** Lets go of days that neither the window nor the counts need. */
  moveTo(atMs: number): void {
    this.#retainedFromMs = utcDayOf(atMs - RETENTION_MS_MAX);
    const windowMs = utcDayOf(atMs - WINDOW_MS);
    let counted = 0;
    for (const dayMs of [...this.#days.keys()].sort((a, b) => b - a)) {
      const day = this.#days.get(dayMs)!;
      const isNeeded =
        dayMs >= windowMs || (dayMs >= this.#retainedFromMs && counted < COUNTED_MIN);
      counted += day.size;
      if (isNeeded) continue;
      for (const id of [...day.keys()]) this.#forget(dayMs, id);
      this.#days.delete(dayMs);
      this.#revisions.delete(dayMs);
    }
  }

  /** Days with the entry that changed each last. */
  get revisions(): [dayMs: number, sequence: number][] {
    return [...this.#revisions].sort(([a], [b]) => a - b);
  }

  encodeDay(dayMs: number): Buffer {
    const texts = [...(this.#days.get(dayMs) ?? [])].sort(([a], [b]) => a - b);
    return encode(
      texts.map(([id, { title, terms, isWide, lead, bodyHash }]): PackedText => {
        return [
          ...([id, title, bytesOf(terms), isWide] as const),
          ...([bytesOf(lead.terms), lead.all, lead.wide, bodyHash] as const),
        ];
      }),
    );
  }

  restoreDay(dayMs: number, revision: number, bytes: Uint8Array): void {
    // A day whose articles are all gone is let go of when its time comes.
    this.#dayAt(dayMs);
    for (const packed of decode(bytes) as PackedText[]) {
      const [id, title, terms, isWide, leadTerms, all, wide, bodyHash] = packed;
      const lead = { terms: columnOf(Uint32Array, leadTerms), all, wide };
      this.#set(dayMs, id, { title, terms: columnOf(Uint32Array, terms), isWide, lead, bodyHash });
    }
    this.#revisions.set(dayMs, revision);
  }

  /** Takes back a day of the format before, which had titles alone. */
  restoreTitles(dayMs: number, revision: number, bytes: Uint8Array): void {
    for (const [id, title] of decode(bytes) as [number, string][]) {
      const lead = leadTermsOf('');
      this.#set(dayMs, id, { title, lead, bodyHash: '', ...textTermsOf(title, lead, []) });
    }
    this.#revisions.set(dayMs, revision);
  }

  #set(dayMs: number, id: number, text: Text): void {
    this.#forget(dayMs, id);
    this.#dayAt(dayMs).set(id, joined(text));
    this.#dayOfArticle.set(id, dayMs);
    this.#count(text, 1);
  }

  #dayAt(dayMs: number): Map<number, Text> {
    return getOrInsert(this.#days, dayMs, () => new Map());
  }

  #textOf(id: number): Text | undefined {
    const dayMs = this.#dayOfArticle.get(id);
    return dayMs === undefined ? undefined : this.#days.get(dayMs)?.get(id);
  }

  #forget(dayMs: number, id: number): void {
    const day = this.#days.get(dayMs);
    const text = day?.get(id);
    if (text === undefined) return;
    day!.delete(id);
    this.#dayOfArticle.delete(id);
    this.#count(text, -1);
  }

  #count({ terms }: Text, change: 1 | -1): void {
    if (this.#articlesWith.length === 0) this.#articlesWith = new Uint32Array(1 << HASH_BITS);
    this.#size += change;
    for (let at = 0; at < terms.length; at++) this.#articlesWith[hashOf(terms[at]!)]! += change;
  }
}

/** The lead that a record has: its body's, also where only an earlier record brought that. */
function leadOf(
  { bodyHash, description }: NewsRecord,
  body: string | null,
  known: Text | undefined,
): Pick<Text, 'lead' | 'bodyHash'> {
  if (body !== null && body !== '') return { lead: leadTermsOf(body), bodyHash };
  if (known !== undefined && bodyHash !== '' && known.bodyHash === bodyHash) return known;
  return { lead: leadTermsOf(description ?? ''), bodyHash: '' };
}

/** A text with both lists in one buffer: a buffer of its own costs a tenth of all that is stored of it. */
function joined(text: Text): Text {
  const { terms, lead } = text;
  const both = new Uint32Array(terms.length + lead.terms.length);
  both.set(terms);
  both.set(lead.terms, terms.length);
  return {
    ...text,
    terms: both.subarray(0, terms.length),
    lead: { ...lead, terms: both.subarray(terms.length) },
  };
}
