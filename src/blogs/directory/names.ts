/**
 * Who is listed, as readers need it: by slug, by id, by a part of the name.
 *
 * Invariant: holds shown blogs only; what is unverified or masked never gets here.
 */
import { searchForm } from '../../kernel/text/tag.js';
import type { NameChanges } from './codec.js';

/** A listed blog, as others refer to it. */
export interface BlogName {
  id: number;
  slug: string;
  name: string;
}

const IDS_AT_FIRST = 1024;

export class BlogNames {
  readonly #bySlug = new Map<string, BlogName>();
  readonly #byId: (BlogName | undefined)[] = [];
  /** Names in search form by id, made when they are first searched. */
  readonly #forms: (string | undefined)[] = [];
  #shown = new Uint8Array(IDS_AT_FIRST);

  get size(): number {
    return this.#bySlug.size;
  }

  /** 1 for each id that may be shown. */
  get shown(): Uint8Array {
    return this.#shown;
  }

  apply({ ids, slugs, names }: NameChanges): void {
    ids.forEach((id, at) => {
      const known = this.#byId[id];
      if (known !== undefined) this.#bySlug.delete(known.slug);
      this.#reserve(id);
      const slug = slugs[at]!;
      this.#forms[id] = undefined;
      this.#shown[id] = slug === null ? 0 : 1;
      this.#byId[id] = slug === null ? undefined : { id, slug, name: names[at]! };
      if (slug !== null) this.#bySlug.set(slug, this.#byId[id]!);
    });
  }

  bySlug(slug: string): BlogName | null {
    return this.#bySlug.get(slug) ?? null;
  }

  byId(id: number): BlogName | null {
    return this.#byId[id] ?? null;
  }

  /** Ids of the blogs whose name holds a text in search form, ascending. */
  holding(form: string): number[] {
    const ids: number[] = [];
    for (let id = 0; id < this.#byId.length; id++) {
      const blog = this.#byId[id];
      if (blog === undefined) continue;
      this.#forms[id] ??= searchForm(blog.name);
      if (this.#forms[id]!.includes(form)) ids.push(id);
    }
    return ids;
  }

  #reserve(id: number): void {
    if (id < this.#shown.length) return;
    const wider = new Uint8Array(2 * id);
    wider.set(this.#shown);
    this.#shown = wider;
  }
}
