/**
 * Threads for work without a state of its own, which may be hostile: each task has a limit of time
 * and of memory, and a task that passes one costs nobody else anything.
 *
 * Invariants: a thread works on one task at a time unless said otherwise; a task that takes too long is
 * ended together with its thread, and another thread takes its place; tasks that wait are bounded.
 */
import { Piscina } from 'piscina';
import { MINUTE_MS } from '../kernel/clock.js';
import { messageOf, TagwireError } from '../kernel/errors.js';

/** Threads that have nothing to do for this long end, and give their memory back. */
const IDLE_MS = MINUTE_MS;

export interface WorkPoolOptions {
  /** Absolute path of the compiled worker module. */
  filename: string;
  threads: number;
  /** Tasks that may wait; one more is refused. */
  waitingMax: number;
  /** Time for one task, from its start on. */
  taskMsMax: number;
  /** Heap of one thread. */
  heapMb: number;
  /** Tasks that one thread works on at once, for work that mostly waits; one by default. */
  tasksPerThread?: number;
}

/** What came of a task. */
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
    });
    // Why a thread ended is told to the task that it worked on.
    this.#pool.on('error', () => undefined);
  }

  /** Tasks that wait for a thread. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Has a task done. @param transfer buffers that move to the thread.
   * @throws TagwireError ACTOR_OVERLOADED when too many wait already.
   */
  async run<T>(task: object, transfer: readonly ArrayBuffer[] = []): Promise<WorkOutcome<T>> {
    await this.#turn();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.#taskMsMax);
    try {
      const options = { signal: limit.signal, transferList: [...transfer] };
      return { kind: 'done', value: (await this.#pool.run(task, options)) as T };
    } catch (error) {
      if (limit.signal.aborted) return { kind: 'timeout' };
      const isMemory = (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
      return isMemory ? { kind: 'memory' } : { kind: 'failed', message: messageOf(error) };
    } finally {
      clearTimeout(timer);
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  /** Waits for a thread here and not in the pool, so that a task's time begins when it does. */
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
