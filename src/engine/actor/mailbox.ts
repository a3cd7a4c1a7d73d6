/**
 * The mailbox of a thread: a bounded priority queue behind piscina's queue interface.
 *
 *   urgent  ── questions: somebody waits for the answer
 *   normal  ── commands: folding, snapshots, compaction
 *
 * First in, first out within a class; urgent ones always go first. There are few commands (the
 * loop that sends them waits for each), so questions cannot starve for long, and commands are
 * cut into slices, so neither can they.
 */
import { Piscina } from 'piscina';

export const PRIORITIES = ['urgent', 'normal'] as const;
export type Priority = (typeof PRIORITIES)[number];

interface QueuedTask {
  readonly [Piscina.queueOptionsSymbol]: object | null;
}

/** Marks a message with its class; the mailbox reads it back. */
export function prioritised<T extends object>(message: T, priority: Priority): T {
  return { ...message, [Piscina.queueOptionsSymbol]: { priority } };
}

export class Mailbox {
  readonly #queues: Record<Priority, QueuedTask[]> = { urgent: [], normal: [] };

  get size(): number {
    return this.#queues.urgent.length + this.#queues.normal.length;
  }

  /** Messages waiting in one class. */
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
