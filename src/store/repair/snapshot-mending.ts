/**
 * Rewrites a folder of snapshots or history from the generations that are whole, or can be
 * completed: a piece that is damaged in one file may exist elsewhere, under the same hash.
 *
 * Invariants: a generation is usable only when every piece matches its hash and it belongs to the
 * log; so a start finds no doubtful data. Files that stay are linked, because they never change.
 * Not here: which folders are rewritten (repair.ts).
 */
import { copyFileSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOrInsert } from '../../kernel/collections.js';
import type { BackupReader } from '../backup/reader.js';
import { FolderReader } from '../leveldb/folder-reader.js';
import { PieceFiles } from '../piece-files.js';
import {
  encodeList,
  filesNamedBy,
  type Generation,
  holdsDatabase,
  type Piece,
  storedLength,
} from '../snapshot-lists.js';
import { contentOf, PROFILES, type SnapshotProfile, SnapshotStore } from '../snapshots.js';
import { generationsOf, listsFolder, snapshotFoldersOf } from './snapshot-check.js';

const GENERATIONS_MAX = 2;

/** A source of a piece's bytes. */
interface Origin {
  profile: SnapshotProfile;
  piece: Piece;
  isInBackup: boolean;
}

/** A usable generation, with the pieces that come from elsewhere. */
export interface UsableGeneration {
  actor: string;
  generation: Generation;
  mended: Map<Piece, Buffer>;
}

export class SnapshotMending {
  readonly #data: string;
  readonly #backup: BackupReader | null;
  readonly #lists = new Map<SnapshotProfile, Map<string, Generation[]>>();
  /** By actor, hash and length. */
  readonly #origins = new Map<string, Origin[]>();

  private constructor(data: string, backup: BackupReader | null) {
    this.#data = data;
    this.#backup = backup;
  }

  /** Reads all sound lists. */
  static async open(
    data: string,
    backup: BackupReader | null,
    actors: readonly string[],
  ): Promise<SnapshotMending> {
    const mending = new SnapshotMending(data, backup);
    for (const profile of PROFILES) {
      mending.#lists.set(profile, await mending.#readLists(profile, actors));
    }
    return mending;
  }

