/**
 * What keywords need of an article beside its tags, for a little more than seven days: its title in
 * the form in which tags are compared, and the sources through which it was found.
 */
import { DAY_MS, utcDayOf } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';
import { getOrInsert } from '../../kernel/collections.js';
import type { NewsRecord } from '../../kernel/model/records.js';
import { foldLetters } from '../../kernel/text/tag.js';

/** 168 hours back from now, and a day because whole days go. */
const RETENTION_MS = 8 * DAY_MS;

export interface Title {
  form: string;
  /** Media numbers of discovery sources. */
  foundBy: readonly number[];
}

export class TitleStore {
  readonly #days = new Map<number, Map<number, Title>>();
  #retainedFromMs = Number.NEGATIVE_INFINITY;

  /** The title of an article with a sort time; undefined when it is not stored. */
  get(id: number, timeMs: number): Title | undefined {
    return this.#days.get(utcDayOf(timeMs))?.get(id);
  }

  /** Starts of the UTC days with titles, ascending. */
  days(): number[] {
    return [...this.#days.keys()].sort((a, b) => a - b);
  }

  put({ id, title, sortMs, discoveries }: NewsRecord, numberOf: (code: string) => number): void {
    if (sortMs < this.#retainedFromMs) return;
    const foundBy = discoveries.map(({ media }) => numberOf(media));
    this.#dayAt(utcDayOf(sortMs)).set(id, { form: foldLetters(title), foundBy });
  }

  remove(id: number, timeMs: number): void {
    const dayMs = utcDayOf(timeMs);
    const day = this.#days.get(dayMs);
    day?.delete(id);
    if (day?.size === 0) this.#days.delete(dayMs);
  }

  /** It is now `atMs`: lets go of what is too old. */
  moveTo(atMs: number): void {
    this.#retainedFromMs = utcDayOf(atMs - RETENTION_MS);
    for (const dayMs of this.#days.keys()) {
      if (dayMs < this.#retainedFromMs) this.#days.delete(dayMs);
    }
  }

  encodeDay(dayMs: number): Buffer {
    const titles = [...(this.#days.get(dayMs) ?? [])].sort(([a], [b]) => a - b);
    return encode(titles.map(([id, { form, foundBy }]) => [id, form, foundBy]));
  }

  /** @throws when the bytes are not a day's. */
  restoreDay(dayMs: number, bytes: Uint8Array): void {
    const day = this.#dayAt(dayMs);
    for (const [id, form, foundBy] of decode(bytes) as [number, string, number[]][]) {
      day.set(id, { form, foundBy });
    }
  }

  #dayAt(dayMs: number): Map<number, Title> {
    return getOrInsert(this.#days, dayMs, () => new Map());
  }
}
