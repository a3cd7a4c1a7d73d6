/**
 * What a recorded process did to the files of a folder, and the states in which the folder may be
 * after the power failed at a moment of it.
 *
 * For each state one of two file systems is chosen. In both, of what was written to a file and not synced,
 * nothing, all, or the bytes up to any point survive; what ended after a sync began is not covered by it.
 *
 * One journal, as ext4 has when it is mounted by default:
 * - Operations on names (create, link, rename, delete, make a folder) and truncations go through one
 *   journal: those that survive are the first ones, up to a point.
 * - A sync of a file or folder makes the journal durable up to the newest operation on that file, or on
 *   the names in that folder. Where it writes data behind the old end of a file, it makes everything
 *   durable that came before it. `fdatasync` of a file whose length is the same makes its data durable and
 *   no operation.
 *
 * A journal for each folder, which is what the calls promise and no more:
 * - Operations on the names in a folder survive up to a point, whatever happens in other folders; likewise
 *   the truncations of a file.
 * - A sync of a folder makes the names in it durable, a sync of a file what is in the file. Where LevelDB
 *   writes, a sync of a file makes its name durable as well: LevelDB rests on that, as on every file system
 *   that is in use.
 *
 * Not modelled: data that reach the disk in another order than they were written within one file, and
 * disks that lose what they said was written.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { getOrInsert } from '../../../src/kernel/collections.js';
import type { Dice } from '../fault.js';
import { type Call, callsOf } from './strace.js';

/** The node of the whole folder. */
const ROOT = 0;
/** A file that only LevelDB makes. */
const LEVEL_FILE = /^MANIFEST-\d+$/;

/** Calls that are recorded. */
export const RECORDED = [
  ...['open', 'openat', 'creat', 'write', 'writev', 'pwrite64', 'pwritev', 'pwritev2'],
  ...['fsync', 'fdatasync', 'rename', 'renameat', 'renameat2', 'link', 'linkat', 'symlink'],
  ...['unlink', 'unlinkat', 'rmdir', 'mkdir', 'mkdirat', 'truncate', 'ftruncate'],
  ...['copy_file_range', 'sendfile', 'fallocate', 'msync', 'sync_file_range'],
];

/** A name in a folder, which is the number of a node. */
interface Place {
  folder: number;
  name: string;
}

type Operation =
  | { kind: 'put'; at: Place; node: number }
  | { kind: 'remove'; at: Place }
  | { kind: 'move'; from: Place; to: Place; node: number }
  | { kind: 'cut'; node: number; byteLength: number }
  | { kind: 'write'; node: number; at: number; bytes: Buffer }
  | Sync
  | { kind: 'told'; text: string };

/** What is durable from here on: operations before these numbers. */
interface Sync {
  kind: 'sync';
  node: number;
  /** Data of the file; in a journal for each folder also its truncations, or the names in the folder. */
  data: number;
  /** Names and truncations, where there is one journal. */
  journal: number;
  /** Names in this folder, where each has a journal and LevelDB writes in it. */
  own: { folder: number; names: number } | null;
}

/** Operations that survive are those before this number: of names in a folder, of lengths of a file. */
type Survival = (node: number) => number;

interface Descriptor {
  node: number;
  at: number;
  appends: boolean;
}

/** A file or a folder while the recording is read. */
interface Node {
  isFolder: boolean;
  byteLength: number;
  /** The newest operation on it or, for a folder, on the names in it. */
  touchedAt: number;
  /** The newest one that a sync of data alone makes durable. */
  changedAt: number;
  hasGrown: boolean;
  /** Of a file, where its name stands, and since which operation. */
  place: Place | null;
  namedAt: number;
  /** Of a folder: LevelDB writes in it. */
  isLevel: boolean;
  /** Of a folder: what the names in it stand for. */
  names: Names;
}

/** Nodes by their names in a folder. */
type Names = Map<string, number>;

/** A folder after a power cut. */
export interface State {
  /** What the process had said before. */
  told: string[];
  files: Map<string, Buffer>;
  folders: string[];
  /** Operations on names that were lost, and files that lost data. */
  lostNames: number;
  lostTails: number;
}

export class Recording {
  readonly #folder: string;
  readonly #operations: Operation[] = [];
  /** Operations that there were when so many calls had ended. */
  readonly #ends: number[] = [];
  readonly #nodes: Node[] = [];
  readonly #descriptors = new Map<number, Descriptor>();

