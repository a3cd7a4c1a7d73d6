/**
 * The direction of flow: lines → log → actors → readers, and snapshots the other way.
 *
 * Invariants: blocks reach every actor in log order. An ingest is acknowledged when its entries
 * are durable and searchable. What may take something out of sight waits for every reader, so that
 * what is hidden is hidden before the caller hears of it; the other indices may follow plain items
 * a little later, by a bounded number of entries.
 */
import { availableParallelism } from 'node:os';
import { Actor } from '../actor/actor.js';
import type { ActorFigures, EntrySource, SnapshotShelf } from '../actor/ports.js';
import type { Reader } from '../actor/reader.js';
import type { StoredArticle } from '../api/news/sources.js';
import { assert } from '../kernel/assert.js';
import { DAY_MS, HOUR_MS, MINUTE_MS, systemMonotonic } from '../kernel/clock.js';
import { messageOf } from '../kernel/errors.js';
import { ACTORS } from '../kernel/limits.js';
import type { Logger, LogLevel } from '../kernel/logger.js';
import type { BackupRequest, BackupState } from '../log/backup-session.js';
import type { StoredItem } from '../log/ingest-log.js';
import type { LogState } from '../log/protocol.js';
import type { RegisteredKind, RegistryPage } from '../log/registry.js';
import { type Block, BlockCursor } from '../model/block.js';
import { ColdChunks } from './cold-chunks.js';
import { inTurns } from './in-turns.js';
import { createIndices, type IndexName, SEARCHED } from './indices.js';
import { LogClient } from './log-client.js';
import { workerPath } from './paths.js';

/** Entries after which a snapshot is worth its writing: half a minute of replay. */
const SNAPSHOT_ENTRIES = 250_000;
/** Expired bodies are swept out of the store this often, in the store's time. */
const EXPIRY_MS = HOUR_MS;
/** Snapshots in a row until nothing is wanted back: decades of days. */
const FORGET_ROUNDS_MAX = 1000;
/** Snapshots are as much work as there is in the house: a processor stays free for the front. */
const SNAPSHOTS_AT_ONCE = Math.max(1, availableParallelism() - 1);
/** Whoever has to wait for a processor holds chunks that nobody works on. */
const STARTS_AT_ONCE = availableParallelism();
/** A replay's hours pass in seconds: it is not to write snapshots all the time. */
const SNAPSHOT_PAUSE_MS = 10 * MINUTE_MS;

/** Articles read from the store by one call: more would hold the log's thread too long. */
const ITEMS_MAX = 256;

/** What became of the lines of a request. */
export interface IngestSummary {
  accepted: number;
  updated: number;
  unchanged: number;
  rejects: { index: number; reason: string }[];
}

export interface PipelineFigures {
  log: LogState & { waiting: number };
  actors: { [name: string]: ActorFigures };
  indices: { [name: string]: { readonly [figure: string]: number } };
  coldBytes: number;
}

export class Pipeline {
  /** What answers queries, by the name of the index. */
  readonly indices = createIndices();
  readonly #log: LogClient;
  readonly #logger: Logger;
  readonly #actors: Actor[];
  readonly #cold: ColdChunks;
  readonly secret: Uint8Array;
  #state: LogState;
  #snapshotUnderWay: Promise<void> | null = null;
  /** The one after it, when somebody waits for that. */
  #snapshotAsked: Promise<void> | null = null;
  #snapshotAt = 0;
  /** Requests under way, and those who wait for every index. */
  #ingests = 0;
  #waitsForAll = 0;
  /** What was acknowledged last, or is about to be. */
  #headSequence = 0;
  #keepsPrevious = true;
  /** Sweeps under way; closing waits for them. */
  #sweeps: Promise<unknown> = Promise.resolve();
  #expiredAtMs = Number.NEGATIVE_INFINITY;
  /** The store's time as of the two newest snapshots of every actor, older one first. */
  #coveredMs: [number, number] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  #coveredAt = Number.NEGATIVE_INFINITY;
  #compactedAtMs = Number.NEGATIVE_INFINITY;

