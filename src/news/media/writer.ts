/**
 * Folds news, masks and crawls into what the media index keeps of them.
 *
 * Invariants: a row says what the newest record of its article says; an article that was erased
 * leaves an empty row and no finding. The earliest times of a media (`acquiredMs`, `foundMs`) only
 * go back, and crawls only forward, so the order in which records of one media come does not
 * matter to them. Media are numbered as they are registered, so an erased article moves no number.
 * Not here: what records of media say (the catalog has it), counting, time.
 */
import { type Folding, foldBy, kindsOf, masksBy } from '../../index/folding.js';
import { moved, type Transferable } from '../../index/transferable.js';
import type { IndexWriter, SnapshotPlan } from '../../index/writer.js';
import { assert } from '../../kernel/assert.js';
import { decode, encodeOwn } from '../../kernel/codec.js';
import { getOrInsert } from '../../kernel/get-or-insert.js';
import { NEWS } from '../../kernel/limits.js';
import type { CrawlRecord, Entry, MaskRecord, NewsRecord } from '../../model/records.js';
import {
  FLAG,
  findingSource,
  MEDIA_CHUNKS,
  MEDIA_MAX,
  MEDIA_READS_FROM,
  MEDIA_VERSION,
  type MediaDelta,
  type MediaState,
  type RowChanges,
  STRETCH_ROWS,
  Stretch,
  stretchOf,
} from './codec.js';

/** A stretch with the last log entry that changed it, which is part of its chunk's name. */
interface StretchState {
  stretch: Stretch;
  changedAt: number;
}

export class MediaWriter implements IndexWriter<MediaDelta> {
  readonly version = MEDIA_VERSION;
  readonly readsFrom = MEDIA_READS_FROM;
  readonly bodies = 'none';
  readonly #stretches = new Map<number, StretchState>();
  readonly #states: MediaState[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #changedRows = new Set<number>();
  readonly #changedStates = new Set<number>();
  #statesChangedAt = 0;
  /** The next delta holds the whole state. */
  #whole = false;
  #sequence = 0;

  readonly #folding: Folding = {
    media: ({ media }) => this.#numberOf(media),
    news: (record) => this.#putNews(record),
    crawl: (record) => this.#putCrawl(record),
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
    const isEmpty = this.#changedRows.size === 0 && this.#changedStates.size === 0;
    if (isEmpty && !this.#whole) return null;
    const states = this.#whole ? this.#states.keys() : this.#changedStates;
    const delta: MediaDelta = {
      sequence: this.#sequence,
      stretches: this.#whole ? this.#sorted().map(({ stretch }) => stretch.encode()) : [],
      states: Array.from(states, (number) => [number, { ...this.#states[number]! }]),
      rows: this.#whole || this.#changedRows.size === 0 ? null : this.#takeRows(),
    };
    this.#changedRows.clear();
    this.#changedStates.clear();
    this.#whole = false;
    return moved(delta, [...delta.stretches, ...Object.values(delta.rows ?? {})]);
  }

  plan(): SnapshotPlan {
    const stretches = this.#sorted().map(({ stretch, changedAt }) =>
      MEDIA_CHUNKS.format('stretch', stretch.number, changedAt),
    );
    const states = MEDIA_CHUNKS.format('states', this.#statesChangedAt);
    return { chunks: [states, ...stretches], cold: [] };
  }

  chunk(name: string): Uint8Array {
    const { kind, key } = MEDIA_CHUNKS.parse(name);
    if (kind === 'states') return encodeOwn(this.#states);
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
    const stretch = Stretch.decode(bytes);
    assert(stretch.number === key, `chunk ${name} holds the stretch that it names`);
    this.#stretches.set(stretch.number, { stretch, changedAt });
  }

  restored(sequence: number): void {
    this.#sequence = sequence;
    this.#whole = true;
  }

  #putNews(record: NewsRecord): void {
    const { id, media, sortMs, observedMs, datePending, tags, discoveries } = record;
    const state = this.#stretchAt(stretchOf(id));
    const { stretch } = state;
    const row = id % STRETCH_ROWS;
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
    if (kind === 'erase') state.stretch.clear(row);
    else state.stretch.flags[row] = kind === 'hide' ? flags | FLAG.hidden : flags & ~FLAG.hidden;
    this.#changeRow(state, id);
  }

  #maskMedia({ kind, key }: MaskRecord): void {
    const number = this.#numberOf(key);
    this.#states[number]!.hidden = kind !== 'show';
    this.#changeState(number);
    if (kind !== 'erase') return;
    for (const state of this.#stretches.values()) {
      const { stretch } = state;
      for (let row = 0; row < stretch.rows; row++) {
        if (stretch.media[row] !== number || stretch.flags[row] === 0) continue;
        stretch.clear(row);
        this.#changeRow(state, stretch.firstId + row);
      }
    }
  }

  /** Times that rest on what was erased: a fold that never saw it learns them here. */
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
      stretch: new Stretch(number),
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
