/**
 * The ingest log: lines in, durable entries out, and everything that was ever acknowledged back.
 *
 * Invariants: one writer at a time; an entry is acknowledged after one synced batch holds it with
 * the new head, and the anchor outside the database names that head. After a failed write nothing
 * is acknowledged until the store is reopened and its head verified.
 * Not here: what a line may say (parse/), how an update is laid over an item (resolve.ts), how a
 * batch decides on each draft (admission.ts).
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encode } from '../kernel/codec.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import { type Block, type PackedEntry, packBlock } from '../model/block.js';
import type { LogRecord } from '../model/records.js';
import { decodeRecord, encodeRecord } from '../model/wire.js';
import { Anchor } from '../store/anchor.js';
import { Database, type KeyRange } from '../store/database.js';
import { admit, lookUp } from './admission.js';
import { Batch, bodyKeyOf, type Head, payloadOf } from './batch.js';
import { CHAIN_START, damageOf, decodeFrame, type Frame } from './frame.js';
import { bodyKey, entryKey, HEAD_KEY, itemKey, SECRET_KEY, skipKey } from './keys.js';
import type { Admission } from './known-items.js';
import { type Candidate, parseLines } from './lines.js';
import { Rejects } from './rejects.js';
import { ticksBetween, ticksOwed } from './ticks.js';

/** Entries of one block when the log is read back. */
const REPLAY_ENTRIES_MAX = 1024;
/** Pauses between attempts to reopen a store whose disk failed. */
const RECOVER_PAUSE_MS = 1000;
const SECRET_BYTES = 32;

export interface IngestRequest {
  /** Lines of NDJSON, each ended by a line feed (the last one may do without). */
  bytes: Uint8Array;
  /** Moves the store's time along the records' `observedAt`, with the ticks due in between. */
  replay: boolean;
  /** When records without an `observedAt` became known. */
  nowMs: number;
}

export interface IngestResult {
  accepted: number;
  updated: number;
  unchanged: number;
  /** `index` counts the lines of the request from 0. */
  rejects: { index: number; reason: string }[];
  /** What became durable, in order; empty when nothing did. */
  blocks: Block[];
  /** The store's time afterwards. */
  lastTickMs: number | null;
}

/** An article or post with the body that the store still has. */
export interface StoredItem {
  record: LogRecord;
  body: string | null;
}

export interface LogOptions {
  folder: string;
  logger: Logger;
}

export class IngestLog {
  readonly #database: Database;
  readonly #anchor: Anchor;
  readonly #rejects: Rejects;
  readonly #logger: Logger;
  readonly #secret: Buffer;
  #head: Head;
  #turn: Promise<unknown> = Promise.resolve();
  #recovering = false;
  #closed = false;

  private constructor(
    database: Database,
    anchor: Anchor,
    options: LogOptions,
    head: Head,
    secret: Buffer,
  ) {
    this.#database = database;
    this.#anchor = anchor;
    this.#rejects = new Rejects(options.folder);
    this.#logger = options.logger;
    this.#head = head;
    this.#secret = secret;
  }

  /**
   * Opens the log of a data folder, making it when the folder has none.
   * @throws TagwireError STORE_DAMAGED when it holds less than it acknowledged.
   */
  static async open(options: LogOptions): Promise<IngestLog> {
    mkdirSync(options.folder, { recursive: true });
    const anchorPath = join(options.folder, 'anchor');
    const isNew = !existsSync(anchorPath);
    const database = await Database.open(join(options.folder, 'log'), isNew);
    const secret = (await database.get(SECRET_KEY)) ?? randomBytes(SECRET_BYTES);
    const head = await readHead(database);
    const anchor = new Anchor(anchorPath);
    await checkAnchor(database, anchor, head, options.folder);
    if (head.sequence === 0) {
      await database.write([{ type: 'put', key: SECRET_KEY, value: secret }]);
      anchor.write(head);
    }
    return new IngestLog(database, anchor, options, head, secret);
  }

  get head(): Head {
    return this.#head;
  }

  /** Random bytes that belong to this store alone; cursors are authenticated with them. */
  get secret(): Buffer {
    return this.#secret;
  }

  /** True while writes fail and the store waits to be reopened. */
  get degraded(): boolean {
    return this.#recovering;
  }