  /**
   * @param trace what `strace -f -xx` wrote of a process that began with an empty folder.
   * @param folder the folder; other files do not count.
   */
  constructor(trace: string, folder: string) {
    this.#folder = folder;
    this.#newNode(true);
    for (const call of callsOf(trace)) {
      this.#ends.push(this.#operations.length);
      if (call.result >= 0) this.#take(call);
    }
  }

  get length(): number {
    return this.#operations.length;
  }

  /** One of the states that a power cut may leave after so many operations. */
  stateAt(cut: number, dice: Dice): State {
    const before = this.#operations.slice(0, cut);
    const survives = dice(2) === 0 ? oneJournal(before, dice) : journals(before, dice);
    const synced = new Map<number, number>();
    for (const operation of before) {
      if (operation.kind === 'sync') raise(synced, operation.node, operation.data);
    }
    const state: State = { told: [], files: new Map(), folders: [], lostNames: 0, lostTails: 0 };
    const folders = new Map<number, Names>();
    for (const [index, operation] of before.entries()) {
      if (operation.kind === 'told') state.told.push(operation.text);
      if (!isName(operation)) continue;
      if (index < survives(folderOf(operation))) {
        applyName((folder) => getOrInsert(folders, folder, () => new Map()), operation);
      } else state.lostNames += 1;
    }
    const walk = (folder: number, path: string): void => {
      for (const [name, node] of folders.get(folder) ?? []) {
        const place = join(path, name);
        if (this.#nodes[node]!.isFolder) {
          state.folders.push(place);
          walk(node, place);
          continue;
        }
        const kept = { synced: synced.get(node) ?? 0, survived: survives(node) };
        const { bytes, isWhole } = contentAt(before, node, kept, dice);
        state.files.set(place, bytes);
        if (!isWhole) state.lostTails += 1;
      }
    };
    walk(ROOT, '');
    return state;
  }

  #take(call: Call): void {
    const { name, rest, result } = call;
    const paths = stringsIn(rest).map(String);
    const inFolder = paths.some((path) => this.#isOurs(path));
    switch (name) {
      case 'open':
      case 'openat':
      case 'creat':
        this.#open(paths[0]!, rest, result);
        return;
      case 'write':
      case 'writev':
      case 'pwrite64':
        this.#write(call);
        return;
      case 'ftruncate': {
        const descriptor = this.#descriptors.get(Number.parseInt(rest, 10));
        if (descriptor !== undefined) this.#cut(descriptor.node, Number(/(\d+)$/.exec(rest)![1]));
        return;
      }
      case 'fsync':
      case 'fdatasync':
        this.#sync(call);
        return;
      case 'mkdir':
      case 'mkdirat':
        if (inFolder && paths[0] !== this.#folder) this.#make(paths[0]!, true);
        return;
      case 'unlink':
      case 'unlinkat':
      case 'rmdir':
        if (inFolder) this.#change({ kind: 'remove', at: this.#placeOf(paths[0]!) });
        return;
      case 'rename':
      case 'renameat':
      case 'renameat2':
        if (inFolder) this.#move(paths[0]!, paths[1]!);
        return;
      case 'link':
      case 'linkat':
        if (inFolder) this.#name(this.#nodeAt(paths[0]!)!, this.#placeOf(paths[1]!));
        return;
      default: {
        const descriptor = this.#descriptors.get(Number.parseInt(rest, 10));
        if (inFolder || descriptor !== undefined) throw new Error(`${name} is not modelled`);
      }
    }
  }

  #isOurs(path: string): boolean {
    return path === this.#folder || path.startsWith(`${this.#folder}/`);
  }

