/**
 * What an index offers on the front's thread: it takes deltas, and answers from them.
 *
 * Invariants: `apply` is the only thing that changes what a reader answers, and is called in log
 * order; after a `fresh` delta nothing of what was there before counts.
 */
export interface IndexReader<Delta, Options = unknown> {
  /** Options of the writer's start message; made anew for each thread. */
  writerOptions(): Options;
  /** Takes what changed. `fresh`: it is the first delta of a new writer and holds the whole state. */
  apply(delta: Delta, fresh: boolean): void;
  /** Counts and bytes for the metrics page. */
  readonly figures: { readonly [name: string]: number };
}
