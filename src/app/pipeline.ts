/**
 * The direction of flow: lines → log → actors → readers, and snapshots in the other direction.
 *
 * Invariants: blocks reach every actor in log order. An ingest is acknowledged when its entries are
 * durable and searchable. An ingest that may hide something waits for every reader, so that hidden
 * items are in no answer when the caller hears of it; the other indices may follow plain items a
 * little later, by a bounded number of entries.
 */
import type { Actor } from '../engine/actor/actor.js';
import type { LogLevel } from '../kernel/config.js';
import { assert, TagwireError } from '../kernel/errors.js';
import type { Logger, LogSettings } from '../kernel/logger.js';
import { type Block, BlockCursor } from '../kernel/model/block.js';
import type { StoredArticle } from '../serve/api/news/sources.js';
import type { BackupRequest, BackupState } from '../store/log/backup-session.js';
import type { StoredItem } from '../store/log/entries.js';
import type { NodeSettings, NodeState } from '../store/log/node-state.js';
import type { LogCalls, LogState, OpenedLog } from '../store/log/protocol.js';
import type { RegisteredKind, RegistryPage } from '../store/log/registry.js';
import { BlockFeed, FOLLOWS, REPLAYS } from './block-feed.js';
import {
  Asking,
  actorOf,
  createIndices,
  type IndexName,
  RestartWaits,
  SEARCHED,
} from './indices.js';
import { type IngestSummary, IngestTally, type PipelineFigures } from './ingest/ingest-tally.js';
import { ColdChunks, entriesOf, LogClient } from './log-client.js';
import { NodeLink, type NodePart, type TakenIn } from './node-link.js';
import type { ThreadSettings } from './paths.js';
import { SnapshotRounds, snapshotPortOf } from './snapshot-rounds.js';

/** Articles read from the store by one call: more would keep the log's thread busy too long. */
const ITEMS_MAX = 256;

export class Pipeline {
  /** The readers of indices, by the name of the index. */
  readonly indices = createIndices();
  readonly #log: LogClient;
  readonly #logger: Logger;
  readonly #actors: Actor[];
  readonly #cold: ColdChunks;
  readonly secret: Uint8Array;
  readonly #waits = new RestartWaits();
  readonly ask: Asking;
  readonly #threads: ThreadSettings;
  readonly #feed: BlockFeed;
  readonly #rounds: SnapshotRounds;
  readonly #owesErasure: boolean;
  #rebuilt: Promise<void> = Promise.resolve();
  #state: LogState;
  /** Requests under way, and the number of these that replay. */
  #ingests = 0;
  #replays = 0;
  readonly tally: IngestTally;
  /** This node of a shared log; null where the store has its own log. */
  readonly node: NodeLink | null;
  /** Why no records are taken in; null where they are. */
  readOnly: string | null = null;

