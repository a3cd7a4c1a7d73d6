/**
 * The writer's side of the blogs: their records and states, and the blocks in which readers find the
 * blogs that may be shown.
 *
 * Invariants: a blog is shown if it is verified and not hidden; readers get no data of any other blog. A
 * change is only noted; `settle` writes the changed blocks.
 */

import type { SharedExtents } from '../../../engine/runs/extents.js';
import { decode, encodeOwn } from '../../../kernel/codec.js';
import { getOrInsert } from '../../../kernel/collections.js';
import { assert } from '../../../kernel/errors.js';
import type { BlogRecord } from '../../../kernel/model/records.js';
import {
  type BlockEntry,
  BlogColumns,
  blockOf,
  DIRECTORY_CHUNKS,
  type DirectoryDelta,
  type NameChanges,
} from '../codec.js';
import { blogItemOf, feedsOf } from './item.js';
import { Timeline, type TimelineState } from './timeline.js';

/** A blog with its posts' times, crawls and masks. */
export interface BlogEntry {
  record: BlogRecord;
  hidden: boolean;
  lastCrawlSuccessMs: number | null;
  timeline: Timeline;
  /** The blog's bytes for readers; null when they must be made again. */
  rendered: BlockEntry | null;
}

/** A blog as a chunk stores it. */
interface StoredBlog extends Omit<BlogEntry, 'timeline' | 'rendered'> {
  timeline: TimelineState;
}

/** Blogs of consecutive ids. */
interface Group {
  number: number;
  entries: Map<number, BlogEntry>;
  /** Offset of the block in the arena; null while no blog of the group is shown. */
  at: number | null;
  /** The last log entry that changed the group; part of its chunk's name. */
  changedAt: number;
}

export class BlogStore {
  readonly #extents: SharedExtents;
  readonly #publicUrl: string;
  readonly #bySlug = new Map<string, BlogEntry>();
  readonly #groups = new Map<number, Group>();
  readonly #touched = new Set<Group>();
  /** Blogs whose name or visibility changed since the last delta. */
  readonly #renamed = new Set<BlogEntry>();
  readonly #gone = new Set<number>();

  constructor(extents: SharedExtents, publicUrl: string) {
    this.#extents = extents;
    this.#publicUrl = publicUrl;
  }

  get isTouched(): boolean {
    return this.#touched.size > 0;
  }

  entryOf(slug: string): BlogEntry | null {
    return this.#bySlug.get(slug) ?? null;
  }

  entries(): Iterable<BlogEntry> {
    return this.#bySlug.values();
  }

  /** Stores a record; returns the entry, and the record that was replaced. */
  put(record: BlogRecord, sequence: number): { entry: BlogEntry; before: BlogRecord | null } {
    const known = this.#bySlug.get(record.slug);
    const entry = known ?? {
      record,
      hidden: false,
      lastCrawlSuccessMs: null,
      timeline: new Timeline(),
      rendered: null,
    };
    const before = known?.record ?? null;
    entry.record = record;
    if (known === undefined) this.#add(entry, sequence);
    this.#renamed.add(entry);
    this.touch(entry, sequence);
    return { entry, before };
  }

  hide(entry: BlogEntry, hidden: boolean, sequence: number): void {
    if (entry.hidden === hidden) return;
    entry.hidden = hidden;
    this.#renamed.add(entry);
    this.touch(entry, sequence);
  }

  erase(entry: BlogEntry, sequence: number): void {
    const { id, slug } = entry.record;
    this.touch(entry, sequence);
    this.#bySlug.delete(slug);
    this.#groups.get(blockOf(id))!.entries.delete(id);
    this.#renamed.delete(entry);
    this.#gone.add(id);
  }

  /** Notes that the blog's item has changed. */
  touch(entry: BlogEntry, sequence: number): void {
    entry.rendered = null;
    const group = this.#groups.get(blockOf(entry.record.id))!;
    group.changedAt = sequence;
    this.#touched.add(group);
  }

