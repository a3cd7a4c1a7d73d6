/**
 * What a node says of itself, to whom looks at it and to the other nodes; and its name, which one process
 * has.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS, systemMonotonic } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import type { FollowingLog, NodeRole, NodeSettings, NodeState, Peer } from '../log/node-state.js';
import type { Engine } from './engine.js';
import { ASKING, type PeerReport, Peers } from './peers.js';

/** How a node stands beside what its log says. */
interface Stance extends Pick<NodeState, 'role' | 'trouble' | 'takeovers' | 'repairs'> {
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

/** For the answers of other nodes at a start. */
const LISTEN_MS = 300;
/** Processes that began within this share of a lease began together: a report takes its time. */
const TOGETHER_SHARE = 0.2;

/** @throws TagwireError CONFIG_INVALID where another process has the name. */
export async function demandOwnName({ node }: NodeSettings, engine: Engine): Promise<void> {
  let other: PeerReport | null = null;
  const peers = new Peers(LISTEN_MS);
  engine.onTold((text) => {
    const report = peers.hear(text);
    if (report?.node === node) other = report;
  });
  engine.tell(ASKING);
  await sleep(LISTEN_MS);
  if (other !== null) throw taken(other as PeerReport);
}

/**
 * The name of a node, which one process has: at a start the others are asked, and a process that was paused
 * meanwhile is heard of when it goes on.
 */
export class OwnName {
  readonly #settings: NodeSettings;
  readonly #instance: string;
  readonly #beganMs = systemMonotonic.nowMs();

  constructor(settings: NodeSettings, instance: string) {
    this.#settings = settings;
    this.#instance = instance;
  }

  /** What reports tell of this process. */
  get process(): Pick<PeerReport, 'instance' | 'ageMs'> {
    return { instance: this.#instance, ageMs: systemMonotonic.nowMs() - this.#beganMs };
  }

  /** Whether another process has this name, and was there first. */
  isTwin({ node, instance, ageMs }: PeerReport): boolean {
    const { node: ownNode, leaseMs } = this.#settings;
    if (node !== ownNode || instance === '' || instance === this.#instance) return false;
    const olderMs = ageMs - this.process.ageMs;
    // Of two that began together a name tells, which both see alike.
    const isTogether = Math.abs(olderMs) < TOGETHER_SHARE * leaseMs;
    return isTogether ? instance < this.#instance : olderMs > 0;
  }

  refusal(report: PeerReport): TagwireError {
    return taken(report);
  }
}

function taken({ node, url }: PeerReport): TagwireError {
  const message = `nodeName "${node}": the node at ${url} has this name; give each node of a log its own`;
  return new TagwireError('CONFIG_INVALID', message);
}
