/**
 * Checks snapshots and history: lists of generations, and every piece that they name.
 *
 * Invariant: a generation is sound when the checksum of each piece matches; a server can start from
 * a generation whose pieces outside of cold chunks are sound. Not here: the content of chunks.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PieceFiles } from '../piece-files.js';
import {
  decodeList,
  filesNamedBy,
  type Generation,
  holdsDatabase,
  listNames,
  type Piece,
  readWhatIsWhole,
  storedLength,
} from '../snapshot-lists.js';
import { contentOf, PROFILES, type SnapshotProfile } from '../snapshots.js';
import { chainHexAt, type LogFacts } from './log-check.js';
import type { Report } from './report.js';

/** An index, and the formats of its snapshots that this version reads. */
export interface ReadFormats {
  actor: string;
  readsFrom: number;
  version: number;
  /** True for an index that cannot be folded again from a log whose bodies were deleted. */
  needsBodies: boolean;
}

/** The lists of one folder, as bytes; null for an unreadable list. */
export interface SnapshotFolder {
  profile: SnapshotProfile;
  lists: ReadonlyMap<string, Buffer | null>;
}

/** A generation with its damage. */
export interface Judged {
  profile: SnapshotProfile;
  actor: string;
  generation: Generation;
  /** Names of damaged chunks, without cold ones. */
  damaged: string[];
  /** True when the generation belongs to this log, and has a supported format. */
  isOurs: boolean;
}

/** The lists of snapshots and of history; none for an unreadable folder. */
export async function snapshotFoldersOf(data: string): Promise<SnapshotFolder[]> {
  const folders: SnapshotFolder[] = [];
  for (const profile of PROFILES) {
    folders.push({ profile, lists: await listsIn(listsFolder(data, profile)) });
  }
  return folders;
}

/** The folder of the lists of snapshots or of history. */
export function listsFolder(data: string, profile: SnapshotProfile): string {
  return join(data, profile, 'lists');
}

async function listsIn(folder: string): Promise<Map<string, Buffer | null>> {
  if (await holdsDatabase(folder)) return readWhatIsWhole(folder).catch(() => new Map());
  return new Map(listNames(folder).map((name) => [name, readOrNull(join(folder, name))]));
}

function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** The generations of a list, newest first; none for a damaged list. */
export function generationsOf(list: Buffer | null): Generation[] {
  return (list === null ? null : decodeList(list)) ?? [];
}

/** All places of the log that generations name. */
export function placesOf(folders: readonly SnapshotFolder[]): number[] {
  return folders.flatMap(({ lists }) =>
    [...lists.values()].flatMap((list) => generationsOf(list).map(({ sequence }) => sequence)),
  );
}

export interface SnapshotCheckOptions {
  data: string;
  formats: readonly ReadFormats[];
  /** Null while the log cannot be read. */
  facts: LogFacts | null;
  report: Report;
  /** True when a server may be writing a snapshot. */
  isServed: boolean;
}

/** Checks one folder; returns its generations. */
export async function checkSnapshots(
  folder: SnapshotFolder,
  options: SnapshotCheckOptions,
): Promise<Judged[]> {
  const { profile, lists } = folder;
  const judged: Judged[] = [];
  let pieces = 0;
  for (const [actor, list] of lists) {
    if (list === null || decodeList(list) === null) {
      const file = `${profile}/lists/${actor}`;
      const what = `the list of ${actor} is damaged`;
      options.report.damage({ part: profile, file, at: 0, what, means: meansOf(profile, actor) });
      continue;
    }
    const check = new ActorCheck(profile, actor, options);
    judged.push(...(await check.run(generationsOf(list))));
    pieces += check.pieces;
  }
  if (!options.isServed) await noteUnnamed(profile, judged, options);
  const count = judged.length;
  options.report.done(profile, `${count} generations of ${lists.size} indices, ${pieces} pieces`);
  return judged;
}

/** Notes files that no list names: leftovers, or files of a list that was cut off. */
async function noteUnnamed(
  profile: SnapshotProfile,
  judged: readonly Judged[],
  { data, report }: SnapshotCheckOptions,
): Promise<void> {
  const folder = join(data, profile, 'pieces');
  if (!existsSync(folder)) return;
  const named = new Set(
    judged.flatMap(({ actor, generation }) =>
      filesNamedBy([generation]).map((number) => `${actor}-${number}`),
    ),
  );
  for (const name of readdirSync(folder).filter((name) => !named.has(name))) {
    const what =
      'no list names it: a snapshot that was not finished, or a list that has lost its end';
    const means = 'nothing while verify finds no damage; the next snapshot removes it';
    report.note({ part: profile, file: `${profile}/pieces/${name}`, at: null, what, means });
  }
}

