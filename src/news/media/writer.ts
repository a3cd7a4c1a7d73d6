/**
 * Folds news, masks and crawls into the rows and states of the media index.
 *
 * Invariants: a row follows from the newest record of its article; an erased article leaves an
 * empty row and no finding. The earliest times of a media (`acquiredMs`, `foundMs`) only decrease,
 * and crawl times only increase, so they do not depend on the order of records. Media are numbered
 * in the order of registration, so an erased article changes no number. Not here: records of media
 * (the catalog has them), counting, time.
 */

import { moved, type Transferable } from '../../engine/index/reader.js';
import {
  type Folding,
  foldBy,
  type IndexWriter,
  kindsOf,
  masksBy,
  type SnapshotPlan,
} from '../../engine/index/writer.js';
import { utcHourOf } from '../../kernel/clock.js';
import { decode, encodeOwn } from '../../kernel/codec.js';
import { getOrInsert } from '../../kernel/collections.js';
import { assert } from '../../kernel/errors.js';
import { NEWS } from '../../kernel/limits.js';
import type { CrawlRecord, Entry, MaskRecord, NewsRecord } from '../../kernel/model/records.js';
import { MEDIA_MAX } from '../shared/burst/media-table.js';
import { isFailing } from './answers/counts.js';
import {
  FLAG,
  findingSource,
  type HourMark,
  HourMarks,
  IdStretch,
  MEDIA_CHUNKS,
  MEDIA_READS_FROM,
  MEDIA_VERSION,
  type MediaDelta,
  type MediaState,
  type RevisionChanges,
  type RowChanges,
  revisionChunkOf,
  STRETCH_ROWS,
  type StretchState,
  stretchOf,
} from './codec.js';
import { bitOf, isFlip, RevisionTable, revisionOf, textsOf } from './state/revision-table.js';

export class MediaWriter implements IndexWriter<MediaDelta> {
  readonly version = MEDIA_VERSION;
  readonly readsFrom = MEDIA_READS_FROM;
  readonly bodies = 'none';
  readonly #stretches = new Map<number, StretchState>();
  readonly #states: MediaState[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #changedRows = new Set<number>();
  readonly #changedStates = new Set<number>();
  readonly #revisions = new RevisionTable();
  /** Log entries of revisions that changed, or were removed, after the last delta. */
  readonly #changedRevisions = new Set<number>();
  readonly #goneRevisions = new Set<number>();
  /** The last log entry that changed the revisions of a chunk. */
  readonly #revisionsChangedAt = new Map<number, number>();
  readonly #hours = new HourMarks();
  #hoursChangedAt = 0;
  /** The id that the next new article gets. */
  #nextId = 0;
  #statesChangedAt = 0;
  /** The next delta holds the whole state. */
  #whole = false;
  #sequence = 0;

