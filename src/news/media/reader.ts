/**
 * Answers what is asked about media on the front's thread: counts as of any "now", months, crawls,
 * and the articles of one media from the newest id down.
 *
 * Invariants: `apply` is the only thing that changes what is read here. Counts are made when they
 * are asked for, so that windows need no tick: only stretches with articles of the last two weeks
 * are walked, the others keep their counts until a row changes. Not here: titles and records of
 * media (catalog), rows as the API shows them (api/).
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

/** Articles that a media published, or that it found at others as a discovery source. */
export type MediaRole = keyof RoleCounts;

/** An article of a list. */
export interface ListedArticle {
  id: number;
  sortMs: number;
}

/** Which articles of a media are listed. */
export interface ListQuery {
  media: string;
  role: MediaRole;
  /** Only ids below this one. */
  beforeId: number;
  /** Only articles published since, and before; all when the window is null. */
  window: { sinceMs: number; untilMs: number } | null;
  /** Articles that wait for their time are listed once it has come. */
  nowMs: number;
}

/** Stretches counted without a pause: one takes 0.3 ms, the first ones after a start 3 ms. */
const SETTLED_AT_ONCE = 2;

/** A stretch with what was found out about it since it last changed. */
interface LoadedStretch {
  stretch: IdStretch;
  /** No article is newer. */
  maxMs: number;
  /** Its counts once all of its articles are older than every window. */
  settled: RoleCounts | null;
  /** 1 for each media number that has articles in it, by role. */
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

  /** Changes with every change of what is read here: the last log entry that made one. */
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

  /** Takes a delta. `fresh`: it is the first of a new writer and holds the whole state. */
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
   * Counts a few of the stretches whose counts are cached and are not known yet, so that the figures
   * cost little afterwards. False when there is none left: after a start it takes many calls.
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

  /** What is known of a media besides its articles; null when no record named it. */
  stateOf(media: string): MediaState | null {
    const number = this.#numbers.get(media);
    return number === undefined ? null : this.#states[number]!;
  }

  figuresOf(media: string, role: MediaRole, nowMs: number): MediaFigures {
    return figuresIn(this.#countsOf(role, nowMs), this.#numbers.get(media));
  }

  /** The first full hour of which it is known what was known then; null before there is one. */
  get knownSinceMs(): number | null {
    return this.#hours.firstMs;
  }

  /** The first article id that was not given yet at a full hour; null where that is not known. */
  nextIdAt(hourMs: number): number | null {
    return this.#hours.at(hourMs)?.[1] ?? null;
  }

  /**
   * What this reader said at a full hour, without what is hidden or gone now; null where that is not known. It
   * pauses after each stretch that is counted, between which the front has its turn.
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

  /** Articles of a media by month of publication, those without a time of their own left out. */
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

  /** The media and time of an article that may be shown: it is here, not masked, and its time has come. */
  sightOf(id: number, nowMs: number): ReturnType<ArticleSight> {
    return this.#sightAt(nowMs)(id);
  }

  /** A page of what was changed, newest first; it may be short, or empty, before the last. */
  revisions(
    query: RevisionQuery,
    after: RevisionPlace | null,
    limit: number,
    nowMs: number,
  ): RevisionPage {
    return listRevisions(this.#revisions, this.#sightAt(nowMs), query, after, limit);
  }

  /** Revisions of one article, newest first; none of an article that may not be shown. */
  revisionsOf(articleId: number, nowMs: number): ListedRevision[] {
    return revisionsOfArticle(this.#revisions, this.#sightAt(nowMs), articleId);
  }

  /** When the newest revision was seen, -Infinity where there is none, and since when all are listed. */
  get revisionSpan(): { lastMs: number; keptSinceMs: number | null } {
    const { seenMs, count, keptSinceMs } = this.#revisions;
    return { lastMs: count === 0 ? Number.NEGATIVE_INFINITY : seenMs[count - 1]!, keptSinceMs };
  }

  /** Minutes until the first change of title, of each article of an outlet since an instant that has one. */
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
    // What a hidden publisher's articles count for their finders is in every count.
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
