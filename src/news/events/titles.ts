/**
 * Titles of the articles in the window, by UTC day: headlines are chosen by them.
 *
 * Nothing here is shown: answers join titles when they are read.
 */
import { DAY_MS } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';
import type { NewsRecord } from '../../model/records.js';
import { WINDOW_MS } from '../burst/formulas.js';
import { titleWordsOf } from './title-words.js';

const NO_WORDS = new Uint16Array(0);

interface Title {
  text: string;
  /** Made when they are first asked for: each run asks for those of its whole window. */
  words: Uint16Array | null;
}

export class Titles {
  readonly #days = new Map<number, Map<number, Title>>();
  /** When a day last changed, which is part of its chunk's name. */
  readonly #revisions = new Map<number, number>();
  #keptFromMs = Number.NEGATIVE_INFINITY;

  put({ id, sortMs, title }: NewsRecord, sequence: number): void {
    const dayMs = dayOf(sortMs);
    if (dayMs < this.#keptFromMs) return;
    let day = this.#days.get(dayMs);
    if (day === undefined) {
      day = new Map();
      this.#days.set(dayMs, day);
    }
    day.set(id, { text: title, words: null });
    this.#revisions.set(dayMs, sequence);
  }

  remove(id: number, sortMs: number, sequence: number): void {
    const dayMs = dayOf(sortMs);
    if (this.#days.get(dayMs)?.delete(id) === true) this.#revisions.set(dayMs, sequence);
  }

  /** The title of an article; empty when it is not known. */
  of(id: number, sortMs: number): string {
    return this.#find(id, sortMs)?.text ?? '';
  }

  /** The words of a title. */
  wordsOf(id: number, sortMs: number): Uint16Array {
    const title = this.#find(id, sortMs);
    if (title === undefined) return NO_WORDS;
    title.words ??= titleWordsOf(title.text);
    return title.words;
  }

  /** Lets go of days that the window has left. */
  moveTo(atMs: number): void {
    this.#keptFromMs = dayOf(atMs - WINDOW_MS);
    for (const dayMs of this.#days.keys()) {
      if (dayMs >= this.#keptFromMs) continue;
      this.#days.delete(dayMs);
      this.#revisions.delete(dayMs);
    }
  }

  /** Days with the entry that changed each last. */
  get revisions(): [dayMs: number, sequence: number][] {
    return [...this.#revisions].sort(([a], [b]) => a - b);
  }

  encodeDay(dayMs: number): Buffer {
    const titles = [...(this.#days.get(dayMs) ?? [])].sort(([a], [b]) => a - b);
    return encode(titles.map(([id, { text }]) => [id, text]));
  }

  restoreDay(dayMs: number, revision: number, bytes: Uint8Array): void {
    const titles = decode(bytes) as [number, string][];
    this.#days.set(dayMs, new Map(titles.map(([id, text]) => [id, { text, words: null }])));
    this.#revisions.set(dayMs, revision);
  }

  #find(id: number, sortMs: number): Title | undefined {
    return this.#days.get(dayOf(sortMs))?.get(id);
  }
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}