  #newNode(isFolder: boolean): number {
    this.#nodes.push({
      ...{ isFolder, byteLength: 0, touchedAt: 0, changedAt: 0, hasGrown: false },
      ...{ place: null, namedAt: 0, isLevel: false, names: new Map() },
    });
    return this.#nodes.length - 1;
  }

  #nodeAt(path: string): number | undefined {
    if (path === this.#folder) return ROOT;
    const folder = this.#nodeAt(dirname(path));
    return folder === undefined ? undefined : this.#nodes[folder]!.names.get(basename(path));
  }

  #placeOf(path: string): Place {
    return { folder: this.#nodeAt(dirname(path))!, name: basename(path) };
  }

  #open(path: string, rest: string, descriptor: number): void {
    this.#descriptors.delete(descriptor);
    if (!this.#isOurs(path)) return;
    let node = this.#nodeAt(path);
    if (node === undefined) node = this.#make(path, false);
    else if (rest.includes('O_TRUNC')) this.#cut(node, 0);
    this.#descriptors.set(descriptor, { node, at: 0, appends: rest.includes('O_APPEND') });
  }

  #make(path: string, isFolder: boolean): number {
    const node = this.#newNode(isFolder);
    this.#name(node, this.#placeOf(path));
    this.#touch(node, this.#operations.length - 1);
    this.#nodes[node]!.changedAt = this.#operations.length;
    return node;
  }

  #name(node: number, at: Place): void {
    if (LEVEL_FILE.test(at.name)) this.#nodes[at.folder]!.isLevel = true;
    this.#change({ kind: 'put', at, node });
    this.#place(node, at);
  }

  #move(fromPath: string, toPath: string): void {
    const node = this.#nodeAt(fromPath)!;
    const [from, to] = [this.#placeOf(fromPath), this.#placeOf(toPath)];
    this.#touch(node, this.#operations.length);
    this.#change({ kind: 'move', from, to, node });
    this.#touch(from.folder, this.#operations.length - 1);
    this.#place(node, to);
  }

  #place(node: number, place: Place): void {
    Object.assign(this.#nodes[node]!, { place, namedAt: this.#operations.length });
  }

  /** An operation on names. */
  #change(operation: NameOperation): void {
    applyName((folder) => this.#nodes[folder]!.names, operation);
    this.#operations.push(operation);
    this.#touch(folderOf(operation), this.#operations.length - 1);
  }

  #touch(node: number | undefined, index: number): void {
    if (node !== undefined) this.#nodes[node]!.touchedAt = index + 1;
  }

  #cut(number: number, byteLength: number): void {
    const node = this.#nodes[number]!;
    // The length stays, and so does the journal.
    if (node.byteLength === byteLength) return;
    this.#touch(number, this.#operations.length);
    node.changedAt = node.touchedAt;
    node.byteLength = byteLength;
    this.#operations.push({ kind: 'cut', node: number, byteLength });
  }

  #write({ name, rest, result }: Call): void {
    const number = Number.parseInt(rest, 10);
    const bytes = Buffer.concat(stringsIn(rest)).subarray(0, result);
    if (bytes.length !== result) throw new Error(`strace has cut off a ${name}`);
    const descriptor = this.#descriptors.get(number);
    if (descriptor === undefined) {
      if (number !== 1) return;
      this.#operations.push({ kind: 'told', text: bytes.toString().trim() });
      return;
    }
    const node = this.#nodes[descriptor.node]!;
    const isPlaced = name === 'pwrite64';
    if (descriptor.appends) descriptor.at = node.byteLength;
    const place = isPlaced ? Number(/(\d+)$/.exec(rest)![1]) : descriptor.at;
    const at = isPlaced && descriptor.appends ? node.byteLength : place;
    if (!isPlaced) descriptor.at = at + result;
    this.#touch(descriptor.node, this.#operations.length);
    if (at + result > node.byteLength) node.hasGrown = true;
    node.byteLength = Math.max(node.byteLength, at + result);
    this.#operations.push({ kind: 'write', node: descriptor.node, at, bytes });
  }

  #sync({ name, rest, begunAt }: Call): void {
    const descriptor = this.#descriptors.get(Number.parseInt(rest, 10));
    if (descriptor === undefined) return;
    const node = this.#nodes[descriptor.node]!;
    const data = this.#ends[begunAt] ?? this.#operations.length;
    const newest = name === 'fsync' ? node.touchedAt : node.changedAt;
    const journal = node.hasGrown ? data : Math.min(newest, data);
    // Others may write to it meanwhile; that it has grown is then as true as before.
    if (data === this.#operations.length) node.hasGrown = false;
    const folder = node.place?.folder ?? ROOT;
    const isOwn = !node.isFolder && this.#nodes[folder]!.isLevel && node.namedAt <= data;
    const own = isOwn ? { folder, names: node.namedAt } : null;
    this.#operations.push({ kind: 'sync', node: descriptor.node, data, journal, own });
  }
}

