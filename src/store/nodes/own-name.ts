/**
 * The name of a node, which one process has: at a start the others are asked, and a process that was paused
 * meanwhile is heard of when it goes on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemMonotonic } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import type { NodeSettings } from '../log/node-state.js';
import type { Engine } from './engine.js';
import { ASKING, type PeerReport, Peers } from './peers.js';

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
