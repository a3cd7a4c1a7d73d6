/**
 * Where lines go that are only checked: nothing is opened, and nothing is written.
 *
 * Not here: what only a store knows, such as whether the media of an article is registered.
 */
import { parseLines } from '../../store/log/lines.js';
import { UnknownFields } from '../../store/log/parse/unknown-fields.js';
import type { IngestSummary } from './ingest-tally.js';

/** Counts sound lines as accepted. */
export const checkSink = {
  async ingest(bytes: Uint8Array, replay: boolean): Promise<IngestSummary> {
    const unknown = new UnknownFields();
    const summary: IngestSummary = {
      ...{ accepted: 0, updated: 0, unchanged: 0, rejects: [], unknown: [] },
    };
    for (const { candidates, refusals } of parseLines(bytes, { nowMs: 0, replay, unknown })) {
      summary.accepted += candidates.length;
      for (const { index, reason } of refusals) summary.rejects.push({ index, reason });
    }
    summary.unknown = unknown.all;
    return summary;
  },
  advance: async (): Promise<void> => undefined,
  settle: async (): Promise<void> => undefined,
  close: async (): Promise<void> => undefined,
};
