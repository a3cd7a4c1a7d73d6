/**
 * Whether a node may write: it holds what was acknowledged, and it is its turn.
 *
 * Invariants: no node writes that is known to lack an entry, however long it waits: what is noted of the head
 * (head-note.ts) says so, and where the engine may have lost that as well, all members of the log are heard
 * first. Not here: how a node becomes the writer (node.ts, lease.ts).
 */
import { systemMonotonic } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import type { Head } from '../log/batch.js';
import type { FollowingLog, NodeSettings } from '../log/node-state.js';
import type { HeadNote, NotedHead } from './head-note.js';
import type { Lease } from './lease.js';
import type { Peers } from './peers.js';

/** After a start, reports of the others are waited for: one of them may have more entries. */
const LISTEN_SHARE = 2 / 5;
/** A takeover that ended so soon, and acknowledged nothing, came to nothing. */
const FRUITLESS_LEASES = 2;
/** The pause after the first such one, in leases; it doubles, up to the longest one. */
const BACK_OFF_LEASES = { first: 0.1, max: 1.6 };

/** `lacks`: what another node has; `waits`: for which one; `may` where neither, and it is its turn. */
export interface CandidacyVerdict {
  may: boolean;
  lacks: string | null;
  waits: string | null;
}

export class Candidacy {
  readonly #settings: NodeSettings;
  readonly #note: HeadNote;
  readonly #lease: Lease;
  readonly #peers: Peers;
  #isMember = false;
  /** Since when the engine is known to have been restarted; null while it was not. */
  #unsureMs: number | null = null;
  #notBeforeMs: number | null = null;
  /** Who held the lease last, and since when nobody does. */
  #lastWriter: string | null = null;
  #ownerlessMs: number | null = null;
  #tookOverMs: number | null = null;
  #hasConfirmed = false;
  #fruitless = 0;

  constructor(settings: NodeSettings, note: HeadNote, lease: Lease, peers: Peers) {
    this.#settings = settings;
    this.#note = note;
    this.#lease = lease;
    this.#peers = peers;
  }

  /** A node writes. */
  noteWriter(node: string): void {
    this.#lastWriter = node;
    this.#ownerlessMs = null;
    this.#unsureMs = null;
  }

  /** This node begins to write. */
  noteTakeover(): void {
    this.noteWriter(this.#settings.node);
    this.#tookOverMs = systemMonotonic.nowMs();
    this.#hasConfirmed = false;
  }

  /** This node acknowledges something. */
  noteConfirmed(): void {
    this.#hasConfirmed = true;
    this.#fruitless = 0;
  }

  /** This node writes no more. */
  noteEnd(): void {
    if (this.#tookOverMs === null) return;
    const nowMs = systemMonotonic.nowMs();
    const wasShort = nowMs - this.#tookOverMs < FRUITLESS_LEASES * this.#settings.leaseMs;
    this.#tookOverMs = null;
    if (this.#hasConfirmed || !wasShort) return;
    const { first, max } = BACK_OFF_LEASES;
    const leases = Math.min(first * 2 ** this.#fruitless, max);
    this.#notBeforeMs = nowMs + leases * this.#settings.leaseMs;
    this.#fruitless += 1;
  }

  /** Whether another node has more than what this one has sent. */
  isOutdone(sequence: number): boolean {
    return this.#peers.all.some((peer) => peer.canWrite && peer.sequence > sequence);
  }

  /** What is to be noted of the head, and which nodes are known to have it. */
  notedOf({ sequence, chain }: Head, term: number): NotedHead {
    const { node } = this.#settings;
    const others = this.#peers.all.filter((one) => one.node !== node && one.sequence >= sequence);
    const nodes = [node, ...others.map((peer) => peer.node)];
    return { entry: sequence, hash: chain.toString(16), term, nodes };
  }

  /**
   * While no other node writes, and this one has read the stream to its end.
   * @throws TagwireError STORE_DAMAGED where what it has is not the beginning of the log. EngineUnsure.
   */
  async look(log: FollowingLog): Promise<CandidacyVerdict> {
    const { node, mayWrite, leaseMs } = this.#settings;
    if (!this.#isMember && mayWrite) {
      await this.#note.register(node);
      this.#isMember = true;
    }
    const { sequence } = log.head;
    const { head, isSure, members } = await this.#note.standing();
    if (head !== null) {
      if (head.entry > sequence) return { may: false, lacks: lacking(head, sequence), waits: null };
      await demandSame(log, head);
    }
    const nowMs = systemMonotonic.nowMs();
    this.#ownerlessMs ??= nowMs;
    this.#notBeforeMs ??= nowMs + LISTEN_SHARE * leaseMs;
    const waits = isSure || this.#lease.isHeld ? null : this.#unheard(members, sequence, nowMs);
    if (waits === null) this.#unsureMs = null;
    const isTurn = mayWrite && log.trouble === null && this.#isTurn(sequence, nowMs);
    return { may: waits === null && isTurn, lacks: null, waits };
  }

  /** Which members may have more, for all that is known; null where none has. */
  #unheard(members: readonly string[], sequence: number, nowMs: number): string | null {
    this.#unsureMs ??= nowMs;
    const reports = this.#peers.since(this.#unsureMs);
    const heard = new Set([...reports.map(({ node }) => node), this.#settings.node]);
    const missing = members.filter((name) => !heard.has(name));
    const fuller = reports.filter((peer) => !peer.isInDoubt && peer.sequence > sequence);
    if (missing.length === 0 && fuller.length === 0) return null;
    const names = missing.length > 0 ? missing : fuller.map(({ node }) => node);
    return (
      `the servers of NATS were all restarted, and may have lost what they acknowledged: ${names.join(', ')} ` +
      `may have entries behind ${sequence}. It goes on when all nodes are there; what is gone for good is given up ` +
      'with `tagwire nodes accept-loss`'
    );
  }

  #isTurn(sequence: number, nowMs: number): boolean {
    if (nowMs < this.#notBeforeMs! || this.isOutdone(sequence)) return false;
    const { node, leaseMs } = this.#settings;
    if (this.#lastWriter === null || this.#lastWriter === node) return true;
    // The one that wrote last, where it is there, takes over from itself: nothing moves.
    const isThere = this.#peers.all.some((peer) => peer.node === this.#lastWriter && peer.canWrite);
    return !isThere || nowMs >= this.#ownerlessMs! + leaseMs;
  }
}

function lacking({ entry, nodes }: { entry: number; nodes: string[] }, sequence: number): string {
  return (
    `the shared log has come to entry ${entry}, and this node to ${sequence}, with nothing in between in NATS: ` +
    `${nodes.join(', ')} had it. It takes the store of such a node as soon as one is there; what is gone for good is ` +
    `given up with \`tagwire nodes accept-loss --from ${sequence + 1}\``
  );
}

async function demandSame(log: FollowingLog, head: { entry: number; hash: string }): Promise<void> {
  if ((await log.chainHexAt(head.entry)) === head.hash) return;
  const message = `the shared log does not go on from this store: entry ${head.entry} is another one here`;
  throw new TagwireError('STORE_DAMAGED', message);
}