  private constructor(log: LogClient, state: LogState, secret: Uint8Array, logger: Logger) {
    this.#log = log;
    this.#state = state;
    this.#logger = logger;
    this.secret = secret;
    this.#cold = new ColdChunks((actor, name) => log.call('readCold', { actor, name }));
    const names = Object.keys(this.indices) as IndexName[];
    this.#actors = names.map((name) => this.#actorOf(name));
  }

  /**
   * Locks and verifies the store of an existing folder; nothing is folded yet.
   * @throws TagwireError STORE_LOCKED, STORE_DAMAGED.
   */
  static async open(folder: string, level: LogLevel, logger: Logger): Promise<Pipeline> {
    const { client, opened } = await LogClient.open(folder, level, logger);
    const { secret, ...state } = opened;
    return new Pipeline(client, state, secret, logger);
  }

  /** Brings every actor to the head: newest sound snapshot first, then the log's tail. */
  async start(): Promise<void> {
    const { sequence } = this.#state;
    await inTurns(this.#actors, STARTS_AT_ONCE, (actor) => actor.start(sequence));
    this.#headSequence = sequence;
    this.#snapshotAt = sequence;
  }

  /** The last tick of the store's time; null in a new store. */
  get lastTickMs(): number | null {
    return this.#state.lastTickMs;
  }

  /**
   * Makes lines durable and searchable. They may come in parts, each of which has its memory to
   * itself: that moves to the log's thread.
   */
  async ingest(
    parts: readonly Uint8Array[],
    replay: boolean,
    nowMs: number,
  ): Promise<IngestSummary> {
    this.#ingests += 1;
    try {
      const { blocks, lastTickMs, hasErased, isPlain, ...summary } = await this.#log.call(
        'ingest',
        { parts, replay, nowMs },
        parts.map(({ buffer }) => buffer as ArrayBuffer),
      );
      await this.#spread(blocks, isPlain ? SEARCHED : null);
      if (hasErased) await this.#forget();
      this.#moveTime(lastTickMs);
      return summary;
    } finally {
      this.#ingests -= 1;
    }
  }

  /** Appends the ticks that are due. */
  async tick(nowMs: number): Promise<void> {
    const block = await this.#log.call('tick', { nowMs });
    if (block !== null) await this.#onTicks(block);
  }

  /** Appends every tick up to an instant, as a replay does. */
  async advance(untilMs: number): Promise<void> {
    const block = await this.#log.call('advance', { untilMs });
    if (block !== null) await this.#onTicks(block);
  }

  /** Waits until every index holds what has been acknowledged so far. */
  async settle(): Promise<void> {
    await this.#reached(this.#headSequence);
  }

  /** The newest record of an article with its body; null when there is none. */
  item(kind: 'news' | 'post', id: number): Promise<StoredItem | null> {
    return this.#log.call('item', { kind, id });
  }

  /**
   * The newest records of several articles, at most `ITEMS_MAX`; null for what there is not.
   * Without `tellBodies` no text is taken to be there.
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

  /** What is registered, the unverified and the masked too; for administration. */
  registry(kind: RegisteredKind, after: string): Promise<RegistryPage> {
    return this.#log.call('registry', { kind, after });
  }

  /**
   * Asks the actor of an index; questions overtake ingest work.
   * @throws TagwireError ACTOR_DOWN, ACTOR_OVERLOADED.
   */
  async ask(index: string, question: unknown): Promise<unknown> {
    const actor = this.#actors.find(({ name }) => name === index);
    assert(actor !== undefined, `there is an index ${index}`);
    return actor.ask(question);
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
    this.#state = await this.#log.call('state', {});
    return this.#state;
  }

