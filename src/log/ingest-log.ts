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
import { breathe } from '../kernel/breath.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import { type Block, packBlock } from '../model/block.js';
import type { LogRecord, RecordKind } from '../model/records.js';
import { Anchor } from '../store/anchor.js';
import { Database } from '../store/database.js';
import { admit, refusalOf } from './admission.js';
import { Batch, type Head, payloadOf } from './batch.js';
import { chainAt, missing, readEntries, readItem, readItems, type StoredItem } from './entries.js';
import { wipe } from './erasure.js';
import { Foresight, type Glimpse } from './foresight.js';
import { checkAnchor, headOperation, readHead } from './head.js';
import { bodyKey, SECRET_KEY, skipKey } from './keys.js';
import type { Admission } from './known-items.js';
import { type Candidate, parseLines } from './lines.js';
import { type RegisteredKind, type RegistryPage, readRegistry } from './registry.js';
import { Rejects } from './rejects.js';
import { ticksAlong, ticksOwed } from './ticks.js';

/** Entries of one block when the log is read back. */
const REPLAY_ENTRIES_MAX = 1024;
/** Pauses between attempts to reopen a store whose disk failed. */
const RECOVER_PAUSE_MS = 1000;
const SECRET_BYTES = 32;
/** A request whose ticks make more writes than this is committed in parts: memory is bounded. */
const OPERATIONS_MAX = 50_000;

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
  /**
   * What became durable, in order. The last one ends at the head, and is empty when nothing did:
   * whoever has folded up to there has also what a failed request left behind.
   */
  blocks: Block[];
  /** The store's time afterwards. */
  lastTickMs: number | null;
  /** Something was erased: snapshots that were taken before still hold it. */
  hasErased: boolean;
  /** It brings nothing but items, so that no index must show it before it is acknowledged. */
  isPlain: boolean;
}

/** Kinds that add to what there is, or bring it up to date. All others change what may be shown. */
const PLAIN_KINDS: ReadonlySet<RecordKind> = new Set([
  'news',
  'post',
  'portal-item',
  'portal-check',
  'crawl',
]);

export type { StoredItem } from './entries.js';

export interface LogOptions {
  folder: string;
  logger: Logger;
}

export class IngestLog {
  readonly #database: Database;
  readonly #anchor: Anchor;
  readonly #folder: string;
  readonly #rejects: Rejects;
  readonly #logger: Logger;
  readonly #secret: Buffer;
  readonly #foresight: Foresight;
  #head: Head;
  #turn: Promise<unknown> = Promise.resolve();
  #recovery: Promise<void> | null = null;
  #closed = false;

  private constructor(
    database: Database,
    anchor: Anchor,
    options: LogOptions,
    head: Head,
    secret: Buffer,
  ) {
    this.#database = database;
    this.#foresight = new Foresight(database);
    this.#anchor = anchor;
    this.#folder = options.folder;
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
    let anchor: Anchor | null = null;
    try {
      const secret = (await database.get(SECRET_KEY)) ?? randomBytes(SECRET_BYTES);
      const head = await readHead(database);
      anchor = new Anchor(anchorPath);
      const point = anchor.read();
      await checkAnchor(database, point, head, options.folder);
      if (head.sequence === 0) {
        await database.write([{ type: 'put', key: SECRET_KEY, value: secret }]);
      }
      if (point === null) anchor.write(head);
      return new IngestLog(database, anchor, options, head, secret);
    } catch (error) {
      await database.close();
      anchor?.close();
      throw error;
    }
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
    return this.#recovery !== null;
  }

