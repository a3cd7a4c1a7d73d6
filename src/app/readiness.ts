/** The answer of `/readyz`: whether and why a balancer should ask another server, and the state of this one. */

import { SECOND_MS } from '../kernel/clock.js';
import type { NodeState } from '../store/log/node-state.js';
import type { AccountWatch } from './account-watch.js';
import type { ClockWatch } from './clock-watch.js';
import type { Following } from './following.js';
import type { Pipeline } from './pipeline.js';

export interface ReadinessParts {
  pipeline: Pipeline;
  accounts: AccountWatch;
  following: Following | null;
  watch: ClockWatch;
  progress: RebuildProgress;
  /** Entries that a node may be behind. */
  lagMax: number;
  isReady(): boolean;
}

/** The indices of each service, which is ready when all of them answer. */
const INDICES = {
  news: ['catalog', 'media', 'tags', 'events', 'portals', 'similarity'],
  blog: ['directory', 'mentions', 'topics'],
} as const;
export type ServiceName = keyof typeof INDICES;

/** Seconds after which a caller should ask again, where no rate is known. */
const RETRY_SECONDS = 5;

export interface Readiness {
  ready: boolean;
  /** Null while the server is ready. */
  reason: string | null;
  retryAfterSeconds: number;
  /** For each index whether it answers. */
  parts: { service: ServiceName; index: string; ready: boolean }[];
  /** Lines on indices that are still being rebuilt, the node, the accounts, copied servers, and the clock. */
  lines: string[];
}

export function isServiceName(text: string): text is ServiceName {
  return Object.hasOwn(INDICES, text);
}

/**
 * Whether a balancer should ask a server, or one service of it. Lists and searches may answer earlier, but while an
 * index is still being rebuilt some questions have no answer.
 */
export async function readinessOf(
  given: ReadinessParts,
  service: ServiceName | null,
): Promise<Readiness> {
  const { progress, pipeline } = given;
  const services = (Object.keys(INDICES) as ServiceName[]).filter(
    (one) => service === null || one === service,
  );
  const isReady = given.isReady();
  const parts = services.flatMap((one) =>
    INDICES[one].map((index) => ({
      ...{ service: one, index },
      ready: isReady && pipeline.isThere(index),
    })),
  );
  const missing = parts.filter(({ ready }) => !ready).map(({ index }) => index);
  const rebuilding =
    missing.length === 0 ? null : `rebuilding: ${missing.join(', ')} do not answer yet`;
  const reason = (await unreadyOf(given)) ?? rebuilding;
  return {
    ready: reason === null,
    reason,
    retryAfterSeconds: Math.max(1, progress.secondsLeft(missing) ?? RETRY_SECONDS),
    parts,
    lines: readinessLines(given),
  };
}

/** Why a balancer should not ask this server; null while it should. */
async function unreadyOf(parts: ReadinessParts): Promise<string | null> {
  const { pipeline, accounts, following, lagMax } = parts;
  if (!parts.isReady()) return 'starting';
  const { trouble } = await pipeline.state();
  const unready = unreadyNode(pipeline.node?.state ?? null, lagMax);
  if (trouble === null) return unready ?? accounts.trouble ?? following?.unready() ?? null;
  return `degraded: the store takes no writes; queries are answered: ${trouble}`;
}

/** A line for each: indices that are still being rebuilt, the node, the accounts, copied servers, and the clock. */
function readinessLines(parts: ReadinessParts): string[] {
  const { pipeline, accounts, following, watch, progress } = parts;
  const lines = progress.indices.map((one) => `rebuilding ${progressLine(one)}`);
  lines.push(...nodeLines(pipeline.node?.state ?? null), ...accounts.lines);
  lines.push(...(following?.lines() ?? []));
  const { state, text } = watch.report();
  return state === 'right' || state === 'named' ? lines : [...lines, `clock ${state}: ${text}`];
}

/**
 * The progress of indices that a start still has to rebuild, with the time left: an estimate from the rate of the
 * last seconds.
 *
 * Invariant: the timer runs only while an index is being rebuilt, or until `stop`.
 */
const LOOK_MS = SECOND_MS;
/** Looks from which one rate is computed: the cost of an entry differs between parts of a log. */
const LOOKS_MAX = 20;

/** One index that is still being read. */
export interface IndexProgress {
  index: string;
  entries: number;
  /** Entries of the log in all. */
  ofEntries: number;
  /** Null until there is a rate. */
  secondsLeft: number | null;
}

