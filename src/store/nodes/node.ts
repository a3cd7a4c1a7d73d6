/**
 * A node's part of a shared log, on the thread of its log.
 *
 * ```
 *  joining ─► reads the stream ─► follower ── lease, marker ─► writer
 *     ▲            │                  │                           │
 *     └────────────┴── engine away, an append refused or unsure ◄─┘
 *                  └── behind (dropped there), doubt (does not fit): ends here, until a restart
 * ```
 *
 * A node that takes over first appends a marker, a batch without entries, after the last message:
 * the former writer, which may not know of its replacement yet, expects another number, and is
 * refused.
 *
 * Invariants: after an append without an answer the stream is read before any other append. Entries
 * that the stream has lost are appended again by the node that has most of them. Not here: after
 * which message to append (stream-position.ts), which node may (candidacy.ts).
 */
import { systemMonotonic } from '../../kernel/clock.js';
import { type ErrorCode, messageOf, TagwireError } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { Rest } from '../../kernel/waits.js';
import type { Batch, Head } from '../log/batch.js';
import type {
  FollowingLog,
  Followings,
  NodeRole,
  NodeSettings,
  NodeState,
  Peer,
  SharedOrder,
} from '../log/node-state.js';
import { Candidacy, Lease } from './candidacy.js';
import { type Engine, EngineRefused, type MessageReader, refusalOf } from './engine.js';
import { HandedOver } from './handed-over.js';
import { HeadNote, type NotedHead } from './head-note.js';
import { ASKING, agreedSecret, OwnName, Peers, reportOf, stateOf, taken } from './peers.js';
import { endOf, placeOf, StreamPosition } from './stream-position.js';

/** Pause after a failure of the engine or the store. */
const PAUSE_MS = 300;
/** Interval of checks of the stream's end and the lease without messages. */
const LOOK_MS = 300;
/** Renewals of the lease, and reports, within the length of a lease. */
const BEATS = 5;
/** Longest wait for the engine when a node stops to read or closes. */
const CLOSING_MS = 2000;
/** When existing messages do not arrive for so long, the reading starts again. */
const SILENT_MS_MAX = 2000;

/** Errors that a retry cannot help: the store, its version or its place do not match the log. */
const FINAL = new Set<ErrorCode>(['STORE_DAMAGED', 'STORE_UNKNOWN', 'CONFIG_INVALID']);

export class Node implements SharedOrder {
  readonly sharedName: string;
  readonly #settings: NodeSettings;
  readonly #engine: Engine;
  readonly #logger: Logger;
  readonly #lease: Lease;
  readonly #peers: Peers;
  readonly #note: HeadNote;
  readonly #name: OwnName;
  readonly #candidacy: Candidacy;
  readonly #handed = new HandedOver();
  readonly #position: StreamPosition;
  #log: FollowingLog | null = null;
  #role: NodeRole = 'joining';
  #trouble: string | null = null;
  #writer: Omit<Peer, 'sequence'> | null = null;
  #lookedMs = 0;
  /** The newest entry that this node has sent to the stream. */
  #sentSequence = 0;
  /** Time of the last entry, or of the last end of the stream; null before the first end. */
  #movedMs: number | null = null;
  #takeovers = 0;
  #repairs = 0;
  #isClosed = false;
  #beat: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  /** Ends waits for the end of writing, or pauses. */
  readonly #rest = new Rest();

  constructor(settings: NodeSettings, engine: Engine, logger: Logger) {
    const { name, node, url, leaseMs } = settings;
    this.sharedName = name;
    this.#settings = settings;
    this.#engine = engine;
    this.#logger = logger;
    this.#lease = new Lease(engine, leaseMs, node, url);
    this.#peers = new Peers(leaseMs);
    this.#name = new OwnName(settings, this.#lease.instance);
    this.#note = new HeadNote(engine);
    this.#candidacy = new Candidacy(settings, this.#note, this.#lease, this.#peers);
    this.#position = new StreamPosition(engine);
  }

