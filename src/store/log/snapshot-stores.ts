/**
 * Snapshots of the indices and their history: starting points of threads, and the bound for
 * deletion of bodies.
 *
 * ```
 *  thread of an index ─► snapshots/  two generations, not compressed
 *                             │ keep, hourly: new chunks, every checksum verified
 *                             ▼
 *                        history/    two generations, compressed, in files of their own
 * ```
 *
 * Invariants: a generation is offered only when the log has, at its sequence number, the chain hash
 * of the generation. Both snapshots and history have the folded content of a body before the body
 * is deleted. A generation that could not be read stays until a new one does not depend on it.
 */
import { join } from 'node:path';
import { assert, messageOf, TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import type { BodyUse } from '../../kernel/model/records.js';
import type { Barrier } from '../database.js';
import { type Generation, isSameContent } from '../snapshot-lists.js';
import {
  copyGeneration,
  type GenerationNames,
  type NamedBytes,
  type SnapshotWriter,
} from '../snapshot-writer.js';
import { PROFILES, type SnapshotProfile, SnapshotStore } from '../snapshots.js';
import type { IngestLog } from './ingest-log.js';

/** A generation from which a thread may start. */
export interface Base {
  profile: SnapshotProfile;
  sequence: number;
}

export interface GenerationListing extends Base {
  version: number;
  /** Names of chunks without the cold ones. */
  names: string[];
}

export interface BeginRequest {
  actor: string;
  plan: GenerationNames;
  /** Format that the thread writes. */
  version: number;
  keepPrevious: boolean;
}

interface Writing {
  writer: SnapshotWriter;
  version: number;
}

export class SnapshotStores {
  readonly #log: IngestLog;
  readonly #logger: Logger;
  readonly #folder: string;
  /** Both stores, by the names of their folders. */
  readonly stores: { readonly [P in SnapshotProfile]: SnapshotStore };
  readonly #writing = new Map<string, Writing>();
  /** By actor, the starting point of its thread, until a snapshot depends on it. */
  readonly #bases = new Map<string, Base | null>();

  private constructor(
    folder: string,
    log: IngestLog,
    logger: Logger,
    stores: { readonly [P in SnapshotProfile]: SnapshotStore },
  ) {
    this.#folder = folder;
    this.#log = log;
    this.#logger = logger;
    this.stores = stores;
  }

  /** Opens both in a data folder. A store that cannot be opened is set aside, or left out. */
  static async open(
    folder: string,
    log: IngestLog,
    logger: Logger,
    barrier?: Barrier,
  ): Promise<SnapshotStores> {
    const snapshots = await openStore(folder, 'snapshots', logger, barrier);
    const history = await openStore(folder, 'history', logger, barrier);
    return new SnapshotStores(folder, log, logger, { snapshots, history });
  }

  async close(): Promise<void> {
    await this.stores.snapshots.close();
    await this.stores.history.close();
  }

  /** Deletes stores that were set aside: they may have erased content. */
  async forgetAside(): Promise<void> {
    for (const profile of PROFILES) {
      await SnapshotStore.destroyAside(join(this.#folder, profile));
    }
  }

  /**
   * Starting points of a thread, best first: none older than `floor`, and none with void ticks,
   * unless the index needs bodies (rewinds.ts).
   */
  async list(
    actor: string,
    floor: number,
    bodies: BodyUse = 'needed',
  ): Promise<GenerationListing[]> {
    const found: GenerationListing[] = [];
    for (const profile of PROFILES) {
      for (const generation of await this.stores[profile].generations(actor)) {
        const { version, sequence, chunks } = generation;
        const isVoid = bodies !== 'needed' && this.#log.rewinds.restsOnVoid(sequence);
        const reason = isVoid
          ? 'the time of the store was set back'
          : await this.#objection(generation, floor);
        if (reason !== null) {
          this.#logger.warn({ actor, profile, sequence, reason }, 'snapshot passed over');
          continue;
        }
        const names = chunks.filter(({ cold }) => !cold).map(({ name }) => name);
        found.push({ profile, version, sequence, names });
      }
    }
    return found;
  }

  /** Notes the starting point of a thread; null when it folds from the beginning. */
  choose(actor: string, base: Base | null): void {
    this.#bases.set(actor, base);
  }

  /** A chunk of a generation; null when it is missing or damaged. */
  read(actor: string, { profile, sequence }: Base, name: string): Promise<Buffer | null> {
    return this.stores[profile].readChunk(actor, name, sequence);
  }

  /** A chunk of the thread's generation, cold or not. For a damaged one history may have the bytes. */
  async readCold(actor: string, name: string): Promise<Buffer | null> {
    const base = this.#bases.get(actor);
    if (base === null) return null;
    const { snapshots, history } = this.stores;
    if (base?.profile === 'history') return history.readChunk(actor, name, base.sequence);
    const bytes = await snapshots.readChunk(actor, name, base?.sequence);
    if (bytes !== null) return bytes;
    const isTwin = await this.#hasTwin(actor, name, base?.sequence);
    return isTwin ? history.readChunk(actor, name) : null;
  }

  /** Starts a snapshot; returns the names of the chunks that it lacks. */
  async begin({ actor, plan, version, keepPrevious }: BeginRequest): Promise<string[]> {
    const { snapshots } = this.stores;
    const base = this.#bases.get(actor);
    if (base?.profile === 'history') await this.#adopt(actor, base);
    const writer = await snapshots.begin(actor, plan, {
      keepPrevious,
      base: base === null ? 'none' : base?.sequence,
      // Cold chunks contain their format, and may be the only copy of their content.
      takesOver: (chunk, isCold, newest) => isCold || (!chunk.cold && newest.version === version),
    });
    this.#writing.set(actor, { writer, version });
    return writer.missing;
  }

  async add(actor: string, pieces: readonly NamedBytes[]): Promise<void> {
    await this.#writingOf(actor).writer.add(pieces);
  }

  async commit(actor: string, sequence: number): Promise<void> {
    const { writer, version } = this.#writingOf(actor);
    const chain = await this.#log.chainHexAt(sequence);
    await writer.commit({ version, sequence, chain });
    this.#writing.delete(actor);
    this.#bases.delete(actor);
  }

  /**
   * Copies the newest snapshot of an actor into history.
   * @throws TagwireError STORE_DAMAGED when it cannot be read completely, STORE_WRITE_FAILED.
   */
  async keep(actor: string, keepPrevious: boolean): Promise<void> {
    const { snapshots: from, history: to } = this.stores;
    const [generation] = await from.generations(actor);
    const [newest] = await to.generations(actor);
    if (generation === undefined || !this.#restsOn(actor, generation)) return;
    const isInHistory =
      newest?.sequence === generation.sequence && newest.chain === generation.chain;
    if (isInHistory && keepPrevious) return;
    await copyGeneration({ from, to, actor, generation, keepPrevious });
  }

  /** The entry up to which both snapshots and history of every actor have folded the bodies. */
  async coveredSequence(actors: readonly string[]): Promise<number> {
    let covered = Number.POSITIVE_INFINITY;
    for (const actor of actors) {
      const [newest, older] = await this.#ours('snapshots', actor);
      if (newest === undefined || !this.#restsOn(actor, newest)) return 0;
      const [kept] = await this.#ours('history', actor);
      covered = Math.min(covered, older?.sequence ?? 0, kept?.sequence ?? 0);
    }
    return covered;
  }

  /** Entries after the newest generation in history, for the actor that has most of them. */
  async historyLag(actors: readonly string[]): Promise<number> {
    let lag = 0;
    for (const actor of actors) {
      const [kept] = await this.#ours('history', actor);
      lag = Math.max(lag, this.#log.head.sequence - (kept?.sequence ?? 0));
    }
    return lag;
  }

  /** Whether the thread started from the newest snapshot, or has written it. */
  #restsOn(actor: string, newest: Generation): boolean {
    const base = this.#bases.get(actor);
    if (base === undefined) return true;
    return base?.profile === 'snapshots' && base.sequence === newest.sequence;
  }

  async #ours(profile: SnapshotProfile, actor: string): Promise<Generation[]> {
    const ours: Generation[] = [];
    for (const generation of await this.stores[profile].generations(actor)) {
      if ((await this.#objection(generation, 0)) === null) ours.push(generation);
    }
    return ours;
  }

  /** Why a thread cannot start from a generation; null when it can. */
  async #objection({ sequence, chain }: Generation, floor: number): Promise<string | null> {
    if (sequence > this.#log.head.sequence) return 'it is newer than the log';
    if ((await this.#log.chainHexAt(sequence)) !== chain) return 'it belongs to another log';
    return sequence < floor ? `bodies are gone up to entry ${floor}` : null;
  }

  /** Copies the thread's starting point to the snapshots. Damaged pieces stay marked as damaged. */
  async #adopt(actor: string, { sequence }: Base): Promise<void> {
    const { snapshots: to, history: from } = this.stores;
    const generations = await from.generations(actor);
    const generation = generations.find((one) => one.sequence === sequence);
    if (generation === undefined) return this.choose(actor, null);
    // A generation that a thread could not start from is not reused, whatever its list says.
    await copyGeneration({ from, to, actor, generation, base: 'none', keepsDamage: true });
    this.choose(actor, { profile: 'snapshots', sequence });
  }

  /** Whether history's newest generation has the same bytes under the name as the snapshot. */
  async #hasTwin(actor: string, name: string, sequence?: number): Promise<boolean> {
    const { snapshots, history } = this.stores;
    const chunk = await snapshots.chunkOf(actor, name, sequence);
    const twin = await history.chunkOf(actor, name);
    return chunk !== null && twin !== null && isSameContent(chunk, twin);
  }

  #writingOf(actor: string): Writing {
    const writing = this.#writing.get(actor);
    assert(writing !== undefined, `a snapshot of ${actor} has begun`);
    return writing;
  }
}

/** A folder that cannot be opened is set aside, for inspection, and made again. */
async function openStore(
  folder: string,
  profile: SnapshotProfile,
  logger: Logger,
  barrier?: Barrier,
): Promise<SnapshotStore> {
  const path = join(folder, profile);
  const warn = (warning: object): void => logger.warn({ profile, ...warning }, 'damage');
  try {
    return await SnapshotStore.open(path, warn, profile, barrier);
  } catch (error) {
    const reason = messageOf(error);
    try {
      if (barrier !== undefined && barrier() !== null) throw error;
      // Snapshots in the former format that could not be converted: the next start tries again.
      if (error instanceof TagwireError && error.code === 'STORE_WRITE_FAILED') throw error;
      await SnapshotStore.setAside(path);
    } catch {
      logger.warn({ profile, reason }, 'cannot be opened nor set aside; it is left out');
      return SnapshotStore.missing(path, warn, profile);
    }
    logger.warn({ profile, reason }, 'cannot be opened; it is set aside');
    return SnapshotStore.open(path, warn, profile, barrier);
  }
}
