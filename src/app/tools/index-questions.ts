/**
 * Questions to indices for the command line, which knows stores and servers but no index.
 */
import type { ExplainAnswer, ExplainQuestion } from '../../blogs/topics/codec.js';
import type { AuditAnswer, AuditQuestion } from '../../news/similarity/codec.js';
import type { IngestSink } from '../ingest/ingest-socket.js';

export type { ExplainAnswer } from '../../blogs/topics/codec.js';
export type { AuditAnswer } from '../../news/similarity/codec.js';

/**
 * Why a topic ranks where it does, or is not listed, in the window before `nowMs`; null for the
 * store's last tick.
 */
export async function explainTopic(
  sink: IngestSink,
  id: string,
  hours: number,
  nowMs: number | null,
): Promise<ExplainAnswer> {
  const question: ExplainQuestion = { type: 'explain', id, hours, nowMs };
  return await sink.ask('topics', question);
}

/** Compares about `sample` bodies of the similarity window with all others, by brute force. */
export async function auditPairs(sink: IngestSink, sample: number): Promise<AuditAnswer> {
  const question: AuditQuestion = { type: 'audit', sample };
  return await sink.ask('similarity', question);
}
