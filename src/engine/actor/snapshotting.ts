/**
 * The chunks of an actor: the snapshot from which a new thread starts, new snapshots, and cold chunks
 * that the writer needs.
 *
 * Invariants: a snapshot is of the state between two blocks, after the writer got the cold chunks that it
 * wanted, so that erased content leaves the disk. Each request that was made before a snapshot began gets
 * the result of that snapshot.
 * Not here: when there is time for it (actor.ts).
 */
import type { TransferListItem } from 'node:worker_threads';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import type { IndexFormat, SnapshotPlan } from '../index/writer.js';
import type { SnapshotPort, SnapshotSink, SnapshotSource } from './ports.js';
import type { ChunkPieces, Command, Folded } from './protocol.js';

/** Cold chunks brought back for one snapshot. */
const BROUGHT_BACK_MAX = 64;

interface SnapshottingOptions {
  name: string;
  snapshots: SnapshotPort;
  logger: Logger;
  command<T>(command: Command, transfer?: readonly TransferListItem[]): Promise<T>;
  /** Resets the thread to an empty state. */
  clear(): Promise<void>;
  compact(): Promise<void>;
  passOn(progress: Folded): void;
  /** Cold chunks that the writer needs. */
  wanted(): readonly string[];
}

export class Snapshotting {
  readonly #options: SnapshottingOptions;
  readonly #restoring: Restoring;
  #asked: { resolve(): void; reject(error: unknown): void }[] = [];
  #version = 0;
  #sequence = 0;

  constructor(options: SnapshottingOptions) {
    this.#options = options;
    this.#restoring = new Restoring({
      ...options,
      give: (name, bytes, version) => this.#giveBack(name, bytes, version),
    });
  }

  /** The entry of the newest snapshot, or of the one from which the thread has started. */
  get sequence(): number {
    return this.#sequence;
  }

  get isAsked(): boolean {
    return this.#asked.length > 0;
  }

  /** Requests a snapshot; resolves when one that begins after this call has been written. */
  ask(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#asked.push({ resolve, reject });
    });
  }

  /** Resolves all requests without a snapshot: there is nothing to write. */
  pass(): void {
    for (const { resolve } of this.#asked.splice(0)) resolve();
  }

  fail(reason: unknown): void {
    for (const { reject } of this.#asked.splice(0)) reject(reason);
  }

  /** Restores the best readable snapshot in a new thread, and returns its entry. */
  async begin(format: IndexFormat, headSequence: number, isNewLog: boolean): Promise<number> {
    this.#version = format.version;
    const base = await this.#restoring.best(format, headSequence, isNewLog);
    await this.#options.snapshots.choose(this.#options.name, base);
    this.#sequence = base?.sequence ?? 0;
    return this.#sequence;
  }

  /** Writes the requested snapshot; the thread has folded up to an entry. */
  async write(sequence: number): Promise<void> {
    const asked = this.#asked.splice(0);
    try {
      const isStale = sequence > this.#sequence || this.#options.wanted().length > 0;
      if (isStale) await this.#writeChunks(sequence);
    } catch (error) {
      for (const { reject } of asked) reject(error);
      if (error instanceof TagwireError) return;
      throw error;
    }
    for (const { resolve } of asked) resolve();
  }

  /** Gives the writer the first of the cold chunks that it wants. */
  async bringBack(): Promise<void> {
    const { name: actor, snapshots, command, wanted } = this.#options;
    const [name] = wanted();
    if (name === undefined) return;
    const bytes = await snapshots.cold(actor, name);
    if (bytes === null) await command({ type: 'lost', name });
    else await this.#giveBack(name, bytes, this.#version);
  }

  async #writeChunks(sequence: number): Promise<void> {
    const { name, snapshots, command, compact, passOn, wanted } = this.#options;
    for (let left = BROUGHT_BACK_MAX; left > 0 && wanted().length > 0; left--) {
      await this.bringBack();
      await compact();
    }
    const plan = await command<SnapshotPlan>({ type: 'snapshot' });
    const sink = await snapshots.begin(name, plan, this.#version);
    await fillSnapshot(sink, (names, piece) => command({ type: 'chunks', names, piece }));
    await sink.commit(sequence);
    this.#restoring.forget();
    this.#sequence = sequence;
    passOn(await command<Folded>({ type: 'stored', cold: plan.cold }));
  }

  async #giveBack(name: string, bytes: Uint8Array, version: number): Promise<void> {
    const transfer = [bytes.buffer as ArrayBuffer];
    await this.#options.command({ type: 'restore', name, bytes, version }, transfer);
  }
}