  /** Writes a snapshot of every actor, with all that it holds now. */
  async snapshot(): Promise<void> {
    if (this.#snapshotUnderWay === null) return this.#beginSnapshot();
    // Actors that have had their turn do not hold in it what came since: all who ask wait for another.
    this.#snapshotAsked ??= this.#snapshotUnderWay
      .catch(() => undefined)
      .then(() => {
        this.#snapshotAsked = null;
        return this.#snapshotUnderWay ?? this.#beginSnapshot();
      });
    return this.#snapshotAsked;
  }

  async figures(): Promise<PipelineFigures> {
    const state = await this.state();
    return {
      log: { ...state, waiting: this.#log.waiting },
      actors: Object.fromEntries(this.#actors.map((actor) => [actor.name, actor.figures])),
      indices: Object.fromEntries(
        Object.entries(this.indices).map(([name, { figures }]) => [name, figures]),
      ),
      coldBytes: this.#cold.heldBytes,
    };
  }

  /** Takes a last snapshot and closes everything. */
  async close(): Promise<void> {
    await this.snapshot().catch((error) => {
      this.#logger.warn({ reason: messageOf(error) }, 'no snapshot was taken; the log is whole');
    });
    await Promise.all(this.#actors.map((actor) => actor.stop()));
    await this.#sweeps;
    await this.#log.close();
  }

  async #onTicks(block: Block): Promise<void> {
    await this.#spread([block], null);
    this.#moveTime((await this.state()).lastTickMs);
  }

  /**
   * The store's time has come to `atMs`: bodies go hourly, their disk space daily. Nobody waits for
   * it, and what fails now is done with the next hour's.
   */
  #moveTime(atMs: number | null): void {
    if (atMs === null) return;
    this.#state = { ...this.#state, lastTickMs: atMs };
    if (atMs - this.#expiredAtMs < EXPIRY_MS) return;
    this.#expiredAtMs = atMs;
    const sweep = this.#sweep(atMs).catch((error) => {
      this.#logger.warn({ reason: messageOf(error) }, 'expired bodies could not be swept out yet');
    });
    this.#sweeps = Promise.all([this.#sweeps, sweep]);
  }

  /**
   * What follows from a body must be in snapshots before the body may go, and in the older one too:
   * then no replay ever misses it. So bodies go up to an hour or two after they expire.
   */
  async #sweep(atMs: number): Promise<void> {
    if (systemMonotonic.nowMs() - this.#coveredAt >= SNAPSHOT_PAUSE_MS) {
      await this.settle();
      await this.snapshot();
    }
    const [coveredMs] = this.#coveredMs;
    if (coveredMs === Number.NEGATIVE_INFINITY) return;
    const compact = atMs - this.#compactedAtMs >= DAY_MS;
    if (compact) this.#compactedAtMs = atMs;
    await this.#log.call('expireBodies', { atMs: coveredMs, compact });
  }

  /** What was erased must not live on in a snapshot: takes new ones and keeps no older. */
  async #forget(): Promise<void> {
    await this.#snapshotUnderWay?.catch(() => undefined);
    this.#keepsPrevious = false;
    this.#cold.clear();
    try {
      // What was erased may lie in history that a writer wants back first, a part at a time.
      for (let left = FORGET_ROUNDS_MAX; left > 0; left--) {
        await this.snapshot();
        if (this.#actors.every(({ figures }) => figures.chunksWanted === 0)) break;
      }
    } finally {
      this.#keepsPrevious = true;
    }
  }

  /** Gives blocks to every actor and waits until the readers of `prompt`, or all, hold them. */
  async #spread(blocks: Block[], prompt: ReadonlySet<string> | null): Promise<void> {
    const last = blocks.at(-1);
    if (last === undefined) return;
    for (const block of blocks) for (const actor of this.#actors) actor.offer(block);
    const sequence = last.firstSequence + last.count - 1;
    this.#headSequence = Math.max(this.#headSequence, sequence);
    await this.#reached(sequence, prompt);
    if (sequence - this.#snapshotAt > SNAPSHOT_ENTRIES && this.#snapshotUnderWay === null) {
      this.#snapshotAt = sequence;
      this.snapshot().catch((error) => {
        this.#logger.error({ reason: messageOf(error) }, 'snapshot failed; the log is whole');
      });
    }
  }

