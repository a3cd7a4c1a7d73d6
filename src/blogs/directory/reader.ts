/**
 * Answers questions about blogs and their posts on the main thread, from the arena that the writer fills.
 *
 * Invariants: only `apply` changes what is read here; a query sees one state from its first row to its
 * last; hidden, unverified and erased items are never in an answer. Pages are slices of the arena:
 * nothing is serialised per request.
 * Not here: what a request may ask (api/), how the arena is filled (writer.ts).
 */
import type { FramedPage, Slice } from '../../engine/columns/framed-page.js';
import type { IndexReader } from '../../engine/index/reader.js';
import type { Run } from '../../engine/runs/run.js';
import { addSlice, type RunPage, RunReader } from '../../engine/runs/run-reader.js';
import {
  type ContentRows,
  eitherOf,
  hasText,
  ListWalk,
  type Position,
  type RowFilter,
  rowsWithText,
  type TextNeedle,
  textNeedle,
} from '../../engine/runs/walks.js';
import { searchForm } from '../../kernel/text/tag.js';
import {
  BlogColumns,
  blockOf,
  type DirectoryDelta,
  type DirectoryOptions,
  type NameChanges,
  POST_RUNS,
} from './codec.js';

export type { Position } from '../../engine/runs/walks.js';

/** The content of a blog's own page: its item without the comma, and its feeds as JSON. */
export interface BlogDetail {
  item: Slice;
  feeds: Uint8Array;
}

export class DirectoryReader implements IndexReader<DirectoryDelta, DirectoryOptions> {
  /** Address of the blog service as callers know it, without a final slash; part of items. */
  publicUrl = '';
  readonly #runs = new RunReader(POST_RUNS);
  /** By number; blocks without a listed blog are absent. */
  #blocks: (BlogColumns | undefined)[] = [];
  #names = new BlogNames();
  #deltas = 0;
  #sequence = 0;
  /**
   * Number of the state: changes whenever an answer may change, and whenever slices of the arena may
   * become invalid.
   */
  get generation(): number {
    return this.#deltas;
  }

  /** The last folded log entry. */
  get sequence(): number {
    return this.#sequence;
  }

