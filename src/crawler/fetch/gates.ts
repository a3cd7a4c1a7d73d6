/**
 * Politeness: one request at a time to each host, with a pause between two, and a limit over all hosts.
 *
 *     run ──► waiting (per host, bounded) ──► due (pause is over) ──► ready (in turn) ──► under way
 *                  ▲                                                                        │
 *                  └────────────────────── next of the same host ◄──────────────────────────┘
 *
 * Invariants: a host has at most one request under way, and the next request begins at least the pause after
 * the last one has ended. Hosts go in the order in which they became ready. A host without requests costs one
 * map entry until its longest pause is over, then nothing. One timer serves all hosts.
 */
import type { Monotonic } from '../../kernel/clock.js';
import { DueHeap } from '../../kernel/collections.js';
import { CRAWL } from '../../kernel/limits.js';

/** Hosts whose last request is noted; at 200 requests a second no minute has more. */
const ENDED_MAX = 65_536;

export interface GateOptions {
  monotonic: Monotonic;
  sleep(ms: number): Promise<void>;
  underWayMax?: number;
  waitingPerHostMax?: number;
}

/** The result of `run` where the work was not begun. */
export const BUSY: unique symbol = Symbol('busy');

interface Job {
  gapMs: number;
  begin(): Promise<void>;
}

interface Host {
  readonly key: string;
  readonly waiting: Job[];
  isUnderWay: boolean;
  /** Whether the host is in the heap or in the ready queue. */
  isQueued: boolean;
}

export class HostGates {
  readonly #monotonic: Monotonic;
  readonly #sleep: (ms: number) => Promise<void>;
  readonly #underWayMax: number;
  readonly #waitingPerHostMax: number;
  /** Hosts with requests that wait or are under way. */
  readonly #hosts = new Map<string, Host>();
  /** When the last request of a host ended; the oldest first. */
  readonly #endedMs = new Map<string, number>();
  readonly #pausing = new DueHeap<Host>();
  readonly #ready = new Set<Host>();
  #underWay = 0;
  #wakeAtMs = Number.POSITIVE_INFINITY;

  constructor(options: GateOptions) {
    this.#monotonic = options.monotonic;
    this.#sleep = (ms) => options.sleep(ms);
    this.#underWayMax = options.underWayMax ?? CRAWL.underWayMax;
    this.#waitingPerHostMax = options.waitingPerHostMax ?? CRAWL.waitingPerHostMax;
  }

  /** Requests under way, hosts with requests, and hosts of which only the last request is noted. */
  get counts(): { underWay: number; hosts: number; remembered: number } {
    return {
      underWay: this.#underWay,
      hosts: this.#hosts.size,
      remembered: this.#endedMs.size,
    };
  }

  /**
   * Runs the work when this request has its turn, at least `gapMs` after the host's last request. Returns
   * `BUSY` at once where too many requests wait. Rejects with the reason of the signal when it aborts before
   * the work begins, and as the work rejects.
   */
  run<T>(
    key: string,
    gapMs: number,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | typeof BUSY> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const host = this.#hostOf(key);
    if (host.waiting.length >= this.#waitingPerHostMax) return Promise.resolve(BUSY);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#withdraw(host, job);
        reject(signal?.reason);
      };
      const begin = (): Promise<void> => {
        signal?.removeEventListener('abort', onAbort);
        return Promise.resolve().then(work).then(resolve, reject);
      };
      const job = { gapMs: Math.min(gapMs, CRAWL.hostGapMsMax), begin };
      signal?.addEventListener('abort', onAbort, { once: true });
      host.waiting.push(job);
      this.#queue(host);
      this.#pump();
    });
  }

  #hostOf(key: string): Host {
    const known = this.#hosts.get(key);
    if (known !== undefined) return known;
    const host = { key, waiting: [], isUnderWay: false, isQueued: false };
    this.#hosts.set(key, host);
    return host;
  }

  #withdraw(host: Host, job: Job): void {
    const at = host.waiting.indexOf(job);
    if (at >= 0) host.waiting.splice(at, 1);
    this.#dropIfIdle(host);
  }

  /** Queues a host that has waiting requests and none under way. */
  #queue(host: Host): void {
    const [next] = host.waiting;
    if (next === undefined || host.isUnderWay || host.isQueued) return;
    host.isQueued = true;
    const lastMs = this.#endedMs.get(host.key);
    const dueMs = lastMs === undefined ? 0 : lastMs + next.gapMs;
    if (dueMs <= this.#monotonic.nowMs()) this.#ready.add(host);
    else this.#pausing.push(dueMs, host);
  }

  #pump(): void {
    const nowMs = this.#monotonic.nowMs();
    for (let host = this.#pausing.popDue(nowMs); host; host = this.#pausing.popDue(nowMs)) {
      this.#ready.add(host);
    }
    for (const host of this.#ready) {
      if (this.#underWay >= this.#underWayMax) break;
      this.#ready.delete(host);
      host.isQueued = false;
      this.#begin(host);
    }
    this.#sleepUntilDue(nowMs);
  }

  #begin(host: Host): void {
    const job = host.waiting.shift();
    // All waiting requests may have been withdrawn.
    if (job === undefined) {
      this.#dropIfIdle(host);
      return;
    }
    host.isUnderWay = true;
    this.#underWay++;
    void job.begin().then(() => this.#end(host));
  }

  #end(host: Host): void {
    host.isUnderWay = false;
    this.#underWay--;
    this.#remember(host.key);
    this.#queue(host);
    this.#dropIfIdle(host);
    this.#pump();
  }

  #dropIfIdle(host: Host): void {
    if (host.waiting.length > 0 || host.isUnderWay || host.isQueued) return;
    this.#hosts.delete(host.key);
  }

  #remember(key: string): void {
    const nowMs = this.#monotonic.nowMs();
    this.#endedMs.delete(key);
    this.#endedMs.set(key, nowMs);
    for (const [oldest, endedMs] of this.#endedMs) {
      const isOver = nowMs - endedMs > CRAWL.hostGapMsMax;
      if (!isOver && this.#endedMs.size <= ENDED_MAX) break;
      this.#endedMs.delete(oldest);
    }
  }

  #sleepUntilDue(nowMs: number): void {
    const dueMs = this.#pausing.firstMs;
    // A pending sleep that ends by then looks again; only an earlier time needs a new sleep.
    if (dueMs >= this.#wakeAtMs) return;
    this.#wakeAtMs = dueMs;
    void this.#sleep(Math.max(1, Math.ceil(dueMs - nowMs))).then(() => {
      if (this.#wakeAtMs === dueMs) this.#wakeAtMs = Number.POSITIVE_INFINITY;
      this.#pump();
    });
  }
}
