/**
 * One group commit under construction: entries, their writes, and the head after them.
 *
 * Invariants: this file changes neither the disk nor the log's own state; a failed batch leaves no
 * trace, once its writes are discarded. Sequence numbers have no gaps; the chain covers every
 * entry.
 */
import { assert } from '../../kernel/errors.js';
import { hash64 } from '../../kernel/hash.js';
import { BLOGS, NEWS } from '../../kernel/limits.js';
import { type Block, type PackedEntry, packBlock } from '../../kernel/model/block.js';
import type { LogRecord, NewsRecord, PostRecord, TickRecord } from '../../kernel/model/records.js';
import { encodeRecord } from '../../kernel/model/wire.js';
import type { FoldedPlace } from '../../kernel/place.js';
import type { Operation, Writes } from '../level.js';
import { chainAfter, encodeFrame } from './frame.js';
import {
  bodyKey,
  earlierTextKey,
  encodeIdentity,
  entryKey,
  itemKey,
  sequenceValue,
} from './keys.js';

/** The end of the log. Next ids and times are part of it, so that they are restored with it. */
export interface Head {
  sequence: number;
  chain: bigint;
  nextIds: { news: number; post: number; blog: number; 'portal-item': number };
  /** The last tick; null before the first. Time in the store never runs back. */
  lastTickMs: number | null;
  /** Place of the log's days and poles; Taiwan when missing. Never changes. */
  place?: FoldedPlace;
}

/** A record as bytes, with their hash. */
export interface Packed {
  /** Null while the tags of an article are pending, and for an item with a purged record. */
  payload: Buffer | null;
  payloadHash: bigint;
}

/** A new entry: its record, and the identity of its item. */
export interface Addition {
  record: LogRecord;
  /** Filled when the record is complete. */
  packed: Packed;
  body: Buffer | null;
  /** Null for entries without an item. */
  identity: { key: Buffer; id: number; erased: boolean } | null;
  /** Sequence of the item's record before this one; 0 when there is none. */
  previous: number;
}

export function payloadOf(record: LogRecord): Packed & { payload: Buffer } {
  const payload = encodeRecord(record);
  return { payload, payloadHash: hash64(payload) };
}

/** When the body of an article or post is deleted. */
export function expiresMsOf(record: NewsRecord | PostRecord): number {
  return record.sortMs + (record.kind === 'news' ? NEWS.bodyRetentionMs : BLOGS.bodyRetentionMs);
}

/** The key of an article's or post's body; null when it has none. */
export function bodyKeyOf(record: LogRecord): Buffer | null {
  if ((record.kind !== 'news' && record.kind !== 'post') || record.bodyHash === '') return null;
  return bodyKey(expiresMsOf(record), record.kind, record.id);
}

/**
 * The key of the text that an update replaced; null when it replaced none. The text is deleted when
 * the body of the article with that text would have been.
 */
export function earlierTextKeyOf(record: LogRecord, sequence: number): Buffer | null {
  if (record.kind !== 'news' || record.replaced?.body === undefined) return null;
  const sortMs = record.previousSortMs ?? record.sortMs;
  return earlierTextKey(sortMs + NEWS.bodyRetentionMs, sequence);
}

export class Batch {
  readonly head: Head;
  readonly writes: Writes;
  /** The writes that change existing data: purged entries and deleted bodies. */
  readonly rewritten: Operation[] = [];
  /** The head before the batch. */
  readonly base: Head;
  /** All writes, for an order that sends them to other nodes; null otherwise. */
  readonly operations: Operation[] | null;
  readonly firstSequence: number;
  readonly #entries: (Omit<PackedEntry, 'payload'> & { payload: Buffer | null })[] = [];
  /** Entries with a number that are not packed: the first of them waits for its tags. */
  readonly #open: { sequence: number; addition: Addition }[] = [];

  constructor(head: Head, writes: Writes, keepsOperations = false) {
    this.writes = writes;
    this.base = head;
    this.operations = keepsOperations ? [] : null;
    this.head = { ...head, nextIds: { ...head.nextIds } };
    this.firstSequence = head.sequence + 1;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** The first entry that waits for its tags, or follows one that does. */
  get openFrom(): number {
    return this.#open[0]?.sequence ?? Number.POSITIVE_INFINITY;
  }

  /** Approximate number of writes, including those of entries that are not packed. */
  get writeCount(): number {
    return this.writes.count + this.#open.length;
  }

  /** Appends an entry; returns its sequence number. Without a payload it waits for `seal`. */
  add(addition: Addition): number {
    this.head.sequence += 1;
    const { sequence } = this.head;
    this.#entries.push({ payload: null, body: addition.body });
    if (this.#open.length > 0 || addition.packed.payload === null) {
      this.#open.push({ sequence, addition });
    } else this.#pack(addition, sequence);
    return sequence;
  }

  /** Packs the waiting entries, whose records are now complete. */
  seal(): void {
    for (const { addition, sequence } of this.#open) {
      const { packed, record } = addition;
      if (packed.payload === null) Object.assign(packed, payloadOf(record));
      this.#pack(addition, sequence);
    }
    this.#open.length = 0;
  }

  #pack(addition: Addition, sequence: number): void {
    const { record, packed, body, identity, previous } = addition;
    const { payloadHash } = packed;
    const payload = packed.payload!;
    const bodyHash = 'bodyHash' in record && record.bodyHash ? BigInt(`0x${record.bodyHash}`) : 0n;
    const chain = chainAfter(this.head.chain, sequence, { previous, payloadHash, bodyHash });
    this.head.chain = chain;
    this.#entries[sequence - this.firstSequence]!.payload = payload;
    const value = encodeFrame({ purged: false, previous, payloadHash, bodyHash, chain, payload });
    this.put(entryKey(sequence), value);
    if (identity !== null) {
      const { id, erased } = identity;
      this.put(identity.key, encodeIdentity({ id, sequence, erased }));
      if (record.kind === 'news' || record.kind === 'post') {
        this.put(itemKey(record.kind, id), sequenceValue(sequence));
      }
    }
    const bodyAt = body === null ? null : bodyKeyOf(record);
    if (bodyAt !== null) this.put(bodyAt, body!);
  }

  /** The body of an entry of this batch; null for an entry without a body, or of another batch. */
  bodyAt(sequence: number): Buffer | null {
    return (
      (this.#entries[sequence - this.firstSequence]?.body as Buffer | null | undefined) ?? null
    );
  }

  /** Appends a record without an item. */
  addPlain(record: LogRecord): void {
    this.add({ record, packed: payloadOf(record), body: null, identity: null, previous: 0 });
  }

  /** Appends ticks, each of which moves the store's time. */
  addTicks(ticks: Iterable<TickRecord>): void {
    for (const tick of ticks) {
      this.addPlain(tick);
      this.head.lastTickMs = tick.atMs;
    }
  }

  put(key: Buffer, value: Buffer): void {
    this.#add({ type: 'put', key, value });
  }

  /** Replaces a value of an older entry. */
  rewrite(key: Buffer, value: Buffer): void {
    this.#rewrite({ type: 'put', key, value });
  }

  delete(key: Buffer): void {
    this.#rewrite({ type: 'del', key });
  }

  #rewrite(operation: Operation): void {
    this.#add(operation);
    this.rewritten.push(operation);
  }

  #add(operation: Operation): void {
    this.writes.add(operation);
    this.operations?.push(operation);
  }

  /** The entries as a block for the actors. */
  block(): Block {
    assert(this.#open.length === 0, 'a batch is packed before it goes out');
    return packBlock(this.firstSequence, this.#entries as PackedEntry[]);
  }
}
