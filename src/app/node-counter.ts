/**
 * Requests that all nodes of a shared log count together: the node that writes counts them all, the others
 * ask it.
 *
 * Invariants: while one node writes and answers, no caller is admitted more often in a window than the
 * limit says, whichever nodes it asks. Where it does not answer in time each node admits its share of the limit,
 * with what it has admitted already: a caller of all nodes alike has the limit then, too, and one of a single
 * node at most twice the limit. A node that takes over begins with empty windows: availability goes before
 * exactness.
 */

import { systemMonotonic } from '../kernel/clock.js';
import { TagwireError } from '../kernel/errors.js';
import { getOrInsert } from '../kernel/get-or-insert.js';
import { type ClientKey, RateLimiter } from '../serve/http/rate-limit.js';
import type { SharedCounter } from '../serve/http/service-options.js';
import type { NodeState } from '../store/log/node-state.js';
import type { PeerClient } from '../store/nodes/peer-client.js';
import type { Counted, CountedQuota } from '../store/nodes/peer-server.js';

/** A caller waits for the count no longer than this: a busy writer answers late. */
const ANSWER_MS_MAX = 1000;
/** After a failure no node is asked for this long, so that callers do not wait one after the other. */
const PAUSE_MS = 1000;
/** Kinds of buckets: some for each service. More are a mistake. */
const BUCKETS_MAX = 32;

type Waiting = { asked: Counted; resolve: (quota: CountedQuota | null) => void };

export class NodeCounter implements SharedCounter {
  readonly #state: () => NodeState;
  readonly #peers: Pick<PeerClient, 'count'>;
  readonly #limiters = new Map<string, RateLimiter>();
  /** What this node has admitted itself, with its share of the limit. */
  readonly #shares = new Map<string, RateLimiter>();
  /** What is asked with the next request to the writer. */
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

  /** One request at a time, with everything that came while the last one was under way. */
  async #ask(): Promise<void> {
    this.#isAsking = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      const { writer } = this.#state();
      const quotas = writer === null ? null : await this.#within(writer.url, batch);
      if (quotas === null) this.#untilMs = systemMonotonic.nowMs() + PAUSE_MS;
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
