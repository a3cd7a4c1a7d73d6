/** The thread that makes one file of one dump, step by step; rows wait in it until their row group is full. */

import { takeRank } from '../src/kernel/runtime/thread-priority.js';
import {
  createDumpEncoder,
  type DumpEncoder,
  type DumpTask,
} from '../src/serve/dumps/dump-encoder.js';

takeRank('derived');

let encoder: DumpEncoder | null = null;

export default ({ service, kind, format, rows }: DumpTask): Promise<Uint8Array> => {
  encoder ??= createDumpEncoder(service, kind, format);
  return rows === null ? encoder.finish() : encoder.rows(rows);
};
