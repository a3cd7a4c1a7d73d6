/**
 * Selects the changes of a stream: by kind, and articles by their content.
 *
 * A removed item has no content, so a filter for articles passes every `gone` article: a client
 * without the article ignores it.
 */
import { normalTag, searchForm, tagKey } from '../../kernel/text/tag.js';
import type { Change } from './change-feed.js';

export interface StreamQuestion {
  /** Null for all kinds. */
  kinds: readonly string[] | null;
  q: string | null;
  tag: string | null;
  /** Codes of media or blogs; null for all. */
  owners: readonly string[] | null;
  category: string | null;
}

/** The fields that a filter reads, of the articles of both services. */
interface Shown {
  media?: string;
  blogSlug?: string;
  blogName?: string;
  title: string;
  description?: string | null;
  tags?: readonly string[];
}

/** Cache of parsed changes: many filters read one change. */
const PARSED = new WeakMap<Uint8Array, Shown>();

function shownBy(json: Uint8Array): Shown {
  let shown = PARSED.get(json);
  if (shown === undefined) {
    shown = JSON.parse(Buffer.from(json).toString()) as Shown;
    PARSED.set(json, shown);
  }
  return shown;
}

export class StreamFilter {
  /** Equal for equal filters, so that each change is filtered once for them. */
  readonly key: string;
  readonly #kinds: ReadonlySet<string> | null;
  readonly #owners: ReadonlySet<string> | null;
  readonly #category: string | null;
  readonly #needle: string;
  readonly #needleTag: string | null;
  readonly #tag: string | null;
  readonly #isIn: (owner: string, category: string) => boolean;
  readonly #looksInside: boolean;

  /** @param isIn whether a media belongs to a category. */
  constructor(question: StreamQuestion, isIn: (owner: string, category: string) => boolean) {
    const { kinds, q, tag, owners, category } = question;
    const sorted = (list: readonly string[] | null) => (list === null ? null : [...list].sort());
    this.key = JSON.stringify([sorted(kinds), q, tag, sorted(owners), category]);
    this.#kinds = kinds === null ? null : new Set(kinds);
    this.#owners = owners === null ? null : new Set(owners);
    this.#category = category;
    this.#needle = q === null ? '' : searchForm(q);
    const needleTag = q === null ? null : normalTag(q);
    this.#needleTag = needleTag === null ? null : tagKey(needleTag);
    this.#tag = tag === null ? null : tagKey(tag);
    this.#isIn = isIn;
    this.#looksInside =
      this.#owners !== null || category !== null || this.#needle !== '' || tag !== null;
  }

  names(kind: string): boolean {
    return this.#kinds?.has(kind) ?? false;
  }

  /** Whether any item of a kind passes. */
  takes(kind: string): boolean {
    return this.#kinds === null || this.#kinds.has(kind);
  }

  matches(change: Change): boolean {
    if (!this.takes(change.kind)) return false;
    if (change.json === null || change.kind !== 'article' || !this.#looksInside) return true;
    return this.#matchesShown(shownBy(change.json));
  }

  #matchesShown(shown: Shown): boolean {
    const owner = shown.media ?? shown.blogSlug ?? '';
    if (this.#owners !== null && !this.#owners.has(owner)) return false;
    if (this.#category !== null && !this.#isIn(owner, this.#category)) return false;
    const tags = shown.tags ?? [];
    if (this.#tag !== null && !tags.some((tag) => tagKey(tag) === this.#tag)) return false;
    if (this.#needle === '') return true;
    const texts = [shown.title, shown.description ?? '', shown.blogName ?? ''];
    if (texts.some((text) => searchForm(text).includes(this.#needle))) return true;
    return this.#needleTag !== null && tags.some((tag) => tagKey(tag) === this.#needleTag);
  }
}
