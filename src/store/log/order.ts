/**
 * The order of a log determines the sequence of batches. Two kinds: the local order of a single
 * server, and an order in an engine for several nodes (`src/store/nodes`).
 *
 * ```
 *  admission ─► batch ─► order.append ─► the node's own store ─► order.confirm ─► acknowledged
 *                            │
 *                            └─► other nodes ─► IngestLog.follow ─► their own stores
 * ```
 *
 * Invariants: a batch is written to the store after it is in the order. A batch that is in the
 * order but not in the store comes back by `follow`: its node may not have got the answer.
 */

import { TagwireError } from '../../kernel/errors.js';
import { hash64 } from '../../kernel/hash.js';
import { type Block, packBlock } from '../../kernel/model/block.js';
import type { RewindRecord } from '../../kernel/model/records.js';
import { decodeRecord, kindOf } from '../../kernel/model/wire.js';
import type { Database } from '../database.js';
import type { Operation } from '../level.js';
import { type Batch, bodyKeyOf, type Head } from './batch.js';
import { chainAt } from './entries.js';
import { damageOf, decodeFrame, type Frame } from './frame.js';

export interface LogOrder {
  /** The log that several nodes share; null for a single server. */
  readonly sharedName: string | null;
  /** @throws TagwireError NOT_WRITER when no batch may be appended now. */
  demand(): void;
  /**
   * Resolves when the batch is in the order, after the batch before.
   * @throws TagwireError NOT_WRITER, or STORE_WRITE_FAILED when the result is unknown. `demand`
   * then throws until the store has read the order to its end.
   */
  append(batch: Batch): Promise<void>;
  /**
   * Notes that the store has a batch of the order; it is acknowledged afterwards.
   * @throws TagwireError as `append`.
   */
  confirm(head: Head): Promise<void>;
  /** Called when a batch of the order could not be written to the store. */
  onWriteFailure(): void;
}

/** The order of a single server. */
export const LOCAL_ORDER: LogOrder = {
  sharedName: null,
  demand: () => undefined,
  append: async () => undefined,
  confirm: async () => undefined,
  onWriteFailure: () => undefined,
};

/** A batch as every node writes it. */
export interface SharedBatch {
  /** The head before the batch. */
  before: { sequence: number; chain: bigint };
  head: Head;
  operations: readonly Operation[];
  /** Operations that replace values which must also leave the files (`erasure.ts`). */
  rewritten: readonly Operation[];
}

/** The result of a batch that was taken over. */
export interface Followed {
  /** The entries that are new here; null without any. */
  block: Block | null;
  hasErased: boolean;
}

const ENTRY_PREFIX = 0x6c;
const BODY_PREFIX = 0x62;

/** The part of a batch that a store does not have yet. */
export interface Fresh {
  block: Block;
  rewinds: { sequence: number; record: RewindRecord }[];
}

/**
 * Verifies a batch of another node against a store whose newest entry is `head`; null when the
 * store has all of it. Every entry is verified by its checksum, its number and the hash chain
 * before any write. A batch may overlap the store, as after a loss that another node has repaired:
 * the common entries must be equal.
 * @throws TagwireError STORE_DAMAGED when the batch does not continue the store's log.
 */
export async function freshOf(
  database: Database,
  head: number,
  { before, head: after, operations }: SharedBatch,
): Promise<Fresh | null> {
  if (before.sequence > head) throw unfit(`it begins behind entry ${before.sequence}`);
  if (after.sequence <= head) {
    await demandChain(database, after.sequence, after.chain);
    return null;
  }
  await demandChain(database, before.sequence, before.chain);
  const { frames, bodies } = partsOf(operations, before.sequence);
  let { sequence, chain } = before;
  for (const frame of frames) {
    sequence += 1;
    const damage =
      frame === null ? `entry ${sequence} is unreadable` : damageOf(frame, sequence, chain);
    if (damage !== null) throw unfit(damage);
    chain = frame!.chain;
    if (sequence === head) await demandChain(database, sequence, chain);
  }
  if (sequence !== after.sequence || chain !== after.chain) {
    throw unfit(`it ends at entry ${sequence} instead of ${after.sequence}`);
  }
  const fresh = (frames as Frame[]).slice(head - before.sequence);
  const rewinds: Fresh['rewinds'] = [];
  for (const [at, { payload, purged }] of fresh.entries()) {
    if (purged || kindOf(payload, 0) !== 'rewind') continue;
    rewinds.push({ sequence: head + 1 + at, record: decodeRecord(payload) as RewindRecord });
  }
  const entries = fresh.map((frame) => ({ payload: frame.payload, body: bodyOf(frame, bodies) }));
  return { block: packBlock(head + 1, entries), rewinds };
}

/** Frames after an entry, in order, and bodies by their keys. */
function partsOf(
  operations: readonly Operation[],
  behind: number,
): { frames: (Frame | null)[]; bodies: Map<string, Buffer> } {
  const frames: (Frame | null)[] = [];
  const bodies = new Map<string, Buffer>();
  for (const operation of operations) {
    if (operation.type !== 'put') continue;
    const { key, value } = operation;
    if (key[0] === BODY_PREFIX) bodies.set(key.toString('latin1'), value);
    if (key[0] !== ENTRY_PREFIX) continue;
    const at = key.readUIntBE(1, 6) - behind - 1;
    // An erasure rewrites older frames.
    if (at === frames.length) frames.push(decodeFrame(value));
  }
  return { frames, bodies };
}

function bodyOf(frame: Frame, bodies: ReadonlyMap<string, Buffer>): Buffer | null {
  if (frame.purged || frame.bodyHash === 0n) return null;
  const key = bodyKeyOf(decodeRecord(frame.payload));
  const body = key === null ? undefined : bodies.get(key.toString('latin1'));
  return body !== undefined && hash64(body) === frame.bodyHash ? body : null;
}

async function demandChain(database: Database, sequence: number, chain: bigint): Promise<void> {
  if ((await chainAt(database, sequence)) === chain) return;
  throw unfit(`entry ${sequence} is another one here`);
}

function unfit(why: string): TagwireError {
  return new TagwireError('STORE_DAMAGED', `the shared log does not go on from this store: ${why}`);
}
