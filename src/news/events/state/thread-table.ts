/**
 * The writer's threads: continues, begins and merges threads, and holds their records.
 *
 *   run :04 ─► events of the hour ─┐
 *   run :34 ─► events of the hour ─┴─► only the last run of the hour counts: the run before it is
 *                                      undone, but its ids are kept
 *
 * Invariants: an id is given once and means one story for ever. A record follows only from the last
 * run of each hour. A thread that only an undone run saw has no record.
 */
import { HOUR_MS } from '../../../kernel/clock.js';
import { decode, encode } from '../../../kernel/codec.js';
import { tagKey } from '../../../kernel/text/tag.js';
import type { TagBurst } from '../chunks.js';
import {
  CLOSED_AFTER_MS,
  type Evidence,
  matchThreads,
  type OpenThread,
  type Relative,
  strengthOf,
} from './matching.js';
import {
  appear,
  changesRelated,
  decodeThread,
  encodeThread,
  majorTagsOf,
  merge,
  newThread,
  relate,
  type ThreadRecord,
} from './thread.js';

/** Threads that were seen within this time may be related. Decision 20. */
const RELATED_MS = 72 * HOUR_MS;

const NO_ARTICLES = new Uint32Array(0);
/** Stores from before 2026-12 repeat articles in counts with this prefix; no tag begins with it. */
const ARTICLE_MARK = '\0';

/** An event as a thread sees it. */
export interface Sighting extends Evidence {
  score: number;
  tags: TagBurst[];
}

/** The state of a thread in the last hour in which it was seen. */
interface Trace extends OpenThread {
  /** Retained articles of all runs that counted; ascending. */
  members: Uint32Array;
}

/** An older format had no members: the articles of the last hour stand for them. */
type PackedTrace = [
  id: number,
  seenMs: number,
  counts: [string, number][],
  articles: number[],
  members?: number[],
];

interface PackedTable {
  nextId: number;
  hourMs: number | null;
  traces: PackedTrace[];
  /** Records before the hour's run; null when there was none. */
  before: [number, Uint8Array | null][];
  /** Threads that the hour's runs saw, with their last traces from before the hour. */
  tracesBefore: [number, PackedTrace | null][];
}

export class ThreadTable {
  readonly #records = new Map<number, ThreadRecord>();
  readonly #traces = new Map<number, Trace>();
  readonly #before = new Map<number, ThreadRecord | null>();
  readonly #tracesBefore = new Map<number, Trace | null>();
  readonly #changed = new Set<number>();
  #shown: Trace[] = [];
  #hourMs: number | null = null;
  #nextId = 1;

  get nextId(): number {
    return this.#nextId;
  }

  /** The record of a thread; undefined when it has none, or was forgotten. */
  record(id: number): ThreadRecord | undefined {
    return this.#records.get(id);
  }

  get size(): number {
    return this.#records.size;
  }

  /** True while the thread may still change. */
  isOpen(id: number): boolean {
    return this.#traces.has(id) || this.#before.has(id);
  }

  /** Last articles of each thread that has a record and was not merged, as of the last `show`. */
  get lastSeen(): readonly Pick<Trace, 'id' | 'articles'>[] {
    return this.#shown;
  }

