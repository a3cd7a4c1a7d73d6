/**
 * Every entry of a stopped store, its chain verified from the first entry to the head.
 */
import { silentLogger } from '../../src/kernel/logger.js';
import { BlockCursor } from '../../src/kernel/model/block.js';
import type { Entry, LogRecord } from '../../src/kernel/model/records.js';
import { IngestLog } from '../../src/store/log/ingest-log.js';

/** @throws TagwireError STORE_DAMAGED, STORE_LOCKED. */
export async function recordsIn(folder: string): Promise<LogRecord[]> {
  return (await entriesIn(folder)).map(({ record }) => record);
}

/** The same with bodies. */
export async function entriesIn(folder: string): Promise<Entry[]> {
  const log = await IngestLog.open({ folder, logger: silentLogger, mayBeShared: true });
  const entries: Entry[] = [];
  try {
    while (entries.length < log.head.sequence) {
      // With bodies, nothing of what was written is left out.
      const block = await log.read(entries.length + 1, 'needed');
      if (block === null) throw new Error('the log does not end at its head');
      const cursor = new BlockCursor(block);
      while (cursor.remaining > 0) entries.push(cursor.next(true));
    }
  } finally {
    await log.close();
  }
  return entries;
}