  /**
   * Makes the valid lines of a request durable.
   * @throws TagwireError STORE_WRITE_FAILED; the lines may be sent again.
   */
  async ingest(request: IngestRequest): Promise<IngestResult> {
    const parsed = parseLines(request.bytes, request);
    const groups = [...splitAtErasures(parsed.candidates)];
    const glimpses = groups.map((group) => this.#foresight.look(group));
    const result: IngestResult = {
      accepted: 0,
      updated: 0,
      unchanged: 0,
      rejects: [...parsed.rejects],
      blocks: [],
      lastTickMs: null,
      hasErased: false,
      isPlain: parsed.candidates.every(({ draft }) => PLAIN_KINDS.has(draft.kind)),
    };
    await this.#exclusive(async () => {
      for (const glimpse of glimpses) {
        await this.#commitGroup(glimpse, request.replay, result);
      }
      const { sequence, lastTickMs } = this.#head;
      if (result.blocks.length === 0) result.blocks.push(packBlock(sequence + 1, []));
      result.lastTickMs = lastTickMs;
    });
    result.rejects.sort((a, b) => a.index - b.index);
    this.#setAside(result.rejects.map(({ index }) => parsed.lineAt(index)));
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
        addTicks(batch, ticksAlong(this.#head.lastTickMs, untilMs));
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
    return readEntries(this.#database, fromSequence, untilSequence, withBodies);
  }

  /** The newest record of an article or post, with its body; null when there is none. */
  async item(kind: 'news' | 'post', id: number): Promise<StoredItem | null> {
    return readItem(this.#database, kind, id);
  }

  /** The newest records of several articles or posts, packed as `readItems` says. */
  async items(kind: 'news' | 'post', ids: readonly number[], tellBodies: boolean): Promise<Block> {
    return readItems(this.#database, kind, ids, tellBodies);
  }

  /** What is registered, after an identity, as `readRegistry` says. */
  registry(kind: RegisteredKind, after: string): Promise<RegistryPage> {
    return readRegistry(this.#database, kind, after);
  }

  /** Deletes the bodies that expired by `atMs`; `compact` also gives their disk space back. */
  async expireBodies(atMs: number, compact: boolean): Promise<void> {
    const range = { gte: bodyKey(0, 'category', 0), lt: bodyKey(atMs + 1, 'category', 0) };
    await this.#exclusive(() =>
      this.#changing(async () => {
        await this.#database.clear(range);
        if (compact) await this.#database.compact(range);
      }),
    );
  }

  /** Waits for what is under way and closes the files. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#turn.catch(() => undefined);
    await this.#recovery;
    await this.#database.close();
    this.#anchor.close();
  }

  async #commitGroup(glimpse: Glimpse, replay: boolean, result: IngestResult): Promise<void> {
    const { candidates } = glimpse;
    const admission: Admission = {
      batch: new Batch(this.#head),
      database: this.#database,
      known: await this.#foresight.resolve(glimpse),
      changed: new Map(),
    };
    for (const candidate of candidates) {
      breathe();
      const refusal = refusalOf(admission, candidate);
      if (refusal !== null) {
        result.rejects.push({ index: candidate.index, reason: refusal });
        continue;
      }
      if (replay && candidate.movesTimeToMs !== null) {
        moveTime(admission.batch, candidate.movesTimeToMs);
      }
      const verdict = await admit(admission, candidate);
      result[verdict] += 1;
      if (candidate.draft.kind === 'erase' && verdict !== 'unchanged') result.hasErased = true;
      if (admission.batch.operations.length < OPERATIONS_MAX) continue;
      result.blocks.push(await this.#commit(admission.batch));
      admission.batch = new Batch(this.#head);
    }
    const { batch } = admission;
    // Where time begins is known by now, even if nothing else is new.
    if (batch.isEmpty) this.#head = batch.head;
    else result.blocks.push(await this.#commit(batch));
    this.#foresight.committed(admission.changed);
    if (candidates[0]?.draft.kind === 'erase') {
      this.#foresight.forget();
      await this.#changing(() => wipe(this.#database, batch.rewritten));
    }
  }

  async #commit(batch: Batch): Promise<Block> {
    const { head } = batch;
    await this.#changing(async () => {
      await this.#database.write([...batch.operations, headOperation(head)]);
      this.#anchor.write(head);
    });
    this.#head = head;
    return batch.block();
  }

  /** After a failed change the store is reopened before the next one. */
  async #changing(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#foresight.forget();
      this.#recovery ??= this.#recover().finally(() => {
        this.#recovery = null;
      });
      throw error instanceof TagwireError
        ? error
        : new TagwireError('STORE_WRITE_FAILED', messageOf(error), { cause: error });
    }
  }

  /** Lines that cannot be set aside are still reported: they must not cost what was accepted. */
  #setAside(lines: Uint8Array[]): void {
    try {
      this.#rejects.append(lines);
    } catch (error) {
      this.#logger.warn({ reason: messageOf(error) }, 'refused lines could not be set aside');
    }
  }

  /** Runs one writer at a time, in the order of the calls. */
  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => {
      if (this.#closed) throw new TagwireError('STORE_CLOSED', 'the store is closing');
      if (this.#recovery !== null)
        throw new TagwireError('STORE_WRITE_FAILED', 'the store is recovering');
      return work();
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #recover(): Promise<void> {
    while (!this.#closed) {
      await new Promise((resolve) => setTimeout(resolve, RECOVER_PAUSE_MS));
      if (this.#closed) return;
      try {
        await this.#database.recover();
        const head = await readHead(this.#database);
        await checkAnchor(this.#database, this.#anchor.read(), head, this.#folder);
        if (head.sequence < this.#head.sequence) throw missing(head.sequence + 1);
        this.#anchor.write(head);
        // Where time began may not be durable yet.
        this.#head = { ...head, lastTickMs: head.lastTickMs ?? this.#head.lastTickMs };
        return;
      } catch (error) {
        this.#logger.error({ reason: messageOf(error) }, 'the store cannot be reopened yet');
      }
    }
  }

  /** Chain hash at an entry in hex: snapshots carry it as proof of where they belong. */
  async chainHexAt(sequence: number): Promise<string> {
    return (await chainAt(this.#database, sequence)).toString(16);
  }
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
  else if (toMs > lastTickMs) addTicks(batch, ticksAlong(lastTickMs, toMs));
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
