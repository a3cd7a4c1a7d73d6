/**
 * Folds blogs, posts, crawls and masks into the directory: the listed blogs and their posts.
 *
 * Invariants: `apply` only notes changes; `takeDelta` turns the notes into runs and blocks. Records may
 * come in any order: posts of unknown blogs and masks of unknown items change nothing.
 */
import { withCapacity } from '../../engine/columns/columns.js';
import { copied, type Transferable } from '../../engine/index/reader.js';
import {
  type Folding,
  foldBy,
  type IndexWriter,
  kindsOf,
  masksBy,
  type SnapshotPlan,
} from '../../engine/index/writer.js';
import { SharedExtents } from '../../engine/runs/extents.js';
import type { ColumnPart } from '../../engine/runs/run-builder.js';
import { RunWriter } from '../../engine/runs/run-writer.js';
import type {
  BlogRecord,
  CrawlRecord,
  Entry,
  MaskRecord,
  PostRecord,
} from '../../kernel/model/records.js';
import {
  DIRECTORY_CHUNKS,
  DIRECTORY_READS_FROM,
  DIRECTORY_VERSION,
  type DirectoryDelta,
  type DirectoryOptions,
  POST_RUNS,
} from './codec.js';
import { type BlogEntry, BlogStore } from './state/blog-store.js';
import { rowOf, saysBlog, summaryOf, withBlog } from './state/item.js';

/** Capacity for the blogs of the first posts; it doubles. */
const POSTS_AT_FIRST = 4096;

export class DirectoryWriter implements IndexWriter<DirectoryDelta> {
  readonly version = DIRECTORY_VERSION;
  readonly readsFrom = DIRECTORY_READS_FROM;
  readonly bodies = 'needed';
  readonly #extents: SharedExtents;
  readonly #runs: RunWriter;
  readonly #blogs: BlogStore;
  readonly #publicUrl: string;
  /** Id of the blog by id of the post; 0 where there is none. Needed because masks name only the post. */
  #blogOfPost = new Uint32Array(POSTS_AT_FIRST);
  readonly #byId = new Map<number, BlogEntry>();
  #isWhole = false;

