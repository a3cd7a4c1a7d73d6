/**
 * Every record of a stopped store, its chain verified from the first entry to the head.
 */
import { silentLogger } from '../../src/kernel/logger.js';
import { IngestLog } from '../../src/log/ingest-log.js';
import { BlockCursor } from '../../src/model/block.js';
import type { LogRecord } from '../../src/model/records.js';

/** @throws TagwireError STORE_DAMAGED, STORE_LOCKED. */
export async function recordsIn(folder: string): Promise<LogRecord[]> {
  const log = await IngestLog.open({ folder, logger: silentLogger, mayBeShared: true });
  const records: LogRecord[] = [];
  try {
    while (records.length < log.head.sequence) {
      // With bodies, nothing of what was written is left out.
      const block = await log.read(records.length + 1, 'needed');
      if (block === null) throw new Error('the log does not end at its head');
      const cursor = new BlockCursor(block);
      while (cursor.remaining > 0) records.push(cursor.next(false).record);
    }
  } finally {
    await log.close();
  }
  return records;
}
