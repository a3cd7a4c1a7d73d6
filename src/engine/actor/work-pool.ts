/**
 * Threads for tasks without state whose input may be hostile: each task has a limit of time and of
 * memory, and a task that exceeds one affects no other task.
 *
 * Invariants: a thread works on one task at a time by default; a task that takes too long is ended
 * together with its thread, and another thread takes its place; waiting tasks are bounded.
 */
import { Piscina } from 'piscina';
import { MINUTE_MS } from '../../kernel/clock.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';

/** Threads that are idle for this long end, which frees their memory. */
const IDLE_MS = MINUTE_MS;
/** A thread that has not started by then never will; on a busy machine a start takes seconds. */
const START_MS_MAX = MINUTE_MS;

export interface WorkPoolOptions {
  /** Absolute path of the compiled worker module. */
  filename: string;
  threads: number;
  /** Tasks that may wait; further ones are refused. */
  waitingMax: number;
  /** Time of one task, from its start on: the start of its thread has a limit of its own (`START_MS_MAX`). */
  taskMsMax: number;
  /** Heap of one thread. */
  heapMb: number;
  /** Tasks that one thread works on at once, for tasks that mostly wait; one by default. */
  tasksPerThread?: number;
}

export type WorkOutcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'timeout' }
  | { kind: 'memory' }
  | { kind: 'failed'; message: string };

export class WorkPool {
  readonly #pool: Piscina;
  readonly #taskMsMax: number;
  readonly #atOnce: number;
  readonly #waitingMax: number;
  /** Tasks by thread: piscina counts a task that can be aborted as if it filled its thread. */
  readonly #tasksOn = new Map<number, number>();
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(options: WorkPoolOptions) {
    const { filename, threads, waitingMax, taskMsMax, heapMb, tasksPerThread = 1 } = options;
    this.#taskMsMax = taskMsMax;
    this.#atOnce = threads * tasksPerThread;
    this.#waitingMax = waitingMax;
    this.#pool = new Piscina({
      filename,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      concurrentTasksPerWorker: tasksPerThread,
      atomics: 'disabled',
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      // Called when a task may go to one of the ready threads: the time of the task begins.
      loadBalancer: (task, workers) => {
        const free = workers.find(({ id }) => (this.#tasksOn.get(id) ?? 0) < tasksPerThread);
        if (free !== undefined) beginningOf(task)(free.id);
        return free ?? null;
      },
    });
    // The task of a thread gets the reason for which the thread ended.
    this.#pool.on('error', () => undefined);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs a task. @param transfer buffers that move to the thread.
   * @throws TagwireError ACTOR_OVERLOADED when too many wait already.
   */
  async run<T>(task: object, transfer: readonly ArrayBuffer[] = []): Promise<WorkOutcome<T>> {
    await this.#turn();
    const limit = new AbortController();
    let timer = setTimeout(() => limit.abort(), START_MS_MAX);
    let thread: number | null = null;
    const begin: Begin = (id) => {
      thread = id;
      this.#tasksOn.set(id, (this.#tasksOn.get(id) ?? 0) + 1);
      clearTimeout(timer);
      timer = setTimeout(() => limit.abort(), this.#taskMsMax);
    };
    try {
      const options = { signal: limit.signal, transferList: [...transfer] };
      const told = { ...task, [Piscina.queueOptionsSymbol]: { begin } };
      return { kind: 'done', value: (await this.#pool.run(told, options)) as T };
    } catch (error) {
      if (limit.signal.aborted) return { kind: 'timeout' };
      const isMemory = (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
      return isMemory ? { kind: 'memory' } : { kind: 'failed', message: messageOf(error) };
    } finally {
      clearTimeout(timer);
      if (thread !== null) this.#leave(thread);
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  #leave(thread: number): void {
    const left = this.#tasksOn.get(thread)! - 1;
    if (left > 0) this.#tasksOn.set(thread, left);
    else this.#tasksOn.delete(thread);
  }

  /** Waits for a thread here and not in the pool, so that the time of a task begins when the task does. */
  async #turn(): Promise<void> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#waitingMax) {
        throw new TagwireError('ACTOR_OVERLOADED', 'too many tasks are waiting');
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
  }
}

/** Called when a task goes to a thread. */
type Begin = (thread: number) => void;

interface Told {
  [Piscina.queueOptionsSymbol]: { begin: Begin };
}

function beginningOf(task: object): Begin {
  return (task as Told)[Piscina.queueOptionsSymbol]!.begin;
}
