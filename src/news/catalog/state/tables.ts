/** The tables of media and categories, as the writer folds them. */
import { assert } from '../../../kernel/errors.js';
import type { CategoryRecord, MaskRecord, MediaRecord } from '../../../kernel/model/records.js';
import { MEDIA_MAX } from '../../shared/burst/media-table.js';
import type { CatalogTables, MediaEntry } from '../codec.js';

/** A delta holds both lists whole after a change. Invariant: a media has the same number for ever. */
export class Tables {
  readonly #categories = new Map<string, CategoryRecord>();
  readonly #media: MediaEntry[] = [];
  readonly #numbers = new Map<string, number>();
  /** The last log entry that changed a category or a media. */
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

  /** The number of the media when the title or camp in its articles has changed; null otherwise. */
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

  /** The number of the media; null when no media has this code. */
  mask({ kind, key }: MaskRecord, sequence: number): number | null {
    const number = this.#numbers.get(key);
    if (number === undefined) return null;
    this.#media[number]!.hidden = kind !== 'show';
    this.#change(sequence);
    return number;
  }

  /** @throws when no record of the media was folded: the log admits no article before its media. */
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