  /**
   * Makes the valid lines of a request durable.
   * @throws TagwireError STORE_WRITE_FAILED; the lines may be sent again.
   */
  async ingest(request: IngestRequest): Promise<IngestResult> {
    const parsed = parseLines(request.bytes, request);
    const result: IngestResult = {
      accepted: 0,
      updated: 0,
      unchanged: 0,
      rejects: [...parsed.rejects],
      blocks: [],
      lastTickMs: null,
    };
    await this.#exclusive(async () => {
      for (const group of splitAtErasures(parsed.candidates)) {
        await this.#commitGroup(group, request.replay, result);
      }
    });
    result.lastTickMs = this.#head.lastTickMs;
    result.rejects.sort((a, b) => a.index - b.index);
    this.#rejects.append(result.rejects.map(({ index }) => parsed.lineAt(index)));
    return result;
  }

  /** Appends the ticks that are due by `nowMs`; null when none is. */
  async tick(nowMs: number): Promise<Block | null> {
    return this.#exclusive(async () => {
      // A new store begins now; the next batch makes that durable.
      if (this.#head.lastTickMs === null) this.#head = { ...this.#head, lastTickMs: nowMs };
      const batch = new Batch(this.#head);
      addTicks(batch, ticksOwed(batch.head.lastTickMs ?? nowMs, nowMs));
      return batch.isEmpty ? null : this.#commit(batch);
    });
  }

  /** Appends every tick up to `untilMs`, as a replay does. */
  async advance(untilMs: number): Promise<Block | null> {
    return this.#exclusive(async () => {
      const batch = new Batch(this.#head);
      if (this.#head.lastTickMs !== null) {
        addTicks(batch, ticksBetween(this.#head.lastTickMs, untilMs));
      }
      return batch.isEmpty ? null : this.#commit(batch);
    });
  }

  /** Sets an entry aside for one actor. */
  async skip(actor: string, sequence: number): Promise<Block> {
    return this.#exclusive(async () => {
      const batch = new Batch(this.#head);
      addPlain(batch, { kind: 'skip', actor, sequence });
      batch.put(skipKey(actor, sequence), Buffer.alloc(0));
      return this.#commit(batch);
    });
  }

  /** Entries that are set aside for an actor. */
  async skipped(actor: string): Promise<number[]> {
    const found: number[] = [];
    const range = { gte: skipKey(actor, 0), lt: skipKey(actor, 2 ** 48 - 1) };
    for await (const key of this.#database.keys(range)) {
      found.push(key.readUIntBE(key.length - 6, 6));
    }
    return found;
  }

  /**
   * The entries from `fromSequence` on, verified; null at the head.
   * @throws TagwireError STORE_DAMAGED at the first gap, wrong checksum or broken link.
   */
  async read(fromSequence: number, withBodies: boolean): Promise<Block | null> {
    const untilSequence = Math.min(this.#head.sequence, fromSequence + REPLAY_ENTRIES_MAX - 1);
    if (untilSequence < fromSequence) return null;
    let chain = await this.#chainAt(fromSequence - 1);
    let sequence = fromSequence;
    const frames: Frame[] = [];
    const range = { gte: entryKey(fromSequence), lt: entryKey(untilSequence + 1) };
    for await (const [key, value] of this.#database.entries(range)) {
      const frame = decodeFrame(value);
      if (frame === null || key.readUIntBE(1, 6) !== sequence) throw missing(sequence);
      const damage = damageOf(frame, sequence, chain);
      if (damage !== null) throw new TagwireError('STORE_DAMAGED', damage);
      chain = frame.chain;
      sequence += 1;
      frames.push(frame);
    }
    if (sequence !== untilSequence + 1) throw missing(sequence);
    const bodies = withBodies ? await this.#bodiesOf(frames) : null;
    return packBlock(
      fromSequence,
      frames.map((frame, at) => packFrame(frame, bodies?.[at])),
    );
  }

  /** The newest record of an article or post, with its body; null when there is none. */
  async item(kind: 'news' | 'post', id: number): Promise<StoredItem | null> {
    const pointer = await this.#database.get(itemKey(kind, id));
    if (pointer === undefined) return null;
    const value = await this.#database.get(entryKey(pointer.readUIntBE(0, 6)));
    const frame = value === undefined ? null : decodeFrame(value);
    if (frame === null || frame.purged) return null;
    const record = decodeRecord(frame.payload);
    const at = bodyKeyOf(record);
    const body = at === null ? undefined : await this.#database.get(at);
    return { record, body: body?.toString() ?? null };
  }

  /** Deletes the bodies that expired by `atMs`. */
  async expireBodies(atMs: number): Promise<void> {
    const range = { gte: bodyKey(0, 'category', 0), lt: bodyKey(atMs + 1, 'category', 0) };
    await this.#exclusive(async () => {
      await this.#database.clear(range);
      await this.#database.compact(range);
    });
  }

  /** Waits for what is under way and closes the files. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#turn.catch(() => undefined);
    await this.#database.close();
    this.#anchor.close();
  }

  async #commitGroup(
    candidates: Candidate[],
    replay: boolean,
    result: IngestResult,
  ): Promise<void> {
    const batch = new Batch(this.#head);
    const admission: Admission = {
      batch,
      database: this.#database,
      known: await lookUp(this.#database, candidates),
    };
    for (const candidate of candidates) {
      if (replay && candidate.movesTimeToMs !== null) moveTime(batch, candidate.movesTimeToMs);
      const verdict = await admit(admission, candidate);
      if (typeof verdict === 'string') result[verdict] += 1;
      else result.rejects.push({ index: candidate.index, reason: verdict.reason });
    }
    if (!batch.isEmpty) result.blocks.push(await this.#commit(batch));
  }

  async #commit(batch: Batch): Promise<Block> {
    const { head } = batch;
    batch.put(HEAD_KEY, encode({ ...head, chain: head.chain.toString() }));
    try {
      await this.#database.write(batch.operations);
      this.#anchor.write(head);
    } catch (error) {
      void this.#recover();
      throw error instanceof TagwireError
        ? error
        : new TagwireError('STORE_WRITE_FAILED', messageOf(error), { cause: error });
    }
    this.#head = head;
    return batch.block();
  }

  /** Runs one writer at a time, in the order of the calls. */
  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => {
      if (this.#closed) throw new TagwireError('STORE_CLOSED', 'the store is closing');
      if (this.#recovering) throw new TagwireError('STORE_WRITE_FAILED', 'the store is recovering');
      return work();
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #recover(): Promise<void> {
    if (this.#recovering) return;
    this.#recovering = true;
    while (!this.#closed) {
      await new Promise((resolve) => setTimeout(resolve, RECOVER_PAUSE_MS));
      try {
        await this.#database.recover();
        const head = await readHead(this.#database);
        if (head.sequence < this.#head.sequence) throw missing(head.sequence + 1);
        this.#head = head;
        this.#anchor.write(head);
        break;
      } catch (error) {
        this.#logger.error({ reason: messageOf(error) }, 'the store cannot be reopened yet');
      }
    }
    this.#recovering = false;
  }

  async #chainAt(sequence: number): Promise<bigint> {
    if (sequence === 0) return CHAIN_START;
    const value = await this.#database.get(entryKey(sequence));
    const frame = value === undefined ? null : decodeFrame(value);
    if (frame === null) throw missing(sequence);
    return frame.chain;
  }

  /** Chain hash at an entry in hex: snapshots carry it as proof of where they belong. */
  async chainHexAt(sequence: number): Promise<string> {
    return (await this.#chainAt(sequence)).toString(16);
  }

  async #bodiesOf(frames: Frame[]): Promise<(Buffer | undefined)[]> {
    const keys = frames.map((frame) =>
      frame.purged || frame.bodyHash === 0n ? null : bodyKeyOf(decodeRecord(frame.payload)),
    );
    const found = await this.#database.getMany(keys.filter((key) => key !== null));
    let at = 0;
    return keys.map((key) => (key === null ? undefined : found[at++]));
  }
}

function packFrame(frame: Frame, body: Buffer | undefined): PackedEntry {
  if (!frame.purged) return { payload: frame.payload, body: body ?? null };
  // What was erased folds to nothing, but keeps its place.
  return { payload: encodeRecord({ kind: 'skip', actor: '*', sequence: 0 }), body: null };
}

function missing(sequence: number): TagwireError {
  return new TagwireError('STORE_DAMAGED', `entry ${sequence} of the log is missing or unreadable`);
}

/** An erasure rewrites what is on disk, so what came before it must be there. */
function* splitAtErasures(candidates: Candidate[]): Generator<Candidate[]> {
  let from = 0;
  for (let at = 0; at < candidates.length; at++) {
    if (candidates[at]!.draft.kind !== 'erase') continue;
    if (at > from) yield candidates.slice(from, at);
    yield candidates.slice(at, at + 1);
    from = at + 1;
  }
  if (from < candidates.length) yield candidates.slice(from);
}

function moveTime(batch: Batch, toMs: number): void {
  const { lastTickMs } = batch.head;
  if (lastTickMs === null) batch.head.lastTickMs = toMs;
  else if (toMs > lastTickMs) addTicks(batch, ticksBetween(lastTickMs, toMs));
}

function addTicks(batch: Batch, ticks: Iterable<LogRecord & { kind: 'tick' }>): void {
  for (const tick of ticks) {
    addPlain(batch, tick);
    batch.head.lastTickMs = tick.atMs;
  }
}

function addPlain(batch: Batch, record: LogRecord): void {
  batch.add({ record, ...payloadOf(record), body: null, identity: null, previous: 0 });
}

async function readHead(database: Database): Promise<Head> {
  const bytes = await database.get(HEAD_KEY);
  if (bytes === undefined) {
    return {
      sequence: 0,
      chain: CHAIN_START,
      nextIds: { news: 1, post: 1, blog: 1, 'portal-item': 1 },
      lastTickMs: null,
    };
  }
  const stored = decode(bytes) as Omit<Head, 'chain'> & { chain: string };
  return { ...stored, chain: BigInt(stored.chain) };
}

/** Refuses a store whose log ends before, or differs from, what the anchor says it reached. */
async function checkAnchor(
  database: Database,
  anchor: Anchor,
  head: Head,
  folder: string,
): Promise<void> {
  const point = anchor.read();
  if (point === null || point.sequence === 0) return;
  const range: KeyRange = { gte: entryKey(point.sequence), lt: entryKey(point.sequence + 1) };
  let chain: bigint | null = null;
  for await (const [, value] of database.entries(range)) chain = decodeFrame(value)?.chain ?? null;
  if (head.sequence >= point.sequence && chain === point.chain) return;
  throw new TagwireError(
    'STORE_DAMAGED',
    `${folder} has lost acknowledged records: entry ${point.sequence} was acknowledged, the log ends at ${head.sequence}. ` +
      'Nothing was changed. Restore the folder from a backup.',
  );
}