/** The consequences of a damaged file. */
function meansOf(profile: SnapshotProfile, actor: string): string {
  return profile === 'history'
    ? `what bodies told ${actor}, should its snapshots be lost too`
    : `a start of ${actor}, which takes history or the log instead`;
}

class ActorCheck {
  readonly #profile: SnapshotProfile;
  readonly #actor: string;
  readonly #options: SnapshotCheckOptions;
  readonly #files: PieceFiles;
  /** Results by place of a piece. */
  readonly #known = new Map<string, boolean>();

  constructor(profile: SnapshotProfile, actor: string, options: SnapshotCheckOptions) {
    this.#profile = profile;
    this.#actor = actor;
    this.#options = options;
    this.#files = new PieceFiles(join(options.data, profile, 'pieces'));
  }

  get pieces(): number {
    return this.#known.size;
  }

  async run(generations: readonly Generation[]): Promise<Judged[]> {
    const judged: Judged[] = [];
    const lost = new Map<number, { at: number; generations: Set<string> }>();
    for (const [at, generation] of generations.entries()) {
      const damaged: string[] = [];
      const label = `entry ${generation.sequence} (${at === 0 ? 'newest' : 'older'})`;
      for (const { name, cold, pieces } of generation.chunks) {
        let isSound = true;
        for (const piece of pieces) {
          if (await this.#isSound(piece)) continue;
          isSound = false;
          const file = lost.get(piece.file) ?? { at: piece.at, generations: new Set() };
          file.at = Math.min(file.at, piece.at);
          file.generations.add(label);
          lost.set(piece.file, file);
        }
        if (!isSound && !cold) damaged.push(name);
      }
      const isOurs = this.#judgePlace(generation, label);
      const place = { profile: this.#profile, actor: this.#actor, generation };
      judged.push({ ...place, damaged, isOurs });
    }
    for (const [number, { at, generations }] of lost) {
      this.#options.report.damage({
        part: this.#profile,
        file: `${this.#profile}/pieces/${this.#actor}-${number}`,
        at: Math.min(at, Number.MAX_SAFE_INTEGER) === Number.MAX_SAFE_INTEGER ? null : at,
        what: 'it is missing, or a piece of it does not match its checksum',
        means: `the generation of ${this.#actor} at ${[...generations].join(' and ')}; ${meansOf(this.#profile, this.#actor)}`,
      });
    }
    return judged;
  }

  async #isSound(piece: Piece): Promise<boolean> {
    const key = `${piece.file} ${piece.at} ${piece.byteLength} ${piece.hash}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const stored = Buffer.allocUnsafe(storedLength(piece));
    const isRead = this.#files.read(this.#actor, piece, stored);
    const isSound = isRead && (await contentOf(piece, stored)) !== null;
    this.#known.set(key, isSound);
    return isSound;
  }

  #judgePlace({ sequence, chain, version }: Generation, label: string): boolean {
    const { facts, formats, report } = this.#options;
    const file = `${this.#profile}/lists/${this.#actor}`;
    const place = { part: this.#profile, file, at: null } as const;
    const format = formats.find(({ actor }) => actor === this.#actor);
    const means = meansOf(this.#profile, this.#actor);
    if (format !== undefined && (version < format.readsFrom || version > format.version)) {
      const age = version > format.version ? 'a newer version of Tagwire wrote it' : 'too old';
      const what = `${this.#actor} at ${label} is of format ${version}, which is not read (${age})`;
      report.note({ ...place, what, means });
      return false;
    }
    if (facts === null) return true;
    if (sequence > facts.sequence) {
      const what = `${this.#actor} at ${label} is newer than the log`;
      report.damage({ ...place, what, means });
      return false;
    }
    if (sequence === 0 || chainHexAt(facts, sequence) === chain) return true;
    report.damage({ ...place, what: `${this.#actor} at ${label} belongs to another log`, means });
    return false;
  }
}

/** True when a server can start an index from a generation. */
function isStartable({ isOurs, damaged }: Judged): boolean {
  return isOurs && damaged.length === 0;
}

/** Reports indices without a sound generation that has the content of deleted bodies. */
export function checkFloor(
  judged: readonly Judged[],
  { facts, formats, report }: SnapshotCheckOptions,
): void {
  const floor = facts?.sweptSequence ?? 0;
  if (floor === 0) return;
  for (const { actor, needsBodies } of formats) {
    if (!needsBodies) continue;
    const hold = judged.filter((one) => one.actor === actor && one.generation.sequence >= floor);
    if (hold.some(isStartable)) continue;
    report.damage({
      part: 'snapshots',
      file: `snapshots and history of ${actor}`,
      at: null,
      what: `none that can be read holds what bodies told that are gone up to entry ${floor}`,
      means: `${actor}: what followed from those bodies, and a start`,
    });
  }
}
