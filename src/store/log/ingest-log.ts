/**
 * The ingest log: takes lines, makes durable entries, and reads acknowledged entries back.
 *
 * Invariant: requests are taken in one after the other, and only acknowledged entries are read
 * back.
 * Not here: opening (opening.ts), lines to entries (intake.ts), batches to disk (committer.ts).
 */
import { messageOf } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import type { Block } from '../../kernel/model/block.js';
import type { BodyUse, TickRecord } from '../../kernel/model/records.js';
import type { Anchor } from '../anchor.js';
import type { Database, View } from '../database.js';
import type { Batch, Head } from './batch.js';
import { Changes, type ChangesPart, type ChangesRequest } from './changes.js';
import { Committer } from './committer.js';
import {
  chainAt,
  type FoundItem,
  findItems,
  readEntries,
  readItem,
  readItems,
  type StoredItem,
} from './entries.js';
import { expiredRange, type SweepOrder, sweepEarlier, sweepTurn, wipe } from './erasure.js';
import { checkPlace, type StoredHead } from './head.js';
import { type IngestRequest, type IngestResult, Intake, setAsideLines } from './intake.js';
import { ERASURE_KEY, SECRET_KEY, sequenceOf, skipKey } from './keys.js';
import type { KnownItems } from './known-items.js';
import { type Opened, type OpeningOptions, openLog } from './opening.js';
import { type Followed, freshOf, LOCAL_ORDER, type SharedBatch } from './order.js';
import { rebuiltBatches } from './rebuild.js';
import { Registered, type RegisteredKind, type RegistryPage, readRegistry } from './registry.js';
import { type Rewinds, rewindNote } from './rewinds.js';
import { type Tagger, TaggingLink, taggerHere } from './tagging-link.js';
import { tickBetween, ticksAfter, ticksAlong, ticksOwed } from './ticks.js';

/** Entries of one block when the log is read back. */
const REPLAY_ENTRIES_MAX = 1024;

export interface LogOptions extends OpeningOptions {
  logger: Logger;
  /** Words that are never derived as tags. */
  noise?: readonly string[];
  /** Derives tags, instead of this thread. */
  tagger?: Tagger;
}

export class IngestLog {
  readonly #database: Database;
  readonly #anchor: Anchor;
  readonly #folder: string;
  readonly #logger: Logger;
  #secret: Buffer;
  readonly #commits: Committer;
  readonly rewinds: Rewinds;
  #sweptSequence: number;
  /** Items known to the last request with a write, until its batch is in the store. */
  #before: KnownItems | null = null;
  readonly #registered = new Registered();
  readonly #tagging: TaggingLink;
  readonly #changes: Changes;
  #closed = false;

  private constructor(opened: Opened, options: LogOptions) {
    const { database, anchor, head, secret, sweptSequence, rewinds } = opened;
    this.rewinds = rewinds;
    this.#database = database;
    this.#changes = new Changes(database);
    this.#anchor = anchor;
    this.#tagging = new TaggingLink(options.tagger ?? taggerHere(options.noise));
    this.#folder = options.folder;
    this.#logger = options.logger;
    const order = options.order ?? LOCAL_ORDER;
    this.#commits = new Committer({ database, anchor, head, ...options, order });
    this.#secret = secret;
    this.#sweptSequence = sweptSequence;
  }

  /**
   * Opens the log of a data folder, or makes it. Where writing is impossible the log is readable,
   * and accepts writes later.
   * @throws TagwireError STORE_DAMAGED for missing entries, STORE_WRITE_FAILED if it cannot be
   * made.
   */
  static async open(options: LogOptions): Promise<IngestLog> {
    return new IngestLog(await openLog(options), options);
  }

  /** The acknowledged head. */
  get head(): Head {
    return this.#commits.head;
  }

  /** Random bytes of this store; they authenticate cursors. */
  get secret(): Buffer {
    return this.#secret;
  }

