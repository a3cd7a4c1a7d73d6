/**
 * Rounds of snapshots over all actors, what is kept of them as history, and what may go because of
 * them: expired bodies, and everything that was erased.
 *
 * ```
 *  hourly, in the store's time:  every index at the head ─► snapshots ─► history ─► bodies go
 *  after an erasure:             snapshots, history, neither with anything older
 *  every so many entries, and when the store is closed: snapshots
 * ```
 *
 * Invariants: one round at a time. No caller waits for a sweep; what fails is done with the next hour's.
 * Not here: which bodies are covered (log/snapshot-stores.ts), what a chunk holds (the indices).
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../engine/actor/actor.js';
import type { SnapshotPort, SnapshotSource } from '../engine/actor/ports.js';
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  systemClock,
  systemMonotonic,
} from '../kernel/clock.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import { inTurns } from '../kernel/turns.js';
import type { Base } from '../store/log/snapshot-stores.js';
import type { LogClient } from './log-client.js';

/** Entries after which a snapshot is worth its writing, however fast they came. */
const SNAPSHOT_ENTRIES = 250_000;
/**
 * As many are worth it when they came slowly, as in a replay: the next start after a kill folds
 * again what was folded since, in about the time that this took.
 */
const SLOW_ENTRIES = 5000;
const SLOW_MS = 15 * SECOND_MS;
/** What a node that asks for snapshots waits for one answer, and in all; then it takes those that there are. */
const FRESHEN_MS = { answer: 8 * SECOND_MS, all: 50 * SECOND_MS };
/** Entries by which history may be behind when a store is closed: seconds of replay. */
const HISTORY_LAG_MAX = 10_000;
/** Expired bodies are swept out of the store this often, in the store's time. */
const EXPIRY_MS = HOUR_MS;
/** Snapshots in a row until nothing is wanted back: decades of days. */
const FORGET_ROUNDS_MAX = 1000;
/** All indices take a snapshot at once, but for one processor, which stays free for the front. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
/** A replay's hours pass in seconds: it is not to write history all the time. */
const PAUSE_MS = 10 * MINUTE_MS;

interface RoundsOptions {
  log: LogClient;
  logger: Logger;
  actors: readonly Actor[];
  /** Resolves when every actor holds what has been acknowledged so far. */
  settle(): Promise<void>;
  /** Something was erased: what is cached of chunks goes. */
  onErasure(): void;
}