/** Writes a state into a folder that is not there yet. */
export function writeState(folder: string, { files, folders }: State): void {
  mkdirSync(folder, { mode: 0o700 });
  for (const name of folders) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes, { mode: 0o600 });
}

/** Everything goes through one journal. */
function oneJournal(before: readonly Operation[], dice: Dice): Survival {
  let forced = 0;
  for (const operation of before) {
    if (operation.kind === 'sync') forced = Math.max(forced, operation.journal);
  }
  const survived = forced + between(before.length - forced, dice);
  return () => survived;
}

/** Each folder and each file has its own. */
function journals(before: readonly Operation[], dice: Dice): Survival {
  const forced = new Map<number, number>();
  for (const operation of before) {
    if (operation.kind !== 'sync') continue;
    const { node, data, own } = operation;
    raise(forced, node, data);
    if (own !== null) raise(forced, own.folder, own.names);
  }
  const survived = new Map<number, number>();
  return (node) =>
    getOrInsert(survived, node, () => {
      const least = forced.get(node) ?? 0;
      return least + between(before.length - least, dice);
    });
}

function raise(numbers: Map<number, number>, node: number, least: number): void {
  numbers.set(node, Math.max(numbers.get(node) ?? 0, least));
}

type NameOperation = Extract<Operation, { kind: 'put' | 'remove' | 'move' }>;

function isName(operation: Operation): operation is NameOperation {
  return operation.kind === 'put' || operation.kind === 'remove' || operation.kind === 'move';
}

/** The folder whose names an operation changes; of two the one that has the name afterwards. */
function folderOf(operation: NameOperation): number {
  return operation.kind === 'move' ? operation.to.folder : operation.at.folder;
}

function applyName(namesOf: (folder: number) => Names, operation: NameOperation): void {
  if (operation.kind === 'put') namesOf(operation.at.folder).set(operation.at.name, operation.node);
  else if (operation.kind === 'remove') namesOf(operation.at.folder).delete(operation.at.name);
  else {
    const { from, to, node } = operation;
    namesOf(from.folder).delete(from.name);
    namesOf(to.folder).set(to.name, node);
  }
}

/** What is left of a file: what was synced, what the journal has, and some of the rest. */
function contentAt(
  before: readonly Operation[],
  node: number,
  { synced, survived }: { synced: number; survived: number },
  dice: Dice,
): { bytes: Buffer; isWhole: boolean } {
  const changes: [number, Extract<Operation, { kind: 'write' | 'cut' }>][] = [];
  for (const [index, operation] of before.entries()) {
    if (operation.kind !== 'write' && operation.kind !== 'cut') continue;
    if (operation.node === node) changes.push([index, operation]);
  }
  let open = 0;
  for (const [index, change] of changes) {
    if (change.kind === 'write' && index >= synced) open += change.bytes.length;
  }
  let left = between(open, dice);
  const isWhole = left === open;
  let bytes: Buffer = Buffer.alloc(0);
  // A truncation is durable when what was written after it is.
  let owed: number | null = null;
  for (const [index, change] of changes) {
    if (change.kind === 'cut') {
      if (index < survived || index < synced) bytes = resized(bytes, change.byteLength);
      else owed = Math.min(owed ?? change.byteLength, change.byteLength);
      continue;
    }
    const length = index < synced ? change.bytes.length : Math.min(left, change.bytes.length);
    if (index >= synced) left -= length;
    if (length === 0) continue;
    if (owed !== null) bytes = resized(bytes, Math.min(owed, bytes.length));
    owed = null;
    bytes = resized(bytes, Math.max(bytes.length, change.at + length));
    change.bytes.copy(bytes, change.at, 0, length);
  }
  return { bytes, isWhole };
}

function resized(bytes: Buffer, byteLength: number): Buffer {
  const other = Buffer.alloc(byteLength);
  bytes.copy(other);
  return other;
}

/** From 0 to `most`, often one of the two. */
function between(most: number, dice: Dice): number {
  const turn = dice(3);
  return turn === 0 ? 0 : turn === 1 ? most : dice(most + 1);
}

/** The strings of a call, which strace writes as hex. */
function stringsIn(rest: string): Buffer[] {
  return [...rest.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) =>
    Buffer.from(hex.replaceAll('\\x', ''), 'hex'),
  );
}