interface Look {
  atMs: number;
  entries: number;
}

interface Watched {
  readonly rebuilding: { index: string; entries: number }[];
  readonly headSequence: number;
}

export class RebuildProgress {
  readonly #watched: Watched;
  readonly #nowMs: () => number;
  readonly #looks = new Map<string, Look[]>();
  #timer: NodeJS.Timeout | undefined;

  constructor(watched: Watched, nowMs: () => number) {
    this.#watched = watched;
    this.#nowMs = nowMs;
  }

  /** Looks once a second, and gives `tell` the indices that are still being rebuilt, until there are none. */
  start(tell: (indices: IndexProgress[]) => void): void {
    this.#timer = setInterval(() => {
      this.look();
      const indices = this.indices;
      tell(indices);
      if (indices.length === 0) this.stop();
    }, LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Notes the progress of each index. */
  look(): void {
    const atMs = this.#nowMs();
    for (const { index, entries } of this.#watched.rebuilding) {
      // The entries of a snapshot are loaded all at once, and say nothing about the rate.
      if (entries === 0) continue;
      const looks = this.#looks.get(index) ?? [];
      looks.push({ atMs, entries });
      if (looks.length > LOOKS_MAX) looks.shift();
      this.#looks.set(index, looks);
    }
  }

  /** The indices that are still being rebuilt. */
  get indices(): IndexProgress[] {
    const ofEntries = this.#watched.headSequence;
    return this.#watched.rebuilding.map(({ index, entries }) => ({
      index,
      entries,
      ofEntries,
      secondsLeft: this.#secondsLeft(index, entries, ofEntries),
    }));
  }

  /** Seconds until all of these indices are rebuilt; null while that is not known. */
  secondsLeft(names: readonly string[]): number | null {
    const left = this.indices
      .filter(({ index }) => names.includes(index))
      .map(({ secondsLeft }) => secondsLeft);
    return left.reduce<number | null>(
      (most, one) => (most === null || one === null ? null : Math.max(most, one)),
      0,
    );
  }

  #secondsLeft(index: string, entries: number, ofEntries: number): number | null {
    const looks = this.#looks.get(index);
    const first = looks?.at(0);
    const last = looks?.at(-1);
    if (first === undefined || last === undefined) return null;
    const perMs = (last.entries - first.entries) / (last.atMs - first.atMs);
    if (!(perMs > 0) || !Number.isFinite(perMs)) return null;
    return Math.ceil(Math.max(0, ofEntries - entries) / perMs / SECOND_MS);
  }
}

/**
 * One index in words: `tags: 1200 of 5000 entries (24%), about 40 s left`. An index without entries
 * waits for its turn, or loads its snapshot.
 */
export function progressLine({ index, entries, ofEntries, secondsLeft }: IndexProgress): string {
  if (entries === 0) return `${index}: not begun, or loading its snapshot`;
  const share = ofEntries === 0 ? 100 : Math.floor((entries / ofEntries) * 100);
  const left = secondsLeft === null ? 'time left not known yet' : `about ${secondsLeft} s left`;
  return `${index}: ${entries} of ${ofEntries} entries (${share}%), ${left}`;
}

/** Lines of `/readyz`; none where the log is the store's own. */
function nodeLines(state: NodeState | null): string[] {
  if (state === null) return [];
  const { node, log, role, sequence, writer, trouble } = state;
  return [
    `node ${node}`,
    `log ${log}`,
    `role ${role}`,
    `entry ${sequence}`,
    `behind ${behindOf(state)}`,
    `writer ${writer?.node ?? 'none'}`,
    ...(trouble === null ? [] : [`trouble ${trouble}`]),
  ];
}

/** Why a balancer should ask another node; null while this one is at the head, or near it. */
function unreadyNode(state: NodeState | null, lagMax: number): string | null {
  if (state === null || state.role === 'writer') return null;
  const { role, trouble } = state;
  if (role === 'doubt' || role === 'behind') return `${role}: ${trouble}`;
  // A node that cannot reach the engine does not know how far behind it is.
  if (role === 'apart') return `apart: ${trouble}`;
  if (role === 'joining' && trouble !== null) return `joining: ${trouble}`;
  const behind = behindOf(state);
  return behind > lagMax ? `behind by ${behind} entries, more than ${lagMax}` : null;
}

export function behindOf({ sequence, knownSequence }: NodeState): number {
  return Math.max(0, knownSequence - sequence);
}
