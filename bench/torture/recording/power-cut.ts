/**
 * What a recorded process did to the files of a folder, and the states in which the folder may be
 * after the power failed at a moment of it.
 *
 * The model is ext4 as it is mounted by default:
 * - Operations on names (create, link, rename, delete, make a folder) and truncations go through one
 *   journal: those that survive are the first ones, up to a point.
 * - A sync of a file or folder makes the journal durable up to the newest operation on that file, or on
 *   the names in that folder. Where it writes data behind the old end of a file, it makes everything
 *   durable that came before it. `fdatasync` of a file whose length is the same makes its data durable and
 *   no operation.
 * - Of what was written to a file and not synced, nothing, all, or the bytes up to any point survive.
 *   What ended after a sync began is not covered by it.
 *
 * Not modelled: data that reach the disk in another order than they were written within one file, and
 * disks that lose what they said was written.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Dice } from '../fault.js';
import { type Call, callsOf } from './strace.js';

/** Calls that are recorded. */
export const RECORDED = [
  ...['open', 'openat', 'creat', 'write', 'writev', 'pwrite64', 'pwritev', 'pwritev2'],
  ...['fsync', 'fdatasync', 'rename', 'renameat', 'renameat2', 'link', 'linkat', 'symlink'],
  ...['unlink', 'unlinkat', 'rmdir', 'mkdir', 'mkdirat', 'truncate', 'ftruncate'],
  ...['copy_file_range', 'sendfile', 'fallocate', 'msync', 'sync_file_range'],
];

type Operation =
  | { kind: 'file' | 'folder'; path: string; node: number }
  | { kind: 'remove'; path: string }
  | { kind: 'rename' | 'link'; from: string; to: string }
  | { kind: 'cut'; node: number; byteLength: number }
  | { kind: 'write'; node: number; at: number; bytes: Buffer }
  /** Names and truncations before `names` are durable, data of the file before `data`. */
  | { kind: 'sync'; node: number; names: number; data: number }
  | { kind: 'told'; text: string };

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
}

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
  readonly #names = new Map<string, number>();
  readonly #descriptors = new Map<number, Descriptor>();

  /**
   * @param trace what `strace -f -xx` wrote of a process that began with an empty folder.
   * @param folder the folder; other files do not count.
   */
  constructor(trace: string, folder: string) {
    this.#folder = folder;
    this.#names.set(folder, this.#newNode(true));
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
    let forced = 0;
    const synced = new Map<number, number>();
    for (const operation of before) {
      if (operation.kind !== 'sync') continue;
      forced = Math.max(forced, operation.names);
      const known = synced.get(operation.node) ?? 0;
      synced.set(operation.node, Math.max(known, operation.data));
    }
    const survived = forced + between(cut - forced, dice);
    const state: State = { told: [], files: new Map(), folders: [], lostNames: 0, lostTails: 0 };
    const names = new Map<string, number>();
    for (const [index, operation] of before.entries()) {
      if (operation.kind === 'told') state.told.push(operation.text);
      else if (index < survived) applyName(names, operation);
      else if (isName(operation)) state.lostNames += 1;
    }
    for (const [path, node] of names) {
      const name = path.slice(this.#folder.length + 1);
      if (this.#nodes[node]!.isFolder) state.folders.push(name);
      else {
        const { bytes, isWhole } = contentAt(before, node, synced.get(node) ?? 0, survived, dice);
        state.files.set(name, bytes);
        if (!isWhole) state.lostTails += 1;
      }
    }
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
        if (inFolder && paths[0] !== this.#folder) this.#make('folder', paths[0]!);
        return;
      case 'unlink':
      case 'unlinkat':
      case 'rmdir':
        if (inFolder) this.#change({ kind: 'remove', path: paths[0]! }, paths);
        return;
      case 'rename':
      case 'renameat':
      case 'renameat2':
        if (inFolder) this.#change({ kind: 'rename', from: paths[0]!, to: paths[1]! }, paths);
        return;
      case 'link':
      case 'linkat':
        if (inFolder) this.#change({ kind: 'link', from: paths[0]!, to: paths[1]! }, paths);
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
    this.#nodes.push({ isFolder, byteLength: 0, touchedAt: 0, changedAt: 0, hasGrown: false });
    return this.#nodes.length - 1;
  }

  #open(path: string, rest: string, descriptor: number): void {
    this.#descriptors.delete(descriptor);
    if (!this.#isOurs(path)) return;
    let node = this.#names.get(path);
    if (node === undefined) node = this.#make('file', path);
    else if (rest.includes('O_TRUNC')) this.#cut(node, 0);
    this.#descriptors.set(descriptor, { node, at: 0, appends: rest.includes('O_APPEND') });
  }

  #make(kind: 'file' | 'folder', path: string): number {
    const node = this.#newNode(kind === 'folder');
    this.#change({ kind, path, node }, [path]);
    return node;
  }

  /** An operation on names, and which of them. */
  #change(operation: Operation, paths: readonly string[]): void {
    const index = this.#operations.length;
    if (operation.kind === 'rename') this.#touch(this.#names.get(operation.from), index);
    applyName(this.#names, operation);
    this.#operations.push(operation);
    for (const path of paths) this.#touch(this.#names.get(dirname(path)), index);
    if (operation.kind === 'file' || operation.kind === 'folder') {
      this.#touch(operation.node, index);
      this.#nodes[operation.node]!.changedAt = index + 1;
    }
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
    const names = node.hasGrown ? data : Math.min(newest, data);
    // Others may write to it meanwhile; that it has grown is then as true as before.
    if (data === this.#operations.length) node.hasGrown = false;
    this.#operations.push({ kind: 'sync', node: descriptor.node, names, data });
  }
}

/** Writes a state into a folder that is not there yet. */
export function writeState(folder: string, { files, folders }: State): void {
  mkdirSync(folder, { mode: 0o700 });
  for (const name of folders) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes, { mode: 0o600 });
}

function isName({ kind }: Operation): boolean {
  return kind !== 'write' && kind !== 'sync' && kind !== 'told';
}

function applyName(names: Map<string, number>, operation: Operation): void {
  switch (operation.kind) {
    case 'file':
    case 'folder':
      names.set(operation.path, operation.node);
      return;
    case 'remove':
      names.delete(operation.path);
      return;
    case 'link':
      names.set(operation.to, names.get(operation.from)!);
      return;
    case 'rename':
      for (const [path, node] of [...names]) {
        if (path !== operation.from && !path.startsWith(`${operation.from}/`)) continue;
        names.delete(path);
        names.set(`${operation.to}${path.slice(operation.from.length)}`, node);
      }
  }
}

/** What is left of a file: what was synced, what the journal has, and some of the rest. */
function contentAt(
  before: readonly Operation[],
  node: number,
  synced: number,
  survived: number,
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