export class SnapshotRounds {
  /** Whether time is certain enough to delete what is old. */
  mayExpire: () => boolean = () => true;
  readonly #options: RoundsOptions;
  readonly #names: readonly string[];
  #underWay: Promise<void> | null = null;
  /** The round after that one, when a caller waits for it. */
  #asked: Promise<void> | null = null;
  /** Snapshots that are made for another node. */
  #fresh: { beganMs: number; round: Promise<void> } | null = null;
  #lastMs: number | null = null;
  #isClosing = false;
  #keepsPrevious = true;
  /** The head when the newest round began because of the entries before it. */
  #snapshotAt = 0;
  /** When the newest round ended, or none was owed yet. */
  #restedFromMs = systemMonotonic.nowMs();
  /** Sweeps under way; closing waits for them. */
  #sweeps: Promise<unknown> = Promise.resolve();
  #expiredAtMs = Number.NEGATIVE_INFINITY;
  #isSweeping = false;
  #keeping: Promise<void> = Promise.resolve();
  #keptAt = Number.NEGATIVE_INFINITY;
  #compactedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: RoundsOptions) {
    this.#options = options;
    this.#names = options.actors.map(({ name }) => name);
  }

  /** When the last round ended, in system time; null before the first one of this process. */
  get lastMs(): number | null {
    return this.#lastMs;
  }

  /** What every actor's newest snapshot holds. */
  get #snapshotted(): number {
    return Math.min(...this.#options.actors.map(({ figures }) => figures.snapshotSequence));
  }

  /** Whether a snapshot that begins now leaves an older one behind. */
  get keepsPrevious(): boolean {
    return this.#keepsPrevious;
  }

  /** Rounds because of entries count from here. */
  begin(headSequence: number): void {
    this.#snapshotAt = headSequence;
  }

  /** The process before ended between an erasure and the snapshots without what was erased. */
  payErasure(headSequence: number): void {
    const erasure = this.forget(headSequence).catch((error) => {
      const { logger } = this.#options;
      logger.warn({ reason: messageOf(error) }, 'snapshots still hold what was erased');
    });
    this.#sweeps = Promise.all([this.#sweeps, erasure]);
  }

  /** Writes a snapshot of every actor, with all that it holds now. */
  async snapshot(): Promise<void> {
    if (this.#underWay === null) return this.#beginRound();
    // Actors that have written their snapshot lack later entries in it, so all callers wait for another round.
    this.#asked ??= this.#underWay
      .catch(() => undefined)
      .then(() => {
        this.#asked = null;
        return this.#underWay ?? this.#beginRound();
      });
    return this.#asked;
  }

  /**
   * Brings snapshots near the head for a node that takes this store: it would have to fold the rest again.
   * @throws TagwireError STORE_WRITE_FAILED while that takes long: it asks again.
   */
  async freshen(headSequence: number): Promise<void> {
    if (this.#fresh === null) {
      if (headSequence - this.#snapshotted <= SLOW_ENTRIES) return;
      const fresh = {
        beganMs: systemMonotonic.nowMs(),
        round: this.snapshot().catch(() => undefined),
      };
      this.#fresh = fresh;
      void fresh.round.then(() => {
        this.#fresh = null;
      });
    }
    const { beganMs, round } = this.#fresh;
    await Promise.race([round, sleep(FRESHEN_MS.answer, null, { ref: false })]);
    const isLate = systemMonotonic.nowMs() - beganMs > FRESHEN_MS.all;
    if (this.#fresh === null || isLate) return;
    throw new TagwireError('STORE_WRITE_FAILED', 'snapshots are being written; ask again');
  }

  /** The log has come to an entry. */
  onHead(sequence: number): void {
    if (this.#underWay !== null) return;
    const entries = sequence - this.#snapshotAt;
    const isSlow = systemMonotonic.nowMs() - this.#restedFromMs >= SLOW_MS;
    if (entries <= (isSlow ? SLOW_ENTRIES : SNAPSHOT_ENTRIES)) return;
    this.#snapshotAt = sequence;
    this.snapshot().catch((error) => {
      this.#options.logger.error({ reason: messageOf(error) }, 'snapshot failed; the log is whole');
    });
  }

  /** The store's time has come to an instant: bodies go hourly, their disk space daily. */
  onTime(atMs: number): void {
    if (atMs - this.#expiredAtMs < EXPIRY_MS || !this.mayExpire()) return;
    this.#expiredAtMs = atMs;
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    this.#sweeps = Promise.all([this.#sweeps, this.#sweepAll()]);
  }

  /**
   * What was erased up to an entry must live on in no snapshot: takes new ones and keeps no older.
   * @throws TagwireError when that fails; the store then owes it, and pays when it is opened again.
   */
  async forget(erasedSequence: number): Promise<void> {
    await this.#underWay?.catch(() => undefined);
    this.#keepsPrevious = false;
    this.#options.onErasure();
    try {
      // What was erased may lie in history that a writer wants back first, a part at a time.
      for (let left = FORGET_ROUNDS_MAX; left > 0; left--) {
        await this.snapshot();
        if (this.#options.actors.every(({ figures }) => figures.chunksWanted === 0)) break;
      }
      await this.#keepHistory();
    } finally {
      this.#keepsPrevious = true;
    }
    await this.#options.log.call('erasurePaid', { sequence: erasedSequence });
  }

  /** Takes a last round, and waits for the sweeps under way. */
  async close(): Promise<void> {
    const { log, logger } = this.#options;
    this.#isClosing = true;
    try {
      await this.snapshot();
      const lag = await log.call('historyLag', { actors: this.#names });
      if (lag > HISTORY_LAG_MAX) await this.#keepHistory();
    } catch (error) {
      logger.warn({ reason: messageOf(error) }, 'no snapshot was taken; the log is whole');
    }
    await this.#sweeps;
  }

  /** A replay's hours pass while one is swept: then all of them are, together. */
  async #sweepAll(): Promise<void> {
    let sweptMs = Number.NEGATIVE_INFINITY;
    try {
      while (sweptMs < this.#expiredAtMs) {
        sweptMs = this.#expiredAtMs;
        await this.#sweep(sweptMs);
      }
    } catch (error) {
      const { logger } = this.#options;
      logger.warn({ reason: messageOf(error) }, 'expired bodies could not be swept out yet');
    } finally {
      this.#isSweeping = false;
    }
  }

  async #sweep(atMs: number): Promise<void> {
    const { log, settle } = this.#options;
    if (systemMonotonic.nowMs() - this.#keptAt >= PAUSE_MS) {
      await settle();
      await this.snapshot();
      await this.#keepHistory();
      await log.call('verifyNew', {});
      this.#keptAt = systemMonotonic.nowMs();
    }
    const compact = atMs - this.#compactedAtMs >= DAY_MS;
    if (compact) this.#compactedAtMs = atMs;
    await log.call('expireBodies', { atMs, actors: this.#names, compact });
  }

  /** Copies the newest snapshots into history, one actor after the other, once at a time. */
  #keepHistory(): Promise<void> {
    const kept = this.#keeping.then(async () => {
      const keepPrevious = this.#keepsPrevious;
      for (const actor of this.#names) {
        await this.#options.log.call('keepHistory', { actor, keepPrevious });
      }
    });
    this.#keeping = kept.catch(() => undefined);
    return kept;
  }

  #beginRound(): Promise<void> {
    const { actors, logger } = this.#options;
    const startMs = systemMonotonic.nowMs();
    const before = this.#snapshotted;
    this.#underWay = inTurns(actors, AT_ONCE, (actor) => actor.snapshot())
      .then(() => {
        this.#lastMs = systemClock.nowMs();
        const sequence = this.#snapshotted;
        const facts = { ms: Math.round(systemMonotonic.nowMs() - startMs), sequence };
        // A command that ends says so itself.
        if (this.#isClosing) logger.debug(facts, 'snapshot written');
        else if (sequence > before) logger.info(facts, 'snapshot written');
      })
      .finally(() => {
        this.#underWay = null;
        this.#restedFromMs = systemMonotonic.nowMs();
      });
    return this.#underWay;
  }
}

/** Snapshots as actors see it, on the log's thread. `keepsPrevious`: whether a snapshot that begins now leaves an older one behind. */
export function snapshotPortOf(log: LogClient, keepsPrevious: () => boolean): SnapshotPort {
  return {
    begin: async (actor, plan, version) => {
      const request = { actor, plan, version, keepPrevious: keepsPrevious() };
      const missing = await log.call('beginSnapshot', request);
      return {
        missing,
        add: async (pieces) => {
          const transfer = pieces.map(({ bytes }) => bytes.buffer as ArrayBuffer);
          await log.call('addChunks', { actor, pieces }, transfer);
        },
        commit: async (sequence) => {
          await log.call('commitSnapshot', { actor, sequence });
        },
      };
    },
    list: async (actor, bodies) => {
      const { listings, floor } = await log.call('listSnapshots', { actor, bodies });
      const sources = listings.map(({ version, names, ...base }) => ({
        ...base,
        version,
        names,
        read: (name: string) => log.call('readChunk', { actor, base, name }),
      }));
      return { sources, floor };
    },
    choose: async (actor, source) => {
      await log.call('chooseSnapshot', { actor, base: baseOf(source) });
    },
    cold: (actor, name) => log.call('readCold', { actor, name }),
  };
}

function baseOf(source: SnapshotSource | null): Base | null {
  if (source === null) return null;
  const { profile, sequence } = source;
  return { profile: profile === 'history' ? 'history' : 'snapshots', sequence };
}
