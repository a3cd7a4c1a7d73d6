/**
 * One worker thread that is never ended for being idle: a Piscina pool of exactly one, and its mailbox.
 *
 * Invariants: all messages go through the mailbox; a thread that died is never reused, its successor is a
 * new `Thread`: the worker that piscina starts in its place has no state and is ended. Atomics are off,
 * so that the thread's event loop runs between messages (the log has disk writes under way).
 */

import type { TransferListItem } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { MINUTE_MS } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';

/** Interval of a timer that only keeps the process alive; any long time will do. */
const ALIVE_MS = 60 * MINUTE_MS;

export interface ThreadOptions {
  /** Absolute path of the compiled worker module. */
  filename: string;
  workerData: unknown;
  /** Messages that the thread takes before it has answered the first. */
  concurrency: number;
  /** Questions that may wait; further ones are refused. */
  waitingMax: number;
  /**
   * Heap for young objects, MB. Records live for one batch: with space for a few batches most of them are
   * never copied, but each thread takes that memory and does not give it back. Shown by `bench ingest`
   * (memory), Node.js 20.
   */
  youngMb: number;
  /** Called once when the thread ends by itself, also between messages. */
  onDeath?(): void;
}

export class Thread {
  readonly #pool: Piscina;
  readonly #mailbox = new Mailbox();
  readonly #waitingMax: number;
  /** Piscina lets the process end while a reply is under way; this timer prevents that. */
  readonly #alive = setInterval(() => undefined, ALIVE_MS);
  #isDead = false;
  #underWay = 0;

  constructor(options: ThreadOptions) {
    this.#waitingMax = options.waitingMax;
    this.#pool = new Piscina({
      filename: options.filename,
      workerData: options.workerData,
      minThreads: 1,
      maxThreads: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      concurrentTasksPerWorker: options.concurrency,
      // Its parameter is piscina's own task class, of which only the symbol is public.
      taskQueue: this.#mailbox as never,
      stricterFIFO: true,
      atomics: 'disabled',
      recordTiming: false,
      resourceLimits: { maxYoungGenerationSizeMb: options.youngMb },
    });
    // Callers that wait for a reply get the reason of the death; `onDeath` reports the death.
    this.#pool.on('error', () => undefined);
    this.#pool.on('workerDestroy', () => {
      if (this.#isDead) return;
      this.#isDead = true;
      queueMicrotask(() => void this.#pool.destroy());
      options.onDeath?.();
    });
    this.#pool.on('workerCreate', () => {
      if (this.#isDead) void this.#pool.destroy();
    });
  }

  /** True after the thread has ended, by itself or by `destroy`. */
  get isDead(): boolean {
    return this.#isDead;
  }

  /** Messages without a reply, including waiting ones. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Waiting messages of one class. */
  waiting(priority: Priority): number {
    return this.#mailbox.sizeOf(priority);
  }

  /**
   * Sends a message and returns the thread's reply. Rejects when the thread dies or has died.
   * @throws TagwireError ACTOR_OVERLOADED when too many wait already.
   */
  async send(
    message: object,
    priority: Priority,
    transferList: readonly TransferListItem[] = [],
  ): Promise<unknown> {
    if (this.#isDead) throw new Error('the thread has died');
    if (priority === 'urgent' && this.#mailbox.sizeOf('urgent') >= this.#waitingMax) {
      throw new TagwireError('ACTOR_OVERLOADED', 'too many questions are waiting');
    }
    this.#underWay += 1;
    try {
      const options = { transferList: [...transferList] };
      return await this.#pool.run(prioritised(message, priority), options);
    } finally {
      this.#underWay -= 1;
    }
  }

  async destroy(): Promise<void> {
    this.#isDead = true;
    clearInterval(this.#alive);
    await this.#pool.destroy();
  }
}

export const PRIORITIES = ['urgent', 'normal'] as const;
export type Priority = (typeof PRIORITIES)[number];

interface QueuedTask {
  readonly [Piscina.queueOptionsSymbol]: object | null;
}

/** Marks a message with its class, which the mailbox reads. */
export function prioritised<T extends object>(message: T, priority: Priority): T {
  return { ...message, [Piscina.queueOptionsSymbol]: { priority } };
}

/**
 * The mailbox of a thread: a bounded priority queue behind piscina's queue interface.
 *
 *   urgent  ── questions: a caller waits for the answer
 *   normal  ── commands: folding, snapshots, compaction
 *
 * First in, first out within a class; urgent messages always go first. Neither class starves for long: the
 * loop that sends commands waits for each of them, so there are few, and commands are cut into slices.
 */
export class Mailbox {
  readonly #queues: Record<Priority, QueuedTask[]> = { urgent: [], normal: [] };

  get size(): number {
    return this.#queues.urgent.length + this.#queues.normal.length;
  }

  sizeOf(priority: Priority): number {
    return this.#queues[priority].length;
  }

  push(task: QueuedTask): void {
    this.#queueOf(task).push(task);
  }

  unshift(task: QueuedTask): void {
    this.#queueOf(task).unshift(task);
  }

  shift(): never {
    // Piscina's types ask for its own task class, of which only the symbol is public.
    return (this.#queues.urgent.shift() ?? this.#queues.normal.shift() ?? null) as never;
  }

  remove(task: QueuedTask): void {
    const queue = this.#queueOf(task);
    const at = queue.indexOf(task);
    if (at >= 0) queue.splice(at, 1);
  }

  #queueOf(task: QueuedTask): QueuedTask[] {
    const options = task[Piscina.queueOptionsSymbol] as { priority?: Priority } | null;
    return this.#queues[options?.priority ?? 'normal'];
  }
}