  readonly #folding: Folding = {
    blog: (record) => this.#putBlog(record),
    post: (record, { body }) => this.#putPost(record, body),
    crawl: (record) => this.#putCrawl(record),
    ...masksBy((record) => {
      if (record.target === 'blog') this.#maskBlog(record);
      if (record.target === 'post') this.#maskPost(record);
    }),
  };
  readonly kinds = kindsOf(this.#folding);

  constructor({ memory, scratchBytes, publicUrl }: DirectoryOptions) {
    this.#extents = new SharedExtents(memory, scratchBytes);
    this.#runs = new RunWriter(POST_RUNS, this.#extents);
    this.#blogs = new BlogStore(this.#extents, publicUrl);
    this.#publicUrl = publicUrl;
  }

  get canCompact(): boolean {
    return this.#runs.canCompact;
  }

  apply(entry: Entry): void {
    this.#runs.sequence = entry.sequence;
    foldBy(this.#folding, entry);
  }

  takeDelta(): Transferable<DirectoryDelta> | null {
    const isTouched = this.#blogs.isTouched || this.#isWhole;
    const blogs = this.#blogs.settle();
    const runs = this.#runs.settle();
    if (!isTouched && runs.segments.length === 0) return null;
    this.#isWhole = false;
    this.#extents.endDelta();
    return copied({ sequence: this.#runs.sequence, ...blogs, ...runs });
  }

  acknowledge(deltaNumber: number): void {
    this.#extents.acknowledge(deltaNumber);
  }

  compact(): void {
    this.#runs.compact();
  }

  plan(): SnapshotPlan {
    const posts = this.#runs.settleAll().filter(({ runs }) => runs.length > 0);
    const names = posts.map(({ startMs, changedAt }) =>
      DIRECTORY_CHUNKS.format('posts', startMs, changedAt),
    );
    return { chunks: [...this.#blogs.plan(), ...names], cold: [] };
  }

  chunk(name: string): Uint8Array {
    const { kind, key } = DIRECTORY_CHUNKS.parse(name);
    return kind === 'blogs' ? this.#blogs.chunk(key) : this.#runs.bytesOf(key);
  }

  restore(name: string, bytes: Uint8Array): void {
    const { kind, revision } = DIRECTORY_CHUNKS.parse(name);
    if (kind === 'blogs') this.#blogs.restore(bytes, Number(revision));
    else this.#runs.restore(bytes, Number(revision));
  }

  restored(sequence: number): void {
    this.#runs.sequence = sequence;
    for (const entry of this.#blogs.entries()) {
      const { id } = entry.record;
      this.#byId.set(id, entry);
      for (const post of entry.timeline.posts()) this.#setBlogOf(post.id, id);
    }
    this.#blogs.touchAll();
    this.#runs.restored();
    for (const entry of this.#blogs.entries()) if (this.#isMoved(entry)) this.#rename(entry);
    this.#isWhole = true;
  }

  #putBlog(record: BlogRecord): void {
    const { entry, before } = this.#blogs.put(record, this.#runs.sequence);
    this.#byId.set(record.id, entry);
    if (before === null) return;
    const isSame = before.name === record.name && before.iconHash === record.iconHash;
    if (!isSame) this.#rename(entry);
  }

  /** Whether posts name an icon under a former address of this service. */
  #isMoved({ record, timeline }: BlogEntry): boolean {
    const [post] = record.iconHash == null ? [] : timeline.posts();
    const item = post === undefined ? null : this.#runs.itemOf(post.timeMs, post.id);
    return item !== null && !saysBlog(item, record, this.#publicUrl);
  }

  /** Rewrites the items of a blog's posts. */
  #rename({ record }: BlogEntry): void {
    const { buffer } = this.#runs;
    this.#runs.rewriteItems(record.id, (item) => withBlog(item, record, this.#publicUrl, buffer));
  }

  #putPost(record: PostRecord, body: string | null): void {
    const entry = this.#blogs.entryOf(record.blog);
    const { id, sortMs, previousSortMs } = record;
    const before = previousSortMs === null ? null : this.#take(id, previousSortMs);
    if (entry === null) return;
    const hidden = before?.hidden ?? false;
    entry.timeline.add(sortMs, id, record.publishedMs !== null, hidden);
    this.#setBlogOf(id, entry.record.id);
    this.#blogs.touch(entry, this.#runs.sequence);
    let summary = summaryOf(record.summary, body);
    // The record has a body that this entry does not repeat.
    const keepsBody = summary === '' && body === null && record.bodyChars > 0;
    const { buffer } = this.#runs;
    if (keepsBody && before?.item != null) {
      summary = (buffer.valueAt(before.item) as { summary: string }).summary;
    }
    const beside = { summary, hidden, publicUrl: this.#publicUrl };
    this.#runs.put(rowOf(record, entry.record, beside, buffer));
  }

  /** Removes a post; null when there is none. */
  #take(id: number, timeMs: number): { hidden: boolean; item: ColumnPart | null } | null {
    const entry = this.#byId.get(this.#blogOfPost[id] ?? 0);
    if (entry === undefined) return null;
    const hidden = entry.timeline.remove(timeMs, id);
    this.#setBlogOf(id, 0);
    this.#blogs.touch(entry, this.#runs.sequence);
    const row = this.#runs.take(timeMs, id);
    return { hidden, item: row?.item ?? null };
  }

  #putCrawl({ blog, ok, atMs }: CrawlRecord): void {
    const entry = blog === null ? null : this.#blogs.entryOf(blog);
    if (entry === null || !ok || atMs <= (entry.lastCrawlSuccessMs ?? Number.NEGATIVE_INFINITY)) {
      return;
    }
    entry.lastCrawlSuccessMs = atMs;
    this.#blogs.touch(entry, this.#runs.sequence);
  }

  #maskBlog({ kind, key }: MaskRecord): void {
    const entry = this.#blogs.entryOf(key);
    if (entry === null) return;
    if (kind !== 'erase') {
      this.#blogs.hide(entry, kind === 'hide', this.#runs.sequence);
      return;
    }
    for (const { timeMs, id } of entry.timeline.posts()) {
      this.#runs.take(timeMs, id);
      this.#setBlogOf(id, 0);
    }
    this.#byId.delete(entry.record.id);
    this.#blogs.erase(entry, this.#runs.sequence);
  }

  #maskPost({ kind, id, sortMs }: MaskRecord): void {
    if (id === null || sortMs === null) return;
    if (kind === 'erase') {
      this.#take(id, sortMs);
      return;
    }
    const entry = this.#byId.get(this.#blogOfPost[id] ?? 0);
    if (entry === undefined) return;
    const isHidden = kind === 'hide';
    if (!entry.timeline.hide(sortMs, id, isHidden)) return;
    this.#runs.hide(sortMs, id, isHidden);
    this.#blogs.touch(entry, this.#runs.sequence);
  }

  #setBlogOf(postId: number, blogId: number): void {
    this.#blogOfPost = withCapacity(this.#blogOfPost, postId + 1);
    this.#blogOfPost[postId] = blogId;
  }
}
