/**
 * Answers questions about media on the main thread: counts as of any "now", months, crawls, and the
 * articles of one media by descending id.
 *
 * Invariants: only `apply` changes the state. Counts are made on request, so windows need no tick:
 * only stretches with articles of the last two weeks are scanned; counts of other stretches are
 * cached until a row changes. Not here: titles and records of media (catalog), rows as the API
 * shows them (api/).
 */
import type { IndexReader } from '../../engine/index/reader.js';
import { DAY_MS } from '../../kernel/clock.js';
import {
  type Counts,
  countStretch,
  emptyRoleCounts,
  figuresIn,
  type MediaFigures,
  type PastMedia,
  type RoleCounts,
  WindowStarts,
} from './answers/counts.js';
import {
  FLAG,
  findingSource,
  foundRows,
  HourMarks,
  IdStretch,
  type MediaDelta,
  type MediaState,
  publishedRows,
  type RevisionChanges,
  type RowChanges,
  STRETCH_ROWS,
  stretchOf,
} from './codec.js';
import {
  type ArticleSight,
  type ListedRevision,
  listRevisions,
  type RevisionPage,
  type RevisionPlace,
  type RevisionQuery,
  RevisionTable,
  retitledSince,
  revisionsOfArticle,
} from './state/revision-table.js';

/** Articles that a media published, or that it found as a discovery source. */
export type MediaRole = keyof RoleCounts;

export interface ListedArticle {
  id: number;
  sortMs: number;
}

/** Selects the articles of a list. */
export interface ListQuery {
  media: string;
  role: MediaRole;
  /** Only ids below this one are listed. */
  beforeId: number;
  /** Only articles with a time in the window are listed; all when it is null. */
  window: { sinceMs: number; untilMs: number } | null;
  /** Articles with `FLAG.waits` are listed when their time is not after this time. */
  nowMs: number;
}

/** Stretches that `settle` counts in one call: each takes 0.3 ms, the first after a start 3 ms. */
const SETTLED_AT_ONCE = 2;

/** A stretch with values that are derived from its rows and cached until a row changes. */
interface LoadedStretch {
  stretch: IdStretch;
  /** No article of the stretch is newer. */
  maxMs: number;
  /** Counts of the stretch, once all of its articles are older than every window. */
  settled: RoleCounts | null;
  /** 1 for each media number with articles in the stretch, by role. */
  presence: { [R in MediaRole]: Uint8Array } | null;
}

export class MediaReader implements IndexReader<MediaDelta, null> {
  /** Newest ids first. */
  #stretches: LoadedStretch[] = [];
  #states: MediaState[] = [];
  #numbers = new Map<string, number>();
  #isHidden = new Uint8Array(0);
  readonly #revisions = new RevisionTable();
  readonly #hours = new HourMarks();
  #sequence = 0;
  #retitled: { nowMs: number; sinceMs: number; minutes: Map<string, number[]> } | null = null;
  #counted: { nowMs: number; counts: RoleCounts } | null = null;

  /** The last log entry that is folded in: it changes with every change of the state. */
  get generation(): number {
    return this.#sequence;
  }

  get figures() {
    const bytes = this.#stretches.reduce((sum, { stretch }) => sum + stretch.byteLength, 0);
    return {
      stretches: this.#stretches.length,
      media: this.#states.length,
      revisions: this.#revisions.count,
      heldBytes: bytes + this.#revisions.byteLength,
    };
  }

  writerOptions(): null {
    return null;
  }

  /** Takes a delta. `fresh`: the first delta of a new writer, which holds the whole state. */
  apply(delta: MediaDelta, fresh: boolean): void {
    const { sequence, stretches, states, rows, revisions, hours } = delta;
    if (fresh) {
      this.#stretches = stretches.map((bytes) => loadedOf(IdStretch.decode(bytes))).reverse();
      this.#states = [];
      this.#numbers.clear();
      this.#hours.clear();
    }
    this.#hours.follow(hours);
    if (states.length > 0) this.#putStates(states);
    if (rows !== null) this.#putRows(rows);
    if (fresh) this.#revisions.clear();
    if (revisions !== null) this.#putRevisions(revisions);
    this.#retitled = null;
    if (fresh || rows !== null) this.#counted = null;
    this.#sequence = sequence;
  }

  /**
   * Counts a few stretches of old articles that are not cached yet, so that later questions are
   * fast. Returns false when none is left: after a start, many calls are needed.
   */
  settle(nowMs: number): boolean {
    const windows = new WindowStarts(nowMs);
    let settled = 0;
    for (const loaded of this.#stretches) {
      if (loaded.settled !== null || loaded.maxMs >= windows.sinceMs) continue;
      if (settled === SETTLED_AT_ONCE) return true;
      this.#settledOf(loaded, windows);
      settled += 1;
    }
    return false;
  }

  /** The state of a media; null when no record named the media. */
  stateOf(media: string): MediaState | null {
    const number = this.#numbers.get(media);
    return number === undefined ? null : this.#states[number]!;
  }

