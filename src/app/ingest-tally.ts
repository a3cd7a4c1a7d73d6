/**
 * What became of the lines that were sent: of a request, and of all since the start.
 */
import type { Logger } from '../kernel/logger.js';

/** What became of the lines of a request. */
export interface IngestSummary {
  accepted: number;
  updated: number;
  unchanged: number;
  rejects: { index: number; reason: string }[];
  /** Of a node of a shared log: the entry at which all of it is in. */
  sequence?: number;
}

/** What was sent since the start: requests, and what became of their lines. */
export interface IngestSums {
  requests: number;
  accepted: number;
  updated: number;
  unchanged: number;
  refused: number;
}

export class IngestTally {
  readonly #logger: Logger;
  readonly #sums: IngestSums = { requests: 0, accepted: 0, updated: 0, unchanged: 0, refused: 0 };

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get sums(): IngestSums {
    return { ...this.#sums };
  }

  /** Counts a request, and says in the log when lines of it were refused. */
  count({ accepted, updated, unchanged, rejects }: IngestSummary): void {
    const sums = this.#sums;
    sums.requests += 1;
    sums.accepted += accepted;
    sums.updated += updated;
    sums.unchanged += unchanged;
    sums.refused += rejects.length;
    const [first] = rejects;
    if (first === undefined) return;
    const { length: count } = rejects;
    this.#logger.warn({ count, line: first.index, reason: first.reason }, 'lines refused');
  }
}