  demand(): void {
    if (this.#role === 'writer' && this.#lease.isHeld) return;
    throw new TagwireError('NOT_WRITER', 'this node does not write now; send it again');
  }

  secret(own: Buffer, withinMs: number): Promise<Buffer> {
    return agreedSecret(this.#engine, own, withinMs);
  }

  begin(log: FollowingLog): void {
    this.#log = log;
    this.#engine.onTold((text) => this.#hear(text, log));
    const everyMs = this.#settings.leaseMs / BEATS;
    this.#beat = setInterval(() => void this.#onBeat(), everyMs);
    this.#beat.unref();
    this.#tell();
    this.#running = this.#run(log);
  }

  async append(batch: Batch): Promise<void> {
    try {
      this.demand();
      const { base, head, operations, rewritten } = batch;
      const before = { sequence: base.sequence, chain: base.chain };
      this.#sentSequence = head.sequence;
      await this.#position.append({ before, head, operations: operations!, rewritten });
    } catch (error) {
      throw this.#refusedBy(error);
    }
  }

  async confirm(head: Head): Promise<void> {
    try {
      await this.#note.confirm(this.#notedOf(head), () => this.#lease.isHeld);
      this.#candidacy.noteConfirmed();
    } catch (error) {
      throw this.#refusedBy(error);
    }
  }

  /** The error for a sender whose records may be in the log, or not. */
  #refusedBy(error: unknown): TagwireError {
    this.#standBack();
    return refusalOf(error);
  }

  onWriteFailure(): void {
    this.#standBack();
    // Another node may have a writable disk.
    void this.#lease.release();
  }

  state(): NodeState {
    const role = this.#role;
    return stateOf(this.#settings, this.#log, this.#peers.all, {
      ...{ role, writer: this.#writer, trouble: this.#trouble, movedMs: this.#movedMs },
      ...{ takeovers: this.#takeovers, repairs: this.#repairs },
      isOver: role === 'writer' && !this.#lease.isHeld,
    });
  }

  async next(waitMs: number): Promise<Followings> {
    return { ...(await this.#handed.take(waitMs)), state: this.state() };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#beat !== null) clearInterval(this.#beat);
    if (this.#role === 'writer' && this.#log !== null) {
      const kept = this.#note.keep(this.#notedOf(this.#log.head)).catch(() => undefined);
      await Promise.race([kept, pause(CLOSING_MS)]);
    }
    this.#standBack();
    // A client that waits for this node as the writer is released.
    this.#tell();
    await Promise.race([this.#lease.release(), pause(CLOSING_MS)]);
    this.#rest.nudge();
    await Promise.race([this.#running, pause(CLOSING_MS)]);
    await Promise.race([this.#engine.close(), pause(CLOSING_MS)]);
  }

  async #run(log: FollowingLog): Promise<void> {
    while (!this.#isClosed && this.#role !== 'doubt') {
      let pauseMs = PAUSE_MS;
      try {
        await this.#round(log);
      } catch (error) {
        pauseMs = this.#onFailure(error);
      }
      if (!this.#isClosed) await this.#rest.take(pauseMs);
    }
  }

  /** Reads from the store's place to the end, then writes in its turn, until a failure. */
  async #round(log: FollowingLog): Promise<void> {
    const place = await placeOf(this.#engine, await this.#engine.bounds(), log.head.sequence);
    if (place === null) {
      this.#change(
        'behind',
        'the shared log keeps only newer entries: stop this node, restore a backup of another node into an empty folder, and start it there',
      );
      return;
    }
    this.#position.begin(place);
    const reading = await this.#engine.read(place);
    try {
      await this.#readOn(log, reading);
    } finally {
      // A failed server does not answer a close.
      await Promise.race([reading.close().catch(() => undefined), pause(CLOSING_MS)]);
    }
    if ((this.#role as NodeRole) === 'writer') await this.#untilReplaced(log);
  }

  /** Follows until this node writes, or the stream has changed. */
  async #readOn(log: FollowingLog, reading: MessageReader): Promise<void> {
    let heardMs = systemMonotonic.nowMs();
    while (!this.#isClosed) {
      await this.#handed.untilSpace();
      const message = await reading.next(LOOK_MS);
      if (message === null) {
        if (!(await this.#look(log))) return;
        // The server that read for this node may have failed silently, and the reading with it.
        const isAtEnd = this.#role === 'follower';
        if (isAtEnd) heardMs = systemMonotonic.nowMs();
        else if (systemMonotonic.nowMs() > heardMs + SILENT_MS_MAX) return;
        continue;
      }
      heardMs = systemMonotonic.nowMs();
      if (this.#movedMs !== null) this.#movedMs = heardMs;
      const batch = this.#position.take(message);
      if (batch === null) continue;
      if (batch.before.sequence > log.head.sequence) return;
      const { block, hasErased } = await log.follow(batch);
      if (block !== null) this.#handed.add(block, hasErased);
      this.#position.noteErasure(batch);
      const isLate = systemMonotonic.nowMs() - this.#lookedMs > this.#settings.leaseMs;
      if (isLate && !(await this.#look(log))) return;
    }
  }

  /** Checks the stream's end and the lease. @returns false when reading must end. */
  async #look(log: FollowingLog): Promise<boolean> {
    this.#lookedMs = systemMonotonic.nowMs();
    const { last } = await this.#engine.bounds();
    const holder = await this.#lease.holder();
    if (holder?.node !== this.#writer?.node) this.#handed.nudge();
    this.#writer = holder;
    const { number } = this.#position;
    if (last < number) return false;
    if (last > number) {
      if (this.#role === 'follower') this.#change('joining', null);
      return true;
    }
    this.#movedMs = systemMonotonic.nowMs();
    if (holder !== null && !this.#lease.isHeld) {
      this.#candidacy.noteWriter(holder.node);
      this.#change('follower', null);
      return true;
    }
    const { may, lacks, waits } = await this.#candidacy.look(log);
    // An entry that was noted last may have arrived since the check of the end.
    if ((await this.#engine.bounds()).last !== number) return true;
    this.#change(lacks === null ? 'follower' : 'behind', lacks ?? waits);
    if (!may) return true;
    if (!this.#lease.isHeld && !(await this.#lease.claim())) return true;
    return !(await this.#takeOver(log));
  }

  /** @returns false when another node has appended meanwhile. */
  async #takeOver(log: FollowingLog): Promise<boolean> {
    const bounds = await this.#engine.bounds();
    if (bounds.last !== this.#position.number) return false;
    const isEmpty = bounds.last < bounds.first;
    await log.settle();
    const { head } = log;
    const end = await endOf(this.#engine, bounds);
    const term = this.#position.beginTerm();
    this.#sentSequence = head.sequence;
    try {
      if (!isEmpty && end < head.sequence) await this.#repair(log, end);
      const before = { sequence: head.sequence, chain: head.chain };
      await this.#position.append({ before, head, operations: [], rewritten: [] });
      // The log has all entries before this message: no node has more.
      await this.#note.look(this.#notedOf(head), () => true);
    } catch (error) {
      if (error instanceof EngineRefused) return false;
      throw error;
    }
    if (!this.#lease.isHeld) return false;
    this.#takeovers += 1;
    this.#candidacy.noteTakeover();
    this.#logger.info({ entry: head.sequence, term }, 'this node writes the shared log');
    this.#change('writer', null);
    return true;
  }

  /** Appends entries again that the stream has lost and this store has. */
  async #repair(log: FollowingLog, end: number): Promise<void> {
    const { sequence } = log.head;
    this.#logger.error(
      { from: end + 1, until: sequence },
      'the engine has lost entries that it acknowledged; this node appends them again',
    );
    for await (const batch of log.rebuilt(end + 1)) await this.#position.append(batch);
    this.#repairs += 1;
  }

  /** Waits while this node writes, and checks the stream. */
  async #untilReplaced(log: FollowingLog): Promise<void> {
    while (this.#role === 'writer' && !this.#isClosed) {
      await this.#rest.take(LOOK_MS * 3);
      if (!this.#lease.isHeld) this.#standBack();
      const { number } = this.#position;
      if (this.#role !== 'writer') return;
      const { last } = await this.#engine.bounds();
      if (last < number) return this.#standBack();
      await this.#note.look(this.#notedOf(log.head), () => this.#lease.isHeld);
      await this.#position.dropErased(this.#peers);
    }
  }

  /** A writer that learns of a node with more entries stops to write. */
  #hear(text: string, log: FollowingLog): void {
    const report = this.#peers.hear(text);
    if (text === ASKING) this.#tell();
    if (report !== null && this.#name.isTwin(report)) {
      this.#onFailure(taken(report));
      this.#rest.nudge();
    }
    const sequence = Math.max(this.#sentSequence, log.head.sequence);
    if (this.#role !== 'writer' || !this.#candidacy.isOutdone(sequence)) return;
    this.#logger.warn({}, 'another node has more entries: this one leaves the writing to it');
    this.#standBack();
    void this.#lease.release();
  }

  #notedOf(head: Head): NotedHead {
    return this.#candidacy.notedOf(head, this.#position.term);
  }

  /** Stops to write until the stream was read to its end. */
  #standBack(): void {
    if (this.#role === 'writer') {
      this.#movedMs = systemMonotonic.nowMs();
      this.#change('joining', null);
    }
    this.#rest.nudge();
  }

  /** @returns the pause before the next round, in milliseconds. */
  #onFailure(error: unknown): number {
    const reason = messageOf(error);
    const isStore = error instanceof TagwireError;
    if (isStore && FINAL.has(error.code)) {
      this.#change('doubt', reason);
      this.#logger.error({ reason }, 'this node folds no more of the shared log');
      void this.#lease.release();
      return 0;
    }
    if (this.#trouble !== reason) this.#logger.warn({ reason }, 'the shared log waits');
    // The store reports its own failures.
    this.#change(isStore ? 'joining' : 'apart', reason);
    return PAUSE_MS;
  }

  #change(role: NodeRole, trouble: string | null): void {
    const isNewRole = role !== this.#role;
    if (isNewRole && this.#role === 'writer') this.#candidacy.noteEnd();
    this.#role = role;
    this.#trouble = trouble;
    if (role === 'behind' && isNewRole)
      this.#logger.error({ reason: trouble }, 'this node is behind');
    if (!isNewRole) return;
    this.#tell();
    this.#handed.nudge();
  }

  async #onBeat(): Promise<void> {
    this.#tell();
    if (!this.#lease.isHeld) return;
    if (this.#role === 'writer' && this.#log !== null) {
      await this.#note.keep(this.#notedOf(this.#log.head)).catch(() => undefined);
    }
    const isOurs = await this.#lease.renew().catch(() => true);
    if (!isOurs) this.#standBack();
  }

  #tell(): void {
    if (this.#log === null) return;
    const own = reportOf(this.#settings, this.#log, this.#role, this.#isClosed, this.#name.process);
    this.#engine.tell(JSON.stringify(own));
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