  get figures(): { readonly [name: string]: number } {
    const { rows, rowsIndexed: _, ...memory } = this.#runs.figures;
    const segments = this.#runs.segments.length;
    return { blogs: this.#names.size, posts: rows, segments, ...memory };
  }

  writerOptions(): DirectoryOptions {
    return { ...this.#runs.writerOptions(), publicUrl: this.publicUrl };
  }

  /** Takes a delta. `fresh`: the first delta of a new writer, which holds the whole state. */
  apply(delta: DirectoryDelta, fresh: boolean): void {
    if (fresh) {
      this.#blocks = [];
      this.#names = new BlogNames();
    }
    this.#runs.apply(delta, fresh);
    if (delta.names !== null) this.#names.apply(delta.names);
    for (const { block, at } of delta.blocks) {
      this.#blocks[block] = at === null ? undefined : BlogColumns.attach(this.#runs.arena, at);
    }
    this.#deltas += 1;
    this.#sequence = delta.sequence;
  }

  bySlug(slug: string): BlogName | null {
    return this.#names.bySlug(slug);
  }

  byId(id: number): BlogName | null {
    return this.#names.byId(id);
  }

  /** A text as a search needle; null when its search form is empty. */
  needleOf(text: string): PostNeedle | null {
    const form = searchForm(text);
    if (form === '') return null;
    return new PostNeedle(form, this.#names.holding(form));
  }

  /** The newest matching posts after a position. */
  posts(filter: PostFilter, after: Position | null, limit: number): RunPage {
    return this.#runs.page(this.#shown(filter), after, limit);
  }

  /** Positions of matching posts, newest first; at most `max`. */
  placesOf(filter: PostFilter, max: number): Position[] {
    return this.#runs.places(this.#shown(filter), max);
  }

  /** Listed blogs by ascending id; `q` is a part of their names. */
  blogs(q: string | null, afterId: number, limit: number): RunPage<number> {
    const page: RunPage<number> = { slices: [], count: 0, next: null };
    const wanted = q === null ? null : new Set(this.#names.holding(searchForm(q)));
    let last = afterId;
    for (let number = blockOf(afterId + 1); number < this.#blocks.length; number++) {
      const block = this.#blocks[number];
      for (let place = 0; block !== undefined && place < block.count; place++) {
        const id = block.ids[place]!;
        if (id <= afterId || (wanted !== null && !wanted.has(id))) continue;
        if (page.count === limit) {
          page.next = last;
          return page;
        }
        addSlice(page, block.itemAt(place), block.itemBytes(place));
        last = id;
      }
    }
    return page;
  }

  /** The content of a listed blog's own page; null when there is no blog with this slug. */
  blog(slug: string): BlogDetail | null {
    const known = this.#names.bySlug(slug);
    const block = known === null ? undefined : this.#blocks[blockOf(known.id)];
    if (known === null || block === undefined) return null;
    const place = block.ids.indexOf(known.id);
    const item = { at: block.itemAt(place), byteLength: block.itemBytes(place) - 1 };
    return { item, feeds: block.feedsOf(place) };
  }

  /** The item of a listed blog, as in answers of the API; null when there is no blog with this slug. */
  blogItem(slug: string): object | null {
    const detail = this.blog(slug);
    if (detail === null) return null;
    const { at, byteLength } = detail.item;
    const bytes = this.#runs.arena.bytes().slice(at, at + byteLength);
    return JSON.parse(Buffer.from(bytes).toString()) as object;
  }

  /** The item of a post, as in answers of the API; null when there is none, or it must not be shown. */
  find(id: number, sortMs: number): unknown {
    const bytes = this.itemOf(id, sortMs);
    return bytes === null ? null : JSON.parse(Buffer.from(bytes).toString());
  }

  /** The time of the newest post before an instant; null when there is none. */
  newestBefore(untilMs: number): number | null {
    let newestMs: number | null = null;
    const filter = { sinceMs: Number.NEGATIVE_INFINITY, untilMs, blog: null, needle: null };
    this.#runs.walk(this.#shown(filter), null, (run, row) => {
      newestMs = run.timeMsAt(row);
      return false;
    });
    return newestMs;
  }

  /** Posts whose time is after `afterMs` and at most `untilMs`, in the order of their times. */
  arrived(afterMs: number, untilMs: number): Position[] {
    const filter = { sinceMs: afterMs + 1, untilMs: untilMs + 1, blog: null, needle: null };
    return this.placesOf(filter, Number.POSITIVE_INFINITY).reverse();
  }

  /** The JSON of a post, as in answers of the API; null when there is none, or it must not be shown. */
  itemOf(id: number, sortMs: number): Uint8Array | null {
    const found = this.#runs.find(sortMs, id);
    if (found === null) return null;
    const { run, row } = found;
    const isShown = run.flags[row] === 0 && this.#names.shown[run.owners[row]!] === 1;
    return isShown ? Buffer.from(run.itemAt(row)) : null;
  }

  /** Frames slices as a JSON body: `before`, the items, `after`. Valid for this generation. */
  frame(before: Uint8Array, slices: readonly Slice[], after: Uint8Array): FramedPage {
    return this.#runs.frame(before, slices, after);
  }

  /** The filter with the blogs that may be shown now. Posts are shown before their time, too. */
  #shown(filter: PostFilter): RowFilter {
    const { sinceMs, untilMs } = filter;
    const nowMs = Number.POSITIVE_INFINITY;
    const owners = this.#names.shown;
    return { sinceMs, untilMs, nowMs, owners, contentOf: (run) => contentOf(run, filter) };
  }
}

/** Blogs are looked up one by one in a run that has at least this many rows for each of them. */
const LOOKUP_ROWS = 16;
const NO_ROWS = new Uint32Array(0);

export interface PostFilter {
  /** Start of the window, inclusive. */
  sinceMs: number;
  /** End of the window, exclusive. */
  untilMs: number;
  /** Id of the only blog whose posts may appear; null for posts of all blogs. */
  blog: number | null;
  /** Text in the title or in the name of the blog. */
  needle: PostNeedle | null;
}

/** A text that is searched in titles and names of blogs. */
class PostNeedle {
  readonly text: TextNeedle;
  /** Blogs whose name contains the text: their ids, ascending, and 1 for each by id. */
  readonly #blogs: readonly number[];
  readonly #isNamed: Uint8Array;

  /** `form` is a text in search form and not empty. */
  constructor(form: string, blogs: readonly number[]) {
    this.text = textNeedle(form);
    this.#blogs = blogs;
    this.#isNamed = new Uint8Array((blogs.at(-1) ?? 0) + 1);
    for (const blog of blogs) this.#isNamed[blog] = 1;
  }

  names(blog: number): boolean {
    return this.#isNamed[blog] === 1;
  }

  /** All rows of the blogs whose names contain the text, ascending. */
  rowsByName(run: Run): Uint32Array {
    const blogs = this.#blogs;
    if (blogs.length === 0) return NO_ROWS;
    const rows: number[] = [];
    if (blogs.length * LOOKUP_ROWS > run.count) {
      for (let row = 0; row < run.count; row++) if (this.names(run.owners[row]!)) rows.push(row);
      return Uint32Array.from(rows);
    }
    for (const blog of blogs) for (const row of run.rowsOfOwner(blog)) rows.push(row);
    return Uint32Array.from(rows).sort();
  }
}

/** The rows of a run whose blog, title or blog's name match a filter. */
function contentOf(run: Run, { blog, needle }: PostFilter): ContentRows {
  if (blog === null) {
    if (needle === null) return 'all';
    return eitherOf(new ListWalk(needle.rowsByName(run)), rowsWithText(run, needle.text));
  }
  const rows = run.rowsOfOwner(blog);
  if (needle === null || needle.names(blog)) return new ListWalk(rows);
  return new ListWalk(rows.filter((row) => hasText(run, row, needle.text)));
}

/** A listed blog by id, slug and name. */
export interface BlogName {
  id: number;
  slug: string;
  name: string;
}

const IDS_AT_FIRST = 1024;

/**
 * The listed blogs, found by slug, by id, or by a part of the name.
 *
 * Invariant: contains shown blogs only; unverified and hidden blogs are never added.
 */
class BlogNames {
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

  /** Ids of the blogs whose name contains a text in search form, ascending. */
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