  readonly #folding: Folding = {
    media: ({ media }) => this.#numberOf(media),
    news: (record) => {
      this.#putNews(record);
      this.#putRevision(record);
    },
    crawl: (record) => this.#putCrawl(record),
    tick: ({ atMs }) => this.#markHour(atMs),
    rewind: ({ atMs }) => this.#hours.rewind(atMs),
    ...masksBy((record) => {
      if (record.target === 'media') this.#maskMedia(record);
      if (record.target === 'news' && record.id !== null) this.#maskNews(record, record.id);
      this.#keepTimes(record);
    }),
  };
  readonly kinds = kindsOf(this.#folding);

  apply(entry: Entry): void {
    this.#sequence = entry.sequence;
    foldBy(this.#folding, entry);
  }

  takeDelta(): Transferable<MediaDelta> | null {
    const hours = this.#hours.take(this.#whole);
    const isEmpty = this.#changedRows.size === 0 && this.#changedStates.size === 0;
    // Revisions change only together with rows.
    if (isEmpty && hours.length === 0 && !this.#whole) return null;
    const states = this.#whole ? this.#states.keys() : this.#changedStates;
    const delta: MediaDelta = {
      sequence: this.#sequence,
      stretches: this.#whole ? this.#sorted().map(({ stretch }) => stretch.encode()) : [],
      states: Array.from(states, (number) => [number, { ...this.#states[number]! }]),
      rows: this.#whole || this.#changedRows.size === 0 ? null : this.#takeRows(),
      revisions: this.#takeRevisions(),
      hours,
    };
    this.#changedRows.clear();
    this.#changedStates.clear();
    this.#whole = false;
    const { stretches, rows, revisions } = delta;
    return moved(delta, [...stretches, ...Object.values({ ...rows, ...revisions })]);
  }

  plan(): SnapshotPlan {
    const stretches = this.#sorted().map(({ stretch, changedAt }) =>
      MEDIA_CHUNKS.format('stretch', stretch.number, changedAt),
    );
    const states = MEDIA_CHUNKS.format('states', this.#statesChangedAt);
    const hours = MEDIA_CHUNKS.format('hours', this.#hoursChangedAt);
    const revisions = [...this.#revisionsChangedAt]
      .sort(([one], [other]) => one - other)
      .map(([key, changedAt]) => MEDIA_CHUNKS.format('revisions', key, changedAt));
    return { chunks: [states, hours, ...stretches, ...revisions], cold: [] };
  }

  chunk(name: string): Uint8Array {
    const { kind, key } = MEDIA_CHUNKS.parse(name);
    if (kind === 'states') return encodeOwn(this.#states);
    if (kind === 'hours') return encodeOwn(this.#hours.all);
    if (kind === 'revisions') {
      return this.#revisions.encode(
        (row) => revisionChunkOf(this.#revisions.sequences[row]!) === key,
      );
    }
    const state = this.#stretches.get(key);
    assert(state !== undefined, `chunk ${name} is part of the plan`);
    return state.stretch.encode();
  }

  restore(name: string, bytes: Uint8Array): void {
    const { kind, key, revision } = MEDIA_CHUNKS.parse(name);
    const changedAt = Number(revision);
    if (kind === 'states') {
      this.#statesChangedAt = changedAt;
      for (const state of decode(bytes) as MediaState[]) this.#addState(state);
      return;
    }
    if (kind === 'hours') {
      this.#hoursChangedAt = changedAt;
      this.#hours.follow(decode(bytes) as HourMark[]);
      return;
    }
    if (kind === 'revisions') {
      this.#revisions.decode(bytes);
      this.#revisionsChangedAt.set(key, changedAt);
      return;
    }
    const stretch = IdStretch.decode(bytes);
    assert(stretch.number === key, `chunk ${name} holds the stretch that it names`);
    this.#stretches.set(stretch.number, { stretch, changedAt });
    this.#nextId = Math.max(this.#nextId, stretch.firstId + stretch.rows);
  }

  restored(sequence: number): void {
    this.#sequence = sequence;
    this.#whole = true;
  }

  #markHour(atMs: number): void {
    if (!this.#hours.isDue(atMs)) return;
    const failing = this.#states.flatMap((state, number) =>
      isFailing(state, atMs) ? [number] : [],
    );
    this.#hours.put([utcHourOf(atMs), this.#nextId, failing]);
    this.#hoursChangedAt = this.#sequence;
  }

  #putNews(record: NewsRecord): void {
    const { id, media, sortMs, observedMs, datePending, tags, discoveries } = record;
    const state = this.#stretchAt(stretchOf(id));
    const { stretch } = state;
    const row = id % STRETCH_ROWS;
    this.#nextId = Math.max(this.#nextId, id + 1);
    const flags =
      FLAG.present |
      (stretch.flags[row]! & FLAG.hidden) |
      (datePending ? FLAG.pending : 0) |
      (sortMs > observedMs + NEWS.futureSlackMs ? FLAG.waits : 0) |
      (tags.length > 0 ? FLAG.tagged : 0);
    const number = this.#numberOf(media);
    stretch.put(row, sortMs, number, flags);
    this.#changeRow(state, id);
    this.#keepEarliest(number, 'acquiredMs', observedMs);
    stretch.clearFindings(row);
    for (const { media: code, discoveredMs } of discoveries) {
      const source = this.#numberOf(code);
      stretch.addFinding(row, source);
      this.#keepEarliest(source, 'foundMs', discoveredMs);
    }
  }

  /** Adds what an update replaced. Repeated changes between two titles are one revision. */
  #putRevision(record: NewsRecord): void {
    const revision = revisionOf(record, this.#sequence);
    if (revision === null) return;
    const title = bitOf('title');
    if ((revision.kinds & title) !== 0) {
      const { title: pair } = textsOf(revision);
      for (const row of this.#revisions.rowsOf(record.id)) {
        const known = this.#revisions.at(row);
        if ((known.kinds & title) === 0 || !isFlip(textsOf(known), pair)) continue;
        const lastMs = Math.max(known.lastMs, revision.seenMs);
        this.#revisions.put({ ...known, flips: known.flips + 1, lastMs });
        this.#changeRevision(known.sequence);
        revision.kinds &= ~title;
        break;
      }
    }
    if (revision.kinds === 0) return;
    this.#revisions.put(revision);
    this.#changeRevision(revision.sequence);
    this.#forget(this.#revisions.trim());
  }

  #changeRevision(sequence: number): void {
    this.#changedRevisions.add(sequence);
    this.#revisionsChangedAt.set(revisionChunkOf(sequence), this.#sequence);
  }

  /** Removes the revisions of erased articles. */
  #eraseRevisions(isErased: (articleId: number) => boolean): void {
    const { articleIds } = this.#revisions;
    this.#forget(this.#revisions.remove((row) => isErased(articleIds[row]!)));
  }

  /** Notes removed revisions. A chunk without revisions leaves the plan. */
  #forget(gone: readonly number[]): void {
    if (gone.length === 0) return;
    for (const sequence of gone) {
      this.#changedRevisions.delete(sequence);
      this.#goneRevisions.add(sequence);
      this.#revisionsChangedAt.set(revisionChunkOf(sequence), this.#sequence);
    }
    const { sequences, count } = this.#revisions;
    const left = new Set(Array.from(sequences.subarray(0, count), revisionChunkOf));
    for (const key of this.#revisionsChangedAt.keys()) {
      if (!left.has(key)) this.#revisionsChangedAt.delete(key);
    }
  }

  #takeRevisions(): RevisionChanges | null {
    const changed = this.#changedRevisions;
    const gone = this.#goneRevisions;
    if (!this.#whole && changed.size + gone.size === 0) return null;
    const { sequences } = this.#revisions;
    const put = this.#revisions.encode((row) => this.#whole || changed.has(sequences[row]!));
    const taken = { put, gone: Float64Array.from(gone) };
    changed.clear();
    gone.clear();
    return taken;
  }

  #putCrawl({ media, atMs, ok, method }: CrawlRecord): void {
    if (media === null) return;
    const number = this.#numberOf(media);
    const state = this.#states[number]!;
    if (state.crawledMs === null || atMs > state.crawledMs) {
      state.crawledMs = atMs;
      this.#changeState(number);
    }
    if (!ok || (state.crawledOkMs !== null && atMs <= state.crawledOkMs)) return;
    state.crawledOkMs = atMs;
    state.crawledOkMethod = method;
    this.#changeState(number);
  }

  #maskNews({ kind }: MaskRecord, id: number): void {
    const state = this.#stretches.get(stretchOf(id));
    const row = id % STRETCH_ROWS;
    const flags = state?.stretch.flags[row] ?? 0;
    if (state === undefined || (flags & FLAG.present) === 0) return;
    if (kind === 'erase') {
      state.stretch.clear(row);
      this.#eraseRevisions((articleId) => articleId === id);
    } else state.stretch.flags[row] = kind === 'hide' ? flags | FLAG.hidden : flags & ~FLAG.hidden;
    this.#changeRow(state, id);
  }

  #maskMedia({ kind, key }: MaskRecord): void {
    const number = this.#numberOf(key);
    this.#states[number]!.hidden = kind !== 'show';
    this.#changeState(number);
    if (kind !== 'erase') return;
    const erased = new Set<number>();
    for (const state of this.#stretches.values()) {
      const { stretch } = state;
      for (let row = 0; row < stretch.rows; row++) {
        if (stretch.media[row] !== number || stretch.flags[row] === 0) continue;
        stretch.clear(row);
        this.#changeRow(state, stretch.firstId + row);
        erased.add(stretch.firstId + row);
      }
    }
    this.#eraseRevisions((articleId) => erased.has(articleId));
  }

  /** Takes the earliest times of erased articles, which a later fold of the log never sees. */
  #keepTimes({ earliest }: MaskRecord): void {
    for (const { media, acquiredMs, foundMs } of earliest ?? []) {
      const number = this.#numberOf(media);
      if (acquiredMs !== null) this.#keepEarliest(number, 'acquiredMs', acquiredMs);
      if (foundMs !== null) this.#keepEarliest(number, 'foundMs', foundMs);
    }
  }

  #keepEarliest(number: number, field: 'acquiredMs' | 'foundMs', atMs: number): void {
    const state = this.#states[number]!;
    const known = state[field];
    if (known !== null && known <= atMs) return;
    state[field] = atMs;
    this.#changeState(number);
  }

  #changeRow(state: StretchState, id: number): void {
    state.changedAt = this.#sequence;
    this.#changedRows.add(id);
  }

  #changeState(number: number): void {
    this.#statesChangedAt = this.#sequence;
    this.#changedStates.add(number);
  }

  #takeRows(): RowChanges {
    const count = this.#changedRows.size;
    const ids = Uint32Array.from(this.#changedRows);
    const times = new Float64Array(count);
    const media = new Uint16Array(count);
    const flags = new Uint8Array(count);
    const foundIds: number[] = [];
    const foundBy: number[] = [];
    ids.forEach((id, at) => {
      const { stretch } = this.#stretches.get(stretchOf(id))!;
      const row = id % STRETCH_ROWS;
      times[at] = stretch.times[row]!;
      media[at] = stretch.media[row]!;
      flags[at] = stretch.flags[row]!;
      for (const finding of stretch.findingsOf(row)) {
        foundIds.push(id);
        foundBy.push(findingSource(finding));
      }
    });
    return {
      ids,
      times,
      media,
      flags,
      foundIds: Uint32Array.from(foundIds),
      foundBy: Uint16Array.from(foundBy),
    };
  }

  #stretchAt(number: number): StretchState {
    return getOrInsert(this.#stretches, number, () => ({
      stretch: new IdStretch(number),
      changedAt: this.#sequence,
    }));
  }

  #sorted(): StretchState[] {
    return [...this.#stretches.values()].sort((a, b) => a.stretch.number - b.stretch.number);
  }

  #numberOf(code: string): number {
    const known = this.#numbers.get(code);
    if (known !== undefined) return known;
    const number = this.#addState({
      code,
      hidden: false,
      acquiredMs: null,
      foundMs: null,
      crawledMs: null,
      crawledOkMs: null,
      crawledOkMethod: null,
    });
    this.#changeState(number);
    return number;
  }

  #addState(state: MediaState): number {
    const number = this.#states.length;
    assert(number < MEDIA_MAX, 'a media number fits its column');
    this.#states.push(state);
    this.#numbers.set(state.code, number);
    return number;
  }
}
