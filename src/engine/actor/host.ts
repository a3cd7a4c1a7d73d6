/**
 * The thread's side of an actor: takes messages, folds in slices, catches errors.
 *
 * Invariants: at most `SLICE_MS` of folding between two looks at the mailbox, or the `sliceMs` of the
 * index; the sequence number of an entry is in shared memory before its fold begins, so that a death is
 * attributed to the entry.
 * Not here: what folding does (an `IndexWriter`), when to snapshot, restart or give up (actor.ts).
 */
import { workerData } from 'node:worker_threads';
import { systemMonotonic } from '../../kernel/clock.js';
import { messageOf } from '../../kernel/errors.js';
import { SNAPSHOTS } from '../../kernel/limits.js';
import { type Block, BlockCursor } from '../../kernel/model/block.js';
import type { Entry } from '../../kernel/model/records.js';
import { collectGarbage, SpareBytes } from '../../kernel/runtime/garbage.js';
import { pause } from '../../kernel/runtime/pause.js';
import { takeRank } from '../../kernel/runtime/thread-priority.js';
import { copied, moved, type Transferable } from '../index/reader.js';
import type { AnyIndexWriter } from '../index/writer.js';
import { noteThread } from './heartbeat.js';
import {
  type ActorReply,
  CELL,
  type ChunkPieces,
  type Folded,
  type Message,
  moving,
  type Outcome,
  type ThreadData,
} from './protocol.js';

/** Ingest work between two looks at the mailbox: a question waits at most this long. */
const SLICE_MS = 5;
/** Bytes of restored chunks from which on a collection of garbage is worth its time. */
const COLLECTED_BYTES_MIN = 4 * 1024 * 1024;
/** Reading the clock takes longer than folding a small record, so it is read after every few records. */
const LOOK_EVERY = 8;

const NOTHING: readonly [] = [];

/** The function that a worker module exports. */
export type Handler = (message: Message) => Promise<unknown>;

/** Hosts an index; `create` makes its writer of the options that its reader gave. */
export function hostActor<Options>(create: (options: Options) => AnyIndexWriter): Handler {
  const data = workerData as ThreadData;
  takeRank(data.rank);
  const host = new Host((options) => create(options as Options), data);
  return async (message) => {
    const { value, transfer } = host.answer(message);
    return moving(value, transfer);
  };
}

class Host {
  readonly #create: (options: unknown) => AnyIndexWriter;
  readonly #generation: number;
  readonly #cells: Float64Array;
  readonly #skipped: Set<number>;
  readonly #spare = new SpareBytes(1);
  #writer: AnyIndexWriter | null = null;
  #cursor: BlockCursor | null = null;
  /** Whether the index got an entry since its last delta. */
  #isTouched = false;
  /** The remaining steps of folding an entry that the cursor has passed. */
  #steps: Generator<void> | null = null;
  #deltaNumber = 0;
  /** Bytes of chunks that were restored since the last collection. */
  #restoredBytes = 0;
  /** A chunk that was made and not yet sent completely. */
  #chunk: { name: string; bytes: Uint8Array } | null = null;

  constructor(create: (options: unknown) => AnyIndexWriter, data: ThreadData) {
    this.#create = create;
    this.#generation = data.generation;
    this.#cells = new Float64Array(data.cells);
    this.#skipped = new Set(data.skipped);
    noteThread(this.#cells);
  }

  answer(message: Message): Transferable<ActorReply> {
    let outcome: Outcome;
    let transfer: Transferable<unknown>['transfer'] = NOTHING;
    this.#cells[CELL.beats]! += 1;
    try {
      const answer = this.#take(message);
      outcome = { ok: true, value: answer.value };
      transfer = answer.transfer;
    } catch (error) {
      // A failed question leaves the state unchanged; a failed fold may have changed a part of it.
      const text = error instanceof Error && error.stack ? error.stack : messageOf(error);
      outcome = { ok: false, fatal: message.type !== 'ask', message: text };
    }
    return { value: { generation: this.#generation, outcome }, transfer };
  }

  #take(message: Message): Transferable<unknown> {
    if (message.type === 'start') {
      const writer = this.#create(message.options);
      this.#writer = writer;
      const { version, readsFrom, bodies } = writer;
      return copied({ version, readsFrom, bodies });
    }
    const writer = this.#writer;
    if (writer === null) throw new Error('the actor has not been started');
    switch (message.type) {
      case 'ask':
        if (writer.ask === undefined) throw new Error('the index answers from its readers');
        return writer.ask(message.question);
      case 'restore':
        this.#restoredBytes += message.bytes.byteLength;
        writer.restore(message.name, message.bytes, message.version);
        return copied(null);
      case 'stored':
        writer.stored?.(message.cold);
        return this.#progress(writer, 0);
      case 'lost':
        writer.lost?.(message.name);
        return copied(null);
      case 'restored':
        this.#restored(writer, message.sequence);
        // After the reply, because no caller waits for it.
        if (this.#restoredBytes >= COLLECTED_BYTES_MIN) {
          setImmediate(collectGarbage);
          this.#restoredBytes = 0;
        }
        return this.#progress(writer, 0);
      case 'apply': {
        writer.acknowledge?.(message.acked);
        const folded = this.#fold(writer, message.block, message.from);
        return this.#progress(writer, folded, this.#isTouched);
      }
      case 'compact':
        writer.acknowledge?.(message.acked);
        writer.compact?.();
        return this.#progress(writer, 0);
      case 'snapshot':
        this.#chunk = null;
        // A plan may merge runs, of which readers learn with the next block.
        this.#isTouched = true;
        return copied(writer.plan());
      case 'chunks':
        return this.#pieces(writer, message.names, message.piece);
    }
  }

  /** Counts a beat for each step: an index may have a million articles to count. */
  #restored(writer: AnyIndexWriter, sequence: number): void {
    if (writer.restoredInSteps === undefined) {
      writer.restored(sequence);
      return;
    }
    for (const _ of writer.restoredInSteps(sequence)) this.#cells[CELL.beats]! += 1;
  }

  /** The next piece of the first chunk where that is long; otherwise as many chunks as fit. */
  #pieces(
    writer: AnyIndexWriter,
    names: readonly string[],
    piece: number,
  ): Transferable<ChunkPieces> {
    const { pieceBytesMax } = SNAPSHOTS;
    const first = this.#chunkOf(writer, names[0]!);
    if (first.length > pieceBytesMax) {
      const to = (piece + 1) * pieceBytesMax;
      const bytes = new Uint8Array(first.subarray(to - pieceBytesMax, to));
      const isLast = to >= first.length;
      if (isLast) this.#chunk = null;
      return moved({ pieces: [bytes], isLast }, [bytes]);
    }
    const pieces: Uint8Array[] = [];
    let left: number = pieceBytesMax;
    for (const name of names) {
      const bytes = this.#chunkOf(writer, name);
      if (bytes.length > left) break;
      left -= bytes.length;
      pieces.push(bytes.buffer instanceof ArrayBuffer ? bytes : new Uint8Array(bytes));
      this.#chunk = null;
    }
    return moved({ pieces, isLast: true }, pieces);
  }

