/**
 * The notes that the writer has of days whose runs are on disk.
 *
 * Invariant: a run that is read back, with its note applied, shows what it would show had it stayed
 * in memory. Not here: the bytes of the run (codec.ts), when a day leaves and returns (writer.ts).
 */

import type { Run } from '../../../engine/runs/run.js';
import type { Segment } from '../../../engine/runs/run-indexer.js';
import { localDayStartMs } from '../../../kernel/clock.js';
import { NEWS } from '../../../kernel/limits.js';
import { type ColdDay, coldChunksOf, FLAG } from '../codec.js';

/** A cold day with the changes to its items that are due when it is next in memory. */
export interface ColdNote extends ColdDay {
  /** Media numbers whose items show an old title or camp. */
  outdated: number[];
  /** The chunks hold erased content, which must leave the disk. */
  holdsErased: boolean;
}

/** All notes, as in a snapshot. `changedAt` names the day's chunks when they are next written. */
export interface ColdNotes {
  tickMs: number;
  notes: { note: ColdNote; changedAt: number }[];
}

/** Cold days that are in memory at once to be written again: each has some megabytes. */
const WANTED_DAYS_MAX = 4;

/** A day is written again when its changed rows are more than 1/16 of the rows of its cold run. */
const PATCH_SHARE = 16;

/** The note of a day with one run that is about to leave memory. */
function coldNoteOf(run: Run, version: number): ColdNote {
  const hidden = [...run.ids].filter((_, row) => (run.flags[row]! & FLAG.hidden) !== 0);
  return {
    startMs: run.startMs,
    version,
    count: run.count,
    hidden,
    dead: [],
    purged: [],
    outdated: [],
    holdsErased: false,
  };
}

/** The note of a day that may leave memory at `nowMs`; null when the day stays. */
export function coolingNote(segment: Segment, nowMs: number): ColdNote | null {
  const { startMs, runs, pending, changedAt } = segment;
  const isOld = startMs < localDayStartMs(nowMs - NEWS.hotMs);
  const isQuiet = runs.length === 1 && pending.size === 0;
  return isOld && isQuiet ? coldNoteOf(runs[0]!, changedAt) : null;
}

/** True when a day must be written again; `added` counts its articles that are in memory. */
function isStale(note: ColdNote, added: number): boolean {
  const isMarked = note.holdsErased || note.outdated.length > 0 || note.purged.length > 0;
  return isMarked || (note.dead.length + added) * PATCH_SHARE > note.count;
}

/** Marks an article as dead; returns the flags that it had, or null when it was dead already. */
export function takeFromNote(note: ColdNote, id: number): number | null {
  if (note.dead.includes(id)) return null;
  note.dead.push(id);
  return note.hidden.includes(id) ? FLAG.hidden : 0;
}

/** Hides or shows an article; false when this changes nothing. */
export function maskInNote(note: ColdNote, hide: boolean, id: number): boolean {
  if (note.dead.includes(id) || note.hidden.includes(id) === hide) return false;
  note.hidden = hide ? [...note.hidden, id] : note.hidden.filter((other) => other !== id);
  return true;
}

/** The notes of all days on disk, and which of them changed since the last delta. */
export class ColdDays {
  readonly #notes = new Map<number, ColdNote>();
  readonly #changed = new Set<number>();

  get notes(): Iterable<ColdNote> {
    return this.#notes.values();
  }

  get(startMs: number): ColdNote | null {
    return this.#notes.get(startMs) ?? null;
  }

  /** Sets the note of a day; null for a day that is no longer on disk. */
  set(startMs: number, note: ColdNote | null): void {
    if (note === null) this.#notes.delete(startMs);
    else this.#notes.set(startMs, note);
    this.change(startMs);
  }

  /** Marks the note of a day as changed. */
  change(startMs: number): void {
    this.#changed.add(startMs);
  }

  takeChanges(): { startMs: number; day: ColdDay | null }[] {
    const changes = [...this.#changed].map((startMs) => ({ startMs, day: this.get(startMs) }));
    this.#changed.clear();
    return changes;
  }
}

/** Cold days that return to memory: holds the columns of each day until its items are read. */
export class Thawing {
  readonly #rows = new Map<string, Uint8Array>();

  /** Chunks of a few stale days, day by day; `addedTo` counts a day's rows in memory. */
  wantedOf(notes: Iterable<ColdNote>, addedTo: (startMs: number) => number): string[] {
    const names: string[] = [];
    let left = WANTED_DAYS_MAX;
    for (const note of notes) {
      if (left === 0) break;
      if (!isStale(note, addedTo(note.startMs))) continue;
      const { rows, items } = coldChunksOf(note);
      names.push(...(this.#rows.has(rows) ? [items] : [rows, items]));
      left -= 1;
    }
    return names;
  }

  putRows(name: string, bytes: Uint8Array): void {
    this.#rows.set(name, bytes);
  }

  /** Removes and returns the columns of a day; null when they have not been read yet. */
  takeRows(note: ColdNote): Uint8Array | null {
    const { rows } = coldChunksOf(note);
    const bytes = this.#rows.get(rows) ?? null;
    this.#rows.delete(rows);
    return bytes;
  }
}
