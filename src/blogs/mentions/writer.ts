/**
 * Folds blogs, posts, masks and ticks into the graph of mentions, and answers from it.
 *
 * Invariants: after each entry the graph is that of all entries so far: a blog that is verified, renamed,
 * hidden or erased changes relations at once, because the posts that link to its hosts are resolved
 * again. An answer therefore includes everything that was folded before the question. Posts are stored by
 * local day: each day is a chunk, and the resolved links of its posts another one. At most `linksMax`
 * body links are in memory: the hourly expiry drops the oldest days beyond that, and answers for windows
 * that include such days say so. A tick moves the windows, so that a question moves them little; but not
 * while the clock of questions is far behind the store's time.
 */
import { ListPool, NONE } from '../../engine/columns/list-pool.js';
import {
  type Answering,
  answerBy,
  copied,
  moved,
  type Transferable,
} from '../../engine/index/reader.js';
import {
  type Folding,
  foldBy,
  type IndexWriter,
  kindsOf,
  masksBy,
  type SnapshotPlan,
} from '../../engine/index/writer.js';
import { DAY_MS, HOUR_MS } from '../../kernel/clock.js';
import { decode, encodeOwn } from '../../kernel/codec.js';
import { assert } from '../../kernel/errors.js';
import type {
  BlogRecord,
  Entry,
  MaskRecord,
  PostRecord,
  TickRecord,
} from '../../kernel/model/records.js';
import { Answers } from './answers/answers.js';
import { dayMentionsOf, edgeNumbersOf } from './answers/edge-numbers.js';
import { linkingOf, linksOf } from './answers/outward.js';
import { decodeDay, encodeDay } from './chunks.js';
import {
  MENTIONS_CHUNKS,
  MENTIONS_READS_FROM,
  MENTIONS_RESOLVED_FROM,
  MENTIONS_VERSION,
  type MentionsAnswer,
  type MentionsDelta,
  type MentionsDialogue,
  type MentionsFigures,
  type MentionsOptions,
  type MentionsQuestion,
  type RelationHours,
} from './codec.js';
import { BlogTable } from './state/blogs.js';
import { Edges } from './state/edges.js';
import { Graph, type GraphParts } from './state/graph.js';
import { LinkIndex, TextWriter } from './state/links.js';
import { factsOf, POST, Posts } from './state/posts.js';
import { Families, Registry } from './state/registry.js';
import { decodeResolutions, encodeResolutions, Resolved, RestoredLinks } from './state/resolved.js';
import { type Window, Windows } from './state/windows.js';

/** Body links in memory: 1.6 times those of 5,000 busy blogs in half a year; about 1.3 GB in all. */
const LINKS_MAX = 8_000_000;
/** A question whose clock is this far behind the last tick is about the past. */
const PAST_MS = HOUR_MS;

const encoder = new TextEncoder();

/** The store's time, and the start of the days in memory. */
interface TimeState {
  tickMs: number | null;
  /** Days that begin before this were dropped. Chunks contain this name. */
  heldSinceMs: number;
}

