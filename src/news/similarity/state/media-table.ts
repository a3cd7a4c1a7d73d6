/**
 * Media by number, for columns.
 *
 * Invariant: a code keeps its number. A media that articles mention before its own record has only
 * a code.
 */
import { withCapacity } from '../../../engine/columns/columns.js';
import { getOrInsert } from '../../../kernel/collections.js';
import type { MediaRecord } from '../../../kernel/model/records.js';

/** The fields of a media that the index needs. */
export interface MediaFacts {
  media: string;
  title: string;
  aliases: string[];
  country: string;
  countryCode: string;
  enabled: boolean;
  external: boolean;
  syndicated: boolean;
  hidden: boolean;
}

/** Bits by media number, so that queries over all articles read no objects. */
const HIDDEN = 1;
const SYNDICATED = 2;

export class ComparedMedia {
  readonly #facts: MediaFacts[] = [];
  readonly #numbers = new Map<string, number>();
  #bits = new Uint8Array(64);

  get size(): number {
    return this.#facts.length;
  }

  at(number: number): MediaFacts {
    return this.#facts[number]!;
  }

  /** True when articles of a media may be shown. */
  isShown(number: number): boolean {
    return (this.#bits[number]! & HIDDEN) === 0;
  }

  /** True when a media's articles also count in the index: it is not syndicated. */
  isIndexed(number: number): boolean {
    return this.#bits[number] === 0;
  }

  /** The number of a code; null when the code is unknown or hidden. */
  shownNumberOf(code: string): number | null {
    const number = this.#numbers.get(code);
    return number === undefined || this.#facts[number]!.hidden ? null : number;
  }

  /** The number of a code; a new code gets the next number. */
  numberOf(code: string): number {
    return getOrInsert(this.#numbers, code, () => {
      const number = this.#facts.length;
      const place = { country: '', countryCode: 'ZZ' };
      const flags = { enabled: true, external: false, syndicated: false, hidden: false };
      this.#set(number, { media: code, title: code, aliases: [], ...place, ...flags });
      return number;
    });
  }

  /** Sets a record; true when the names of the media have changed. */
  put(record: MediaRecord): boolean {
    const number = this.numberOf(record.media);
    const { hidden, ...known } = this.#facts[number]!;
    const { media, title, aliases, country, countryCode, enabled, external, syndicated } = record;
    const kept = { media, title, aliases, country, countryCode, enabled, external, syndicated };
    this.#set(number, { ...kept, hidden });
    return known.title !== title || known.aliases.join('\n') !== aliases.join('\n');
  }

  setHidden(code: string, hidden: boolean): void {
    const number = this.numberOf(code);
    this.#set(number, { ...this.#facts[number]!, hidden });
  }

  facts(): readonly MediaFacts[] {
    return this.#facts;
  }

  restore(facts: readonly MediaFacts[]): void {
    for (const one of facts) this.#set(this.numberOf(one.media), one);
  }

  #set(number: number, facts: MediaFacts): void {
    this.#bits = withCapacity(this.#bits, number + 1);
    this.#facts[number] = facts;
    this.#bits[number] = (facts.hidden ? HIDDEN : 0) | (facts.syndicated ? SYNDICATED : 0);
  }
}