  /** All places of the log that generations name. */
  get places(): Set<number> {
    const all = [...this.#lists.values()].flatMap((lists) => [...lists.values()].flat());
    return new Set(all.map(({ sequence }) => sequence));
  }

  /** Generations of this log in a folder whose pieces are all available. */
  async usable(
    profile: SnapshotProfile,
    isOurs: (generation: Generation) => boolean,
  ): Promise<UsableGeneration[]> {
    const usable: UsableGeneration[] = [];
    for (const [actor, generations] of this.#lists.get(profile)!) {
      let count = 0;
      for (const generation of generations) {
        if (count === GENERATIONS_MAX || !isOurs(generation)) continue;
        const mended = await this.#mend(profile, actor, generation);
        if (mended === null) continue;
        usable.push({ actor, generation, mended });
        count += 1;
      }
    }
    return usable;
  }

  /** Writes the usable generations into an empty folder. */
  async write(
    folder: string,
    profile: SnapshotProfile,
    usable: readonly UsableGeneration[],
  ): Promise<void> {
    const pieces = join(folder, 'pieces');
    mkdirSync(pieces, { recursive: true, mode: 0o700 });
    const lists = new Map<string, Buffer>();
    for (const actor of new Set(usable.map((one) => one.actor))) {
      const ours = usable.filter((one) => one.actor === actor);
      const isMended = ours.some(({ mended }) => mended.size > 0);
      const generations = isMended
        ? this.#writeMended(pieces, actor, ours)
        : ours.map(({ generation }) => generation);
      const fresh = isMended ? freeNumber(ours) : null;
      for (const number of filesNamedBy(generations)) {
        if (number === fresh) continue;
        const name = `${actor}-${number}`;
        place(join(this.#data, profile, 'pieces', name), join(pieces, name));
      }
      lists.set(actor, encodeList(generations));
    }
    await SnapshotStore.fill(folder, lists);
  }

  /** Writes pieces that come from elsewhere into a file of their own. */
  #writeMended(pieces: string, actor: string, ours: readonly UsableGeneration[]): Generation[] {
    const file = freeNumber(ours);
    const parts: Buffer[] = [];
    let at = 0;
    const generations = ours.map(({ generation, mended }) => ({
      ...generation,
      chunks: generation.chunks.map((chunk) => ({
        ...chunk,
        pieces: chunk.pieces.map((piece): Piece => {
          const bytes = mended.get(piece);
          if (bytes === undefined) return piece;
          const { byteLength, hash } = piece;
          const moved = { file, at, byteLength, hash };
          parts.push(bytes);
          at += bytes.length;
          return moved;
        }),
      })),
    }));
    writeFileSync(join(pieces, `${actor}-${file}`), Buffer.concat(parts), {
      mode: 0o600,
      flush: true,
    });
    return generations;
  }

  async #readLists(
    profile: SnapshotProfile,
    actors: readonly string[],
  ): Promise<Map<string, Generation[]>> {
    const found = new Map<string, Generation[]>();
    const add = (actor: string, generations: readonly Generation[]): void => {
      const known = found.get(actor) ?? [];
      for (const generation of generations) {
        const isKnown = known.some((one) => one.sequence === generation.sequence);
        if (!isKnown) known.push(generation);
        this.#noteOrigins(profile, actor, generation, false);
      }
      found.set(
        actor,
        known.sort((a, b) => b.sequence - a.sequence),
      );
    };
    const folder = (await snapshotFoldersOf(this.#data)).find((one) => one.profile === profile)!;
    for (const [actor, list] of folder.lists) add(actor, generationsOf(list));
    const lists = listsFolder(this.#data, profile);
    if (await holdsDatabase(lists)) {
      const reader = await FolderReader.all(lists);
      for await (const { key, value } of reader.versions({
        gte: Buffer.alloc(0),
        lt: Buffer.of(0xff),
      })) {
        add(key.toString(), generationsOf(value));
      }
    }
    for (const actor of actors) {
      const list = await this.#backup?.found(
        (one) => one.part === 'list' && one.folder === profile && one.actor === actor,
      );
      for (const generation of generationsOf(list ?? null)) {
        this.#noteOrigins(profile, actor, generation, true);
        add(actor, [generation]);
      }
    }
    return found;
  }

  #noteOrigins(
    profile: SnapshotProfile,
    actor: string,
    { chunks }: Generation,
    isInBackup: boolean,
  ): void {
    for (const piece of chunks.flatMap(({ pieces }) => pieces)) {
      const key = `${actor} ${piece.hash} ${piece.byteLength}`;
      getOrInsert(this.#origins, key, () => []).push({ profile, piece, isInBackup });
    }
  }

  /** The pieces that must come from elsewhere; null when a piece is not available. */
  async #mend(
    profile: SnapshotProfile,
    actor: string,
    { chunks }: Generation,
  ): Promise<Map<Piece, Buffer> | null> {
    const mended = new Map<Piece, Buffer>();
    for (const piece of chunks.flatMap(({ pieces }) => pieces)) {
      if ((await this.#content(actor, { profile, piece, isInBackup: false })) !== null) continue;
      const bytes = await this.#elsewhere(actor, piece);
      if (bytes === null) return null;
      mended.set(piece, bytes);
    }
    return mended;
  }

  async #elsewhere(actor: string, { hash, byteLength }: Piece): Promise<Buffer | null> {
    for (const origin of this.#origins.get(`${actor} ${hash} ${byteLength}`) ?? []) {
      const bytes = await this.#content(actor, origin);
      if (bytes !== null) return bytes;
    }
    return null;
  }

  async #content(actor: string, { profile, piece, isInBackup }: Origin): Promise<Buffer | null> {
    const byteLength = storedLength(piece);
    if (isInBackup) {
      const name = `${actor}-${piece.file}`;
      const file = await this.#backup!.found(
        (one) => one.part === 'pieces' && one.folder === profile && one.name === name,
      ).catch(() => null);
      if (file === null || file.length < piece.at + byteLength) return null;
      return contentOf(piece, file.subarray(piece.at, piece.at + byteLength));
    }
    const stored = Buffer.allocUnsafe(byteLength);
    const files = new PieceFiles(join(this.#data, profile, 'pieces'));
    return files.read(actor, piece, stored) ? contentOf(piece, stored) : null;
  }
}

/** A number that no file of the actor has. */
function freeNumber(ours: readonly UsableGeneration[]): number {
  return Math.max(0, ...filesNamedBy(ours.map(({ generation }) => generation))) + 1;
}

/** A hard link, or a copy where links are not possible. */
function place(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
