/**
 * Rounds of snapshots over all actors, their copies in history, and the deletions that become possible
 * after them: of expired bodies, and of everything that was erased.
 *
 * ```
 *  hourly, in the store's time:  every index at the head ─► snapshots ─► history ─► bodies are deleted
 *  after an erasure:             snapshots, history, neither with anything older
 *  every so many entries, and when the store is closed: snapshots
 * ```
 *
 * Invariants: one round at a time. No caller waits for a sweep; a failed sweep is repeated in the next hour.
 * Not here: which bodies snapshots cover (log/snapshot-stores.ts), the contents of chunks (the indices).
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

/** Entries after which a snapshot is written, however fast they came. */
const SNAPSHOT_ENTRIES = 250_000;
/**
 * Entries after which a snapshot is written when they came slowly, as in a replay: the next start after a
 * kill folds the entries since the snapshot again, in about the time that they took at first.
 */
const SLOW_ENTRIES = 5000;
const SLOW_MS = 15 * SECOND_MS;
/** How long a node that asks for snapshots waits for one answer, and in all; then it takes the present snapshots. */
const FRESHEN_MS = { answer: 8 * SECOND_MS, all: 50 * SECOND_MS };
/** Entries by which history may be behind when a store is closed: they are replayed in seconds. */
const HISTORY_LAG_MAX = 10_000;
/** Interval of sweeps that delete expired bodies, in the store's time. */
const EXPIRY_MS = HOUR_MS;
/** Snapshots in a row until no actor wants chunks back: enough for decades of days. */
const FORGET_ROUNDS_MAX = 1000;
/** All indices take a snapshot at once, except that one processor stays free for the main thread. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
/** In a replay hours pass in seconds: the pause keeps it from writing history all the time. */
const PAUSE_MS = 10 * MINUTE_MS;

interface RoundsOptions {
  log: LogClient;
  logger: Logger;
  actors: readonly Actor[];
  /** Resolves when every actor holds the entries acknowledged so far. */
  settle(): Promise<void>;
  /** Empties caches of chunks after an erasure. */
  onErasure(): void;
}

export class SnapshotRounds {
  /** Whether the time is certain enough to delete old items. */
  mayExpire: () => boolean = () => true;
  readonly #options: RoundsOptions;
  readonly #names: readonly string[];
  #underWay: Promise<void> | null = null;
  /** The round after the one under way, when a caller waits for it. */
  #asked: Promise<void> | null = null;
  /** Snapshots that are made for another node. */
  #fresh: { beganMs: number; round: Promise<void> } | null = null;
  #lastMs: number | null = null;
  #isClosing = false;
  #keepsPrevious = true;
  /** The head when the newest round began because of the entries before it. */
  #snapshotAt = 0;
  /** When the newest round ended, or when this object was made. */
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

  /** The newest entry that every actor's newest snapshot holds. */
  get #snapshotted(): number {
    return Math.min(...this.#options.actors.map(({ figures }) => figures.snapshotSequence));
  }

  /** Whether a snapshot that begins now keeps the previous snapshot. */
  get keepsPrevious(): boolean {
    return this.#keepsPrevious;
  }

  /** Sets the entry from which entries count towards the next round. */
  begin(headSequence: number): void {
    this.#snapshotAt = headSequence;
  }

  /** Finishes an erasure: the last process ended before it had written snapshots without the erased content. */
  payErasure(headSequence: number): void {
    const erasure = this.forget(headSequence).catch((error) => {
      const { logger } = this.#options;
      logger.warn({ reason: messageOf(error) }, 'snapshots still hold what was erased');
    });
    this.#sweeps = Promise.all([this.#sweeps, erasure]);
  }

  /** Writes a snapshot of every actor, with all entries up to now. */
  async snapshot(): Promise<void> {
    if (this.#underWay === null) return this.#beginRound();
    // Actors that have already written in this round lack later entries, so all callers wait for another round.
    this.#asked ??= this.#underWay
      .catch(() => undefined)
      .then(() => {
        this.#asked = null;
        return this.#underWay ?? this.#beginRound();
      });
    return this.#asked;
  }

  /**
   * Brings snapshots near the head for a node that copies this store, which would otherwise fold the rest again.
   * @throws TagwireError STORE_WRITE_FAILED while that takes long; the node then asks again.
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

  /** Takes the new head of the log; may begin a round. */
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

  /** Takes the store's new time: bodies are deleted hourly, and their disk space is freed daily. */
  onTime(atMs: number): void {
    if (atMs - this.#expiredAtMs < EXPIRY_MS || !this.mayExpire()) return;
    this.#expiredAtMs = atMs;
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    this.#sweeps = Promise.all([this.#sweeps, this.#sweepAll()]);
  }

  /**
   * Removes the content erased up to an entry from all snapshots: takes new ones and keeps no older ones.
   * @throws TagwireError when that fails; the store notes it, and repeats it when it is opened again.
   */
  async forget(erasedSequence: number): Promise<void> {
    await this.#underWay?.catch(() => undefined);
    this.#keepsPrevious = false;
    this.#options.onErasure();
    try {
      // Erased content may lie in history, which a writer loads back first, a part in each round.
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

  /** Sweeps until the newest hour: in a replay more hours pass during a sweep, and the next sweep covers them all. */
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

  /** Copies the newest snapshots into history, one actor after the other; calls run one after the other. */
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
        // A command that is closing reports the snapshot itself.
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

/** Snapshots as actors see them, on the log's thread. `keepsPrevious`: whether the previous snapshot is kept. */
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
