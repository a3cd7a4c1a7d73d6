/**
 * Finds what a new thread starts from: the best snapshot that can be read to its end.
 *
 * Invariants: what could not be read is not tried by the threads after this one, for some snapshots
 * end the thread. A thread that needs bodies starts from nothing only while none is gone.
 */

import { messageOf, TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import type { IndexFormat } from '../index/writer.js';
import type { SnapshotPort, SnapshotSource } from './ports.js';

export interface RestoringOptions {
  name: string;
  snapshots: SnapshotPort;
  logger: Logger;
  /** Gives the thread a chunk, whose buffer moves. @throws when it makes no sense to the thread. */
  give(name: string, bytes: Uint8Array, version: number): Promise<void>;
  /** Has the thread forget what it was given. @throws when it died of that. */
  clear(): Promise<void>;
}

export class Restoring {
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
