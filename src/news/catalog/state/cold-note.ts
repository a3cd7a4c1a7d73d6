/**
 * What the writer knows of a day whose run lies on disk.
 *
 * Invariant: with its note, a run that is read back shows what it would have shown in memory.
 * Not here: the bytes of the run (codec.ts), when a day goes and comes back (writer.ts).
 */

import type { Run } from '../../../engine/runs/run.js';
import type { Segment } from '../../../engine/runs/run-indexer.js';
import { localDayStartMs } from '../../../kernel/clock.js';
import { NEWS } from '../../../kernel/limits.js';
import { type ColdDay, coldChunksOf, FLAG } from '../codec.js';

/** A cold day with what must be done to its items when it is next in memory. */
export interface ColdNote extends ColdDay {
  /** Media numbers whose items show an old title or camp. */
  outdated: number[];
  /** Something of it was erased and must leave the disk. */
  holdsErased: boolean;
}

/** All notes, as they are in a snapshot. `changedAt` names the day's chunks when it is next written. */
export interface ColdNotes {
  /** The store's time. */
  tickMs: number;
  notes: { note: ColdNote; changedAt: number }[];
}

/** Cold days in memory at once to be written anew: each is some megabytes. */
const WANTED_DAYS_MAX = 4;

/** A day's changes are merged into its cold run once they are more than one in so many rows. */
const PATCH_SHARE = 16;

/** The note of a day whose one run is about to leave memory. */
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

/** The note of a day that is to leave memory by `nowMs`; null when it stays. */
export function coolingNote(segment: Segment, nowMs: number): ColdNote | null {
  const { startMs, runs, pending, changedAt } = segment;
  const isOld = startMs < localDayStartMs(nowMs - NEWS.hotMs);
  const isQuiet = runs.length === 1 && pending.size === 0;
  return isOld && isQuiet ? coldNoteOf(runs[0]!, changedAt) : null;
}

/** True when a day is to be brought back; `added` counts its articles that are in memory. */
function isStale(note: ColdNote, added: number): boolean {
  const isMarked = note.holdsErased || note.outdated.length > 0 || note.purged.length > 0;
  return isMarked || (note.dead.length + added) * PATCH_SHARE > note.count;
}

/** Notes that an article is gone; returns the flags that it had, or null when it was gone before. */
export function takeFromNote(note: ColdNote, id: number): number | null {
  if (note.dead.includes(id)) return null;
  note.dead.push(id);
  return note.hidden.includes(id) ? FLAG.hidden : 0;
}

/** Hides or shows an article; false when that changes nothing. */
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

  /** Takes a note, or null for a day that is not on disk any more. */
  set(startMs: number, note: ColdNote | null): void {
    if (note === null) this.#notes.delete(startMs);
    else this.#notes.set(startMs, note);
    this.change(startMs);
  }

  /** What the note of a day says has changed. */
  change(startMs: number): void {
    this.#changed.add(startMs);
  }

  /** What changed since this was asked last. */
  takeChanges(): { startMs: number; day: ColdDay | null }[] {
    const changes = [...this.#changed].map((startMs) => ({ startMs, day: this.get(startMs) }));
    this.#changed.clear();
    return changes;
  }
}

/** The chunks of cold days that are on their way back: the rows wait here for the items. */
export class Thawing {
  readonly #rows = new Map<string, Uint8Array>();

  /** Names of the chunks of some stale days, one day after the other; `addedTo` counts rows in memory. */
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

  /** The rows of a day, which are no longer in memory here; null when they have not come. */
  takeRows(note: ColdNote): Uint8Array | null {
    const { rows } = coldChunksOf(note);
    const bytes = this.#rows.get(rows) ?? null;
    this.#rows.delete(rows);
    return bytes;
  }
}
