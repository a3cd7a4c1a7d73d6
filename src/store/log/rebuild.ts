/**
 * Makes a log again from its entries: a restore from identical bytes, an import from records.
 *
 * All other data in the database follows from the entries: identities, the newest record of each
 * item, entries set aside. The exceptions are the names of erased items, and bodies.
 *
 * Invariants: entries come in order and without a gap; a frame from a backup must fit the chain.
 * The folder is a store only after `finish`, which writes the head and the anchor, and deletes
 * bodies that no newest record of an item names.
 */
import { join } from 'node:path';
import { TagwireError } from '../../kernel/errors.js';
import { hash64 } from '../../kernel/hash.js';
import type { Draft } from '../../kernel/model/drafts.js';
import type { LogRecord } from '../../kernel/model/records.js';
import { decodeRecord, encodeRecord } from '../../kernel/model/wire.js';
import { Anchor } from '../anchor.js';
import { Database } from '../database.js';
import type { Operation, Writes } from '../level.js';
import { idOf } from './admission.js';
import { bodyKeyOf, type Head } from './batch.js';
import { chainAt, entriesBack, soundFrame } from './entries.js';
import {
  CHAIN_START,
  chainAfter,
  damageOf,
  decodeFrame,
  encodeFrame,
  type Frame,
} from './frame.js';
import { encodeHead, type LogMarks, type StoredHead } from './head.js';
import {
  BODIES,
  decodeIdentity,
  ERASURE_KEY,
  encodeIdentity,
  entryKey,
  HEAD_KEY,
  IDENTITIES,
  Identities,
  itemKey,
  kindOfByte,
  SECRET_KEY,
  SWEPT_KEY,
  sequenceValue,
  skipKey,
} from './keys.js';
import type { SharedBatch } from './order.js';
import { rewindNote } from './rewinds.js';

/** Bytes and writes of one batch. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_WRITES = 8192;
/** Bodies checked together at the end. */
const BODIES_AT_ONCE = 256;

/** Facts of an entry in an import. A purged one has no record. */
interface EntryFacts {
  previous: number;
  record: LogRecord | null;
  /** For a purged entry; for others the hash follows from the record. */
  payloadHash: bigint;
  bodyHash: bigint;
}

export class LogRebuild {
  readonly #folder: string;
  readonly #database: Database;
  readonly #identities = new Identities();
  #writes: Writes;
  #bytes = 0;
  #sequence = 0;
  #chain = CHAIN_START;

  private constructor(folder: string, database: Database) {
    this.#folder = folder;
    this.#database = database;
    this.#writes = database.collect();
  }

  /**
   * Makes a log by `work`, which ends with `finish`; after a failure its files are closed.
   * @param folder an empty one.
   */
  static async make<T>(folder: string, work: (log: LogRebuild) => Promise<T>): Promise<T> {
    const log = new LogRebuild(folder, await Database.open(join(folder, 'log'), true));
    try {
      return await work(log);
    } catch (error) {
      await log.#close().catch(() => undefined);
      throw error;
    }
  }

