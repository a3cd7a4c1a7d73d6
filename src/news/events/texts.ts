/**
 * Titles and terms of the articles in the window, by UTC day, and how many articles hold each term.
 *
 * Nothing here is shown: answers join titles when they are read.
 */
import { DAY_MS } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';
import type { NewsRecord } from '../../model/records.js';
import { WINDOW_MS } from '../burst/formulas.js';
import { HASH_BITS, hashOf, type TextTerms, textTermsOf } from './text-terms.js';

export interface Text extends TextTerms {
  title: string;
}

type PackedText = [id: number, title: string, terms: Uint8Array, isWide: boolean];

export class Texts {
  readonly #days = new Map<number, Map<number, Text>>();
  /** When a day last changed, which is part of its chunk's name. */
  readonly #revisions = new Map<number, number>();
  /** Articles by hash of a term. Made with the first article: 4 MB. */
  #articlesWith = new Uint32Array(0);
  #size = 0;
  #keptFromMs = Number.NEGATIVE_INFINITY;

  /** Articles. */
  get size(): number {
    return this.#size;
  }

  put(record: NewsRecord, body: string | null, sequence: number): void {
    const { id, sortMs, title, description, tags } = record;
    const dayMs = dayOf(sortMs);
    if (dayMs < this.#keptFromMs) return;
    const lead = body === null || body === '' ? (description ?? '') : body;
    this.#set(dayMs, id, { title, ...textTermsOf(title, lead, tags) });
    this.#revisions.set(dayMs, sequence);
  }

  remove(id: number, sortMs: number, sequence: number): void {
    const dayMs = dayOf(sortMs);
    if (this.#forget(this.#days.get(dayMs), id)) this.#revisions.set(dayMs, sequence);
  }

  /** The text of an article; undefined when it is not known. */
  find(id: number, sortMs: number): Text | undefined {
    return this.#days.get(dayOf(sortMs))?.get(id);
  }

  /** The title of an article; empty when it is not known. */
  of(id: number, sortMs: number): string {
    return this.find(id, sortMs)?.title ?? '';
  }

  /** How many articles hold a term, by its hash; empty while there is none. To be read only. */
  get articlesWith(): Uint32Array {
    return this.#articlesWith;
  }

  /** How much a term tells: ln((articles + 1) ÷ those with it). */
  weightOf(hash: number): number {
    return Math.log((this.#size + 1) / Math.max(1, this.#articlesWith[hash]!));
  }

  /** Lets go of days that the window has left. */
  moveTo(atMs: number): void {
    this.#keptFromMs = dayOf(atMs - WINDOW_MS);
    for (const [dayMs, day] of this.#days) {
      if (dayMs >= this.#keptFromMs) continue;
      for (const id of [...day.keys()]) this.#forget(day, id);
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
      texts.map(([id, { title, terms, isWide }]): PackedText => {
        const bytes = new Uint8Array(terms.buffer, terms.byteOffset, terms.byteLength);
        return [id, title, bytes, isWide];
      }),
    );
  }

  restoreDay(dayMs: number, revision: number, bytes: Uint8Array): void {
    for (const [id, title, packed, isWide] of decode(bytes) as PackedText[]) {
      const terms = new Uint32Array(Uint8Array.from(packed).buffer);
      this.#set(dayMs, id, { title, terms, isWide });
    }
    this.#revisions.set(dayMs, revision);
  }

  /** Takes back a day of the format before, which held titles alone. */
  restoreTitles(dayMs: number, revision: number, bytes: Uint8Array): void {
    for (const [id, title] of decode(bytes) as [number, string][]) {
      this.#set(dayMs, id, { title, ...textTermsOf(title, '', []) });
    }
    this.#revisions.set(dayMs, revision);
  }

  #set(dayMs: number, id: number, text: Text): void {
    let day = this.#days.get(dayMs);
    if (day === undefined) {
      day = new Map();
      this.#days.set(dayMs, day);
    }
    this.#forget(day, id);
    day.set(id, text);
    this.#count(text, 1);
  }

  /** True when the article was there. */
  #forget(day: Map<number, Text> | undefined, id: number): boolean {
    const text = day?.get(id);
    if (text === undefined) return false;
    day!.delete(id);
    this.#count(text, -1);
    return true;
  }

  #count({ terms }: Text, change: 1 | -1): void {
    if (this.#articlesWith.length === 0) this.#articlesWith = new Uint32Array(1 << HASH_BITS);
    this.#size += change;
    for (let at = 0; at < terms.length; at++) this.#articlesWith[hashOf(terms[at]!)]! += change;
  }
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}
