/**
 * Media and categories as queries need them: by code, as masks over media numbers, and as lists.
 *
 * `CatalogDirectory` is immutable: a change of the tables makes a new directory.
 */

import { FIRST_POLE, PLACE, SECOND_POLE } from '../../../kernel/current-place.js';
import { iconUrlOf } from '../../../kernel/model/icon.js';
import { CAMPS, type Camp, type MediaRecord } from '../../../kernel/model/records.js';
import type { CatalogTables, MediaEntry } from '../codec.js';

/** The category of all ranking media. This category and those of the poles need no record. */
const ALL_KEY = 'all';

export interface Facets {
  total: number;
  camps: Record<Camp, number>;
  /** From the most articles to the fewest, then by code. */
  media: { media: string; count: number }[];
}

export interface CategoryEntry {
  key: string;
  label: string;
  /** Ranking media in the category. */
  media: number;
}

/** Decision 14: media whose articles are ranked. */
export function isRankingMedia(record: MediaRecord): boolean {
  return (
    record.enabled && record.sourceKind === 'publisher' && !record.syndicated && !record.external
  );
}

export class CatalogDirectory {
  /** Categories in the order of their records, `all` first, the camps last. */
  readonly categories: readonly CategoryEntry[];
  /** 1 for each media number that may be shown; null when all media may be shown. */
  readonly visible: Uint8Array | null;
  readonly #media: readonly MediaEntry[];
  readonly #numbers = new Map<string, number>();
  readonly #categoryMasks = new Map<string, Uint8Array>();
  readonly #campMasks = new Map<Camp, Uint8Array>();

  /** @param publicUrl of the news service, for the addresses of hosted icons. */
  constructor({ categories, media: entries }: CatalogTables, publicUrl: string) {
    const media = entries.map((entry) => withIcon(entry, publicUrl));
    this.#media = media;
    media.forEach(({ record, hidden }, number) => {
      if (!hidden) this.#numbers.set(record.media, number);
    });
    this.visible = media.some(({ hidden }) => hidden)
      ? this.#mask((_, { hidden }) => !hidden)
      : null;
    for (const camp of CAMPS)
      this.#campMasks.set(
        camp,
        this.#mask((record) => record.camp === camp),
      );
    const labels = new Map<string, string>([[ALL_KEY, PLACE.allLabel]]);
    for (const { key, label } of categories) labels.set(key, label);
    for (const { key, label } of PLACE.poles) {
      if (!labels.has(key)) labels.set(key, label);
    }
    this.categories = [...labels].map(([key, label]) => {
      const mask = this.#mask(
        (record, { hidden }) => !hidden && isRankingMedia(record) && isIn(record, key),
      );
      this.#categoryMasks.set(key, mask);
      return { key, label, media: mask.reduce((sum, bit) => sum + bit, 0) };
    });
  }

  /** Media numbers in use. */
  get size(): number {
    return this.#media.length;
  }

  /** Media that may be shown, sorted by code. */
  *media(): Generator<MediaRecord> {
    const codes = [...this.#numbers.keys()].sort();
    for (const code of codes) yield this.#media[this.#numbers.get(code)!]!.record;
  }

  /** The record of a media; null when there is no such media, or when the media is hidden. */
  mediaOf(code: string): MediaRecord | null {
    const number = this.#numbers.get(code);
    return number === undefined ? null : this.#media[number]!.record;
  }

  /** Ranking media of a category; null when there is no such category. */
  categoryMask(key: string): Uint8Array | null {
    return this.#categoryMasks.get(key) ?? null;
  }

  campMask(camp: Camp): Uint8Array {
    return this.#campMasks.get(camp)!;
  }

  /** The mask of some codes, or the first unknown code. */
  mediaMask(codes: readonly string[]): Uint8Array | { unknown: string } {
    const mask = new Uint8Array(this.#media.length);
    for (const code of codes) {
      const number = this.#numbers.get(code);
      if (number === undefined) return { unknown: code };
      mask[number] = 1;
    }
    return mask;
  }

  /** The mask of the media of some countries, by `countryCode`; or the first unknown country. */
  countryMask(countries: readonly string[]): Uint8Array | { unknown: string } {
    const mask = this.#mask(({ countryCode }) => countries.includes(countryCode));
    const known = new Set([...this.media()].map(({ countryCode }) => countryCode));
    const unknown = countries.find((one) => !known.has(one));
    return unknown === undefined ? mask : { unknown };
  }

  /** Codes of the media of a mask. */
  codesOf(mask: Uint8Array): Set<string> {
    return new Set(this.#media.flatMap(({ record }, at) => (mask[at] === 1 ? [record.media] : [])));
  }

  /** Article counts by media number, as facets. */
  facetsOf(counts: Uint32Array): Facets {
    const facets: Facets = {
      total: 0,
      camps: Object.fromEntries(CAMPS.map((camp) => [camp, 0])),
      media: [],
    };
    counts.forEach((count, number) => {
      if (count === 0) return;
      const { media, camp } = this.#media[number]!.record;
      facets.total += count;
      facets.camps[camp]! += count;
      facets.media.push({ media, count });
    });
    facets.media.sort((a, b) => b.count - a.count || (a.media < b.media ? -1 : 1));
    return facets;
  }

  #mask(holds: (record: MediaRecord, entry: MediaEntry) => boolean): Uint8Array {
    return Uint8Array.from(this.#media, (entry) => (holds(entry.record, entry) ? 1 : 0));
  }
}

/** Replaces the media's own icon address by the hosted icon, when there is one. */
function withIcon(entry: MediaEntry, publicUrl: string): MediaEntry {
  const { record } = entry;
  if (record.iconHash == null) return entry;
  return { ...entry, record: { ...record, icon: iconUrlOf(publicUrl, record.iconHash) } };
}

function isIn(record: MediaRecord, category: string): boolean {
  if (category === ALL_KEY) return true;
  if (category === FIRST_POLE || category === SECOND_POLE) return record.camp === category;
  return record.categories.includes(category);
}
