/**
 * The log lines of a running server: one line at the start, the progress of indices that are being
 * rebuilt, restarted threads, slow requests, and refusals, summed up by the minute.
 *
 * Invariants: no line for each request unless the caller asked for it; no API keys, cursors or addresses
 * of callers in any line.
 */

import { resolve } from 'node:path';
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.js';
import { HTTP } from '../kernel/limits.js';
import type { Logger } from '../kernel/logger.js';
import type { AccessEntry } from '../serve/http/service-options.js';
import { diskUsage } from './metrics/machine.js';
import type { RequestTally } from './metrics/requests.js';
import type { Pipeline } from './pipeline.js';
import { type IndexProgress, progressLine } from './readiness.js';

/** Between two lines on the progress of a start. */
const PROGRESS_MS = 5 * SECOND_MS;
/** How often threads are looked at. */
const LOOK_MS = SECOND_MS;
/** The first version of Node.js that gets security fixes; 20 ended in April 2026. */
const SUPPORTED_FROM = 22;

/** Fewer connections of a service than this are too few for most installations. */
const CONNECTIONS_FEW = 1000;

/** The facts of the first line. */
interface StartFacts {
  version: string;
  node: string;
  http: string;
  data: string;
  entries: number;
  articles: number;
  blogs: number;
  posts: number;
  storeBytes: number;
  sources: number | null;
  startMs: number;
}

interface Threads {
  readonly actorFigures: { [name: string]: { crashes: number; isThere: boolean } };
}

export class RunLog {
  readonly #logger: Logger;
  readonly #tally: RequestTally;
  readonly #crashes = new Map<string, number>();
  /** Refusals logged so far, by service and status. */
  readonly #refused = new Map<string, number>();
  readonly #timers: NodeJS.Timeout[] = [];
  /** Time and content of the last line on the progress of a start. */
  readonly #told: { ms: number | null; at: string } = { ms: null, at: '' };

  constructor(logger: Logger, tally: RequestTally) {
    this.#logger = logger;
    this.#tally = tally;
  }

  /** Logs one line on what serves, and a warning where the version of Node.js is not maintained. */
  started(facts: StartFacts): void {
    this.#logger.info(facts, 'serving');
    const advice = nodeAdvice(facts.node);
    if (advice !== null) this.#logger.warn({ node: facts.node }, advice);
  }

  /** Reports that file descriptors limit connections: a warning only where few are left. */
  limited(openFiles: number | null, connectionsOfEach: number): void {
    const advice = 'few file descriptors: further connections are closed; raise the limit to 65536';
    const level = connectionsOfEach < CONNECTIONS_FEW ? 'warn' : 'info';
    this.#logger[level]({ openFiles, connectionsOfEach }, advice);
  }

  /** Starts to watch threads and refusals. */
  watch(threads: Threads): void {
    const timers = [
      setInterval(() => this.#lookAtThreads(threads), LOOK_MS),
      setInterval(() => this.#sumUp(), MINUTE_MS),
    ];
    this.#timers.push(...timers.map((timer) => timer.unref()));
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#sumUp();
  }

  /** Reports the progress of a start; called often, logged every few seconds. */
  progress(indices: readonly IndexProgress[], nowMs: number): void {
    if (indices.length === 0) {
      if (this.#told.at !== '') this.#logger.info('every index is read');
      return;
    }
    this.#told.ms ??= nowMs;
    if (nowMs - this.#told.ms < PROGRESS_MS) return;
    this.#told.ms = nowMs;
    const at = indices.map(({ index, entries }) => `${index} ${entries}`).join();
    // An index that cannot be read stays in the list for ever, and has a log line of its own.
    if (at !== this.#told.at) this.#logger.info({ indices: indices.map(progressLine) }, 'reading');
    this.#told.at = at;
  }

  accessed(entry: AccessEntry, isAsked: boolean): void {
    if (isAsked) this.#logger.info(entry, 'request');
    else this.#logger.debug(entry, 'request');
  }

  /** Counts answers, and logs slow ones. */
  observer(service: string): { observe(route: string, status: number, seconds: number): void } {
    const { observe } = this.#tally.observer(service);
    return {
      observe: (route, status, seconds) => {
        observe(route, status, seconds);
        if (seconds * SECOND_MS < HTTP.slowMs) return;
        const ms = Math.round(seconds * SECOND_MS);
        this.#logger.warn({ service, route, status, ms }, 'slow request');
      },
    };
  }

  #lookAtThreads({ actorFigures }: Threads): void {
    for (const [actor, { crashes, isThere }] of Object.entries(actorFigures)) {
      const known = this.#crashes.get(actor) ?? 0;
      if (crashes === known || !isThere) continue;
      this.#crashes.set(actor, crashes);
      this.#logger.warn({ actor, crashes }, 'an actor that died is back');
    }
  }

  #sumUp(): void {
    const counts = new Map<string, number>();
    for (const { service, byStatus } of this.#tally.all()) {
      for (const [status, count] of byStatus) {
        if (!isRefusal(status)) continue;
        const key = `${service} ${status}`;
        counts.set(key, (counts.get(key) ?? 0) + count);
      }
    }
    for (const [key, count] of counts) {
      const fresh = count - (this.#refused.get(key) ?? 0);
      if (fresh === 0) continue;
      this.#refused.set(key, count);
      const [service, status] = key.split(' ');
      this.#logger.info({ service, status: Number(status), count: fresh }, 'requests refused');
    }
  }
}

/** True for invalid, excessive and unauthorized requests; 404 and 410 are ordinary answers. */
function isRefusal(status: number): boolean {
  return status >= 400 && status !== 404 && status !== 410;
}

/** Advice on a version of Node.js; null for a version that gets fixes. */
export function nodeAdvice(node: string): string | null {
  const major = Number(/^v?(\d+)/.exec(node)?.[1]);
  if (major >= SUPPORTED_FROM) return null;
  return `Node.js ${major} gets no security fixes any more: use Node.js 22 or 24`;
}

/** The contents of a store, for the first line of a server's log. */
export async function storeFacts(data: string, pipeline: Pipeline) {
  const { bytes } = await diskUsage(data);
  const { catalog, directory } = pipeline.indices;
  const { articles, articlesOnDisk } = catalog.figures;
  const { blogs = 0, posts = 0 } = directory.figures;
  return {
    data: resolve(data),
    entries: pipeline.headSequence,
    articles: articles + articlesOnDisk,
    ...{ blogs, posts, storeBytes: bytes },
  };
}
