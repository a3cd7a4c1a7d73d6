/** The thread that makes one file of one dump, step by step: it holds what waits for its row group. */
import { createDumpEncoder, type DumpEncoder, type DumpTask } from '../src/dumps/dump-encoder.js';
import { takeRank } from '../src/runtime/thread-priority.js';

takeRank('derived');

let encoder: DumpEncoder | null = null;

export default ({ service, kind, format, rows }: DumpTask): Promise<Uint8Array> => {
  encoder ??= createDumpEncoder(service, kind, format);
  return rows === null ? encoder.finish() : encoder.rows(rows);
};