  /** Waits for the readers of `prompt`, or all; the others may be a bounded way behind. */
  async #reached(sequence: number, prompt: ReadonlySet<string> | null = null): Promise<void> {
    const behind = sequence - ACTORS.lagEntriesMax;
    const waits = this.#actors.map((actor) =>
      actor.reached(prompt === null || prompt.has(actor.name) ? sequence : behind),
    );
    if (prompt === null) this.#waitsForAll += 1;
    try {
      await Promise.all(waits);
    } finally {
      if (prompt === null) this.#waitsForAll -= 1;
    }
  }

  /**
   * What is derived waits while more than one request is under way, which only a flood brings about:
   * first everything becomes searchable, then the processors are free for the rest.
   */
  #holds(name: string, lagEntries: number): boolean {
    if (SEARCHED.has(name) || this.#ingests < 2 || this.#waitsForAll > 0) return false;
    return lagEntries < ACTORS.holdEntriesMax;
  }

  #beginSnapshot(): Promise<void> {
    this.#snapshotUnderWay = this.#snapshotAll().finally(() => {
      this.#snapshotUnderWay = null;
    });
    return this.#snapshotUnderWay;
  }

  async #snapshotAll(): Promise<void> {
    const sequence = this.#headSequence;
    const { lastTickMs } = this.#state;
    await inTurns(this.#actors, SNAPSHOTS_AT_ONCE, (actor) => actor.snapshot());
    this.#coveredAt = systemMonotonic.nowMs();
    // An actor that is behind has not seen all bodies of its time yet.
    const isWhole = this.#actors.every(({ figures }) => figures.snapshotSequence >= sequence);
    if (lastTickMs !== null && isWhole) this.#coveredMs = [this.#coveredMs[1], lastTickMs];
  }

  #actorOf(name: IndexName): Actor {
    const reader: Reader = this.indices[name];
    return new Actor({
      name,
      filename: workerPath(name),
      rank: SEARCHED.has(name) ? 'searched' : 'derived',
      blockBytesMax: ACTORS.blockBytesMax,
      holds: (lagEntries) => this.#holds(name, lagEntries),
      startOptions: () => reader.writerOptions(),
      onDelta: (delta, fresh) => reader.apply(delta, fresh),
      onProgress: () => undefined,
      log: this.#entrySource(),
      shelf: this.#shelf(),
      logger: this.#logger,
    });
  }

  #entrySource(): EntrySource {
    return {
      read: (fromSequence, withBodies) => this.#log.call('read', { fromSequence, withBodies }),
      skipped: (actor) => this.#log.call('skipped', { actor }),
      skip: async (actor, sequence) => {
        const block = await this.#log.call('skip', { actor, sequence });
        for (const other of this.#actors) other.offer(block);
      },
    };
  }

  #shelf(): SnapshotShelf {
    const log = this.#log;
    return {
      begin: async (actor, plan) => {
        const keepPrevious = this.#keepsPrevious;
        const missing = await log.call('beginSnapshot', { actor, plan, keepPrevious });
        return {
          missing,
          add: async (pieces) => {
            const transfer = pieces.map(({ bytes }) => bytes.buffer as ArrayBuffer);
            await log.call('addChunks', { actor, pieces }, transfer);
          },
          commit: async (version, sequence) => {
            await log.call('commitSnapshot', { actor, version, sequence });
          },
        };
      },
      list: async (actor) => {
        const listings = await log.call('listSnapshots', { actor });
        return listings.map(({ sequence, version, names }) => ({
          sequence,
          version,
          names,
          read: (name: string) => log.call('readChunk', { actor, sequence, name }),
        }));
      },
      drop: async (actor, sequence) => {
        await log.call('dropSnapshot', { actor, sequence });
      },
      cold: (actor, name) => log.call('readCold', { actor, name }),
    };
  }
}
