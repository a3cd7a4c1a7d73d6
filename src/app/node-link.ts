/**
 * The main thread's side of a node of a shared log: entries of other nodes go to the indices, and lines
 * that are sent to this node go to the node that writes.
 *
 * Invariants: lines are acknowledged when the writer has them and this node shows them. When the writer's
 * answer is lost, the lines are sent again: lines that are already in the log change nothing, and are counted
 * as they were the first time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemMonotonic } from '../kernel/clock.js';
import { getOrInsert } from '../kernel/collections.js';
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Logger } from '../kernel/logger.js';
import type { Block } from '../kernel/model/block.js';
import { Rest } from '../kernel/waits.js';
import { type ClientKey, RateLimiter } from '../serve/http/rate-limit.js';
import type { SharedCounter } from '../serve/http/service-options.js';
import { LocalFiles } from '../store/backup/source.js';
import type { Followings, NodeState } from '../store/log/node-state.js';
import { PeerClient } from '../store/nodes/peer-client.js';
import type { Counted, CountedQuota, NodeForPeers, PassedOn } from '../store/nodes/peer-server.js';
import { peerTokenOf } from '../store/nodes/peers.js';
import type { IngestSummary } from './ingest/ingest-tally.js';
import type { LogClient } from './log-client.js';

/** How long one question to the log's thread waits for new entries. */
const WAIT_MS = 1000;
const PAUSE_MS = 100;
/** Long enough for several takeovers; then a sender of records gets a failure. */
const PATIENCE_MS = 30_000;
/** A caller that waits for an entry is told after this time that another node may have it. */
const SHOWN_MS_MAX = 5000;
/** Requests that wait for the writer, or for entries. */
const WAITING_MAX = 1024;

/** The result for lines that the log has taken in. */
export interface TakenIn extends PassedOn {
  summary: IngestSummary;
}

/** The parts of this process that a node uses, whatever its role: the log's calls, and the indices. */
export interface NodePart extends Omit<NodeForPeers, 'records' | 'files' | 'count'> {
  log: LogClient;
  logger: Logger;
  /** The secret of all nodes of the log. */
  secret: Uint8Array;
  state: NodeState;
  /** The newest entry that the indices have been given. */
  head(): number;
  ingest(
    parts: readonly Uint8Array[],
    replay: boolean,
    nowMs: number,
    sentBehind?: number,
  ): Promise<TakenIn>;
  /** Gives blocks to the indices, in order. */
  spread(blocks: Block[]): Promise<void>;
  /** Drops snapshots and caches from before an erasure. */
  forget(): Promise<void>;
  moveTime(atMs: number | null): void;
  /** Resolves when this node shows an entry: in every index, or for a plain entry in lists and searches. */
  shown(sequence: number, isPlain: boolean): Promise<void>;
}

export class NodeLink {
  readonly #part: NodePart;
  readonly #peers: PeerClient;
  readonly #rest = new Rest();
  #onBehind: () => void = () => undefined;
  /** Resolves when the stream no longer has entries that this node lacks, and another node has them. */
  readonly isBehind = new Promise<void>((resolve) => {
    this.#onBehind = resolve;
  });
  readonly #counter: NodeCounter;
  /** Counts requests of all nodes together; null where each node counts its own. */
  counter: NodeCounter | null = null;
  #state: NodeState;
  #isClosed = false;
  #loop: Promise<void> | null = null;

  constructor(part: NodePart) {
    this.#part = part;
    this.#state = part.state;
    this.#peers = new PeerClient(peerTokenOf(part.secret));
    this.#counter = new NodeCounter(() => this.#state, this.#peers);
  }

  /** The state of the node as of the last answer of its log. */
  get state(): NodeState {
    return this.#state;
  }

  get isWriter(): boolean {
    return this.#state.role === 'writer';
  }

  /** From now on all nodes count requests together. */
  countTogether(): void {
    this.counter = this.#counter;
  }

  start(): void {
    this.#loop ??= this.#follow();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#rest.nudge();
    await this.#loop;
    this.#peers.close();
  }

