/**
 * Categories and media as the writer folds them: small lists that travel whole when they change.
 *
 * Invariant: a media keeps the number that it got at first sight, whatever happens to it.
 */
import { assert } from '../../kernel/errors.js';
import type { CategoryRecord, MaskRecord, MediaRecord } from '../../kernel/model/records.js';
import type { CatalogTables, MediaEntry } from './codec.js';

/** Media numbers are columns of 16 bits. */
const MEDIA_MAX = 65_536;

export class Tables {
  readonly #categories = new Map<string, CategoryRecord>();
  readonly #media: MediaEntry[] = [];
  readonly #numbers = new Map<string, number>();
  /** The last log entry that changed something here. */
  changedAt = 0;
  /** True until the change has been given to readers. */
  changed = false;

  get content(): CatalogTables {
    return { categories: [...this.#categories.values()], media: this.#media };
  }

  putCategory(record: CategoryRecord, sequence: number): void {
    this.#categories.set(record.key, record);
    this.#change(sequence);
  }

  /** The number of the media when its articles now show something else; null otherwise. */
  putMedia(record: MediaRecord, sequence: number): number | null {
    this.#change(sequence);
    const number = this.#numbers.get(record.media);
    if (number === undefined) {
      assert(this.#media.length < MEDIA_MAX, 'a media number fits its column');
      this.#numbers.set(record.media, this.#media.length);
      this.#media.push({ record, hidden: false });
      return null;
    }
    const known = this.#media[number]!;
    const { title, camp } = known.record;
    known.record = record;
    return title !== record.title || camp !== record.camp ? number : null;
  }

  /** The number of the masked media; null when there is none of that code. */
  mask({ kind, key }: MaskRecord, sequence: number): number | null {
    const number = this.#numbers.get(key);
    if (number === undefined) return null;
    this.#media[number]!.hidden = kind !== 'show';
    this.#change(sequence);
    return number;
  }

  /** @throws when the media has not come yet: the log admits no such article. */
  numberOf(code: string): number {
    const number = this.#numbers.get(code);
    assert(number !== undefined, `media ${code} comes before its articles`);
    return number;
  }

  recordOf(number: number): MediaRecord {
    return this.#media[number]!.record;
  }

  restore({ categories, media }: CatalogTables, changedAt: number): void {
    for (const category of categories) this.#categories.set(category.key, category);
    for (const entry of media) {
      this.#numbers.set(entry.record.media, this.#media.length);
      this.#media.push(entry);
    }
    this.changedAt = changedAt;
  }

  #change(sequence: number): void {
    this.changed = true;
    this.changedAt = sequence;
  }
}
