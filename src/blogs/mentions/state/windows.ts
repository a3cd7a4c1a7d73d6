/**
 * The three windows as running counts: the posts and mentions of each edge and each blog within the last
 * 7, 30 and 90 days before an instant that moves.
 *
 *   since ─────────── window ─────────── until = now
 *     └─ posts leave here    posts enter here ─┘
 *
 * A window contains the posts whose time is at most `hours` before now and not after it, both ends
 * included. Moving it costs time for the posts between its old and its new ends, so an answer never
 * counts all posts of a window; a move beyond its own length counts it from zero.
 * Invariants: counts of an edge that is not active are zero. Sums by blog are over active edges. Coverage
 * is by source blog, shown or not; readers add up the shown ones.
 */
import { bytesOf, withCapacity } from '../../../engine/columns/columns.js';
import { HOUR_MS } from '../../../kernel/clock.js';
import { RELATION_HOURS, type RelationHours } from '../codec.js';
import type { BlogTable } from './blogs.js';
import type { Edges } from './edges.js';
import { POST, type Posts } from './posts.js';
import type { Resolved } from './resolved.js';

/** Positions of the fields of a blog's coverage. */
export const COVER = {
  observed: 0,
  noBody: 1,
  failed: 2,
  unknownDate: 3,
  unresolved: 4,
  truncated: 5,
  sidebar: 6,
  blogroll: 7,
  comment: 8,
} as const;
export const COVER_FIELDS = 9;

/** Edges that share a peak, as an exponent: 64. */
export const PEAK_SHIFT = 6;

/** One window. Its readers must move it to the time of their question first. */
export class Window {
  readonly hours: RelationHours;
  readonly lengthMs: number;
  /** Both are infinite while the window is empty. */
  sinceMs = Number.POSITIVE_INFINITY;
  untilMs = Number.NEGATIVE_INFINITY;
  counts = new Int32Array(64);
  /** An upper bound for the posts of each block of 64 edges; all of them may have fewer. */
  peaks = new Int32Array(1);
  /** Edges with at least one post. */
  linked = 0;
  /** Mentions by a blog, mentions of it, and the number of blogs that mention it. */
  made = new Int32Array(64);
  got = new Int32Array(64);
  sources = new Int32Array(64);
  coverage = new Int32Array(64 * COVER_FIELDS);
  /** The latest first sight among counted posts of shown blogs; unknown while `isSampleOld`. */
  sampledMs = Number.NEGATIVE_INFINITY;
  isSampleOld = false;

  constructor(hours: RelationHours) {
    this.hours = hours;
    this.lengthMs = hours * HOUR_MS;
  }

  get byteLength(): number {
    return bytesOf(this.counts, this.peaks, this.made, this.got, this.sources, this.coverage);
  }

  holds(timeMs: number): boolean {
    return timeMs >= this.sinceMs && timeMs <= this.untilMs;
  }

  reserve(blogs: number, edges: number): void {
    this.counts = withCapacity(this.counts, edges);
    this.peaks = withCapacity(this.peaks, (edges >>> PEAK_SHIFT) + 1);
    this.made = withCapacity(this.made, blogs);
    this.got = withCapacity(this.got, blogs);
    this.sources = withCapacity(this.sources, blogs);
    this.coverage = withCapacity(this.coverage, blogs * COVER_FIELDS);
  }

  clear(): void {
    const { counts, peaks, made, got, sources, coverage } = this;
    for (const column of [counts, peaks, made, got, sources, coverage]) column.fill(0);
    this.linked = 0;
    this.sampledMs = Number.NEGATIVE_INFINITY;
    this.isSampleOld = false;
  }

  change(edge: number, source: number, target: number, by: number): void {
    const before = this.counts[edge]!;
    const after = before + by;
    this.counts[edge] = after;
    if (after > this.peaks[edge >>> PEAK_SHIFT]!) this.peaks[edge >>> PEAK_SHIFT] = after;
    this.made[source]! += by;
    this.got[target]! += by;
    if (before === 0) {
      this.linked += 1;
      this.sources[target]! += 1;
    } else if (after === 0) {
      this.linked -= 1;
      this.sources[target]! -= 1;
    }
  }
}

export class Windows {
  /** From the shortest to the longest. */
  readonly all: readonly Window[] = RELATION_HOURS.map((hours) => new Window(hours));
  readonly #posts: Posts;
  readonly #resolved: Resolved;
  readonly #edges: Edges;
  readonly #blogs: BlogTable;

  constructor(posts: Posts, resolved: Resolved, edges: Edges, blogs: BlogTable) {
    this.#posts = posts;
    this.#resolved = resolved;
    this.#edges = edges;
    this.#blogs = blogs;
  }

