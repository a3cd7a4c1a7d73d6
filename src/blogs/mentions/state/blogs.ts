/**
 * The blogs by number: their names in the graph, their registered addresses, and whether they are shown.
 *
 * Invariants: a slug gets its number with the first record that names it, and keeps it. A blog is shown
 * while it is verified and not hidden. An erased blog keeps only its number.
 */
import { withCapacity } from '../../../engine/columns/columns.js';
import { decode, encodeOwn } from '../../../kernel/codec.js';
import { iconUrlOf } from '../../../kernel/model/icon.js';
import type { BlogRecord } from '../../../kernel/model/records.js';
import { type Prefix, prefixOf } from './address.js';

interface BlogFacts {
  id: number;
  name: string;
  verified: boolean;
  /** Home page and aliases, as the record gives them. */
  places: string[];
  /** Absent in older chunks. */
  iconHash?: string | null;
}

interface BlogEntry {
  slug: string;
  /** Null while only posts or masks have named the blog, and after it was erased. */
  facts: BlogFacts | null;
  hidden: boolean;
}

/** A blog as a node of the graph. */
export interface BlogNode {
  id: number;
  slug: string;
  name: string;
  iconUrl: string | null;
}

const NO_PREFIXES: readonly Prefix[] = [];

export class BlogTable {
  /** 1 for blogs that are shown, by number. */
  shown = new Uint8Array(64);
  /** Ids by number; 0 for a blog without a record, which is never shown. */
  ids = new Float64Array(64);
  /** The last log entry that changed this table. */
  changedAt = 0;
  readonly #entries: BlogEntry[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #numbersById = new Map<number, number>();

  readonly #publicUrl: string;

  /** @param publicUrl of the blog service, without a final slash. */
  constructor(publicUrl = '') {
    this.#publicUrl = publicUrl;
  }

  get count(): number {
    return this.#entries.length;
  }

  find(slug: string): number | undefined {
    return this.#numbers.get(slug);
  }

  numberOf(slug: string, sequence: number): number {
    let number = this.#numbers.get(slug);
    if (number === undefined) {
      number = this.#add({ slug, facts: null, hidden: false });
      this.changedAt = sequence;
    }
    return number;
  }

  put(record: BlogRecord, sequence: number): number {
    const { slug, id, name, verified, sourceUrl, aliases, iconHash } = record;
    const number = this.numberOf(slug, sequence);
    const places = [sourceUrl, ...aliases];
    this.#setFacts(number, { id, name, verified, places, iconHash });
    this.changedAt = sequence;
    return number;
  }

  setHidden(number: number, hidden: boolean, sequence: number): void {
    this.#entries[number]!.hidden = hidden;
    this.changedAt = sequence;
  }

  erase(number: number, sequence: number): void {
    this.#setFacts(number, null);
    this.changedAt = sequence;
  }

  /** The current value for `shown`. */
  mayShow(number: number): boolean {
    const { facts, hidden } = this.#entries[number]!;
    return facts?.verified === true && !hidden;
  }

  /** The registered prefixes of the blog: none before it is verified. */
  prefixesOf(number: number): readonly Prefix[] {
    const { facts } = this.#entries[number]!;
    if (facts === null || !facts.verified) return NO_PREFIXES;
    return facts.places.map(prefixOf).filter((prefix) => prefix !== null);
  }

  /** A shown blog as a node. */
  nodeOf(id: number): BlogNode {
    const { slug, facts } = this.#entries[this.#numbersById.get(id)!]!;
    const hash = facts?.iconHash ?? null;
    const iconUrl = hash === null ? null : iconUrlOf(this.#publicUrl, hash);
    return { id, slug, name: facts?.name ?? '', iconUrl };
  }

  bytes(): Uint8Array {
    return encodeOwn(this.#entries);
  }

  restore(bytes: Uint8Array, changedAt: number): void {
    for (const entry of decode(bytes) as BlogEntry[]) {
      this.#setFacts(this.#add(entry), entry.facts);
    }
    this.changedAt = changedAt;
  }

  #add(entry: BlogEntry): number {
    const number = this.#entries.length;
    this.#entries.push(entry);
    this.#numbers.set(entry.slug, number);
    this.shown = withCapacity(this.shown, number + 1);
    this.ids = withCapacity(this.ids, number + 1);
    return number;
  }

  #setFacts(number: number, facts: BlogFacts | null): void {
    this.#entries[number]!.facts = facts;
    this.ids[number] = facts?.id ?? 0;
    if (facts !== null) this.#numbersById.set(facts.id, number);
  }
}