  /** Writes the changed blocks, and returns the changes for readers. */
  settle(): Pick<DirectoryDelta, 'names' | 'blocks'> {
    const blocks = [...this.#touched].map((group) => this.#rewrite(group));
    const names = this.#nameChanges();
    this.#touched.clear();
    this.#renamed.clear();
    this.#gone.clear();
    return { names, blocks };
  }

  /** Names of the chunks; a group of erased blogs only has none, as after a restart. */
  plan(): string[] {
    const held = [...this.#groups.values()].filter(({ entries }) => entries.size > 0);
    held.sort((a, b) => a.number - b.number);
    return held.map(({ number, changedAt }) => DIRECTORY_CHUNKS.format('blogs', number, changedAt));
  }

  /** Bytes of a group for its chunk. */
  chunk(number: number): Uint8Array {
    const group = this.#groups.get(number);
    assert(group !== undefined, `group ${number} is part of the plan`);
    const stored = inOrder(group).map(
      ({ record, hidden, lastCrawlSuccessMs, timeline }): StoredBlog => {
        return { record, hidden, lastCrawlSuccessMs, timeline: timeline.state };
      },
    );
    return encodeOwn(stored);
  }

  restore(bytes: Uint8Array, changedAt: number): void {
    for (const { timeline, ...rest } of decode(bytes) as StoredBlog[]) {
      const entry = { ...rest, timeline: new Timeline(timeline), rendered: null };
      this.#add(entry, changedAt);
    }
  }

  /** Makes the next delta name every block and every shown blog. */
  touchAll(): void {
    for (const group of this.#groups.values()) this.#touched.add(group);
    for (const entry of this.#bySlug.values()) if (isShown(entry)) this.#renamed.add(entry);
  }

  #add(entry: BlogEntry, sequence: number): void {
    const { id, slug } = entry.record;
    const number = blockOf(id);
    const group = getOrInsert(this.#groups, number, () => ({
      number,
      entries: new Map(),
      at: null,
      changedAt: sequence,
    }));
    group.entries.set(id, entry);
    this.#bySlug.set(slug, entry);
  }

  #rewrite(group: Group): DirectoryDelta['blocks'][number] {
    if (group.at !== null) this.#extents.drop(group.at);
    const rows = inOrder(group)
      .filter(isShown)
      .map((entry) => this.#render(entry));
    const allocate = (byteLength: number): number => this.#extents.allocate(byteLength);
    group.at = rows.length === 0 ? null : BlogColumns.write(this.#extents.arena, allocate, rows);
    if (group.at !== null) this.#extents.publish(group.at);
    return { block: group.number, at: group.at };
  }

  #render(entry: BlogEntry): BlockEntry {
    const { record, timeline, lastCrawlSuccessMs } = entry;
    entry.rendered ??= {
      id: record.id,
      item: blogItemOf(record, timeline.pace(), lastCrawlSuccessMs, this.#publicUrl),
      feeds: feedsOf(record),
    };
    return entry.rendered;
  }

  #nameChanges(): NameChanges | null {
    if (this.#renamed.size + this.#gone.size === 0) return null;
    const changes: NameChanges = { ids: [...this.#gone], slugs: [], names: [] };
    for (const _ of this.#gone) {
      changes.slugs.push(null);
      changes.names.push('');
    }
    for (const entry of this.#renamed) {
      const { id, slug, name } = entry.record;
      const shown = isShown(entry);
      changes.ids.push(id);
      changes.slugs.push(shown ? slug : null);
      changes.names.push(shown ? name : '');
    }
    return changes;
  }
}

function isShown({ record, hidden }: BlogEntry): boolean {
  return record.verified && !hidden;
}

/** Entries by ascending id, which is the order of the directory. */
function inOrder({ entries }: Group): BlogEntry[] {
  return [...entries.values()].sort((a, b) => a.record.id - b.record.id);
}
