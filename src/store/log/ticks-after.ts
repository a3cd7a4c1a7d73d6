/** Which ticks of a log are after an instant: those that a rewind makes void. */
import { BlockCursor } from '../../kernel/model/block.js';
import type { TickRecord } from '../../kernel/model/records.js';
import type { Database } from '../database.js';
import { readEntries } from './entries.js';
import type { Rewinds } from './rewinds.js';

/** Entries read at once. */
const ENTRIES_MAX = 1024;

/** Goes back through the log to the last tick that is not after an instant. */
export async function ticksAfter(
  database: Database,
  headSequence: number,
  rewinds: Rewinds,
  atMs: number,
): Promise<{ fromSequence: number; ticks: number }> {
  let fromSequence = headSequence + 1;
  let ticks = 0;
  for (let until = headSequence; until > 0; until -= ENTRIES_MAX) {
    const from = Math.max(1, until - ENTRIES_MAX + 1);
    const block = await readEntries(database, from, until, 'none', rewinds);
    let isOlder = false;
    let first = 0;
    for (const cursor = new BlockCursor(block); cursor.remaining > 0; ) {
      if (cursor.kind !== 'tick') cursor.skip();
      else {
        const { sequence, record } = cursor.next(false);
        if ((record as TickRecord).atMs <= atMs) {
          isOlder = true;
          continue;
        }
        ticks += 1;
        if (first === 0) first = sequence;
      }
    }
    if (first > 0) fromSequence = first;
    if (isOlder) break;
  }
  return { fromSequence, ticks };
}
