/**
 * What a writer of runs tells its reader: messages between two threads.
 */

/** Where a run and the sections of its search index lie in the arena; none of a run without one. */
interface RunPlace {
  at: number;
  index: readonly number[];
}

export interface FlagChange {
  startMs: number;
  /** `Run.at` of the row's run. */
  at: number;
  row: number;
  flags: number;
}

export interface RunDelta {
  /** The runs of every segment that changed, all of them; no run ends the segment. */
  segments: { startMs: number; runs: RunPlace[] }[];
  /** Applied after `segments`. */
  flags: FlagChange[];
  /** Bytes of extents in use in the arena, and up to the end of the last. */
  usedBytes: number;
  heldBytes: number;
}

/** What a writer needs to start. */
export interface RunOptions {
  memory: WebAssembly.Memory;
  /** Bytes at the start of the arena that belong to the reader. */
  scratchBytes: number;
}
