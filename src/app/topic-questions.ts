/**
 * Questions about topics for the command line, which knows stores and servers but no index.
 */
import type { ExplainAnswer, TopicsQuestion } from '../blogs/topics/codec.js';
import type { IngestSink } from './ingest-socket.js';

export type { ExplainAnswer } from '../blogs/topics/codec.js';

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
  const question: TopicsQuestion = { type: 'explain', id, hours, nowMs };
  return (await sink.ask('topics', question)) as ExplainAnswer;
}