/**
 * Finds the state from which a new thread starts: the best snapshot that can be read to its end.
 *
 * Invariants: an unreadable snapshot is not tried again by later threads, because some snapshots end the
 * thread. A thread that needs bodies starts without a snapshot only while no body has left the log.
 */
interface RestoringOptions {
  name: string;
  snapshots: SnapshotPort;
  logger: Logger;
  /** Gives the thread a chunk, whose buffer moves. @throws when the thread cannot decode it. */
  give(name: string, bytes: Uint8Array, version: number): Promise<void>;
  /** Resets the thread to an empty state. @throws when the thread has died. */
  clear(): Promise<void>;
}

class Restoring {
  readonly #options: RestoringOptions;
  readonly #unreadable = new Set<string>();

  constructor(options: RestoringOptions) {
    this.#options = options;
  }

  /**
   * Restores the best snapshot that is no newer than `headSequence`; null when there is none, which is
   * logged unless the log was empty when this process opened it.
   * @throws TagwireError STORE_DAMAGED when there is none and bodies have left the log.
   */
  async best(
    started: IndexFormat,
    headSequence: number,
    isNewLog: boolean,
  ): Promise<SnapshotSource | null> {
    const { name, snapshots, logger } = this.#options;
    const { sources, floor } = await snapshots.list(name, started.bodies);
    for (const source of sources) {
      const { sequence, version } = source;
      if (sequence > headSequence || this.#unreadable.has(keyOf(source))) continue;
      const isReadable = version >= started.readsFrom && version <= started.version;
      if (isReadable && (await this.#restore(source))) return source;
      this.#unreadable.add(keyOf(source));
      logger.warn(
        { actor: name, profile: source.profile, sequence, version },
        'snapshot passed over',
      );
      await this.#options.clear();
    }
    if (floor > 0) throw lost(name, sources);
    if (headSequence > 0 && !isNewLog) {
      const found = sources.length;
      logger.info({ actor: name, entries: headSequence, found }, 'folded again from the log alone');
    }
    return null;
  }

  /** Tries all snapshots again, because a new one may have replaced an unreadable one. */
  forget(): void {
    this.#unreadable.clear();
  }

  async #restore({ names, version, read }: SnapshotSource): Promise<boolean> {
    for (const name of names) {
      const bytes = await read(name);
      if (bytes === null) return false;
      try {
        await this.#options.give(name, bytes, version);
      } catch (error) {
        this.#options.logger.warn({ reason: messageOf(error) }, 'a snapshot chunk makes no sense');
        return false;
      }
    }
    return true;
  }
}

function keyOf({ profile, sequence }: SnapshotSource): string {
  return `${profile} ${sequence}`;
}

/** The error when no readable snapshot contains the content of bodies that have left the log. */
function lost(actor: string, sources: readonly SnapshotSource[]): TagwireError {
  const versions = [...new Set(sources.map(({ version }) => version))].join(', ');
  const found = sources.length === 0 ? 'there is none' : `none of format ${versions} can be read`;
  return new TagwireError(
    'STORE_DAMAGED',
    `${actor}: the log no longer holds all bodies, and no snapshot or history replaces them (${found}); run \`tagwire repair\`, restore a backup, or start the version that wrote it`,
  );
}

/** Short chunks of one request: a question waits until the thread has made them. */
const CHUNKS_AT_ONCE = 16;

/**
 * Requests the missing chunks and adds them to the sink.
 * @param make asks the thread: of a long chunk it returns one piece, of short chunks as many as fit
 */
async function fillSnapshot(
  sink: SnapshotSink,
  make: (names: readonly string[], piece: number) => Promise<ChunkPieces>,
): Promise<void> {
  for (let at = 0, piece = 0; at < sink.missing.length; ) {
    const names = sink.missing.slice(at, at + CHUNKS_AT_ONCE);
    const { pieces, isLast } = await make(names, piece);
    await sink.add(pieces.map((bytes, place) => ({ name: names[place]!, bytes })));
    at += isLast ? pieces.length : 0;
    piece = isLast ? 0 : piece + 1;
  }
}
