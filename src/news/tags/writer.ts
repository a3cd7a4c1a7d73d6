/**
 * Folds articles, media and masks into rankings, and keeps their history.
 *
 * A ranking tick at T ranks every category as of T. Each tick within hour H makes the hour's
 * snapshot again. The first tick after H makes it final, as of H + 1 h; later entries do not change
 * it. Between ticks nothing changes for readers. When ticks follow one another before a delta is
 * taken, as in a replay, only the last tick's open snapshots are computed: entries after a tick
 * wait until its snapshots are computed or no longer needed.
 *
 * Values "h hours earlier" are computed from the articles known now, not from the list of that time
 * (decisions 16 and 17 leave both open). So late articles, corrected tags, hidden articles and new
 * bases affect both sides of a difference, and no past value is missing that can be counted.
 *
 * Not here: counting (shared/burst/), bytes (state/ranking-block.ts, state/hour-columns.ts), answers
 * (reader.ts).
 */
import { type Answering, answerBy, copied, type Transferable } from '../../engine/index/reader.js';
import type { IndexWriter, SnapshotPlan } from '../../engine/index/writer.js';
import { HOUR_MS, utcDayOf, utcHourOf } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';
import { assert } from '../../kernel/errors.js';
import type { Entry, TickRecord } from '../../kernel/model/records.js';
import { ChosenRanking } from '../shared/burst/chosen-ranking.js';
import { BurstCounter, COUNTED_KINDS, type CounterState } from '../shared/burst/counter.js';
import type { Basis } from '../shared/burst/media-table.js';
import { Keywords, TitleStore } from './answers/keywords.js';
import { standingOf } from './answers/standing.js';
import {
  ARTICLES_RETENTION_MS,
  type ChosenQuestion,
  TAGS_CHUNKS,
  TAGS_READS_FROM,
  TAGS_VERSION,
  type TagsAnswer,
  type TagsDelta,
  type TagsDialogue,
  type TagsQuestion,
  type TickDelta,
} from './codec.js';
import { Archive, type ArchiveState } from './state/archive.js';
import { HourStore, type HourStoreState, toShared } from './state/hour-columns.js';
import { buildChosen, buildLists, rankingBasisOf } from './state/list-builder.js';
import { type RankingBlockBody, rankingBlockOf } from './state/ranking-block.js';
import { StatsTable } from './state/stats.js';

interface WriterState {
  tickMs: number | null;
  counter: CounterState;
  archive: ArchiveState;
  hours: HourStoreState;
  /** The last entry that changed the articles or titles of each day, or the stats of each shard. */
  rowRevisions: [number, number][];
  titleRevisions: [number, number][];
  shardRevisions: [number, number][];
}

export class TagsWriter implements IndexWriter<TagsDelta, TagsQuestion, TagsAnswer> {
  readonly version = TAGS_VERSION;
  readonly readsFrom = TAGS_READS_FROM;
  readonly bodies = 'none';
  readonly kinds = COUNTED_KINDS;
  readonly #counter: BurstCounter;
  readonly #archive = new Archive();
  readonly #hours = new HourStore();
  readonly #stats = new StatsTable();
  readonly #titles = new TitleStore();
  readonly #rowRevisions = new Map<number, number>();
  readonly #titleRevisions = new Map<number, number>();
  readonly #shardRevisions = new Map<number, number>();
  readonly #keywords: Keywords;
  readonly #chosen: ChosenRanking;
  #tickMs: number | null = null;
  /** Open snapshots must be computed as of the last tick, before waiting entries are folded. */
  #isDue = false;
  /** Lists as of the last tick, when the end of an hour needed them already. */
  #lists: ReadonlyMap<string, RankingBlockBody> | null = null;
  readonly #waiting: Entry[] = [];
  #sequence = 0;
  #toldSequence = -1;
  #hasChanges = false;
  #needsRecount = false;