export class MentionsWriter
  implements IndexWriter<MentionsDelta, MentionsQuestion, MentionsAnswer>
{
  readonly version = MENTIONS_VERSION;
  readonly readsFrom = MENTIONS_READS_FROM;
  readonly bodies = 'none';
  readonly #linksMax: number;
  readonly #pool = new ListPool();
  readonly #parts: GraphParts;
  readonly #graph: Graph;
  readonly #answers: Answers;
  readonly #texts: TextWriter;
  readonly #links: LinkIndex;
  /** Ids of hidden posts, whether the posts are in memory or not. */
  readonly #hidden = new Set<number>();
  #hiddenAt = 0;
  #time: TimeState = { tickMs: null, heldSinceMs: Number.NEGATIVE_INFINITY };
  #timeAt = 0;
  #askedMs: number | null = null;
  #sequence = 0;
  #isRestoring = false;
  /** Days that were restored from a snapshot: the first row of each, and the number of its rows. */
  readonly #restoredDays = new Map<number, { first: number; count: number }>();
  readonly #restoredLinks = new RestoredLinks();
  #hasChanged = true;

  readonly #folding: Folding = {
    blog: (record) => this.#putBlog(record),
    post: (record) => this.#putPost(record),
    ...masksBy((record) => {
      if (record.target === 'post' && record.id !== null) this.#maskPost(record.kind, record.id);
      else if (record.target === 'blog') this.#maskBlog(record);
    }),
    tick: (record) => this.#tick(record),
  };
  readonly kinds = kindsOf(this.#folding);

  readonly #answering: Answering<MentionsDialogue> = {
    relations: (asked) =>
      jsonOf(this.#answers.relations(this.#windowAt(asked), this.#time.heldSinceMs)),
    profile: (asked) => {
      const { blogs } = this.#parts;
      const window = this.#windowAt(asked);
      const blog = blogs.find(asked.slug);
      if (blog === undefined || blogs.shown[blog] === 0) return copied(null);
      return jsonOf(this.#answers.profile(window, this.#time.heldSinceMs, blog));
    },
    day: (asked) => copied(dayMentionsOf(this.#parts, this.#graph, asked)),
    edge: (asked) => {
      const window = this.#windowAt(asked);
      return copied(edgeNumbersOf(this.#parts, this.#graph, window, asked, this.#time.heldSinceMs));
    },
    linking: (asked) => copied(linkingOf(this.#parts, asked)),
    links: ({ ids }) => copied(linksOf(this.#parts, ids)),
  };

  constructor({ linksMax = LINKS_MAX, publicUrl }: MentionsOptions) {
    this.#linksMax = linksMax;
    const posts = new Posts();
    const blogs = new BlogTable(publicUrl);
    const families = new Families();
    const registry = new Registry(families);
    const edges = new Edges(posts, this.#pool);
    const resolved = new Resolved(this.#pool, posts);
    const windows = new Windows(posts, resolved, edges, blogs);
    this.#parts = { posts, blogs, families, registry, edges, resolved, windows };
    this.#graph = new Graph(this.#parts);
    this.#answers = new Answers(this.#parts, this.#graph);
    this.#texts = new TextWriter(families);
    this.#links = new LinkIndex(posts, families);
  }

  apply(entry: Entry): void {
    this.#sequence = entry.sequence;
    this.#parts.resolved.sequence = entry.sequence;
    this.#hasChanged = true;
    foldBy(this.#folding, entry);
  }

  takeDelta(): Transferable<MentionsDelta> | null {
    if (!this.#hasChanged) return null;
    this.#hasChanged = false;
    return copied({ figures: this.#figures() });
  }

  ask(question: MentionsQuestion): Transferable<MentionsAnswer> {
    return answerBy(this.#answering, question);
  }

  plan(): SnapshotPlan {
    const { blogs, posts } = this.#parts;
    const chunks = [
      MENTIONS_CHUNKS.format('time', this.#timeAt),
      MENTIONS_CHUNKS.format('blogs', blogs.changedAt),
      MENTIONS_CHUNKS.format('hidden', this.#hiddenAt),
    ];
    for (const { startMs, changedAt, resolvedAt } of posts.days()) {
      chunks.push(
        MENTIONS_CHUNKS.format('day', startMs, changedAt),
        MENTIONS_CHUNKS.format('links', startMs, resolvedAt),
      );
    }
    return { chunks, cold: [] };
  }

  chunk(name: string): Uint8Array {
    const { kind, key: startMs } = MENTIONS_CHUNKS.parse(name);
    const { blogs, posts, families, resolved, edges } = this.#parts;
    if (kind === 'time') return encodeOwn(this.#time);
    if (kind === 'blogs') return blogs.bytes();
    if (kind === 'hidden') {
      return encodeOwn([...this.#hidden].sort((a, b) => a - b));
    }
    const rows = posts.rowsOfDay(startMs);
    if (kind === 'links') return encodeResolutions(resolved, edges, rows);
    return encodeDay(posts, families, rows);
  }

  restore(name: string, bytes: Uint8Array, version: number): void {
    const { kind, key: startMs, revision } = MENTIONS_CHUNKS.parse(name);
    const changedAt = Number(revision);
    this.#isRestoring = true;
    if (kind === 'time') {
      this.#time = decode(bytes) as TimeState;
      this.#timeAt = changedAt;
    } else if (kind === 'blogs') this.#restoreBlogs(bytes, changedAt);
    else if (kind === 'hidden') {
      for (const id of decode(bytes) as number[]) this.#hidden.add(id);
      this.#hiddenAt = changedAt;
    } else if (kind === 'day') this.#restoreDay(startMs, bytes, changedAt);
    else if (version >= MENTIONS_RESOLVED_FROM) this.#restoreLinks(startMs, bytes, changedAt);
  }

  restored(sequence: number): void {
    this.#sequence = sequence;
    this.#hasChanged = true;
    if (!this.#isRestoring) return;
    this.#isRestoring = false;
    this.#restoredDays.clear();
    const { blogs, posts, registry, windows, resolved } = this.#parts;
    this.#restoredLinks.enter(this.#parts);
    resolved.sequence = sequence;
    for (let blog = 0; blog < blogs.count; blog++) {
      registry.set(blog, blogs.prefixesOf(blog), blogs.ids[blog]!, blogs.shown[blog] === 1);
    }
    // Posts of a snapshot without resolved links.
    for (let row = 0; row < posts.rows; row++) {
      const isHidden = (posts.flags[row]! & POST.hidden) !== 0;
      if (!isHidden && resolved.counted[row] === 0) this.#graph.attach(row);
    }
    if (this.#time.tickMs === null) return;
    windows.moveTo(this.#time.tickMs);
    this.#answers.warmUp();
  }

  /** The window of a question, moved to the question's time. */
  #windowAt({ hours, nowMs }: { hours: RelationHours; nowMs: number }): Window {
    const { windows } = this.#parts;
    const atMs = Math.floor(nowMs);
    this.#askedMs = atMs;
    const window = windows.windowOf(hours);
    windows.move(window, atMs);
    return window;
  }

  #putBlog(record: BlogRecord): void {
    this.#settleBlog(this.#parts.blogs.put(record, this.#sequence));
  }

  #maskBlog({ kind, key }: MaskRecord): void {
    const { blogs, posts } = this.#parts;
    const blog = blogs.numberOf(key, this.#sequence);
    blogs.setHidden(blog, kind !== 'show', this.#sequence);
    if (kind === 'erase') {
      blogs.erase(blog, this.#sequence);
      for (let row = 0; row < posts.rows; row++) {
        if (posts.flags[row] !== 0 && posts.blogs[row] === blog) this.#dropPost(row);
      }
    }
    this.#settleBlog(blog);
  }

  #settleBlog(blog: number): void {
    const { blogs, registry } = this.#parts;
    const isShown = blogs.mayShow(blog);
    if (isShown !== (blogs.shown[blog] === 1)) this.#graph.setShown(blog, isShown);
    const changes = registry.set(blog, blogs.prefixesOf(blog), blogs.ids[blog]!, isShown);
    for (const change of changes) this.#graph.refresh(change);
  }

  #putPost(record: PostRecord): void {
    const { blogs, posts, resolved } = this.#parts;
    const blog = blogs.numberOf(record.blog, this.#sequence);
    const text = this.#texts.textOf(record);
    const facts = factsOf(record, blog, text.length > 0);
    let row = posts.rowOf(record.id);
    if (row === NONE) {
      row = posts.add(record.id, facts, text, this.#sequence);
      this.#links.put(row, null);
    } else {
      if (posts.isSame(row, facts, text)) return;
      if (resolved.counted[row] === 1) this.#graph.detach(row);
      const before = posts.copyText(row);
      posts.replace(row, facts, text, this.#sequence);
      this.#links.put(row, before);
    }
    posts.setHidden(row, this.#hidden.has(record.id));
    if (!this.#hidden.has(record.id)) this.#graph.attach(row);
  }

  #maskPost(kind: MaskRecord['kind'], id: number): void {
    const { posts, resolved } = this.#parts;
    const row = posts.rowOf(id);
    if (kind === 'erase') {
      this.#setHidden(id, false);
      if (row !== NONE) this.#dropPost(row);
      return;
    }
    const isHidden = kind === 'hide';
    this.#setHidden(id, isHidden);
    if (row === NONE) return;
    posts.setHidden(row, isHidden);
    const isCounted = resolved.counted[row] === 1;
    if (isHidden && isCounted) this.#graph.detach(row);
    else if (!isHidden && !isCounted) this.#graph.attach(row);
  }

  #setHidden(id: number, isHidden: boolean): void {
    if (this.#hidden.has(id) === isHidden) return;
    if (isHidden) this.#hidden.add(id);
    else this.#hidden.delete(id);
    this.#hiddenAt = this.#sequence;
  }

  #dropPost(row: number): void {
    const { posts, resolved } = this.#parts;
    if (resolved.counted[row] === 1) this.#graph.detach(row);
    this.#links.drop(row);
    posts.remove(row, this.#sequence);
  }

  #tick({ atMs, runs }: TickRecord): void {
    const { windows } = this.#parts;
    this.#time = { ...this.#time, tickMs: Math.max(atMs, this.#time.tickMs ?? atMs) };
    this.#timeAt = this.#sequence;
    if (this.#askedMs === null || this.#askedMs > atMs - PAST_MS) windows.moveTo(atMs);
    if (runs.includes('expiry')) this.#expire();
  }

  /** Drops the oldest days until at most `linksMax` links are in memory. */
  #expire(): void {
    const { posts } = this.#parts;
    if (this.#links.count <= this.#linksMax) return;
    for (const { startMs } of posts.days()) {
      if (this.#links.count <= this.#linksMax) return;
      for (const row of posts.rowsOfDay(startMs)) this.#dropPost(row);
      const heldSinceMs = Math.max(this.#time.heldSinceMs, startMs + DAY_MS);
      this.#time = { ...this.#time, heldSinceMs };
    }
  }

  #restoreBlogs(bytes: Uint8Array, changedAt: number): void {
    const { blogs } = this.#parts;
    blogs.restore(bytes, changedAt);
    for (let blog = 0; blog < blogs.count; blog++) blogs.shown[blog] = blogs.mayShow(blog) ? 1 : 0;
  }

  #restoreLinks(startMs: number, bytes: Uint8Array, changedAt: number): void {
    const { posts, blogs } = this.#parts;
    const day = this.#restoredDays.get(startMs);
    assert(day !== undefined, 'a day comes back before its resolutions');
    this.#restoredLinks.add(day.first, decodeResolutions(bytes, day.count, blogs.count));
    posts.setResolvedAt(startMs, changedAt);
  }

  #restoreDay(startMs: number, bytes: Uint8Array, changedAt: number): void {
    const { posts, resolved, blogs, families } = this.#parts;
    const first = posts.rows;
    decodeDay(bytes, families, (id, facts, text) => {
      assert(facts.blog < blogs.count, 'the blogs come back before their posts');
      const row = posts.add(id, facts, text, changedAt);
      posts.setHidden(row, this.#hidden.has(id));
      this.#links.put(row, null);
    });
    this.#restoredDays.set(startMs, { first, count: posts.rows - first });
    resolved.reserve(posts.rows);
    posts.setChangedAt(startMs, changedAt);
  }

  #figures(): MentionsFigures {
    const { posts, blogs, families, edges, resolved, windows } = this.#parts;
    const parts = [posts, families, edges, resolved, windows, this.#pool];
    return {
      blogs: blogs.count,
      posts: posts.count,
      links: this.#links.count,
      mentions: resolved.mentions,
      edges: edges.count,
      hosts: families.count,
      heldBytes: parts.reduce((sum, { byteLength }) => sum + byteLength, 0),
    };
  }
}

function jsonOf(answer: object): Transferable<Uint8Array> {
  const bytes = encoder.encode(JSON.stringify(answer));
  return moved(bytes, [bytes]);
}