  /** Publishes the traces for questions, after a run or a restore. */
  show(): void {
    this.#shown = [...this.#traces.values()].filter(
      ({ id }) => this.#records.has(id) && !this.#isMerged(id),
    );
  }

  /** Retained articles that were in a thread. */
  membersOf(id: number): Uint32Array {
    return this.#traces.get(id)?.members ?? NO_ARTICLES;
  }

  /**
   * Adds the events of a run; returns the thread of each, with pauses.
   * @param isRetained false for articles that are removed from `members`.
   */
  *see(
    hourMs: number,
    atMs: number,
    events: readonly Sighting[],
    isRetained: (article: number) => boolean = () => true,
  ): Generator<void, number[]> {
    const open = this.#openAt(hourMs, atMs);
    const { threads, merged } = yield* matchThreads(events, open, atMs);
    if (hourMs === this.#hourMs) this.#undo();
    else {
      this.#before.clear();
      this.#tracesBefore.clear();
    }
    this.#hourMs = hourMs;
    for (const [id, { seenMs }] of this.#traces) {
      if (atMs - seenMs > RELATED_MS) this.#traces.delete(id);
    }
    const ids = threads.map((known) => known ?? this.#nextId++);
    for (const [at, event] of events.entries()) {
      yield;
      const id = ids[at]!;
      appear(this.#edit(id), hourMs, event.score, event.tags);
      const { counts, articles } = event;
      if (!this.#tracesBefore.has(id)) this.#tracesBefore.set(id, this.#traces.get(id) ?? null);
      // Articles that only the undone run of this hour saw do not count.
      const before = this.#tracesBefore.get(id)?.members ?? NO_ARTICLES;
      const members = unionOf(before, articles).filter(isRetained);
      this.#traces.set(id, { id, seenMs: atMs, counts, articles, members });
    }
    this.#unsee(new Set(ids));
    for (const { from, into } of merged) this.#merge(from, into);
    yield* this.#relate(ids);
    return ids;
  }

  /** Ids of records that were changed or removed after the last call. */
  takeChanged(): number[] {
    const changed = [...this.#changed].sort((a, b) => a - b);
    this.#changed.clear();
    return changed;
  }

  /** Removes records that will not change any more. */
  forget(ids: Iterable<number>): void {
    for (const id of ids) this.#records.delete(id);
  }

  /** Everything but the records. */
  encodeState(): Buffer {
    const traces = [...this.#traces.values()].map(packed);
    const tracesBefore = [...this.#tracesBefore].map(
      ([id, trace]): [number, PackedTrace | null] => [id, trace === null ? null : packed(trace)],
    );
    const before = [...this.#before].map(([id, record]): [number, Uint8Array | null] => [
      id,
      record === null ? null : encodeThread(record),
    ]);
    const state: PackedTable = {
      nextId: this.#nextId,
      hourMs: this.#hourMs,
      traces: traces.sort(([a], [b]) => a - b),
      before: before.sort(([a], [b]) => a - b),
      tracesBefore: tracesBefore.sort(([a], [b]) => a - b),
    };
    return encode(state);
  }

  restoreState(bytes: Uint8Array): void {
    const { nextId, hourMs, traces, before, tracesBefore } = decode(bytes) as PackedTable;
    this.#nextId = nextId;
    this.#hourMs = hourMs;
    for (const trace of traces) this.#traces.set(trace[0], unpacked(trace));
    for (const [id, trace] of tracesBefore) {
      this.#tracesBefore.set(id, trace === null ? null : unpacked(trace));
    }
    for (const [id, record] of before) {
      this.#before.set(id, record === null ? null : decodeThread(record));
    }
  }

  restoreRecord(record: ThreadRecord): void {
    this.#records.set(record.id, record);
  }

  /** Undoes the changes of records by an earlier run of the same hour. */
  #undo(): void {
    for (const [id, record] of this.#before) {
      if (record === null) this.#records.delete(id);
      else this.#records.set(id, record);
      this.#changed.add(id);
    }
    this.#before.clear();
  }

  /**
   * Undoes traces that only an earlier run of this hour made, so that they keep no thread open. The
   * trace of a thread that began with that run stays, without members, so that its story gets the
   * same id again and counts no articles of the undone run.
   */
  #unsee(seen: ReadonlySet<number>): void {
    for (const [id, trace] of this.#tracesBefore) {
      if (seen.has(id)) continue;
      this.#traces.set(id, trace ?? { ...this.#traces.get(id)!, members: NO_ARTICLES });
      this.#tracesBefore.delete(id);
    }
  }

  /** The record of a thread, before a change. */
  #edit(id: number): ThreadRecord {
    const known = this.#records.get(id) ?? null;
    if (!this.#before.has(id)) {
      this.#before.set(id, known === null ? null : structuredClone(known));
    }
    this.#changed.add(id);
    const record = known ?? newThread(id);
    this.#records.set(id, record);
    return record;
  }

  /** The threads that may continue in an hour, as they were before its first run. */
  #openAt(hourMs: number, atMs: number): Trace[] {
    const isAgain = hourMs === this.#hourMs;
    return [...this.#traces.values()].filter(({ id, seenMs }) => {
      const record = isAgain ? this.#before.get(id) : undefined;
      const isMerged = record === undefined ? this.#isMerged(id) : isPart(record);
      return atMs - seenMs <= CLOSED_AFTER_MS && !isMerged;
    });
  }

  #isMerged(id: number): boolean {
    return isPart(this.#records.get(id) ?? null);
  }

  /** Merges a thread that has a record into another. */
  #merge(from: number, into: number): void {
    if (this.#records.has(from)) merge(this.#edit(from), this.#edit(into));
  }

  /** Notes the relations of the threads of this run, on both sides. */
  *#relate(ids: readonly number[]): Generator<void> {
    const relatives = new Map<number, Relative>();
    for (const [id, { articles }] of this.#traces) {
      const record = this.#records.get(id);
      if (record === undefined) continue;
      relatives.set(id, { majors: new Set(majorTagsOf(record).map(tagKey)), articles });
    }
    for (const id of ids) {
      yield;
      for (const [other, relative] of relatives) {
        const strength = other === id ? 0 : strengthOf(relatives.get(id)!, relative);
        if (strength === 0) continue;
        this.#note(id, other, strength);
        this.#note(other, id, strength);
      }
    }
  }

  #note(id: number, other: number, strength: number): void {
    if (changesRelated(this.#records.get(id)!, other, strength))
      relate(this.#edit(id), other, strength);
  }
}

/** True for a thread that was merged into another. */
function isPart(record: ThreadRecord | null): boolean {
  return record !== null && record.combinedTo.length > 0;
}

function packed({ id, seenMs, counts, articles, members }: Trace): PackedTrace {
  return [id, seenMs, [...counts], [...articles], [...members]];
}

function unpacked([id, seenMs, counts, articles, members = articles]: PackedTrace): Trace {
  return {
    id,
    seenMs,
    counts: new Map(counts.filter(([tag]) => !tag.startsWith(ARTICLE_MARK))),
    articles: Uint32Array.from(articles),
    members: Uint32Array.from(members),
  };
}

/** The values of two ascending lists, ascending. */
function unionOf(one: Uint32Array, other: Uint32Array): Uint32Array {
  const union = new Uint32Array(one.length + other.length);
  let [mine, theirs, size] = [0, 0, 0];
  while (mine < one.length || theirs < other.length) {
    const [a, b] = [
      one[mine] ?? Number.POSITIVE_INFINITY,
      other[theirs] ?? Number.POSITIVE_INFINITY,
    ];
    union[size++] = Math.min(a, b);
    if (a <= b) mine += 1;
    if (b <= a) theirs += 1;
  }
  return union.slice(0, size);
}