  get byteLength(): number {
    return this.all.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  windowOf(hours: RelationHours): Window {
    return this.all.find((window) => window.hours === hours)!;
  }

  /** Moves every window so that it ends at `nowMs`. */
  moveTo(nowMs: number): void {
    for (const window of this.all) this.move(window, nowMs);
  }

  /** Moves one window so that it ends at `nowMs`. */
  move(window: Window, nowMs: number): void {
    this.#reserve();
    const { sinceMs, untilMs, lengthMs } = window;
    if (untilMs === nowMs) return;
    const posts = this.#posts;
    const newSinceMs = nowMs - lengthMs;
    const enter = (row: number): void => this.#countKnown(window, row, 1);
    const leave = (row: number): void => this.#countKnown(window, row, -1);
    window.sinceMs = newSinceMs;
    window.untilMs = nowMs;
    // An empty window is infinitely far away.
    if (Math.abs(nowMs - untilMs) > lengthMs) {
      window.clear();
      posts.forEachWithin(newSinceMs, nowMs + 1, enter);
    } else if (nowMs > untilMs) {
      posts.forEachWithin(untilMs + 1, nowMs + 1, enter);
      posts.forEachWithin(sinceMs, newSinceMs, leave);
    } else {
      posts.forEachWithin(nowMs + 1, untilMs + 1, leave);
      posts.forEachWithin(newSinceMs, sinceMs, enter);
    }
  }

  /** Counts a resolved post in the windows that contain its time. */
  add(row: number): void {
    this.#reserve();
    const timeMs = this.#posts.times[row]!;
    for (const window of this.all) if (window.holds(timeMs)) this.#count(window, row, 1);
  }

  /** Removes a resolved post from the windows that contain its time. */
  drop(row: number): void {
    const timeMs = this.#posts.times[row]!;
    for (const window of this.all) if (window.holds(timeMs)) this.#count(window, row, -1);
  }

  /** Sets whether both ends of an edge are shown. */
  setActive(edge: number, isActive: boolean): void {
    this.#reserve();
    const edges = this.#edges;
    const source = edges.sources[edge]!;
    const target = edges.targets[edge]!;
    edges.active[edge] = isActive ? 1 : 0;
    for (const window of this.all) {
      const count = isActive ? this.countOf(window, edge) : window.counts[edge]!;
      if (count > 0) window.change(edge, source, target, isActive ? count : -count);
    }
  }

  /** Notes that the shown blogs have changed. */
  forgetSamples(): void {
    for (const window of this.all) window.isSampleOld = true;
  }

  /** Posts of an edge within a window, whether the edge is active or not. */
  countOf({ sinceMs, untilMs }: Window, edge: number): number {
    if (untilMs < sinceMs) return 0;
    return this.#edges.countBefore(edge, untilMs + 1) - this.#edges.countBefore(edge, sinceMs);
  }

  /** The latest first sight among counted posts of shown blogs; null when there are none. */
  sampledMsOf(window: Window): number | null {
    if (window.isSampleOld) this.#sample(window);
    return Number.isFinite(window.sampledMs) ? window.sampledMs : null;
  }

  #countKnown(window: Window, row: number, by: 1 | -1): void {
    if (this.#resolved.counted[row] === 1) this.#count(window, row, by);
  }

  #count(window: Window, row: number, by: 1 | -1): void {
    this.#cover(window, row, by);
    const resolved = this.#resolved;
    const { active, sources, targets } = this.#edges;
    const count = resolved.counts[row]!;
    for (let index = 0; index < count; index++) {
      const edge = resolved.edgeAt(row, index);
      if (active[edge] === 1) window.change(edge, sources[edge]!, targets[edge]!, by);
    }
  }

  #cover(window: Window, row: number, by: 1 | -1): void {
    const posts = this.#posts;
    const { coverage } = window;
    const flags = posts.flags[row]!;
    const at = COVER_FIELDS * posts.blogs[row]!;
    if ((flags & POST.undated) !== 0) {
      coverage[at + COVER.unknownDate]! += by;
      return;
    }
    coverage[at + outcomeOf(flags)]! += by;
    if ((flags & POST.truncated) !== 0) coverage[at + COVER.truncated]! += by;
    coverage[at + COVER.unresolved]! += by * this.#resolved.unresolved[row]!;
    coverage[at + COVER.sidebar]! += by * posts.sidebar[row]!;
    coverage[at + COVER.blogroll]! += by * posts.blogroll[row]!;
    coverage[at + COVER.comment]! += by * posts.comment[row]!;
    const observedMs = posts.observed[row]!;
    if (by < 0) window.isSampleOld ||= observedMs === window.sampledMs;
    else if (observedMs > window.sampledMs && this.#blogs.shown[posts.blogs[row]!] === 1) {
      window.sampledMs = observedMs;
    }
  }

  #sample(window: Window): void {
    const { flags, times, observed, blogs, rows } = this.#posts;
    const { counted } = this.#resolved;
    const { shown } = this.#blogs;
    let sampledMs = Number.NEGATIVE_INFINITY;
    for (let row = 0; row < rows; row++) {
      if (counted[row] !== 1 || observed[row]! <= sampledMs) continue;
      if ((flags[row]! & POST.undated) !== 0 || shown[blogs[row]!] === 0) continue;
      if (window.holds(times[row]!)) sampledMs = observed[row]!;
    }
    window.sampledMs = sampledMs;
    window.isSampleOld = false;
  }

  #reserve(): void {
    for (const window of this.all) window.reserve(this.#blogs.count, this.#edges.count);
  }
}

function outcomeOf(flags: number): number {
  if ((flags & POST.noBody) !== 0) return COVER.noBody;
  return (flags & POST.failed) !== 0 ? COVER.failed : COVER.observed;
}