  /** Adds the next entry as stored. @throws TagwireError BACKUP_DAMAGED. */
  async addEntry(sequence: number, bytes: Buffer): Promise<void> {
    const frame = decodeFrame(bytes);
    if (frame === null || sequence !== this.#sequence + 1) {
      throw damaged(`entry ${this.#sequence + 1} is missing or unreadable`);
    }
    const damage = damageOf(frame, sequence, this.#chain);
    if (damage !== null) throw damaged(damage);
    await this.#put(sequence, frame, bytes);
  }

  /** Adds the next entry from its record. */
  async addRecord(sequence: number, facts: EntryFacts): Promise<void> {
    if (sequence !== this.#sequence + 1) throw damaged(`entry ${this.#sequence + 1} is missing`);
    const { previous, record } = facts;
    const payload = record === null ? Buffer.alloc(0) : encodeRecord(record);
    const payloadHash = record === null ? facts.payloadHash : hash64(payload);
    const links = { previous, payloadHash, bodyHash: facts.bodyHash };
    const chain = chainAfter(this.#chain, sequence, links);
    const frame: Frame = { purged: record === null, ...links, chain, payload };
    await this.#put(sequence, frame, encodeFrame(frame));
  }

  /** Adds a body under the key of its item. */
  async addBody(key: Buffer, body: Buffer): Promise<void> {
    await this.#write(key, body);
  }

  /** Adds the identity of an erased item as stored. */
  async addErased(key: Buffer, value: Buffer): Promise<void> {
    const { id, sequence } = decodeIdentity(value);
    await this.#write(key, value);
    const kind = kindOfByte(key[1]!);
    if (kind === 'news' || kind === 'post') {
      await this.#write(itemKey(kind, id), sequenceValue(sequence));
    }
  }

  /**
   * Completes the store.
   * @throws TagwireError BACKUP_DAMAGED unless the log ends at `head`; an import, whose records may
   * be encoded in another way than before, gives a head without a chain hash.
   */
  async finish(
    head: Omit<StoredHead, 'chain'> & { chain?: string },
    secret: Buffer,
    marks: LogMarks = { sweptSequence: 0, erasureSequence: null },
  ): Promise<Head> {
    const isWhole = head.chain === undefined || BigInt(head.chain) === this.#chain;
    if (head.sequence !== this.#sequence || !isWhole) {
      throw damaged(`it ends at entry ${this.#sequence} instead of ${head.sequence}`);
    }
    await this.#flush();
    await this.#dropLeftBodies();
    const { sequence, nextIds, lastTickMs, place } = head;
    const mark = place === undefined ? {} : { place };
    const whole = { sequence, chain: this.#chain, nextIds, lastTickMs, ...mark };
    await this.#database.write([
      { type: 'put', key: SECRET_KEY, value: secret },
      { type: 'put', key: HEAD_KEY, value: encodeHead(whole) },
      // Written even when 0: a store without it is taken for one of an old version (opening.ts).
      { type: 'put', key: SWEPT_KEY, value: sequenceValue(marks.sweptSequence) },
      ...noted(ERASURE_KEY, marks.erasureSequence),
    ]);
    await this.#close();
    const anchor = new Anchor(join(this.#folder, 'anchor'));
    anchor.write(whole);
    anchor.close();
    return whole;
  }

  async #close(): Promise<void> {
    await this.#writes.discard();
    await this.#database.close();
  }

  async #put(sequence: number, frame: Frame, bytes: Buffer): Promise<void> {
    await this.#write(entryKey(sequence), bytes);
    this.#sequence = sequence;
    this.#chain = frame.chain;
    if (frame.purged) return;
    const record = decodeRecord(frame.payload);
    for (const { key, value } of writesBeside(sequence, record, this.#identities)) {
      await this.#write(key, value);
    }
  }

  async #write(key: Buffer, value: Buffer): Promise<void> {
    this.#writes.add({ type: 'put', key, value });
    this.#bytes += key.length + value.length;
    if (this.#bytes >= BATCH_BYTES || this.#writes.count >= BATCH_WRITES) await this.#flush();
  }

  async #flush(): Promise<void> {
    const writes = this.#writes;
    this.#writes = this.#database.collect();
    this.#bytes = 0;
    if (writes.count > 0) await this.#database.write(writes);
  }

  /** Deletes bodies that updates have replaced or moved: incremental backups contain them. */
  async #dropLeftBodies(): Promise<void> {
    let bodies: [Buffer, Buffer][] = [];
    for await (const pair of this.#database.entries(BODIES)) {
      if (bodies.push(pair) < BODIES_AT_ONCE) continue;
      await this.#dropLeft(bodies);
      bodies = [];
    }
    await this.#dropLeft(bodies);
    await this.#flush();
  }

  async #dropLeft(bodies: readonly [Buffer, Buffer][]): Promise<void> {
    const items = bodies.map(([key]) =>
      itemKey(kindOfByte(key[7]!) ?? 'news', key.readUIntBE(8, 6)),
    );
    const pointers = await this.#database.getMany(items);
    const values = await this.#database.getMany(
      pointers.map((pointer) => entryKey(pointer?.readUIntBE(0, 6) ?? 0)),
    );
    for (const [at, [key, body]] of bodies.entries()) {
      const frame = decodeFrame(values[at]);
      const isLive =
        frame !== null &&
        !frame.purged &&
        frame.bodyHash === hash64(body) &&
        bodyKeyOf(decodeRecord(frame.payload))?.equals(key) === true;
      if (!isLive) this.#writes.add({ type: 'del', key });
    }
  }
}

/** The writes of an entry besides its frame and its body. */
function writesBeside(
  sequence: number,
  record: LogRecord,
  identities: Identities,
): { key: Buffer; value: Buffer }[] {
  if (record.kind === 'tick') return [];
  if (record.kind === 'skip') {
    return [{ key: skipKey(record.actor, record.sequence), value: Buffer.alloc(0) }];
  }
  if (record.kind === 'rewind') return [rewindNote(sequence, record)];
  // A record has all fields of its draft that name its item.
  const { key } = identities.ownOf(record as unknown as Draft);
  const identity = { key, value: encodeIdentity({ id: idOf(record), sequence, erased: false }) };
  if (record.kind !== 'news' && record.kind !== 'post') return [identity];
  return [identity, { key: itemKey(record.kind, record.id), value: sequenceValue(sequence) }];
}

/** Writes a note, unless it is empty. */
function noted(key: Buffer, sequence: number | null): Operation[] {
  return sequence ? [{ type: 'put', key, value: sequenceValue(sequence) }] : [];
}

function damaged(why: string): TagwireError {
  return new TagwireError('BACKUP_DAMAGED', `the log that is read is damaged: ${why}`);
}

/** Entries of one batch; with bodies a few megabytes. */
const ENTRIES_MAX = 512;

/** The entries from one on up to the head, as batches. */
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

/** The other writes of an entry. */
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

/** Identities of all erased items, and their entries before the batches: an erasure is final. */
async function erasedIn(database: Database, batchFrom: number): Promise<Operation[]> {
  const operations: Operation[] = [];
  for await (const [key, value] of database.entries(IDENTITIES)) {
    const { sequence: newest, erased } = decodeIdentity(value);
    if (!erased) continue;
    operations.push({ type: 'put', key, value });
    for await (const { sequence, bytes } of entriesBack(database, newest)) {
      if (sequence >= batchFrom) continue;
      operations.push({ type: 'put', key: entryKey(sequence), value: bytes });
    }
  }
  return operations;
}
