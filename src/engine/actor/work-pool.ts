/**
 * Threads for work without a state of its own, which may be hostile: each task has a limit of time
 * and of memory, and a task that passes one costs no other task anything.
 *
 * Invariants: a thread works on one task at a time unless said otherwise; a task that takes too long is
 * ended together with its thread, and another thread takes its place; tasks that wait are bounded.
 */
import { Piscina } from 'piscina';
import { MINUTE_MS } from '../../kernel/clock.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';

/** Threads that have nothing to do for this long end, and give their memory back. */
const IDLE_MS = MINUTE_MS;
/** A thread that has not begun by then never will; on a busy machine it takes seconds. */
const START_MS_MAX = MINUTE_MS;

export interface WorkPoolOptions {
  /** Absolute path of the compiled worker module. */
  filename: string;
  threads: number;
  /** Tasks that may wait; one more is refused. */
  waitingMax: number;
  /** Time for one task, from its start on: a thread that has to be started first has a time of its own. */
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
  /** Tasks by thread; piscina counts one that can be ended as if it filled its thread. */
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
      // Asked when a task may go to one of the threads that are ready: its time begins.
      loadBalancer: (task, workers) => {
        const free = workers.find(({ id }) => (this.#tasksOn.get(id) ?? 0) < tasksPerThread);
        if (free !== undefined) beginningOf(task)(free.id);
        return free ?? null;
      },
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

/** Told when a task goes to a thread. */
type Begin = (thread: number) => void;

interface Told {
  [Piscina.queueOptionsSymbol]: { begin: Begin };
}

function beginningOf(task: object): Begin {
  return (task as Told)[Piscina.queueOptionsSymbol]!.begin;
}