  /**
   * Resolves when this node has given an entry to its indices.
   * @throws TagwireError STORE_WRITE_FAILED after a time.
   */
  async reached(sequence: number, withinMs = PATIENCE_MS): Promise<void> {
    const untilMs = systemMonotonic.nowMs() + withinMs;
    while (this.#part.head() < sequence) {
      if (this.#rest.waiting >= WAITING_MAX) throw late('too many requests wait for it');
      const leftMs = untilMs - systemMonotonic.nowMs();
      if (leftMs <= 0 || this.#isClosed)
        throw late(`it has come to entry ${this.#part.head()} of ${sequence}`);
      await this.#rest.take(Math.min(leftMs, WAIT_MS));
    }
  }

  /** Resolves when this node shows an entry in lists and searches. @throws TagwireError after a time. */
  async showing(sequence: number, withinMs = SHOWN_MS_MAX): Promise<void> {
    await this.reached(sequence, withinMs);
    await this.#part.shown(sequence, true);
  }

  /** Headers that name this node and the newest entry that it shows. */
  headers(): [string, string][] {
    const { node } = this.#state;
    return [
      ['tagwire-node', node],
      ['tagwire-entry', String(this.#part.head())],
    ];
  }

  /** Takes lines in, here or on the node that writes. */
  async ingest(
    parts: readonly Uint8Array[],
    replay: boolean,
    nowMs: number,
  ): Promise<IngestSummary> {
    // Each attempt transfers a copy, because the lines may have to be sent again.
    const lines = Buffer.concat(parts);
    const head = this.#part.head();
    let tries = 0;
    const sentBehind = (): number | undefined => (tries++ > 0 ? head : undefined);
    const { summary, sequence } = await this.#pass<PassedOn>(
      () => this.#part.ingest([Uint8Array.from(lines)], replay, nowMs, sentBehind()),
      (url) => this.#peers.records(url, lines, replay, sentBehind()),
    );
    return { ...(summary as IngestSummary), sequence };
  }

  /** Appends every tick up to an instant. */
  async advance(untilMs: number): Promise<void> {
    await this.#pass(
      async () => ({ sequence: await this.#part.advance(untilMs), isPlain: false }),
      async (url) => ({ sequence: await this.#peers.advance(url, untilMs), isPlain: false }),
    );
  }

  /** Makes one actor skip an entry, on every node. */
  async skip(actor: string, entry: number): Promise<void> {
    await this.#pass(
      async () => ({ sequence: await this.#part.skip(actor, entry), isPlain: true }),
      async (url) => ({ sequence: await this.#peers.skip(url, actor, entry), isPlain: true }),
    );
  }

  /** The functions of this node that other nodes of the log call. */
  forPeers(nowMs: () => number): NodeForPeers {
    const { ingest, advance, skip, backup, log } = this.#part;
    return {
      records: (parts, replay, sentBehind) => ingest(parts, replay, nowMs(), sentBehind),
      advance,
      skip,
      count: (asked) => this.#counter.count(asked),
      backup,
      files: new LocalFiles(log.folder),
    };
  }

  /** Does work on the node that writes, and returns when this node shows the result. */
  async #pass<T extends { sequence: number; isPlain: boolean }>(
    here: () => Promise<T>,
    there: (url: string) => Promise<T>,
  ): Promise<T> {
    const untilMs = systemMonotonic.nowMs() + PATIENCE_MS;
    let done: T | null = null;
    for (;;) {
      try {
        if (done === null) {
          if (this.isWriter) return await here();
          const { writer, node } = this.#state;
          if (writer === null || writer.node === node) {
            throw new TagwireError('NOT_WRITER', 'no node writes the shared log; send it again');
          }
          done = await there(writer.url);
        }
        await this.reached(done.sequence);
        await this.#part.shown(done.sequence, done.isPlain);
        return done;
      } catch (error) {
        if (!isPassing(error) || systemMonotonic.nowMs() >= untilMs || this.#isClosed) throw error;
      }
      await this.#rest.take(PAUSE_MS);
    }
  }

  async #follow(): Promise<void> {
    const { log, logger } = this.#part;
    while (!this.#isClosed) {
      try {
        const followed = await log.call('followings', { waitMs: WAIT_MS });
        await this.#take(followed);
        this.#state = followed.state;
        if (isHelpable(this.#state)) this.#onBehind();
        this.#rest.nudge();
      } catch (error) {
        if (this.#isClosed) return;
        logger.warn(
          { reason: messageOf(error) },
          'the shared log could not be followed; trying again',
        );
        await sleep(WAIT_MS, null, { ref: false });
      }
    }
  }

  /** Gives the entries that other nodes appended to the indices. */
  async #take({ blocks, hasErased, state }: Followings): Promise<void> {
    const { log, spread, head, forget, moveTime } = this.#part;
    await spread(blocks);
    // A thread of the log may have died with blocks that it had not handed over; the store has them.
    while (state.role !== 'writer' && head() < state.sequence) {
      const block = await log.call('read', { fromSequence: head() + 1, bodies: 'needed' });
      if (block === null) break;
      await spread([block]);
    }
    if (hasErased) await forget();
    moveTime(state.lastTickMs);
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof TagwireError)) return false;
  return error.code === 'NOT_WRITER' || error.code === 'STORE_WRITE_FAILED';
}

function isHelpable({ role, peers, sequence }: NodeState): boolean {
  return role === 'behind' && peers.some((peer) => peer.sequence > sequence);
}

function late(why: string): TagwireError {
  return new TagwireError('STORE_WRITE_FAILED', `this node does not show the entry yet: ${why}`);
}

/** A caller waits no longer than this for the count: a busy writer answers late. */
const ANSWER_MS_MAX = 1000;
/** After a failure no node is asked for this time, so that callers do not wait one after the other. */
const COUNT_PAUSE_MS = 1000;
/** Kinds of buckets: each service has a few. More are an error. */
const BUCKETS_MAX = 32;

type Waiting = { asked: Counted; resolve: (quota: CountedQuota | null) => void };

/**
 * Request counts that all nodes of a shared log keep together: the node that writes counts all requests, and the
 * other nodes ask it.
 *
 * Invariants: while one node writes and answers, no caller is admitted more often in a window than the limit says,
 * whichever nodes it asks. Where the writer does not answer in time, each node admits its share of the limit,
 * including the requests that it has already admitted: a caller that asks all nodes equally still has the limit, and
 * a caller of a single node at most twice the limit. A node that takes over starts with empty windows: availability
 * takes precedence over exactness.
 */
export class NodeCounter implements SharedCounter {
  readonly #state: () => NodeState;
  readonly #peers: Pick<PeerClient, 'count'>;
  readonly #limiters = new Map<string, RateLimiter>();
  /** Requests that this node has admitted itself, within its share of the limit. */
  readonly #shares = new Map<string, RateLimiter>();
  /** Requests that the next question to the writer asks about. */
  #waiting: Waiting[] = [];
  #isAsking = false;
  #untilMs = 0;

  constructor(state: () => NodeState, peers: Pick<PeerClient, 'count'>) {
    this.#state = state;
    this.#peers = peers;
  }

  async take(bucket: string, client: ClientKey, limit: number): ReturnType<SharedCounter['take']> {
    const asked: Counted = [bucket, client, limit];
    const quota =
      this.#state().role === 'writer' ? this.#countOne(asked) : await this.#askWriter(asked);
    const share = this.#shareOf(bucket, limit);
    if (quota === null) {
      const isAdmitted = share.take(client, systemMonotonic.nowMs());
      const { remaining, resetSeconds } = share;
      return { isAdmitted, remaining, resetSeconds, limit };
    }
    const [isAdmitted, remaining, resetSeconds] = quota;
    if (isAdmitted) share.take(client, systemMonotonic.nowMs());
    return { isAdmitted, remaining, resetSeconds, limit };
  }

  #shareOf(bucket: string, limit: number): RateLimiter {
    const nodes = Math.max(1, this.#state().peers.length);
    return limiterOf(this.#shares, bucket, Math.ceil(limit / nodes));
  }

  /** Counts for other nodes. @throws TagwireError NOT_WRITER. */
  count(asked: readonly Counted[]): CountedQuota[] {
    if (this.#state().role !== 'writer') {
      throw new TagwireError('NOT_WRITER', 'this node does not write now');
    }
    return asked.map((one) => this.#countOne(one));
  }

  #countOne([bucket, client, limit]: Counted): CountedQuota {
    const limiter = limiterOf(this.#limiters, bucket, limit);
    const isAdmitted = limiter.take(client, systemMonotonic.nowMs());
    return [isAdmitted, limiter.remaining, limiter.resetSeconds];
  }

  #askWriter(asked: Counted): Promise<CountedQuota | null> {
    if (systemMonotonic.nowMs() < this.#untilMs) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#waiting.push({ asked, resolve });
      if (!this.#isAsking) void this.#ask();
    });
  }

  /** One question at a time, about all requests that arrived while the last question was under way. */
  async #ask(): Promise<void> {
    this.#isAsking = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      const { writer } = this.#state();
      const quotas = writer === null ? null : await this.#within(writer.url, batch);
      if (quotas === null) this.#untilMs = systemMonotonic.nowMs() + COUNT_PAUSE_MS;
      for (const [at, { resolve }] of batch.entries()) resolve(quotas?.[at] ?? null);
    }
    this.#isAsking = false;
  }

  async #within(url: string, batch: readonly Waiting[]): Promise<CountedQuota[] | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), ANSWER_MS_MAX);
    });
    const asked = this.#peers.count(
      url,
      batch.map((one) => one.asked),
    );
    try {
      return await Promise.race([asked, late]);
    } catch {
      return null;
    } finally {
      asked.catch(() => undefined);
      clearTimeout(timer);
    }
  }
}

function limiterOf(limiters: Map<string, RateLimiter>, bucket: string, limit: number): RateLimiter {
  const name = `${bucket} ${limit}`;
  if (limiters.size >= BUCKETS_MAX && !limiters.has(name)) limiters.clear();
  return getOrInsert(limiters, name, () => new RateLimiter({ limit }));
}
