/**
 * The chunks of an actor: what a new thread starts from, snapshots, and cold chunks that the writer
 * wants back.
 *
 * Invariants: a snapshot is of the state between two blocks, with what was wanted back by then, so that
 * what was erased leaves the disk. Everybody who asked for one before it began hears how it ended.
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
  /** Has the thread do something. */
  command<T>(command: Command, transfer?: readonly TransferListItem[]): Promise<T>;
  /** Has the thread begin again with nothing. */
  clear(): Promise<void>;
  compact(): Promise<void>;
  /** Takes what the thread says of its progress. */
  passOn(progress: Folded): void;
  /** Cold chunks that the writer would have back. */
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

  /** The entry that the newest snapshot holds, or that the thread has started from. */
  get sequence(): number {
    return this.#sequence;
  }

  get isAsked(): boolean {
    return this.#asked.length > 0;
  }

  /** Resolves when a snapshot has been written that begins after this. */
  ask(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#asked.push({ resolve, reject });
    });
  }

  /** There is nothing to write. */
  pass(): void {
    for (const { resolve } of this.#asked.splice(0)) resolve();
  }

  /** There will be no snapshot. */
  fail(reason: unknown): void {
    for (const { reject } of this.#asked.splice(0)) reject(reason);
  }

  /** Brings a new thread to the best snapshot that can be read, and returns its entry. */
  async begin(format: IndexFormat, headSequence: number, isNewLog: boolean): Promise<number> {
    this.#version = format.version;
    const base = await this.#restoring.best(format, headSequence, isNewLog);
    await this.#options.snapshots.choose(this.#options.name, base);
    this.#sequence = base?.sequence ?? 0;
    return this.#sequence;
  }

  /** Writes the snapshot that was asked for, of a thread that has folded up to an entry. */
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
 * Finds what a new thread starts from: the best snapshot that can be read to its end.
 *
 * Invariants: what could not be read is not tried by the threads after this one, for some snapshots
 * end the thread. A thread that needs bodies starts from nothing only while none is gone.
 */
interface RestoringOptions {
  name: string;
  snapshots: SnapshotPort;
  logger: Logger;
  /** Gives the thread a chunk, whose buffer moves. @throws when it makes no sense to the thread. */
  give(name: string, bytes: Uint8Array, version: number): Promise<void>;
  /** Has the thread forget what it was given. @throws when it died of that. */
  clear(): Promise<void>;
}

class Restoring {
  readonly #options: RestoringOptions;
  readonly #unreadable = new Set<string>();

  constructor(options: RestoringOptions) {
    this.#options = options;
  }

  /**
   * Restores the best snapshot that is no newer than an entry; null when there is none, which is no
   * news of a log that was empty when this process opened it.
   * @throws TagwireError STORE_DAMAGED when there is none and the log alone does not tell all.
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

  /** There is a new snapshot, perhaps in the place of one that could not be read. */
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

/** Nothing that can be read holds what bodies told that are gone. */
function lost(actor: string, sources: readonly SnapshotSource[]): TagwireError {
  const versions = [...new Set(sources.map(({ version }) => version))].join(', ');
  const found = sources.length === 0 ? 'there is none' : `none of format ${versions} can be read`;
  return new TagwireError(
    'STORE_DAMAGED',
    `${actor}: the log no longer holds all bodies, and no snapshot or history replaces them (${found}); run \`tagwire repair\`, restore a backup, or start the version that wrote it`,
  );
}

/** Small chunks asked for at once: a question waits until the thread has made them. */
const CHUNKS_AT_ONCE = 16;

/**
 * Asks for the missing chunks and hands them to the sink.
 * @param make asks the thread: of a long chunk it gives one piece, of short chunks as many as fit
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
