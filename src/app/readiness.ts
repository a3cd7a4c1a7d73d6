/** What `/readyz` says of a server: why a balancer should ask another one, and how it stands. */
import type { AccountWatch } from './account-watch.js';
import type { ClockWatch } from './clock-watch.js';
import type { Following } from './following.js';
import { nodeLines, unreadyNode } from './node-report.js';
import type { Pipeline } from './pipeline.js';
import { progressLine, type RebuildProgress } from './rebuild-progress.js';

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

/** The indices of each service: it is ready when all of them answer. */
const INDICES = {
  news: ['catalog', 'media', 'tags', 'events', 'portals', 'similarity'],
  blog: ['directory', 'mentions', 'topics'],
} as const;
export type ServiceName = keyof typeof INDICES;

/** Seconds after which it is worth asking again, where no rate is known. */
const RETRY_SECONDS = 5;

export interface Readiness {
  ready: boolean;
  /** Null while all is well. */
  reason: string | null;
  retryAfterSeconds: number;
  /** Of each index whether it answers. */
  parts: { service: ServiceName; index: string; ready: boolean }[];
  /** What is still being read, a node's place, the accounts, what is followed, and the clock. */
  lines: string[];
}

export function isServiceName(text: string): text is ServiceName {
  return Object.hasOwn(INDICES, text);
}

/**
 * Whether a server, or one service of it, is to be asked: lists and searches may answer before, but not
 * everything does while an index is still being read.
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

/** Why this server is not to be asked; null while all is well. */
async function unreadyOf(parts: ReadinessParts): Promise<string | null> {
  const { pipeline, accounts, following, lagMax } = parts;
  if (!parts.isReady()) return 'starting';
  const { trouble } = await pipeline.state();
  const unready = unreadyNode(pipeline.node?.state ?? null, lagMax);
  if (trouble === null) return unready ?? accounts.trouble ?? following?.unready() ?? null;
  return `degraded: the store takes no writes; queries are answered: ${trouble}`;
}

/** What is still being read, a node's place, the accounts, what is followed, and the clock: a line each. */
function readinessLines(parts: ReadinessParts): string[] {
  const { pipeline, accounts, following, watch, progress } = parts;
  const lines = progress.indices.map((one) => `rebuilding ${progressLine(one)}`);
  lines.push(...nodeLines(pipeline.node?.state ?? null), ...accounts.lines);
  lines.push(...(following?.lines() ?? []));
  const { state, text } = watch.report();
  return state === 'right' || state === 'named' ? lines : [...lines, `clock ${state}: ${text}`];
}
