/**
 * What the thread is told that makes a file. All tasks of a thread are of one dump.
 */
import type { DumpFormat, DumpService } from './dump-kinds.js';

export interface DumpTask {
  service: DumpService;
  kind: string;
  format: DumpFormat;
  /** A JSON array of rows; null for the end. Answered by bytes of the file. */
  rows: Uint8Array | null;
}
