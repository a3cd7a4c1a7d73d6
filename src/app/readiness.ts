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

/** Why this server is not to be asked; null while all is well. */
export async function unreadyOf(parts: ReadinessParts): Promise<string | null> {
  const { pipeline, accounts, following, lagMax } = parts;
  if (!parts.isReady()) return 'starting';
  const { trouble } = await pipeline.state();
  const unready = unreadyNode(pipeline.node?.state ?? null, lagMax);
  if (trouble === null) return unready ?? accounts.trouble ?? following?.unready() ?? null;
  return `degraded: the store takes no writes; queries are answered: ${trouble}`;
}

/** What is still being read, a node's place, the accounts, what is followed, and the clock: a line each. */
export function readinessLines(parts: ReadinessParts): string[] {
  const { pipeline, accounts, following, watch, progress } = parts;
  const lines = progress.indices.map((one) => `rebuilding ${progressLine(one)}`);
  lines.push(...nodeLines(pipeline.node?.state ?? null), ...accounts.lines);
  lines.push(...(following?.lines() ?? []));
  const { state, text } = watch.report();
  return state === 'right' || state === 'named' ? lines : [...lines, `clock ${state}: ${text}`];
}
