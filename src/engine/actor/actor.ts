/**
 * The main thread's side of an actor: feeds it the log, passes its deltas to readers, asks it questions,
 * snapshots it, and replaces its thread when that dies.
 *
 *   start ─► asleep ─► restoring ─► catching up ─► following ── stop ─► stopped
 *                          ▲             │             │
 *                          └── waiting ◄─┴─── crash ◄──┘
 *
 * While the log is empty an actor sleeps, because even an idle thread takes megabytes: its thread starts
 * with the first entry or question.
 *
 * Invariants: entries are folded in order, each exactly once per generation; a block that is not in
 * memory is read from the log, so the loss of a waiting block loses no entry. Deltas reach readers in
 * order, before `reached` resolves. Readers never go back: after a crash they keep their state until the
 * new thread has folded as far, and then get its whole state. An entry that was being folded when three
 * threads died is set aside in the log, and folding continues. A thread that has work and shows no
 * progress for too long is ended and replaced like a thread that died.
 */
import type { TransferListItem } from 'node:worker_threads';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import { ACTORS } from '../../kernel/limits.js';
import type { Block } from '../../kernel/model/block.js';
import { Rest } from '../../kernel/waits.js';
import type { IndexFormat } from '../index/writer.js';
import { Backoff, Suspects } from './after-crashes.js';
import { BlocksAtHand, Waiters } from './backlog.js';
import { Heartbeat, heapIn } from './heartbeat.js';
import type { ActorFigures, ActorOptions } from './ports.js';
import {
  type ActorReply,
  CELL,
  CELL_COUNT,
  type Command,
  type Folded,
  type Message,
  type ThreadData,
} from './protocol.js';
import { Snapshotting } from './snapshotting.js';
import { Thread } from './thread.js';

/** Questions that may wait for one actor. */
const QUESTIONS_MAX = 1024;
/** Heap for young objects, MB: an actor decodes record by record, and there are many actors. */
const YOUNG_MB = 12;
/** Interval at which an actor that leaves the processors to others checks whether it must still wait. */
const YIELD_MS = 20;
/** Pause between the last entry and idle work: longer than the pauses between batches of a flood. */
const COMPACT_AFTER_MS = 250;

export class Actor {
  readonly #options: ActorOptions;
  readonly #cells = new SharedArrayBuffer(CELL_COUNT * Float64Array.BYTES_PER_ELEMENT);
  readonly #blocks: BlocksAtHand;
  readonly #snapshots: Snapshotting;
  readonly #waiters = new Waiters();
  readonly #stopped = new AbortController();
  readonly #backoff = new Backoff();
  readonly #suspects = new Suspects();
  #thread: Thread | null = null;
  #started: IndexFormat | null = null;
  #generation = 0;
  /** There is no thread yet, because there is no entry and no question. */
  #isAsleep = false;
  #beganAsleep = false;
  /** The last entry that the thread has folded. */
  #sequence = 0;
  /** The last entry of the readers' state; -1 before they have a state. */
  #shownSequence = -1;
  /** False while the thread is behind the readers, which then ignore its deltas. */
  #isFollowing = false;
  #headSequence = 0;
  /** Whether an entry was folded since the last idle work. */
  #hasFolded = true;
  #acked = 0;
  #canCompact = false;
  #wanted: readonly string[] = [];
  #crashes = 0;
  /** Threads that were ended because they showed no progress. */
  #silences = 0;
  #heartbeat: Heartbeat | null = null;
  /** The error when there is no snapshot and no complete log to start from. */
  #lost: TagwireError | null = null;
  /** The highest entry that a thread had reached when it died. */
  #crashSequence = 0;
  readonly #rest = new Rest();
  #loop: Promise<void> | null = null;

