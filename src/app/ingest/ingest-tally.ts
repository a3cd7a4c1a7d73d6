/** Counts of received lines: of a request, and of all since the start; and the figures of a pipeline. */
import type { ActorFigures } from '../../engine/actor/ports.js';
import type { Logger } from '../../kernel/logger.js';
import type { NodeState } from '../../store/log/node-state.js';
import { type UnknownField, unknownText } from '../../store/log/parse/unknown-fields.js';
import type { LogState } from '../../store/log/protocol.js';

/** The results of the lines of a request. */
export interface IngestSummary {
  accepted: number;
  updated: number;
  unchanged: number;
  rejects: { index: number; reason: string }[];
  /** On a node of a shared log: the entry up to which the log holds the whole request. */
  sequence?: number;
  /** Fields without a meaning, each name once. */
  unknown: UnknownField[];
}

/** Lines by result. */
export interface LineCounts {
  accepted: number;
  updated: number;
  unchanged: number;
  rejected: number;
}

export function noCounts(): LineCounts {
  return { accepted: 0, updated: 0, unchanged: 0, rejected: 0 };
}

/** Adds the lines of a request to counts. */
export function addCounts(counts: LineCounts, summary: IngestSummary): void {
  counts.accepted += summary.accepted;
  counts.updated += summary.updated;
  counts.unchanged += summary.unchanged;
  counts.rejected += summary.rejects.length;
}

/** Names of unknown fields that the log warns of at most. */
const TOLD_MAX = 200;

export class IngestTally {
  /** Whether refused lines and unknown fields are not logged, because the caller reports them. */
  isSilent = false;
  readonly #logger: Logger;
  /** Names of unknown fields that the log has warned of; bounded by each request, and by `TOLD_MAX`. */
  readonly #told = new Set<string>();
  readonly #lines = noCounts();
  #requests = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Counts since the start. */
  get sums(): PipelineFigures['ingested'] {
    const { rejected: refused, ...lines } = this.#lines;
    return { requests: this.#requests, lines: { ...lines, refused } };
  }

  /** Counts a request, and logs when lines of it were refused. */
  count(summary: IngestSummary): void {
    const { rejects, unknown } = summary;
    if (!this.isSilent) this.#tellUnknown(unknown);
    this.#requests += 1;
    addCounts(this.#lines, summary);
    const [first] = rejects;
    if (first === undefined || this.isSilent) return;
    const { length: count } = rejects;
    const { index, reason } = first;
    this.#logger.warn({ count, first: index + 1, reason }, 'lines refused');
  }

  #tellUnknown(unknown: readonly UnknownField[]): void {
    for (const field of unknown) {
      if (this.#told.has(field.name) || this.#told.size >= TOLD_MAX) continue;
      this.#told.add(field.name);
      this.#logger.warn({ field: field.name }, unknownText(field));
    }
  }
}

export interface PipelineFigures {
  ingested: { requests: number; lines: { [result: string]: number } };
  /** When snapshots were last written, in system time; null when this process has written none. */
  snapshotMs: number | null;
  log: LogState & { waiting: number };
  /** On a node of a shared log. */
  node: NodeState | null;
  actors: { [name: string]: ActorFigures };
  indices: { [name: string]: { readonly [figure: string]: number } };
  coldBytes: number;
  /** Questions that wait for restarting threads. */
  questionsWaiting: number;
}