  figuresOf(media: string, role: MediaRole, nowMs: number): MediaFigures {
    return figuresIn(this.#countsOf(role, nowMs), this.#numbers.get(media));
  }

  /** The first full hour for which `past` has an answer; null before the first tick. */
  get knownSinceMs(): number | null {
    return this.#hours.firstMs;
  }

  /** The first article id that was not given yet at a full hour; null before the first tick and after the last. */
  nextIdAt(hourMs: number): number | null {
    return this.#hours.at(hourMs)?.[1] ?? null;
  }

  /**
   * The figures as of a full hour, without articles that are hidden or erased now; null before
   * the first tick and after the last. Yields after each stretch, so that the main thread can pause there.
   */
  *past(hourMs: number): Generator<void, PastMedia | null> {
    const mark = this.#hours.at(hourMs);
    if (mark === null) return null;
    const [, nextId, failing] = mark;
    const windows = new WindowStarts(hourMs);
    const counts = emptyRoleCounts(this.#states.length, true);
    for (const loaded of [...this.#stretches]) {
      const { stretch } = loaded;
      if (stretch.firstId >= nextId) continue;
      const isWhole = stretch.firstId + stretch.rows <= nextId;
      if (isWhole && loaded.maxMs < windows.sinceMs) {
        const settled = this.#settledOf(loaded, windows);
        counts.published.addSettled(settled.published);
        counts.found.addSettled(settled.found);
      } else {
        countStretch(counts, stretch, this.#isHidden, windows, nextId - stretch.firstId);
      }
      yield;
    }
    const sightOf = this.#sightAt(hourMs);
    const sight: ArticleSight = (id) => (id < nextId ? sightOf(id) : null);
    const sinceMs = hourMs - 7 * DAY_MS;
    return {
      figuresOf: (media, role) => figuresIn(counts[role], this.#numbers.get(media)),
      isFailing: (media) => failing.includes(this.#numbers.get(media) ?? -1),
      retitled: retitledSince(this.#revisions, sight, sinceMs, hourMs),
    };
  }

  /** Articles of a media by month of publication, without those whose date is pending. */
  monthsOf(media: string, role: MediaRole, nowMs: number): Map<number, number> {
    const at = this.#numbers.get(media);
    const months = new Map<number, number>();
    if (at === undefined) return months;
    for (const [month, counts] of this.#countsOf(role, nowMs).months) {
      if (counts[at]! > 0) months.set(month, counts[at]!);
    }
    return months;
  }

  /** The first `max` articles of a list. */
  list(query: ListQuery, max: number): ListedArticle[] {
    const found: ListedArticle[] = [];
    const number = this.#numbers.get(query.media);
    if (number === undefined) return found;
    for (const loaded of this.#stretches) {
      if (found.length === max) break;
      if (loaded.stretch.firstId >= query.beforeId) continue;
      if (query.window !== null && loaded.maxMs < query.window.sinceMs) continue;
      if (this.#presenceOf(loaded)[query.role][number] !== 1) continue;
      this.#listStretch(loaded.stretch, number, query, max, found);
    }
    return found;
  }

  /** The media and time of an article that may be shown: present, not masked, its time has come. */
  sightOf(id: number, nowMs: number): ReturnType<ArticleSight> {
    return this.#sightAt(nowMs)(id);
  }

  /** A page of revisions, newest first; a page with a `next` may be short or empty. */
  revisions(
    query: RevisionQuery,
    after: RevisionPlace | null,
    limit: number,
    nowMs: number,
  ): RevisionPage {
    return listRevisions(this.#revisions, this.#sightAt(nowMs), query, after, limit);
  }

  /** Revisions of one article, newest first; empty when the article may not be shown. */
  revisionsOf(articleId: number, nowMs: number): ListedRevision[] {
    return revisionsOfArticle(this.#revisions, this.#sightAt(nowMs), articleId);
  }

  /** Time of the newest revision (-Infinity for none), and the start of the complete part. */
  get revisionSpan(): { lastMs: number; keptSinceMs: number | null } {
    const { seenMs, count, keptSinceMs } = this.#revisions;
    return { lastMs: count === 0 ? Number.NEGATIVE_INFINITY : seenMs[count - 1]!, keptSinceMs };
  }

  /** For each retitled article since `sinceMs`: minutes from publication to the first new title. */
  retitledOf(media: string, sinceMs: number, nowMs: number): readonly number[] {
    if (this.#retitled?.nowMs !== nowMs || this.#retitled.sinceMs !== sinceMs) {
      const minutes = retitledSince(this.#revisions, this.#sightAt(nowMs), sinceMs, nowMs);
      this.#retitled = { nowMs, sinceMs, minutes };
    }
    return this.#retitled.minutes.get(media) ?? [];
  }

  #sightAt(nowMs: number): ArticleSight {
    return (id) => {
      const at = this.#stretches.find((loaded) => loaded.stretch.number === stretchOf(id));
      const row = id % STRETCH_ROWS;
      if (at === undefined || !this.#isRowShown(at.stretch, row, nowMs)) return null;
      const { media, times } = at.stretch;
      return { media: this.#states[media[row]!]!.code, sortMs: times[row]! };
    };
  }

  #putRevisions({ put, gone }: RevisionChanges): void {
    if (gone.length > 0) {
      const isGone = new Set(gone);
      this.#revisions.remove((row) => isGone.has(this.#revisions.sequences[row]!));
    }
    this.#revisions.decode(put);
  }

  #listStretch(
    stretch: IdStretch,
    number: number,
    { role, beforeId, window, nowMs }: ListQuery,
    max: number,
    found: ListedArticle[],
  ): void {
    const { firstId, times } = stretch;
    const rows = role === 'published' ? publishedRows : foundRows;
    for (const row of rows(stretch, number, Math.min(beforeId - firstId, stretch.rows))) {
      const sortMs = times[row]!;
      const isInside = window === null || (sortMs >= window.sinceMs && sortMs < window.untilMs);
      if (!isInside || !this.#isRowShown(stretch, row, nowMs)) continue;
      found.push({ id: firstId + row, sortMs });
      if (found.length === max) return;
    }
  }

  #isRowShown({ flags, media, times }: IdStretch, row: number, nowMs: number): boolean {
    const bits = flags[row]!;
    if ((bits & (FLAG.present | FLAG.hidden)) !== FLAG.present) return false;
    if ((bits & FLAG.waits) !== 0 && times[row]! > nowMs) return false;
    return this.#isHidden[media[row]!] !== 1;
  }

  #countsOf(role: MediaRole, nowMs: number): Counts {
    if (this.#counted?.nowMs !== nowMs) {
      this.#counted = { nowMs, counts: this.#count(new WindowStarts(nowMs)) };
    }
    return this.#counted.counts[role];
  }

  #count(windows: WindowStarts): RoleCounts {
    const size = this.#states.length;
    const counts = emptyRoleCounts(size, true);
    for (const loaded of this.#stretches) {
      const { stretch } = loaded;
      if (loaded.maxMs >= windows.sinceMs) {
        countStretch(counts, stretch, this.#isHidden, windows);
        continue;
      }
      const settled = this.#settledOf(loaded, windows);
      counts.published.addSettled(settled.published);
      counts.found.addSettled(settled.found);
    }
    return counts;
  }

  #settledOf(loaded: LoadedStretch, windows: WindowStarts): RoleCounts {
    if (loaded.settled === null) {
      loaded.settled = emptyRoleCounts(this.#states.length, false);
      countStretch(loaded.settled, loaded.stretch, this.#isHidden, windows);
    }
    return loaded.settled;
  }

  #putStates(states: MediaDelta['states']): void {
    const sizeBefore = this.#states.length;
    let isMasked = false;
    for (const [number, state] of states) {
      isMasked ||= (this.#states[number]?.hidden ?? false) !== state.hidden;
      this.#states[number] = state;
      this.#numbers.set(state.code, number);
    }
    if (this.#states.length === sizeBefore && !isMasked) return;
    this.#isHidden = Uint8Array.from(this.#states, ({ hidden }) => (hidden ? 1 : 0));
    this.#counted = null;
    // Cached counts of finders leave out articles of hidden publishers.
    if (isMasked) for (const loaded of this.#stretches) loaded.settled = null;
  }

  #putRows({ ids, times, media, flags, foundIds, foundBy }: RowChanges): void {
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at]!;
      const loaded = this.#stretchAt(stretchOf(id));
      const row = id % STRETCH_ROWS;
      loaded.stretch.put(row, times[at]!, media[at]!, flags[at]!);
      loaded.stretch.clearFindings(row);
      loaded.maxMs = Math.max(loaded.maxMs, times[at]!);
      loaded.settled = null;
      loaded.presence = null;
    }
    for (let at = 0; at < foundIds.length; at++) {
      const id = foundIds[at]!;
      this.#stretchAt(stretchOf(id)).stretch.addFinding(id % STRETCH_ROWS, foundBy[at]!);
    }
  }

  #stretchAt(number: number): LoadedStretch {
    let at = this.#stretches.findIndex(({ stretch }) => stretch.number <= number);
    if (at < 0) at = this.#stretches.length;
    const known = this.#stretches[at];
    if (known?.stretch.number === number) return known;
    const loaded = loadedOf(new IdStretch(number));
    this.#stretches.splice(at, 0, loaded);
    return loaded;
  }

  #presenceOf(loaded: LoadedStretch): NonNullable<LoadedStretch['presence']> {
    if (loaded.presence === null) {
      const { rows, media, flags, findings } = loaded.stretch;
      const size = this.#states.length;
      loaded.presence = { published: new Uint8Array(size), found: new Uint8Array(size) };
      const { published, found } = loaded.presence;
      for (let row = 0; row < rows; row++) if (flags[row] !== 0) published[media[row]!] = 1;
      for (const finding of findings) found[findingSource(finding)] = 1;
    }
    return loaded.presence;
  }
}

function loadedOf(stretch: IdStretch): LoadedStretch {
  const maxMs = stretch.times.subarray(0, stretch.rows).reduce((a, b) => Math.max(a, b), 0);
  return { stretch, maxMs, settled: null, presence: null };
}