  /** Takes the secret of the nodes of a shared log. */
  async adoptSecret(secret: Buffer): Promise<void> {
    if (secret.equals(this.#secret)) return;
    await this.#change(() =>
      this.#database.write([{ type: 'put', key: SECRET_KEY, value: secret }]),
    );
    this.#secret = secret;
  }

  /** Why writes fail until the store is reopened; null otherwise. */
  get trouble(): string | null {
    return this.#commits.trouble;
  }

  /** Memory of learned words: bytes, and rows of letters that found no slot. */
  get learned(): { bytes: number; dropped: number } {
    return this.#tagging.learned;
  }

  /**
   * Makes the valid lines of a request durable.
   * @throws TagwireError STORE_WRITE_FAILED; the lines may be sent again.
   */
  async ingest(request: IngestRequest): Promise<IngestResult> {
    const { intake, settled } = await this.#commits.turn(async () => {
      await this.#registered.count(this.#database);
      await this.#tagging.load(this.#database, this.#commits.head.sequence);
      const noted = { registered: this.#registered, tagging: this.#tagging };
      const intake = new Intake(request, this.#commits, this.#database, this.#before, noted);
      await intake.run().catch((error: unknown) => {
        this.#doubt();
        throw error;
      });
      // A request without writes leaves the items of an unstored batch to that batch's request.
      if (intake.hasWritten) this.#before = intake.known;
      return { intake, settled: this.#commits.settled() };
    });
    try {
      // Lines without effect wait, too: the lines that they repeat may still be unstored.
      await settled;
    } catch (error) {
      this.#doubt();
      throw error;
    } finally {
      // The batch is in the store, or has failed.
      if (this.#before === intake.known) this.#before = null;
    }
    this.#setAside(intake.refusedLines);
    return intake.result();
  }

  /**
   * Takes over a batch of the order; entries that the store has already are compared.
   * @throws TagwireError STORE_DAMAGED when it does not continue the store's log.
   */
  async follow(batch: SharedBatch): Promise<Followed> {
    checkPlace(batch.head, 'the shared log');
    return this.#commits.adopt(async () => {
      const fresh = await freshOf(this.#database, this.head.sequence, batch);
      if (fresh === null) return { block: null, hasErased: false };
      await this.#commits.takeOver(batch.head, batch.operations);
      for (const { sequence, record } of fresh.rewinds) this.rewinds.add(sequence, record);
      this.#forgetBegun();
      const hasErased = batch.rewritten.length > 0;
      // As on the node that erased: replaced values are removed from the files as well.
      if (hasErased) {
        await this.#commits.change(() => wipe(this.#database, [...batch.rewritten]));
      }
      return { block: fresh.block, hasErased };
    });
  }

  /** Resets to the store's head, before the first batch that is appended again. */
  async settle(): Promise<void> {
    await this.#commits.adopt(async () => this.#forgetBegun());
  }

  /** Batches of stored entries, made again for an order that has lost them. */
  rebuilt(fromSequence: number): AsyncGenerator<SharedBatch> {
    return rebuiltBatches(this.#database, fromSequence, this.head);
  }

  #forgetBegun(): void {
    this.#before = null;
    this.#doubt();
  }

  #doubt(): void {
    this.#registered.doubt();
    this.#tagging.doubt();
  }

  /** Appends the ticks that are due by `nowMs`; null without any, as in a log without an entry. */
  async tick(nowMs: number): Promise<Block | null> {
    // A new store starts its time now, and one without an entry starts again.
    return this.#ticked((lastTickMs) => ticksOwed(lastTickMs, nowMs), nowMs);
  }

  /** Appends a tick out of schedule; null when the store's time is not before it. */
  async tickEarly(nowMs: number): Promise<Block | null> {
    return this.#ticked((lastTickMs) => tickBetween(lastTickMs, nowMs));
  }

  /** Appends every tick up to `untilMs`, as a replay does. */
  async advance(untilMs: number): Promise<Block | null> {
    return this.#ticked((lastTickMs) => ticksAlong(lastTickMs, untilMs));
  }

  async #ticked(
    ticksSince: (lastTickMs: number) => Iterable<TickRecord>,
    beginMs: number | null = null,
  ): Promise<Block | null> {
    return this.#commits.turn(async () => {
      if (beginMs !== null) this.#commits.beginTime(beginMs);
      const batch = this.#commits.begin();
      const { lastTickMs } = batch.head;
      if (lastTickMs !== null) batch.addTicks(ticksSince(lastTickMs));
      return batch.isEmpty ? null : this.#written(batch);
    });
  }

  /**
   * Sets the store's time back: later ticks are void. For a store whose indices are not open; they
   * then start from a state before these ticks.
   * @returns the first entry that may be void, and the number of void ticks.
   */
  async rewind(atMs: number): Promise<{ fromSequence: number; ticks: number }> {
    return this.#commits.turn(async () => {
      await this.#commits.settled();
      const found = await ticksAfter(this.#database, this.head.sequence, this.rewinds, atMs);
      const batch = this.#commits.begin();
      const record = { kind: 'rewind', atMs, fromSequence: found.fromSequence } as const;
      batch.addPlain(record);
      const { sequence } = batch.head;
      const { key, value } = rewindNote(sequence, record);
      batch.put(key, value);
      batch.head.lastTickMs = atMs;
      await this.#written(batch);
      this.rewinds.add(sequence, record);
      return found;
    });
  }

  /** Sets an entry aside for one actor. */
  async skip(actor: string, sequence: number): Promise<Block> {
    return this.#commits.turn(async () => {
      const batch = this.#commits.begin();
      batch.addPlain({ kind: 'skip', actor, sequence });
      batch.put(skipKey(actor, sequence), Buffer.alloc(0));
      return this.#written(batch);
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
  async read(fromSequence: number, bodies: BodyUse): Promise<Block | null> {
    const untilSequence = Math.min(this.head.sequence, fromSequence + REPLAY_ENTRIES_MAX - 1);
    if (untilSequence < fromSequence) return null;
    return readEntries(this.#database, fromSequence, untilSequence, bodies, this.rewinds);
  }

  item(kind: 'news' | 'post', id: number, withEarlier = false): Promise<StoredItem | null> {
    return readItem(this.#database, kind, id, withEarlier);
  }

  items(kind: 'news' | 'post', ids: readonly number[], tellBodies: boolean): Promise<Block> {
    return readItems(this.#database, kind, ids, tellBodies);
  }

  find(
    kind: 'news' | 'post',
    urls: readonly string[],
    ids: readonly number[],
  ): Promise<(FoundItem | null)[]> {
    return findItems(this.#database, kind, urls, ids);
  }

  changes(request: ChangesRequest): Promise<ChangesPart> {
    return this.#changes.read(request, this.head);
  }

  registry(kind: RegisteredKind, after: string): Promise<RegistryPage> {
    return readRegistry(this.#database, kind, after);
  }

  /** Up to this entry bodies may be deleted: an index that is folded again lacks their content. */
  get sweptSequence(): number {
    return this.#sweptSequence;
  }

  /** Deletes expired bodies; `compact` also frees their disk space. */
  async expireBodies(order: SweepOrder, compact: boolean): Promise<void> {
    let from: Buffer | null = null;
    do {
      from = await this.#change(async () => {
        const turn = await sweepTurn(this.#database, order, from, this.#sweptSequence);
        this.#sweptSequence = turn.sweptSequence;
        return turn.from;
      });
    } while (from !== null);
    await this.#change(() => sweepEarlier(this.#database, order.atMs));
    if (compact) await this.#change(() => this.#database.compact(expiredRange(order.atMs)));
  }

  /** Checks new tables of LevelDB, so that a start after a crash need not. */
  async verifyNew(): Promise<void> {
    for (const reason of await this.#database.verifyNew()) {
      this.#logger.error({ reason }, 'a file of the log is damaged');
    }
  }

  /** The entry of an erasure that snapshots may still lack; null when there is none. */
  async erasureOwed(): Promise<number | null> {
    const value = await this.#database.get(ERASURE_KEY);
    return value === undefined ? null : sequenceOf(value);
  }

  /** Notes that no snapshot and no history has content erased up to an entry. */
  async erasurePaid(sequence: number): Promise<void> {
    await this.#change(async () => {
      const owed = await this.erasureOwed();
      if (owed === null || owed > sequence) return;
      await this.#database.write([{ type: 'del', key: ERASURE_KEY }]);
    });
  }

  /** A view at an acknowledged head, valid as `Database.view` says. */
  async view(): Promise<{ view: View; head: StoredHead }> {
    return this.#commits.look(async () => {
      const { head } = this.#commits;
      return { view: this.#database.view(), head: { ...head, chain: head.chain.toString() } };
    });
  }

  /** Frees the disk space of deleted and replaced values. */
  async compact(): Promise<void> {
    const all = { gte: Buffer.of(0), lt: Buffer.of(0xff) };
    await this.#commits.change(() => this.#database.compact(all));
  }

  /** Waits for current work and closes the files. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#commits.close();
    await this.#tagging.close();
    await this.#database.close();
    this.#anchor.close();
  }

  /** Changes the store without a batch, in a turn of its own. */
  async #change<T>(work: () => Promise<T>): Promise<T> {
    return this.#commits.turn(async () => {
      let result: T | undefined;
      await this.#commits.change(async () => {
        result = await work();
      });
      return result as T;
    });
  }

  /** Commits a batch made by the log itself; returns its block when it is acknowledged. */
  async #written(batch: Batch): Promise<Block> {
    await this.#commits.commit(batch);
    await this.#commits.settled();
    return batch.block();
  }

  /** A failure to store refused lines is logged: it must not fail the accepted ones. */
  #setAside(lines: Uint8Array[]): void {
    try {
      setAsideLines(this.#folder, lines);
    } catch (error) {
      this.#logger.warn({ reason: messageOf(error) }, 'refused lines could not be set aside');
    }
  }

  /** Chain hash at an entry, in hex, for snapshots to prove that they belong to the log. */
  async chainHexAt(sequence: number): Promise<string> {
    return (await chainAt(this.#database, sequence)).toString(16);
  }
}
