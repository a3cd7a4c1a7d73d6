/**
 * Folds articles, media and masks into events and threads, and keeps their history.
 *
 *   events tick ─► day that is over: its threads, counted over the whole day
 *               ─► windows move ─► findings (state/run.ts) ─► threads (state/thread-table.ts)
 *               ─► snapshot of the hour, in place of one that the hour had ─► threads of the day
 *
 * Between ticks nothing changes for readers. A run without articles makes a snapshot without
 * events. Not here: counting of tags (shared/burst/), grouping (state/agglomeration.ts), bytes,
 * answers (reader.ts).
 */
import { type Answering, answerBy, copied, type Transferable } from '../../engine/index/reader.js';
import type { IndexWriter, SnapshotPlan } from '../../engine/index/writer.js';
import { DAY_MS, HOUR_MS, localDayStartMs, utcDayOf, utcHourOf } from '../../kernel/clock.js';
import { decode, encode } from '../../kernel/codec.js';
import { assert } from '../../kernel/errors.js';
import type { Entry, TickRecord } from '../../kernel/model/records.js';
import { finished } from '../../kernel/runtime/pause.js';
import { COUNTED_KINDS, type CounterState } from '../shared/burst/counter.js';
import { WINDOW_MS } from '../shared/burst/formulas.js';
import type { CoverageNumbers } from './answers/coverage.js';
import {
  belongingOf,
  chosenEvents,
  type EventsAnswer,
  type EventsDialogue,
  type EventsQuestion,
} from './answers/questions.js';
import { type DayThread, encodeDayThreads, TRAIL_HOURS } from './chunks.js';
import {
  DAY_THREADS_MAX,
  EVENTS_CHUNKS,
  EVENTS_READS_FROM,
  EVENTS_VERSION,
  type EventsDelta,
} from './codec.js';
import { DayStore, type DayStoreState } from './state/day-store.js';
import { baselineOfWindow, countedRows, coverageOfRows, newsroomOf } from './state/outlets.js';
import { composeSnapshot, findEvents, type RunFindings, threadsOfDay } from './state/run.js';
import { RunInputs, type StoryGroupsState } from './state/stories.js';
import { ThreadBlocks, type ThreadBlocksState } from './state/thread-blocks.js';
import { ThreadTable } from './state/thread-table.js';

interface WriterState {
  tickMs: number | null;
  counter: CounterState;
  /** The table of threads; the name is part of the stored format. */
  book: Uint8Array;
  days: DayStoreState;
  threads: ThreadBlocksState;
  /** The last entry that changed the articles of each day. */
  rowRevisions: [number, number][];
  /** Not in formats before the sixth. */
  groups?: StoryGroupsState;
  /** The usual hour of an outlet. Not in formats before the seventh. */
  usualHour?: number;
}

/** Articles of threads are kept for the day's coverage, computed a run after the day's end. */
const MEMBERS_MS = 2 * DAY_MS;

/** Threads between pauses: about a millisecond. */
const THREADS_PAUSE_EVERY = 20;

const UNCHANGED = { days: [], daysOnDisk: [], calendar: [], threads: [], blocksOnDisk: [] };

