/**
 * One group commit in the making: entries, the writes they need, and the head after them.
 *
 * Invariants: nothing here touches the disk or the log's own state; a batch that fails leaves no
 * trace, once its writes are discarded. Sequence numbers are contiguous and the chain covers every
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

/** Where the log stands. Ids and times are part of it, so that they survive with it. */
export interface Head {
  sequence: number;
  chain: bigint;
  nextIds: { news: number; post: number; blog: number; 'portal-item': number };
  /** The last tick; null before the first. Time in the store never runs back. */
  lastTickMs: number | null;
  /** Where its days and poles are; Taiwan where it says nothing. Never changes. */
  place?: FoldedPlace;
}

/** A record as bytes, with their hash. */
export interface Packed {
  /** Null while the tags of an article are to come; and of an item whose record was purged. */
  payload: Buffer | null;
  payloadHash: bigint;
}

/** A new entry: its record, and what identifies the item that it is about. */
export interface Addition {
  record: LogRecord;
  /** Filled when the record is whole. */
  packed: Packed;
  body: Buffer | null;
  /** Null for entries that are about no item. */
  identity: { key: Buffer; id: number; erased: boolean } | null;
  /** Sequence of the item's record before this one; 0 when there is none. */
  previous: number;
}

/** Payload and hash of a record. */
export function payloadOf(record: LogRecord): Packed & { payload: Buffer } {
  const payload = encodeRecord(record);
  return { payload, payloadHash: hash64(payload) };
}

/** When the body of an article or post leaves the store. */
export function expiresMsOf(record: NewsRecord | PostRecord): number {
  return record.sortMs + (record.kind === 'news' ? NEWS.bodyRetentionMs : BLOGS.bodyRetentionMs);
}

/** Where the body of an article or post lies; null when it has none. */
export function bodyKeyOf(record: LogRecord): Buffer | null {
  if ((record.kind !== 'news' && record.kind !== 'post') || record.bodyHash === '') return null;
  return bodyKey(expiresMsOf(record), record.kind, record.id);
}

/**
 * Where the text lies that an update replaced; null where it replaced none. It leaves the store when the article
 * that it was the text of would have.
 */
export function earlierTextKeyOf(record: LogRecord, sequence: number): Buffer | null {
  if (record.kind !== 'news' || record.replaced?.body === undefined) return null;
  const sortMs = record.previousSortMs ?? record.sortMs;
  return earlierTextKey(sortMs + NEWS.bodyRetentionMs, sequence);
}

export class Batch {
  readonly head: Head;
  readonly writes: Writes;
  /** The writes that change what was on disk before: purged entries and deleted bodies. */
  readonly rewritten: Operation[] = [];
  /** What the batch goes on from. */
  readonly base: Head;
  /** All writes, where an order passes them on to other nodes; null otherwise. */
  readonly operations: Operation[] | null;
  readonly firstSequence: number;
  readonly #entries: (Omit<PackedEntry, 'payload'> & { payload: Buffer | null })[] = [];
  /** Numbered, and not packed: the first of them waits for its tags. */
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

  /** The first entry that waits for its tags, or stands behind one that does. */
  get openFrom(): number {
    return this.#open[0]?.sequence ?? Number.POSITIVE_INFINITY;
  }

  /** Writes that there are and will be, about. */
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

  /** Packs what waits: its records are whole now. */
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

  /** The body that an entry of this batch brings; null where it brings none, or is of another one. */
  bodyAt(sequence: number): Buffer | null {
    return (
      (this.#entries[sequence - this.firstSequence]?.body as Buffer | null | undefined) ?? null
    );
  }

  /** Appends a record that is about no item. */
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

  /** The entries, as they go to the actors. */
  block(): Block {
    assert(this.#open.length === 0, 'a batch is packed before it goes out');
    return packBlock(this.firstSequence, this.#entries as PackedEntry[]);
  }
}
