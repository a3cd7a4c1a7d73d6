/**
 * Batches made again from the entries of a store, for a shared log that has lost its newest ones.
 *
 * They are cut in another way than the first time, and all of them carry the newest ids and time; who
 * folds them all comes to the same store. What an erasure did to older entries is part of the last one.
 */
import { decodeRecord } from '../../kernel/model/wire.js';
import type { Database, Operation } from '../database.js';
import { bodyKeyOf, type Head } from './batch.js';
import { chainAt, soundFrame } from './entries.js';
import { decodeFrame, type Frame } from './frame.js';
import { Identities } from './identities.js';
import { decodeIdentity, ERASURE_KEY, entryKey, IDENTITIES, sequenceValue } from './keys.js';
import type { SharedBatch } from './order.js';
import { writesBeside } from './rebuild.js';

/** Entries of one batch; with bodies a few megabytes. */
const ENTRIES_MAX = 512;

/** The entries from one on up to the head. */
export async function* rebuiltBatches(
  database: Database,
  fromSequence: number,
  head: Head,
): AsyncGenerator<SharedBatch> {
  const identities = new Identities();
  let erasure = 0;
  for (let from = fromSequence; from <= head.sequence; from += ENTRIES_MAX) {
    const until = Math.min(head.sequence, from + ENTRIES_MAX - 1);
    const before = { sequence: from - 1, chain: await chainAt(database, from - 1) };
    const operations: Operation[] = [];
    let chain = before.chain;
    for (let sequence = from; sequence <= until; sequence++) {
      const value = await database.get(entryKey(sequence));
      const frame = soundFrame(value, sequence);
      chain = frame.chain;
      operations.push({ type: 'put', key: entryKey(sequence), value: value! });
      if (frame.purged) continue;
      operations.push(...(await followingFrom(database, sequence, frame, identities)));
      if (decodeRecord(frame.payload).kind === 'erase') erasure = sequence;
    }
    const isLast = until === head.sequence;
    const rewritten = isLast && erasure > 0 ? await erasedIn(database, from) : [];
    if (erasure > 0 && isLast) {
      operations.push({ type: 'put', key: ERASURE_KEY, value: sequenceValue(erasure) });
    }
    yield {
      before,
      head: { ...head, sequence: until, chain },
      operations: [...operations, ...rewritten],
      rewritten,
    };
  }
}

/** What else an entry writes. */
async function followingFrom(
  database: Database,
  sequence: number,
  frame: Frame,
  identities: Identities,
): Promise<Operation[]> {
  const record = decodeRecord(frame.payload);
  const made = writesBeside(sequence, record, identities).map(
    (write): Operation => ({ type: 'put', ...write }),
  );
  const bodyAt = bodyKeyOf(record);
  const body = bodyAt === null ? undefined : await database.get(bodyAt);
  if (body !== undefined) made.push({ type: 'put', key: bodyAt!, value: body });
  return made;
}

/** Everything that was ever erased, but for entries that are part of the batch: erased is for good. */
async function erasedIn(database: Database, batchFrom: number): Promise<Operation[]> {
  const operations: Operation[] = [];
  for await (const [key, value] of database.entries(IDENTITIES)) {
    const { sequence: newest, erased } = decodeIdentity(value);
    if (!erased) continue;
    operations.push({ type: 'put', key, value });
    for (let sequence = newest; sequence > 0; ) {
      const bytes = await database.get(entryKey(sequence));
      const frame = decodeFrame(bytes);
      if (frame === null) break;
      if (sequence < batchFrom)
        operations.push({ type: 'put', key: entryKey(sequence), value: bytes! });
      sequence = frame.previous;
    }
  }
  return operations;
}
