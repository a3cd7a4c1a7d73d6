/** The blogs of the topics index: their names, and whether they may be shown. */
import { decode, encodeOwn } from '../../../kernel/codec.js';
import type { BlogRecord, MaskRecord } from '../../../kernel/model/records.js';
import { foldLetters, normalTag } from '../../../kernel/text/tag.js';
import { TOPICS_CHUNKS } from '../chunks.js';

export interface TopicBlog {
  id: number;
  slug: string;
  name: string;
  /** The blog's own category in the compared form of terms; '' without one. */
  categoryKey: string;
  verified: boolean;
  hidden: boolean;
  erased: boolean;
}

export class TopicBlogs {
  readonly #byId = new Map<number, TopicBlog>();
  readonly #bySlug = new Map<string, TopicBlog>();
  #changedAt = 0;

  get size(): number {
    return this.#byId.size;
  }

  /** Greater than all ids. */
  get idsEnd(): number {
    let end = 0;
    for (const id of this.#byId.keys()) end = Math.max(end, id + 1);
    return end;
  }

  put(record: BlogRecord, sequence: number): void {
    const { id, slug, name, category, verified } = record;
    const known = this.#byId.get(id);
    const categoryKey = foldLetters(normalTag(category) ?? '');
    const { hidden = false, erased = false } = known ?? {};
    const entry = { id, slug, name, categoryKey, verified, hidden, erased };
    if (known !== undefined) this.#bySlug.delete(known.slug);
    this.#byId.set(id, entry);
    this.#bySlug.set(slug, entry);
    this.#changedAt = sequence;
  }

  /** Applies a mask and returns its blog; null when there is no blog with this slug. */
  mask({ kind, key }: MaskRecord, sequence: number): TopicBlog | null {
    const entry = this.#bySlug.get(key);
    if (entry === undefined) return null;
    if (kind === 'erase') entry.erased = true;
    entry.hidden = kind !== 'show';
    this.#changedAt = sequence;
    return entry;
  }

  bySlug(slug: string): TopicBlog | null {
    return this.#bySlug.get(slug) ?? null;
  }

  byId(id: number): TopicBlog | null {
    return this.#byId.get(id) ?? null;
  }

  isShown(id: number): boolean {
    const entry = this.#byId.get(id);
    return entry?.verified === true && !entry.hidden && !entry.erased;
  }

  /** Blogs that may be shown, by ascending id. */
  shown(): TopicBlog[] {
    return [...this.#byId.values()]
      .filter(({ id }) => this.isShown(id))
      .sort((a, b) => a.id - b.id);
  }

  plan(): string[] {
    return [TOPICS_CHUNKS.format('blogs', this.#changedAt)];
  }

  chunk(): Uint8Array {
    const entries = [...this.#byId.values()].sort((a, b) => a.id - b.id);
    return encodeOwn(entries);
  }

  restore(name: string, bytes: Uint8Array): void {
    for (const entry of decode(bytes) as TopicBlog[]) {
      this.#byId.set(entry.id, entry);
      this.#bySlug.set(entry.slug, entry);
    }
    this.#changedAt = Number(TOPICS_CHUNKS.parse(name).revision);
  }
}