export class EventsWriter implements IndexWriter<EventsDelta, EventsQuestion, EventsAnswer> {
  readonly version = EVENTS_VERSION;
  readonly readsFrom = EVENTS_READS_FROM;
  readonly bodies = 'wanted';
  readonly kinds = COUNTED_KINDS;
  readonly #inputs: RunInputs;
  readonly #table = new ThreadTable();
  readonly #threads = new ThreadBlocks(this.#table);
  readonly #days = new DayStore();
  readonly #rowRevisions = new Map<number, number>();
  readonly #answering: Answering<EventsDialogue> = {
    belonging: (asked) =>
      copied(belongingOf(this.#inputs.texts, this.#table.lastSeen, asked, this.#tickMs ?? 0)),
    chosen: (asked) => copied(chosenEvents(this.#inputs, asked)),
  };
  #tickMs: number | null = null;
  #sequence = 0;
  /** True while an erasure is folded: removed rows lose their texts too. */
  #isErasing = false;
  #hasChanges = false;
  #toldSequence = 0;
  #needsRecount = false;

  constructor() {
    this.#inputs = new RunInputs((id, timeMs, comes) => {
      this.#rowRevisions.set(utcDayOf(timeMs), this.#sequence);
      if (!comes && this.#isErasing) this.#inputs.texts.remove(id, this.#sequence);
    });
  }

  apply(entry: Entry): void {
    const run = this.applyInSteps(entry);
    if (run !== null) finished(run);
  }

  applyInSteps(entry: Entry): Generator<void> | null {
    const { sequence, record } = entry;
    if (record.kind === 'tick') return this.#tick(sequence, record);
    this.#sequence = sequence;
    this.#isErasing = record.kind === 'erase';
    this.#inputs.apply(entry);
    return null;
  }

  takeDelta(): Transferable<EventsDelta> | null {
    const isChanged = this.#hasChanges;
    if (!isChanged && this.#toldSequence === this.#sequence) return null;
    this.#toldSequence = this.#sequence;
    this.#hasChanges = false;
    const value: EventsDelta = {
      ...{ sequence: this.#sequence, isChanged },
      tickMs: this.#tickMs,
      // Changes of a run are sent after its end.
      ...(isChanged ? { ...this.#days.takeChanges(), ...this.#threads.takeChanges() } : UNCHANGED),
      figures: {
        articles: this.#inputs.counter.rows.size,
        missedPostings: this.#inputs.texts.missedPostings,
        heldBytes: this.#inputs.counter.byteLength + this.#days.byteLength,
      },
    };
    return copied(value);
  }

  ask(question: EventsQuestion): Transferable<EventsAnswer> {
    return answerBy(this.#answering, question);
  }

  plan(): SnapshotPlan {
    const rows = this.#inputs.counter.rows
      .days()
      .map((dayMs) => EVENTS_CHUNKS.format('rows', dayMs, this.#rowRevisions.get(dayMs) ?? 0));
    const texts = this.#inputs.texts.revisions.map(([dayMs, revision]) =>
      EVENTS_CHUNKS.format('texts', dayMs, revision),
    );
    return {
      chunks: [
        EVENTS_CHUNKS.format('state', this.#sequence),
        EVENTS_CHUNKS.format('past', this.#inputs.texts.pastChangedAt),
        ...rows,
        ...texts,
        ...this.#threads.names,
        ...this.#days.names,
      ],
      cold: [...this.#days.coldNames, ...this.#threads.coldNames],
    };
  }

  chunk(name: string): Uint8Array {
    const bytes = this.#chunkOf(name);
    assert(bytes !== undefined, `chunk ${name} is part of the plan`);
    return Uint8Array.from(bytes);
  }

  stored(cold: readonly string[]): void {
    const names = new Set(cold);
    this.#days.stored(names);
    this.#threads.stored(names);
    this.#hasChanges = true;
  }

  restore(name: string, bytes: Uint8Array): void {
    this.#needsRecount = true;
    const { kind, key, revision } = EVENTS_CHUNKS.parse(name);
    switch (kind) {
      case 'state':
        this.#restoreState(decode(bytes) as WriterState);
        break;
      case 'rows':
        this.#inputs.counter.restoreDay(bytes);
        break;
      case 'texts':
        this.#inputs.texts.restoreDay(key, Number(revision), bytes);
        break;
      case 'past':
        this.#inputs.texts.restorePast(Number(revision), bytes);
        break;
      case 'titles':
        this.#inputs.texts.restoreTitles(key, Number(revision), bytes);
        break;
      case 'block':
        this.#threads.restoreBlock(bytes);
        break;
      case 'day':
        this.#days.restoreDay(key, bytes);
        break;
      default:
        throw new Error(`there is no chunk ${name}`);
    }
  }

  restored(sequence: number): void {
    finished(this.restoredInSteps(sequence));
  }

  *restoredInSteps(sequence: number): Generator<void> {
    this.#sequence = sequence;
    if (this.#needsRecount) yield* this.#inputs.recount();
    this.#needsRecount = false;
    this.#table.show();
    this.#days.resend();
    this.#threads.resend();
    this.#hasChanges = true;
  }

  /** During its pauses, state that is sent or stored does not change. */
  *#tick(sequence: number, tick: TickRecord): Generator<void> {
    const { atMs, runs } = tick;
    this.#inputs.counter.apply(tick);
    if (!runs.includes('events') || (this.#tickMs !== null && atMs <= this.#tickMs)) {
      this.#sequence = sequence;
      return;
    }
    const todayMs = localDayStartMs(atMs);
    const openMs = this.#days.openMs;
    if (openMs !== null && openMs < todayMs) yield* this.#endDay(openMs);
    this.#inputs.counter.moveTo(atMs);
    yield;
    const found = yield* findEvents(this.#inputs);
    yield* this.#snapshot(atMs, found);
    yield;
    yield* this.#putThreads(todayMs, atMs - WINDOW_MS, atMs, false);
    this.#sequence = sequence;
    this.#tickMs = atMs;
    this.#hasChanges = true;
    this.#table.show();
    this.#threads.settle(this.#sequence);
    this.#days.moveTo(atMs);
    this.#inputs.texts.moveTo(atMs, sequence);
    this.#forgetRevisions();
  }

  *#snapshot(atMs: number, found: RunFindings): Generator<void> {
    const hourMs = utcHourOf(atMs);
    const { rows } = this.#inputs.counter;
    const isRetained = (id: number): boolean => {
      const row = rows.find(id);
      return row >= 0 && rows.times[row]! >= atMs - MEMBERS_MS;
    };
    const ids = yield* this.#table.see(hourMs, atMs, found.events, isRetained);
    yield;
    const threads = ids.map((id) => this.#table.record(id)!);
    // Earlier snapshots are only needed for events.
    const isQuiet = found.events.length === 0;
    const trailMs = hourMs - (TRAIL_HOURS - 1) * HOUR_MS;
    const earlier = isQuiet ? [] : this.#days.snapshots(trailMs, hourMs);
    const before = isQuiet ? null : this.#days.before(hourMs);
    this.#days.put(composeSnapshot(hourMs, atMs, found, threads, earlier, before));
  }

  /** Ends a day: counts its threads over the whole day, for the last time. */
  *#endDay(dayMs: number): Generator<void> {
    this.#inputs.counter.moveTo(dayMs + DAY_MS);
    yield* this.#putThreads(dayMs, dayMs, dayMs + DAY_MS, true);
  }

  /** Stores the threads of a day with their coverage from `fromMs` until before `untilMs`. */
  *#putThreads(dayMs: number, fromMs: number, untilMs: number, isOver: boolean): Generator<void> {
    const day = this.#days.snapshots(dayMs, dayMs + DAY_MS);
    const best = threadsOfDay(day)
      .map((thread) => ({ thread, record: this.#table.record(thread.id)! }))
      .sort((a, b) => b.record.maxScore - a.record.maxScore || a.thread.id - b.thread.id)
      .slice(0, DAY_THREADS_MAX);
    const newsroom = newsroomOf(this.#inputs.counter);
    yield;
    const baseline = baselineOfWindow(this.#inputs.counter, newsroom, fromMs, untilMs);
    const coverageOfThread = (id: number): CoverageNumbers => {
      const members = this.#table.membersOf(id);
      const rows = countedRows(this.#inputs.counter, newsroom, members, fromMs, untilMs);
      return coverageOfRows(this.#inputs.counter, newsroom, rows);
    };
    const threads: DayThread[] = [];
    for (const [at, { thread }] of best.entries()) {
      if (at % THREADS_PAUSE_EVERY === 0) yield;
      threads.push({ ...thread, coverage: coverageOfThread(thread.id) });
    }
    yield;
    threads.sort((a, b) => a.id - b.id);
    this.#days.putThreads(dayMs, encodeDayThreads({ baseline, threads }), isOver);
  }

  /** Drops revisions of days that are no longer retained. */
  #forgetRevisions(): void {
    const kept = new Set(this.#inputs.counter.rows.days());
    for (const dayMs of this.#rowRevisions.keys()) {
      if (!kept.has(dayMs)) this.#rowRevisions.delete(dayMs);
    }
  }

  #chunkOf(name: string): Uint8Array | undefined {
    const { kind, key } = EVENTS_CHUNKS.parse(name);
    switch (kind) {
      case 'state':
        return encode(this.#state());
      case 'rows':
        return this.#inputs.counter.encodeDay(key);
      case 'texts':
        return this.#inputs.texts.encodeDay(key);
      case 'past':
        return this.#inputs.texts.encodePast();
      case 'block':
        return this.#threads.chunk(key);
      case 'day':
      case 'events':
        return this.#days.chunk(key);
      case 'threads':
        return this.#threads.coldChunk(key);
      default:
        return undefined;
    }
  }

  #state(): WriterState {
    return {
      tickMs: this.#tickMs,
      counter: this.#inputs.counter.state,
      book: this.#table.encodeState(),
      days: this.#days.state,
      threads: this.#threads.state,
      rowRevisions: [...this.#rowRevisions].sort(([a], [b]) => a - b),
      groups: this.#inputs.groups.state,
      usualHour: this.#inputs.voices.usualHour,
    };
  }

  #restoreState({ tickMs, counter, book, days, threads, ...more }: WriterState): void {
    this.#tickMs = tickMs;
    this.#inputs.counter.restore(counter);
    this.#table.restoreState(book);
    if (tickMs !== null) this.#days.restore(days, tickMs);
    this.#threads.restore(threads);
    if (tickMs !== null) this.#inputs.texts.retainFor(tickMs);
    if (more.groups !== undefined) this.#inputs.groups.restore(more.groups);
    this.#inputs.voices.restore(more.usualHour ?? 0);
    for (const [dayMs, revision] of more.rowRevisions) this.#rowRevisions.set(dayMs, revision);
  }
}
