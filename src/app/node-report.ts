/** What a node of a shared log says of itself where operators and balancers look. */
import type { NodeState } from '../store/log/node-state.js';

/** Lines of `/readyz`; none where the log is the store's own. */
export function nodeLines(state: NodeState | null): string[] {
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
export function unreadyNode(state: NodeState | null, lagMax: number): string | null {
  if (state === null || state.role === 'writer') return null;
  const { role, trouble } = state;
  if (role === 'doubt' || role === 'behind') return `${role}: ${trouble}`;
  // A node that cannot reach the engine does not know how far it is behind.
  if (role === 'apart') return `apart: ${trouble}`;
  if (role === 'joining' && trouble !== null) return `joining: ${trouble}`;
  const behind = behindOf(state);
  return behind > lagMax ? `behind by ${behind} entries, more than ${lagMax}` : null;
}

export function behindOf({ sequence, knownSequence }: NodeState): number {
  return Math.max(0, knownSequence - sequence);
}
