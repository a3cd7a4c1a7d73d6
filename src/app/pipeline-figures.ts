/** What a pipeline tells of itself. */
import type { ActorFigures } from '../engine/actor/ports.js';
import type { NodeState } from '../store/log/node-state.js';
import type { LogState } from '../store/log/protocol.js';
import type { IngestSums } from './ingest/ingest-tally.js';

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
