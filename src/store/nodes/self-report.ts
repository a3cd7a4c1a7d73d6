/** What a node says of itself: to whom looks at it, and to the other nodes. */
import { SECOND_MS, systemMonotonic } from '../../kernel/clock.js';
import type { FollowingLog, NodeRole, NodeSettings, NodeState, Peer } from '../log/node-state.js';
import type { PeerReport } from './peers.js';

/** How a node stands beside what its log says. */
export interface Stance extends Pick<NodeState, 'role' | 'trouble' | 'takeovers' | 'repairs'> {
  writer: Omit<Peer, 'sequence'> | null;
  /** Whether its lease is over, of which it does not know yet: it was stopped for longer. */
  isOver: boolean;
  /** When an entry came, or the end was reached, last; null before the end was reached once. */
  movedMs: number | null;
}

export function stateOf(
  { node, name, url, leaseMs, wasReplaced = false }: NodeSettings,
  log: FollowingLog | null,
  reports: readonly PeerReport[],
  { role: known, writer: told, isOver, trouble, movedMs, takeovers, repairs }: Stance,
): NodeState {
  const sequence = log?.head.sequence ?? 0;
  const peers: Peer[] = reports.map((one) => ({
    ...{ node: one.node, url: one.url, sequence: one.sequence },
  }));
  if (!peers.some((peer) => peer.node === node)) peers.push({ node, url, sequence });
  const role = isOver ? 'joining' : known;
  const writer = role === 'writer' ? { node, url } : isOver ? null : told;
  const sequenceOf = (name: string): number =>
    peers.find((peer) => peer.node === name)?.sequence ?? 0;
  return {
    ...{ node, log: name, role, peers, sequence, takeovers, repairs, wasReplaced },
    writer: writer === null ? null : { ...writer, sequence: sequenceOf(writer.node) },
    lastTickMs: log?.head.lastTickMs ?? null,
    knownSequence: Math.max(sequence, ...peers.map((peer) => peer.sequence)),
    trouble: trouble ?? (role === 'joining' ? stuckFor(movedMs, leaseMs) : null),
  };
}

export function reportOf(
  { node, url, mayWrite }: NodeSettings,
  { head, trouble }: FollowingLog,
  role: NodeRole,
  isClosed: boolean,
  process: Pick<PeerReport, 'instance' | 'ageMs'>,
): PeerReport {
  const isInDoubt = role === 'doubt';
  const isFit = trouble === null && !isClosed && !isInDoubt && role !== 'behind';
  const canWrite = mayWrite && isFit;
  return { node, url, ...process, sequence: head.sequence, canWrite, isInDoubt };
}

/** Why a node that reads the stream is not to be believed; null while entries come. */
function stuckFor(movedMs: number | null, leaseMs: number): string | null {
  if (movedMs === null) return 'it has not come to the end of the shared log yet';
  const silentMs = systemMonotonic.nowMs() - movedMs;
  return silentMs < leaseMs
    ? null
    : `nothing came of the shared log for ${Math.round(silentMs / SECOND_MS)} s`;
}