  /** A chunk, made now unless the previous message made it. */
  #chunkOf(writer: AnyIndexWriter, name: string): Uint8Array {
    if (this.#chunk?.name !== name) this.#chunk = { name, bytes: writer.chunk(name) };
    return this.#chunk.bytes;
  }

  /** Folds until the block or the slice is over; returns the entries folded. */
  #fold(writer: AnyIndexWriter, block: Block, from: number): number {
    const endMs = systemMonotonic.nowMs() + (writer.sliceMs ?? SLICE_MS);
    let folded = 0;
    if (this.#steps !== null) {
      this.#cells[CELL.sequence] = block.firstSequence + from;
      if (!this.#isStepped(endMs)) return 0;
      folded = 1;
    }
    const cursor = this.#cursorAt(block, from + folded);
    while (cursor.remaining > 0) {
      const { sequence } = cursor;
      this.#cells[CELL.sequence] = sequence;
      this.#cells[CELL.beats]! += 1;
      // An entry that is set aside may be undecodable, so not even its kind is read.
      const isMine = !this.#skipped.has(sequence) && writer.kinds.has(cursor.kind);
      if (isMine) this.#apply(writer, cursor.next(writer.bodies !== 'none'));
      else cursor.skip();
      if (!this.#isStepped(endMs)) return folded;
      folded += 1;
      if (folded % LOOK_EVERY !== 0) continue;
      if (systemMonotonic.nowMs() >= endMs) break;
      pause();
    }
    this.#cells[CELL.sequence] = 0;
    return folded;
  }

  #apply(writer: AnyIndexWriter, entry: Entry): void {
    this.#isTouched = true;
    if (writer.applyInSteps === undefined) writer.apply(entry);
    else this.#steps = writer.applyInSteps(entry);
  }

  /** Continues an entry that takes long; false when the slice ends before the entry. */
  #isStepped(endMs: number): boolean {
    while (this.#steps !== null) {
      if (this.#steps.next().done === true) this.#steps = null;
      else if (systemMonotonic.nowMs() >= endMs) return false;
    }
    return true;
  }

  /** The cursor of the previous slice if it stands at the entry; otherwise a new one that skips to it. */
  #cursorAt(block: Block, from: number): BlockCursor {
    const wanted = block.firstSequence + from;
    if (this.#cursor !== null && this.#cursor.remaining > 0 && this.#cursor.sequence === wanted) {
      return this.#cursor;
    }
    const cursor = new BlockCursor(block, this.#spare);
    while (cursor.sequence < wanted) cursor.skip();
    this.#cursor = cursor;
    return cursor;
  }

  /** @param isTouched false where the index was given no entry: it has nothing new, and is not asked. */
  #progress(writer: AnyIndexWriter, folded: number, isTouched = true): Transferable<Folded> {
    const delta = isTouched ? writer.takeDelta() : null;
    this.#isTouched = this.#steps !== null;
    if (delta !== null) this.#deltaNumber += 1;
    return {
      value: {
        folded,
        deltaNumber: delta === null ? 0 : this.#deltaNumber,
        delta: delta?.value ?? null,
        canCompact: writer.canCompact ?? false,
        wanted: writer.wanted ?? NOTHING,
      },
      transfer: delta?.transfer ?? NOTHING,
    };
  }
}
