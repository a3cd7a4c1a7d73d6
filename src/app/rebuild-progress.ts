/**
 * How far the indices are that a start still has to read, and how long they will take: an estimate
 * from the rate of the last seconds.
 *
 * Invariant: it looks only while something is being read; `stop` ends it before.
 */
import { SECOND_MS } from '../kernel/clock.js';

const LOOK_MS = SECOND_MS;
/** Looks that a rate is taken from: what a log's entries cost differs from stretch to stretch. */
const LOOKS_MAX = 20;

/** One index that is still being read. */
export interface IndexProgress {
  index: string;
  entries: number;
  /** Entries of the log in all. */
  ofEntries: number;
  /** Null until there is a rate. */
  secondsLeft: number | null;
}

interface Look {
  atMs: number;
  entries: number;
}

interface Watched {
  readonly rebuilding: { index: string; entries: number }[];
  readonly headSequence: number;
}

export class RebuildProgress {
  readonly #watched: Watched;
  readonly #nowMs: () => number;
  readonly #looks = new Map<string, Look[]>();
  #timer: NodeJS.Timeout | null = null;

  constructor(watched: Watched, nowMs: () => number) {
    this.#watched = watched;
    this.#nowMs = nowMs;
  }

  /** Looks once a second; gives `tell` what there is to read, until there is nothing. */
  start(tell: (indices: IndexProgress[]) => void): void {
    this.#timer = setInterval(() => {
      this.look();
      const indices = this.indices;
      tell(indices);
      if (indices.length === 0) this.stop();
    }, LOOK_MS).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Notes where each index stands. */
  look(): void {
    const atMs = this.#nowMs();
    for (const { index, entries } of this.#watched.rebuilding) {
      // What lies in a snapshot is there at once, and says nothing about the rate.
      if (entries === 0) continue;
      const looks = this.#looks.get(index) ?? [];
      looks.push({ atMs, entries });
      if (looks.length > LOOKS_MAX) looks.shift();
      this.#looks.set(index, looks);
    }
  }

  /** What is still being read. */
  get indices(): IndexProgress[] {
    const ofEntries = this.#watched.headSequence;
    return this.#watched.rebuilding.map(({ index, entries }) => ({
      index,
      entries,
      ofEntries,
      secondsLeft: this.#secondsLeft(index, entries, ofEntries),
    }));
  }

  /** Seconds until all of these indices are there; null while that is not known. */
  secondsLeft(names: readonly string[]): number | null {
    const left = this.indices
      .filter(({ index }) => names.includes(index))
      .map(({ secondsLeft }) => secondsLeft);
    return left.reduce<number | null>(
      (most, one) => (most === null || one === null ? null : Math.max(most, one)),
      0,
    );
  }

  #secondsLeft(index: string, entries: number, ofEntries: number): number | null {
    const looks = this.#looks.get(index);
    const first = looks?.at(0);
    const last = looks?.at(-1);
    if (first === undefined || last === undefined) return null;
    const perMs = (last.entries - first.entries) / (last.atMs - first.atMs);
    if (!(perMs > 0) || !Number.isFinite(perMs)) return null;
    return Math.ceil(Math.max(0, ofEntries - entries) / perMs / SECOND_MS);
  }
}

/**
 * One index in words: `tags: 1200 of 5000 entries (24%), about 40 s left`. Before it has read an entry
 * it waits for its turn, or takes in its snapshot.
 */
export function progressLine({ index, entries, ofEntries, secondsLeft }: IndexProgress): string {
  if (entries === 0) return `${index}: not begun, or loading its snapshot`;
  const share = ofEntries === 0 ? 100 : Math.floor((entries / ofEntries) * 100);
  const left = secondsLeft === null ? 'time left not known yet' : `about ${secondsLeft} s left`;
  return `${index}: ${entries} of ${ofEntries} entries (${share}%), ${left}`;
}