  private constructor(log: LogClient, opened: OpenedLog, logger: Logger, threads: ThreadSettings) {
    const { secret, owesErasure, node, ...state } = opened;
    this.#log = log;
    this.#state = state;
    this.#logger = logger;
    this.tally = new IngestTally(logger);
    this.#threads = threads;
    this.secret = secret;
    this.#owesErasure = owesErasure;
    this.#cold = new ColdChunks((actor, name) => log.call('readCold', { actor, name }));
    this.node = node === null ? null : new NodeLink(this.#partOf(secret, node));
    const names = Object.keys(this.indices) as IndexName[];
    this.#actors = names.map((name) => this.#actorOf(name));
    this.ask = new Asking(this.#actors, this.#waits);
    this.#feed = new BlockFeed({
      actors: this.#actors,
      logger,
      onHead: (sequence) => this.#rounds.onHead(sequence),
    });
    this.#rounds = new SnapshotRounds({
      log,
      logger,
      actors: this.#actors,
      settle: () => this.settle(),
      onErasure: () => this.#cold.clear(),
    });
  }

  /**
   * Locks and verifies the store of an existing folder; nothing is folded yet.
   * @throws TagwireError STORE_LOCKED, STORE_DAMAGED.
   */
  static async open(
    folder: string,
    settings: LogLevel | LogSettings,
    logger: Logger,
    threads: ThreadSettings = {},
    node: NodeSettings | null = null,
  ): Promise<Pipeline> {
    const log = node ?? 'own';
    const { client, opened } = await LogClient.open(folder, settings, logger, threads, log);
    return new Pipeline(client, opened, logger, threads);
  }

  /**
   * Brings the indices of lists and searches to the head: first the best snapshot, then the log's tail.
   * The other indices follow; `rebuilt` tells when.
   * @throws TagwireError STORE_DAMAGED when one of them has nothing to start from.
   */
  async start(): Promise<void> {
    const { sequence } = this.#state;
    this.#feed.headSequence = sequence;
    await this.#feed.start(true);
    this.#rounds.begin(sequence);
    this.node?.start();
    this.#rebuilt = this.#feed.start(false).then(() => {
      if (this.#owesErasure) this.#rounds.payErasure(this.#feed.headSequence);
    });
    // Callers of `rebuilt` get the failure; the log and `/readyz` report it too.
    this.#rebuilt.catch(() => undefined);
  }

  /** Sets the check before deletions: nothing is deleted for its age while `mayExpire` returns false. */
  expireWhen(mayExpire: () => boolean): void {
    this.#rounds.mayExpire = mayExpire;
  }

  /** Resolves when every index is rebuilt. @throws TagwireError as `start` does. */
  rebuilt(): Promise<void> {
    return this.#rebuilt;
  }

  /** Whether an index has been rebuilt: it held every acknowledged entry once, and follows since. */
  isThere(index: string): boolean {
    return this.#feed.isThere(index);
  }

  /** Indices that are still being rebuilt, with the entries that they hold. */
  get rebuilding(): { index: string; entries: number }[] {
    return this.#feed.rebuilding;
  }

  /** The last tick of the store's time; null in a new store. */
  get lastTickMs(): number | null {
    return this.#state.lastTickMs;
  }

  /**
   * Makes lines durable and searchable. Each part of the lines needs a buffer of its own, which is
   * transferred to the log's thread. The lines of a copy (`isCopy`) hold their ids.
   * @throws TagwireError STORE_READ_ONLY
   */
  async ingest(
    parts: readonly Uint8Array[],
    replay: boolean,
    nowMs: number,
    isCopy = false,
  ): Promise<IngestSummary> {
    if (!isCopy) this.#demandWritable();
    if (this.node !== null) return this.node.ingest(parts, replay, nowMs);
    return (await this.#ingestHere(parts, replay, nowMs, { isCopy })).summary;
  }

  async #ingestHere(
    parts: readonly Uint8Array[],
    replay: boolean,
    nowMs: number,
    as: { isCopy?: boolean; sentBehind?: number | undefined },
  ): Promise<TakenIn> {
    this.#ingests += 1;
    if (replay) this.#replays += 1;
    try {
      const { blocks, lastTickMs, hasErased, isPlain, ...summary } = await this.#log.call(
        'ingest',
        { parts, replay, nowMs, ...as },
        parts.map(({ buffer }) => buffer as ArrayBuffer),
      );
      await this.#feed.spread(blocks, isPlain ? SEARCHED : null, replay ? REPLAYS : FOLLOWS);
      if (hasErased) await this.#rounds.forget(this.#feed.headSequence);
      this.#moveTime(lastTickMs);
      this.tally.count(summary);
      const last = blocks.at(-1)!;
      return { summary, isPlain, sequence: last.firstSequence + last.count - 1 };
    } finally {
      this.#ingests -= 1;
      if (replay) this.#replays -= 1;
    }
  }

  /** Appends the ticks that are due. */
  async tick(nowMs: number): Promise<void> {
    await this.#onTicks(await this.#log.call('tick', { nowMs }));
  }

  /** Appends a tick before the first regular one, in a new store. */
  async tickEarly(nowMs: number): Promise<void> {
    await this.#onTicks(await this.#log.call('tickEarly', { nowMs }));
  }

  /** Whether this process appends ticks. */
  get mayTick(): boolean {
    return this.node === null || this.node.isWriter;
  }

  /** Whether an ingest is under way. */
  get isTakingIn(): boolean {
    return this.#ingests > 0;
  }

  /** Appends every tick up to an instant, as a replay does. */
  async advance(untilMs: number): Promise<void> {
    this.#demandWritable();
    if (this.node !== null) await this.node.advance(untilMs);
    else await this.#advanceHere(untilMs);
  }

  async #advanceHere(untilMs: number): Promise<number> {
    await this.#onTicks(await this.#log.call('advance', { untilMs }));
    return this.#feed.headSequence;
  }

  #demandWritable(): void {
    if (this.readOnly !== null) throw new TagwireError('STORE_READ_ONLY', this.readOnly);
  }

  /** Waits until every index holds the entries acknowledged so far. */
  settle(): Promise<void> {
    return this.#feed.settle();
  }

  /** The newest record of an article with its body; null when there is none. */
  item(kind: 'news' | 'post', id: number, withEarlier = false): Promise<StoredItem | null> {
    return this.#log.call('item', { kind, id, withEarlier });
  }

  /**
   * The newest records of several articles, at most `ITEMS_MAX`; null for articles that do not exist.
   * Without `tellBodies` every text counts as missing.
   */
  async newsItems(ids: readonly number[], tellBodies: boolean): Promise<(StoredArticle | null)[]> {
    assert(ids.length <= ITEMS_MAX, `at most ${ITEMS_MAX} articles are read at once`);
    const cursor = new BlockCursor(
      await this.#log.call('items', { kind: 'news', ids, tellBodies }),
    );
    return ids.map(() => {
      const { record, body } = cursor.next(true);
      return record.kind === 'news' ? { record, hasBody: body !== null } : null;
    });
  }

  /** Reads of programs from the log: changed items, and items by address. */
  read<N extends 'changes' | 'find'>(call: N, request: LogCalls[N]['request']) {
    return this.#log.call(call, request);
  }

  /** Registered media or blogs, also unverified and masked ones; for administration. */
  registry(kind: RegisteredKind, after: string): Promise<RegistryPage> {
    return this.#log.call('registry', { kind, after });
  }

  /** A cold chunk of an index, not to be changed; null when it is missing or damaged. */
  cold(index: string, name: string): Promise<Uint8Array | null> {
    return this.#cold.get(index, name);
  }

  /** Slices of a consistent copy of the store, for a backup or an export; compaction. */
  backup(request: BackupRequest): Promise<BackupState | Uint8Array | null> {
    return this.#log.call('backup', request);
  }

  async state(): Promise<LogState> {
    this.#state = await this.#log.state(this.#state);
    return this.#state;
  }

  /** Writes a snapshot of every actor, with all entries up to now. */
  async snapshot(): Promise<void> {
    return this.#rounds.snapshot();
  }

  /** The newest entry that was acknowledged, or is about to be. */
  get headSequence(): number {
    return this.#feed.headSequence;
  }

  /** The deaths of each actor's thread, and whether the actor follows now. */
  get actorFigures(): { [name: string]: { crashes: number; isThere: boolean } } {
    return Object.fromEntries(
      this.#actors.map(({ name, figures: { crashes, isFollowing } }) => [
        name,
        { crashes, isThere: isFollowing },
      ]),
    );
  }

  async figures(): Promise<PipelineFigures> {
    const state = await this.state();
    return {
      ingested: this.tally.sums,
      snapshotMs: this.#rounds.lastMs,
      log: { ...state, waiting: this.#log.waiting },
      node: this.node?.state ?? null,
      actors: Object.fromEntries(this.#actors.map((actor) => [actor.name, actor.figures])),
      indices: Object.fromEntries(
        Object.entries(this.indices).map(([name, { figures }]) => [name, figures]),
      ),
      coldBytes: this.#cold.cachedBytes,
      questionsWaiting: this.#waits.waiting,
    };
  }

  /** Takes a last snapshot and closes everything. */
  async close(): Promise<void> {
    this.#feed.isClosing = true;
    this.#waits.end();
    await this.node?.close();
    await this.#rounds.close();
    await Promise.all(this.#actors.map((actor) => actor.stop()));
    await this.#log.close();
  }

  /** The functions of this process that its node uses, for itself and for other nodes. */
  #partOf(secret: Uint8Array, state: NodeState): NodePart {
    return {
      log: this.#log,
      logger: this.#logger,
      secret,
      state,
      head: () => this.#feed.headSequence,
      ingest: (parts, replay, nowMs, sentBehind) =>
        this.#ingestHere(parts, replay, nowMs, { sentBehind }),
      advance: (untilMs) => this.#advanceHere(untilMs),
      skip: (actor, sequence) => this.#skipHere(actor, sequence),
      backup: async (request) => {
        if (request.op === 'begin') await this.#rounds.freshen(this.#feed.headSequence);
        return this.backup(request);
      },
      spread: (blocks) => this.#feed.spread(blocks, SEARCHED),
      forget: () => this.#rounds.forget(this.#feed.headSequence),
      moveTime: (atMs) => this.#moveTime(atMs),
      shown: (sequence, isPlain) =>
        this.#feed.reached(sequence, isPlain ? SEARCHED : null, FOLLOWS),
    };
  }

  async #onTicks(block: Block | null): Promise<void> {
    if (block === null) return;
    await this.#feed.spread([block], null);
    this.#moveTime((await this.state()).lastTickMs);
  }

  #moveTime(atMs: number | null): void {
    if (atMs === null) return;
    this.#state = { ...this.#state, lastTickMs: atMs };
    this.#rounds.onTime(atMs);
  }

  /**
   * Derived indices yield while more than one request is under way, which only a flood causes: records
   * become searchable first, then the processors are free for the derived indices. In a replay they do
   * not yield: no caller waits for its lines, and the next start must not inherit all of the work.
   */
  #mustYield(name: string, lagEntries: number): boolean {
    if (SEARCHED.has(name) || this.#ingests < 2) return false;
    return this.#replays === 0 && this.#feed.mayWait(lagEntries);
  }

  #actorOf(name: IndexName): Actor {
    return actorOf(name, this.indices[name], {
      threads: this.#threads,
      mustYield: (lagEntries) => this.#mustYield(name, lagEntries),
      log: entriesOf(this.#log, async (actor, sequence) => {
        await (this.node?.skip(actor, sequence) ?? this.#skipHere(actor, sequence));
      }),
      snapshots: snapshotPortOf(this.#log, () => this.#rounds.keepsPrevious),
      logger: this.#logger,
    });
  }

  async #skipHere(actor: string, sequence: number): Promise<number> {
    const block = await this.#log.call('skip', { actor, sequence });
    this.#feed.offer(block);
    return block.firstSequence;
  }
}