  constructor(options: ActorOptions) {
    this.#options = options;
    this.#blocks = new BlocksAtHand(options.blockBytesMax);
    const { name, snapshots, logger } = options;
    this.#snapshots = new Snapshotting({
      ...{ name, snapshots, logger },
      command: (command, transfer) => this.#command(command, transfer),
      clear: () => this.#clear(),
      compact: () => this.#compact(),
      passOn: (progress) => this.#passOn(progress, false),
      wanted: () => this.#wanted,
    });
  }

  get #isStopping(): boolean {
    return this.#stopped.signal.aborted;
  }

  get name(): string {
    return this.#options.name;
  }

  get figures(): ActorFigures {
    return {
      sequence: this.#sequence,
      headSequence: this.#headSequence,
      questionsWaiting: this.#thread?.waiting('urgent') ?? 0,
      blocksAtHand: this.#blocks.count,
      crashes: this.#crashes,
      silences: this.#silences,
      generation: this.#generation,
      isFollowing: this.#isAsleep || (this.#isFollowing && this.#thread?.isDead === false),
      snapshotSequence: this.#snapshots.sequence,
      chunksWanted: this.#wanted.length,
      heap: heapIn(this.#cells),
    };
  }

  /**
   * Starts the thread (with an empty log only later), and returns when it has folded up to `headSequence`.
   * @throws TagwireError ACTOR_DOWN when it is stopped before, STORE_DAMAGED when there is nothing left
   *   to start from.
   */
  async start(headSequence: number): Promise<void> {
    this.#headSequence = Math.max(this.#headSequence, headSequence); // Blocks may have come before.
    this.#isAsleep = this.#headSequence === 0;
    this.#beganAsleep = this.#isAsleep;
    this.#loop = this.#run();
    await this.reached(headSequence);
  }

  /** Queues a block that the log has made durable. */
  offer(block: Block): void {
    this.#headSequence = Math.max(this.#headSequence, block.firstSequence + block.count - 1);
    this.#blocks.offer(block);
    this.#rest.nudge();
  }

  /**
   * Resolves when the readers' state includes an entry.
   * @throws TagwireError ACTOR_DOWN when the actor is stopped before.
   */
  async reached(sequence: number): Promise<void> {
    if (this.#shownSequence >= sequence || (this.#isAsleep && sequence === 0)) return;
    // The actor is lost: a question fails at once, instead of waiting for a thread that never starts.
    if (this.#lost !== null) return;
    if (this.#isStopping) throw this.#down('has stopped');
    await this.#waiters.until(sequence);
  }

  /**
   * Asks the actor; questions go before ingest work.
   * @throws TagwireError ACTOR_DOWN while the thread restarts, ACTOR_OVERLOADED when too many wait.
   */
  async ask(question: unknown): Promise<unknown> {
    if (this.#beganAsleep && this.#shownSequence < 0) await this.#wake();
    const thread = this.#thread;
    if (this.#lost !== null) throw this.#down('is lost', this.#lost);
    if (thread === null || !this.#isFollowing) throw this.#down('is restarting');
    let reply: ActorReply;
    try {
      const asked: Message = { type: 'ask', question };
      reply = (await thread.send(asked, 'urgent')) as ActorReply;
    } catch (cause) {
      throw thread.isDead ? this.#down('has died', cause) : cause;
    }
    if (reply.outcome.ok) return reply.outcome.value;
    throw new Error(`${this.#options.name}: ${reply.outcome.message}`);
  }

  /** Writes a snapshot of the state between two blocks. */
  async snapshot(): Promise<void> {
    if (this.#loop === null || this.#isStopping) return;
    const written = this.#snapshots.ask();
    this.#rest.nudge();
    await written;
  }

  /** Stops after the command under way. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#rest.nudge();
    await this.#loop;
    this.#heartbeat?.stop();
    this.#isFollowing = false;
    await this.#thread?.destroy();
    this.#thread = null;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      try {
        if (this.#isAsleep) await this.#sleep();
        else if (this.#thread === null) await this.#begin();
        else await this.#step();
      } catch (error) {
        await this.#onCrash(error);
        if (error instanceof TagwireError && error.code === 'STORE_DAMAGED') this.#giveUp(error);
      }
    }
    const reason = this.#lost ?? this.#down('has stopped');
    this.#snapshots.fail(reason);
    this.#waiters.fail(reason);
  }

  /** Sleeps until there is an entry; an empty state needs no snapshot. */
  async #sleep(): Promise<void> {
    this.#snapshots.pass();
    this.#isAsleep = this.#headSequence === 0;
    if (this.#isAsleep) await this.#rest.take(null);
  }

  /** Starts the thread for a question, and returns when it can be asked. */
  async #wake(): Promise<void> {
    this.#isAsleep = false;
    this.#rest.nudge();
    await this.reached(0);
  }

  /** Stops for good: there is nothing to start from, a retry does not help, and the operator must decide. */
  #giveUp(error: TagwireError): void {
    this.#lost = error;
    this.#stopped.abort();
  }

  /** Does one step of the pending work, or waits for work. */
  async #step(): Promise<void> {
    if (this.#thread?.isDead) throw new Error('the thread died between messages');
    if (this.#snapshots.isAsked) return this.#snapshots.write(this.#sequence);
    if (this.#sequence < this.#headSequence) {
      if (this.#options.mustYield(this.#headSequence - this.#sequence))
        return this.#rest.take(YIELD_MS);
      const block = await this.#nextBlock();
      return block === null ? this.#backoff.pause(this.#stopped.signal) : this.#applyBlock(block);
    }
    this.#suspects.clear();
    if (!this.#canCompact && this.#wanted.length === 0) return this.#rest.take(null);
    // Pauses once, then works at full speed: the thread's priority and short slices let other threads go first.
    if (this.#hasFolded) {
      this.#hasFolded = false;
      return this.#rest.take(COMPACT_AFTER_MS);
    }
    await this.#snapshots.bringBack();
    await this.#compact();
  }

  async #applyBlock(block: Block): Promise<void> {
    this.#hasFolded = true;
    let from = this.#sequence + 1 - block.firstSequence;
    while (from < block.count && !this.#isStopping) {
      const progress = await this.#command<Folded>({
        type: 'apply',
        block,
        from,
        acked: this.#acked,
      });
      from += progress.folded;
      this.#sequence = block.firstSequence + from - 1;
      this.#passOn(progress, false);
      if (!this.#isFollowing && this.#sequence >= this.#shownSequence) await this.#publish();
    }
    // Only entries beyond the last crash prove that the actor works again.
    if (this.#sequence > this.#crashSequence) this.#backoff.reset();
  }

  async #compact(): Promise<void> {
    this.#passOn(await this.#command<Folded>({ type: 'compact', acked: this.#acked }), false);
  }

  /** The block with the next entry, from memory or from the log; null when the log cannot be read. */
  async #nextBlock(): Promise<Block | null> {
    const wanted = this.#sequence + 1;
    const atHand = this.#blocks.take(wanted);
    if (atHand !== null) return atHand;
    const { log, logger, name } = this.#options;
    try {
      const block = await log.read(wanted, this.#started?.bodies ?? 'none');
      if (block === null) throw new Error(`the log has no entry ${wanted}`);
      return block;
    } catch (error) {
      // The state is sound: a log that restarts must not lose it.
      logger.warn({ actor: name, reason: messageOf(error) }, 'the log could not be read');
      return null;
    }
  }

  /** Starts a thread and restores the best readable snapshot. */
  async #begin(): Promise<void> {
    const { name, filename, rank, log } = this.#options;
    this.#generation += 1;
    this.#acked = 0;
    const workerData: ThreadData = {
      name,
      rank,
      generation: this.#generation,
      cells: this.#cells,
      skipped: await log.skipped(name),
    };
    const thread = new Thread({
      filename,
      workerData,
      concurrency: 1,
      waitingMax: QUESTIONS_MAX,
      youngMb: YOUNG_MB,
      onDeath: () => this.#rest.nudge(),
    });
    this.#thread = thread;
    this.#heartbeat = new Heartbeat({
      cells: this.#cells,
      silentMsMax: this.#options.silentMsMax ?? ACTORS.silentMsMax,
      hasWork: () => thread.underWay > 0,
      onSilence: () => this.#endSilent(thread),
    });
    const options = this.#options.startOptions();
    this.#started = await this.#command<IndexFormat>({ type: 'start', options });
    const head = this.#headSequence;
    this.#sequence = await this.#snapshots.begin(this.#started, head, this.#beganAsleep);
    await this.#publish();
  }

  /** Asks the thread for its whole state, and gives it to readers unless their state is newer. */
  async #publish(): Promise<void> {
    const progress = await this.#command<Folded>({ type: 'restored', sequence: this.#sequence });
    this.#isFollowing = this.#sequence >= this.#shownSequence;
    this.#passOn(progress, true);
  }

  async #clear(): Promise<void> {
    if (this.#thread?.isDead) throw new Error('a snapshot killed the thread');
    await this.#command({ type: 'start', options: this.#options.startOptions() });
  }

  #passOn(progress: Folded, fresh: boolean): void {
    this.#canCompact = progress.canCompact;
    this.#wanted = progress.wanted;
    if (progress.deltaNumber > 0) {
      if (this.#isFollowing) this.#options.onDelta(progress.delta, fresh);
      this.#acked = progress.deltaNumber;
    }
    if (!this.#isFollowing) return;
    this.#shownSequence = this.#sequence;
    this.#waiters.reach(this.#sequence);
  }

  async #command<T>(command: Command, transfer: readonly TransferListItem[] = []): Promise<T> {
    if (this.#thread === null) throw new Error('there is no thread');
    const reply = (await this.#thread.send(command, 'normal', transfer)) as ActorReply;
    if (reply.generation !== this.#generation) throw new Error('the thread was replaced');
    if (!reply.outcome.ok) throw new Error(reply.outcome.message);
    return reply.outcome.value as T;
  }

  /** Ends a thread that shows no progress; its callers get the error of a thread that died. */
  #endSilent(thread: Thread): void {
    const { name, logger } = this.#options;
    this.#silences += 1;
    logger.error({ actor: name }, 'the thread has work and does nothing; it is ended');
    void thread.destroy().catch(() => undefined);
    this.#rest.nudge();
  }

  /** Ends the thread, sets the entry aside that killed too many threads, and waits a little. */
  async #onCrash(error: unknown): Promise<void> {
    const { name, log, logger } = this.#options;
    this.#isFollowing = false;
    this.#heartbeat?.stop();
    this.#crashes += 1;
    const suspect = new Float64Array(this.#cells)[CELL.sequence]!;
    logger.error({ actor: name, sequence: suspect, reason: messageOf(error) }, 'actor crashed');
    await this.#thread?.destroy().catch(() => undefined);
    this.#thread = null;
    this.#crashSequence = Math.max(this.#crashSequence, this.#sequence, suspect);
    if (this.#isStopping) return;
    if (suspect > 0) {
      if (this.#suspects.hasCostTooMany(suspect)) {
        logger.error({ actor: name, sequence: suspect }, 'entry set aside');
        await log.skip(name, suspect).catch(() => undefined);
      }
      new Float64Array(this.#cells)[CELL.sequence] = 0;
    }
    await this.#backoff.pause(this.#stopped.signal);
  }

  #down(what: string, cause?: unknown): TagwireError {
    return new TagwireError('ACTOR_DOWN', `${this.#options.name} ${what}`, { cause });
  }
}
