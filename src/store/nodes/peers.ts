/**
 * Reports between the nodes of a shared log, several times a lease: name, newest entry, ability to
 * write. Also the token that authenticates nodes, derived from their shared secret, and the check
 * that one process has the name of a node.
 *
 * Reports do not decide about the content of the log. They show which node should write when none
 * does, where to pass records on to, how far behind a node is, and, where the engine may have lost
 * entries, which node has most.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS, systemMonotonic } from '../../kernel/clock.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import type { FollowingLog, NodeRole, NodeSettings, NodeState, Peer } from '../log/node-state.js';
import { type Engine, EngineRefused } from './engine.js';

/** Asks all nodes for a report at once. */
export const ASKING = JSON.stringify({ asks: true });
/** Names are configured: more are a mistake. */
const PEERS_MAX = 64;

export interface PeerReport extends Peer {
  /** Id of the process: two processes with one name differ. Empty from an older version. */
  instance: string;
  /** Age of that process. */
  ageMs: number;
  /** The store takes writes, and its log continues the shared one. */
  canWrite: boolean;
  /** The store is not the beginning of the shared log: its entries are ignored. */
  isInDoubt: boolean;
}

/** The last report of each node, until the node is silent for a time. */
export class Heard<T> {
  readonly #forgetAfterMs: number;
  readonly #told = new Map<string, { told: T; atMs: number }>();

  constructor(forgetAfterMs: number) {
    this.#forgetAfterMs = forgetAfterMs;
  }

  note(node: string, told: T): void {
    if (this.#told.size >= PEERS_MAX && !this.#told.has(node)) return;
    this.#told.set(node, { told, atMs: systemMonotonic.nowMs() });
  }

  /** Reports within the time. */
  get all(): T[] {
    const sinceMs = systemMonotonic.nowMs() - this.#forgetAfterMs;
    for (const [node, { atMs }] of this.#told) if (atMs < sinceMs) this.#told.delete(node);
    return this.since(sinceMs);
  }

  /** Reports within the time and after `fromMs`. */
  since(fromMs: number): T[] {
    const sinceMs = Math.max(fromMs, systemMonotonic.nowMs() - this.#forgetAfterMs);
    return [...this.#told.values()].filter(({ atMs }) => atMs >= sinceMs).map(({ told }) => told);
  }
}

export class Peers extends Heard<PeerReport> {
  /** Notes and returns a report; null for another text. */
  hear(text: string): PeerReport | null {
    const report = reportIn(text);
    if (report !== null) this.note(report.node, report);
    return report;
  }

  /** By name. */
  override get all(): PeerReport[] {
    return super.all.sort((a, b) => (a.node < b.node ? -1 : 1));
  }
}

function reportIn(text: string): PeerReport | null {
  try {
    const { node, url, instance = '', sequence, ...is } = JSON.parse(text) as Partial<PeerReport>;
    const isWhole =
      typeof node === 'string' && typeof url === 'string' && typeof sequence === 'number';
    if (!isWhole) return null;
    const { ageMs = 0, canWrite = false, isInDoubt = false } = is;
    return { node, url, instance, ageMs, sequence, canWrite, isInDoubt };
  } catch {
    return null;
  }
}

/** Name of the secret in bucket `shared`. */
const SECRET = 'secret';
/** Pause while the engine does not answer. */
const PAUSE_MS = 300;

/**
 * The secret that the nodes share; `own` where they have none yet.
 * @throws TagwireError SYSTEM_REFUSED when the engine has not answered within a time.
 */
export async function agreedSecret(engine: Engine, own: Buffer, withinMs: number): Promise<Buffer> {
  const untilMs = systemMonotonic.nowMs() + withinMs;
  for (;;) {
    try {
      const known = await knownSecret(engine);
      if (known !== null) return known;
      await engine.claim('shared', SECRET, own.toString('hex'));
      return own;
    } catch (cause) {
      if (systemMonotonic.nowMs() >= untilMs) {
        const message = `log: NATS answers, but JetStream does not: ${messageOf(cause)}; a majority of its servers must run`;
        throw new TagwireError('SYSTEM_REFUSED', message, { cause });
      }
      // Another node was first: the secret exists now.
      if (cause instanceof EngineRefused) continue;
    }
    await sleep(PAUSE_MS, null, { ref: false });
  }
}

/** The secret that the nodes share; null where they have none yet. @throws EngineUnsure. */
export async function knownSecret(engine: Engine): Promise<Buffer | null> {
  const held = await engine.held('shared', SECRET);
  return held === null ? null : Buffer.from(held.value, 'hex');
}

export function peerTokenOf(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('tagwire nodes').digest('base64url');
}

/** Whether a request's header has the token. */
export function isOfPeer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The state of a node beside its log. */
interface Stance extends Pick<NodeState, 'role' | 'trouble' | 'takeovers' | 'repairs'> {
  writer: Omit<Peer, 'sequence'> | null;
  /** Whether its lease has ended without its notice: the process was stopped for longer. */
  isOver: boolean;
  /** Time of the last entry, or of the last end of the stream; null before the first end. */
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

/** Why a reading node's state may be out of date; null while entries arrive. */
function stuckFor(movedMs: number | null, leaseMs: number): string | null {
  if (movedMs === null) return 'it has not come to the end of the shared log yet';
  const silentMs = systemMonotonic.nowMs() - movedMs;
  return silentMs < leaseMs
    ? null
    : `nothing came of the shared log for ${Math.round(silentMs / SECOND_MS)} s`;
}

/** Wait for reports of other nodes at a start. */
const LISTEN_MS = 300;
/** Ages that differ by less than this part of a lease are equal, because reports are delayed. */
const TOGETHER_SHARE = 0.2;

/** @throws TagwireError CONFIG_INVALID when another process has the name. */
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
 * The name of a node, which one process has: at a start the other nodes are asked, and a process
 * that was paused meanwhile reports when it continues.
 */
export class OwnName {
  readonly #settings: NodeSettings;
  readonly #instance: string;
  readonly #beganMs = systemMonotonic.nowMs();

  constructor(settings: NodeSettings, instance: string) {
    this.#settings = settings;
    this.#instance = instance;
  }

  /** The facts of reports about this process. */
  get process(): Pick<PeerReport, 'instance' | 'ageMs'> {
    return { instance: this.#instance, ageMs: systemMonotonic.nowMs() - this.#beganMs };
  }

  /** Whether another process has this name, and is older. */
  isTwin({ node, instance, ageMs }: PeerReport): boolean {
    const { node: ownNode, leaseMs } = this.#settings;
    if (node !== ownNode || instance === '' || instance === this.#instance) return false;
    const olderMs = ageMs - this.process.ageMs;
    // Of two processes of equal age both agree that the smaller id is first.
    const isTogether = Math.abs(olderMs) < TOGETHER_SHARE * leaseMs;
    return isTogether ? instance < this.#instance : olderMs > 0;
  }
}

export function taken({ node, url }: PeerReport): TagwireError {
  const message = `nodeName "${node}": the node at ${url} has this name; give each node of a log its own`;
  return new TagwireError('CONFIG_INVALID', message);
}
