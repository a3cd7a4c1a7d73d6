/**
 * What became of the lines that were sent: of a request, and of all since the start; and what a
 * pipeline tells of itself.
 */
import type { ActorFigures } from '../../engine/actor/ports.js';
import type { Logger } from '../../kernel/logger.js';
import type { NodeState } from '../../store/log/node-state.js';
import { type UnknownField, unknownText } from '../../store/log/parse/unknown-fields.js';
import type { LogState } from '../../store/log/protocol.js';

export { unknownText } from '../../store/log/parse/unknown-fields.js';

/** What became of the lines of a request. */
export interface IngestSummary {
  accepted: number;
  updated: number;
  unchanged: number;
  rejects: { index: number; reason: string }[];
  /** Of a node of a shared log: the entry at which all of it is in. */
  sequence?: number;
  /** Fields that mean nothing, each name once. */
  unknown: UnknownField[];
}

/** What was sent since the start: requests, and what became of their lines. */
export interface IngestSums {
  requests: number;
  accepted: number;
  updated: number;
  unchanged: number;
  refused: number;
}

/** Names that the log tells of. */
const TOLD_MAX = 200;

export class IngestTally {
  /** Whether the log says nothing of lines, because the caller does. */
  isSilent = false;
  readonly #logger: Logger;
  /** Names of unknown fields that the log has told of; requests bound them, and this does too. */
  readonly #told = new Set<string>();
  readonly #sums: IngestSums = { requests: 0, accepted: 0, updated: 0, unchanged: 0, refused: 0 };

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get sums(): IngestSums {
    return { ...this.#sums };
  }

  /** Counts a request, and says in the log when lines of it were refused. */
  count({ accepted, updated, unchanged, rejects, unknown }: IngestSummary): void {
    if (!this.isSilent) this.#tellUnknown(unknown);
    const sums = this.#sums;
    sums.requests += 1;
    sums.accepted += accepted;
    sums.updated += updated;
    sums.unchanged += unchanged;
    sums.refused += rejects.length;
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

/** What a pipeline tells of itself. */
export interface PipelineFigures {
  ingested: IngestSums;
  /** When snapshots were last written, in system time; null when that was before this process. */
  snapshotMs: number | null;
  log: LogState & { waiting: number };
  /** Of a node of a shared log. */
  node: NodeState | null;
  actors: { [name: string]: ActorFigures };
  indices: { [name: string]: { readonly [figure: string]: number } };
  coldBytes: number;
  /** Questions that wait for threads that restart. */
  questionsWaiting: number;
}