  readonly #answering: Answering<TagsDialogue> = {
    standing: ({ tag, atMs }) => copied(standingOf(this.#counter, this.#stats, tag, atMs)),
    keywords: (asked) => copied(this.#keywords.of(asked, this.#sequence)),
    chosen: (asked) => copied(this.#rankChosen(asked)),
  };

  constructor() {
    this.#counter = new BurstCounter({
      retentionMs: ARTICLES_RETENTION_MS,
      onCounted: (timeMs) => this.#hours.touch(timeMs),
      onRow: (id, timeMs, comes) => {
        this.#rowRevisions.set(utcDayOf(timeMs), this.#sequence);
        if (!comes) this.#dropTitle(id, timeMs);
      },
    });
    this.#keywords = new Keywords(this.#counter, this.#titles);
    this.#chosen = new ChosenRanking(this.#counter);
  }

  apply(entry: Entry): void {
    const { record } = entry;
    const isTick = record.kind === 'tick' && record.runs.includes('ranking');
    if (this.#isDue && !isTick) this.#waiting.push(entry);
    else {
      this.#foldWaiting();
      this.#fold(entry);
    }
  }

  takeDelta(): Transferable<TagsDelta> | null {
    this.#settle();
    if (!this.#hasChanges && this.#toldSequence === this.#sequence) return null;
    this.#toldSequence = this.#sequence;
    return copied({ sequence: this.#sequence, tick: this.#hasChanges ? this.#takeTick() : null });
  }

  #takeTick(): TickDelta {
    this.#hasChanges = false;
    const { media, rows, tags } = this.#counter;
    const bases = media.categories.flatMap((category) => {
      const basis = media.basisOf(category);
      return basis === null ? [] : [[category, rankingBasisOf(basis)] as const];
    });
    const kept = [this.#counter, this.#archive, this.#hours, this.#chosen];
    const held = kept.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return {
      tickMs: this.#tickMs,
      media: media.codes,
      bases: bases.map(([category, basis]) => [category, basis]),
      current: this.#current().map(([, , , , bytes]) => bytes),
      ...this.#archive.takeChanges(),
      ...this.#hours.takeChanges(),
      figures: { articles: rows.size, tags: tags.size, heldBytes: held },
    };
  }

  ask(question: TagsQuestion): Transferable<TagsAnswer> {
    this.#settle();
    return answerBy(this.#answering, question);
  }

  plan(): SnapshotPlan {
    this.#settle();
    const chunks = [TAGS_CHUNKS.format('state', this.#sequence)];
    const revised = (
      kind: 'rows' | 'titles' | 'stats',
      revisions: ReadonlyMap<number, number>,
      keys: number[],
    ): string[] => keys.map((key) => TAGS_CHUNKS.format(kind, key, revisions.get(key) ?? 0));
    chunks.push(...revised('rows', this.#rowRevisions, this.#counter.rows.days()));
    chunks.push(...revised('titles', this.#titleRevisions, this.#titles.days()));
    const shards = [...this.#shardRevisions.keys()].sort((a, b) => a - b);
    chunks.push(...revised('stats', this.#shardRevisions, shards));
    chunks.push(...this.#hours.names);
    if (this.#tickMs !== null) {
      chunks.push(TAGS_CHUNKS.format('current', this.#tickMs));
      chunks.push(...this.#archive.chunkNames(this.#tickMs));
    }
    return { chunks, cold: [...this.#archive.coldNames, ...this.#hours.coldNames] };
  }

  chunk(name: string): Uint8Array {
    const bytes = this.#chunkOf(name);
    assert(bytes !== undefined, `chunk ${name} is part of the plan`);
    return Uint8Array.from(bytes);
  }

  stored(cold: readonly string[]): void {
    this.#archive.stored(cold);
    this.#hours.stored(cold);
  }

  restore(name: string, bytes: Uint8Array): void {
    this.#needsRecount = true;
    const { kind, key, revision } = TAGS_CHUNKS.parse(name);
    switch (kind) {
      case 'state':
        this.#restoreState(decode(bytes) as WriterState);
        break;
      case 'rows':
        this.#counter.restoreDay(bytes);
        break;
      case 'titles':
        this.#titles.restoreDay(key, bytes);
        break;
      case 'stats':
        this.#stats.restoreShard(key, bytes);
        break;
      case 'hours':
        this.#hours.restoreDay(key, Number(revision), bytes);
        break;
      case 'current':
        this.#restoreCurrent(decode(bytes) as CurrentBlock[]);
        break;
      case 'final':
        this.#archive.restoreFinal(revision, key, bytes);
        break;
      case 'day':
        this.#archive.restoreDay(revision, key, bytes);
        break;
      default:
        throw new Error(`there is no chunk ${name}`);
    }
  }

  restored(sequence: number): void {
    this.#sequence = sequence;
    if (this.#needsRecount) this.#counter.recount();
    this.#needsRecount = false;
    this.#archive.resend();
    this.#hours.resend();
    this.#hasChanges = true;
  }

  #fold({ sequence, record }: Entry): void {
    this.#sequence = sequence;
    this.#counter.apply(record);
    if (record.kind === 'news') {
      this.#titles.put(record, (code) => this.#counter.media.numberOf(code));
      this.#titleRevisions.set(utcDayOf(record.sortMs), sequence);
    }
    if (record.kind === 'tick') this.#tick(record);
  }

  #tick({ atMs, runs }: TickRecord): void {
    if (this.#tickMs !== null && atMs <= this.#tickMs) return;
    if (!runs.includes('ranking')) {
      // Readers get these merged days with the next ranking.
      this.#archive.moveTo(atMs, false);
      return;
    }
    const before = this.#tickMs;
    this.#tickMs = atMs;
    this.#hasChanges = true;
    // Before the counter removes articles: after a long pause it has those of days that end now.
    this.#hours.moveTo(this.#counter, before, atMs);
    this.#finishHour(utcHourOf(atMs), atMs);
    this.#counter.moveTo(atMs);
    this.#openHour(utcHourOf(atMs));
    this.#archive.moveTo(atMs, true);
    this.#titles.moveTo(atMs);
    this.#forgetRevisions();
  }

  /** Makes the snapshots of the hour that is over final. */
  #finishHour(hourMs: number, atMs: number): void {
    const { open } = this.#archive;
    const [overMs] = [...open.values()].map((snapshot) => snapshot.hourMs);
    // All open snapshots are of one hour.
    if (overMs === undefined || overMs === hourMs) return;
    this.#counter.moveTo(overMs + HOUR_MS);
    const hour = this.#stats.hour(overMs, this.#counter.tags);
    const lists = buildLists(this.#counter, [...open], (category, ranked) =>
      hour.note(category, ranked),
    );
    for (const shard of hour.shards) this.#shardRevisions.set(shard, this.#sequence);
    for (const [category, snapshot] of [...open]) {
      this.#archive.finish(category, rankingBlockOf(lists.get(category)!, category, [snapshot]));
    }
    // The last state of an hour is the first of the next.
    if (atMs === overMs + HOUR_MS) this.#lists = lists;
  }

  /** Opens the snapshots of an hour, or marks them for a new computation. */
  #openHour(hourMs: number): void {
    const { media } = this.#counter;
    const { open } = this.#archive;
    for (const snapshot of open.values()) snapshot.bytes = null;
    for (const category of media.categories) {
      const basis = media.basisOf(category);
      if (basis === null) continue;
      const id = this.#archive.idOf(category, hourMs);
      open.set(category, { id, hourMs, basis, bytes: null });
    }
    this.#isDue = true;
  }

  /** Computes due snapshots as of their tick, and then folds the waiting entries. */
  #settle(): void {
    if (this.#isDue) {
      const { open } = this.#archive;
      const known = this.#lists;
      const missing = [...open].filter(([category]) => known?.has(category) !== true);
      const made = missing.length > 0 ? buildLists(this.#counter, missing) : null;
      for (const [category, snapshot] of open) {
        const list = made?.get(category) ?? known!.get(category)!;
        snapshot.bytes = rankingBlockOf(list, category, [snapshot]);
      }
    }
    this.#foldWaiting();
  }

  #foldWaiting(): void {
    this.#isDue = false;
    this.#lists = null;
    for (const entry of this.#waiting.splice(0)) this.#fold(entry);
  }

  #rankChosen({ outlets, hourMs, atMs, related }: ChosenQuestion): Uint8Array | null {
    const basis = this.#counter.media.basisFor(outlets);
    if (basis === null) return null;
    const body = buildChosen(this.#counter, this.#chosen.list(basis, atMs, related));
    return rankingBlockOf(body, '', [{ id: 0, hourMs }]);
  }

  #dropTitle(id: number, timeMs: number): void {
    this.#titles.remove(id, timeMs);
    this.#titleRevisions.set(utcDayOf(timeMs), this.#sequence);
  }

  /** Drops revisions of days that are no longer retained. */
  #forgetRevisions(): void {
    const rowDays = new Set(this.#counter.rows.days());
    const titleDays = new Set(this.#titles.days());
    for (const day of this.#rowRevisions.keys())
      if (!rowDays.has(day)) this.#rowRevisions.delete(day);
    for (const day of this.#titleRevisions.keys()) {
      if (!titleDays.has(day)) this.#titleRevisions.delete(day);
    }
  }

  #chunkOf(name: string): Uint8Array | undefined {
    const { kind, key, revision } = TAGS_CHUNKS.parse(name);
    switch (kind) {
      case 'state':
        return encode(this.#state());
      case 'rows':
        return this.#counter.encodeDay(key);
      case 'titles':
        return this.#titles.encodeDay(key);
      case 'stats':
        return this.#stats.encodeShard(key);
      case 'hours':
        return this.#hours.chunk(key);
      case 'current':
        // Shared memory cannot be encoded.
        return encode(this.#current().map(([a, b, c, d, bytes]) => [a, b, c, d, bytes.slice()]));
      case 'final':
        return this.#archive.finalBlock(revision, key);
      case 'day':
      case 'sheet':
        return this.#archive.dayBlock(revision, key);
      case 'column':
        return this.#hours.coldChunk(name);
    }
  }

  #state(): WriterState {
    return {
      tickMs: this.#tickMs,
      counter: this.#counter.state,
      archive: this.#archive.state,
      hours: this.#hours.state,
      rowRevisions: sorted(this.#rowRevisions),
      titleRevisions: sorted(this.#titleRevisions),
      shardRevisions: sorted(this.#shardRevisions),
    };
  }

  #restoreState(state: WriterState): void {
    this.#tickMs = state.tickMs;
    this.#counter.restore(state.counter);
    this.#archive.restore(state.archive);
    this.#hours.restore(state.hours);
    if (state.tickMs !== null) this.#titles.moveTo(state.tickMs);
    for (const [key, revision] of state.rowRevisions) this.#rowRevisions.set(key, revision);
    for (const [key, revision] of state.titleRevisions) this.#titleRevisions.set(key, revision);
    for (const [key, revision] of state.shardRevisions) this.#shardRevisions.set(key, revision);
  }

  #current(): CurrentBlock[] {
    const blocks: CurrentBlock[] = [];
    for (const [category, { id, hourMs, basis, bytes }] of this.#archive.open) {
      if (bytes !== null) blocks.push([category, id, hourMs, basis, bytes]);
    }
    return blocks;
  }

  #restoreCurrent(blocks: CurrentBlock[]): void {
    for (const [category, id, hourMs, basis, bytes] of blocks) {
      this.#archive.open.set(category, { id, hourMs, basis, bytes: toShared(bytes) });
    }
  }
}

/** An open snapshot in a chunk. */
type CurrentBlock = [category: string, id: number, hourMs: number, basis: Basis, bytes: Uint8Array];

function sorted(revisions: ReadonlyMap<number, number>): [number, number][] {
  return [...revisions].sort(([a], [b]) => a - b);
}
