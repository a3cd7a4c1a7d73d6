/**
 * Decides whether a node may write: it has all acknowledged entries, its turn, and the lease.
 *
 * Invariants: no node writes that is known to lack an entry, however long it waits: the head notes
 * (head-note.ts) show this, and where the engine may have lost these as well, reports of all members of
 * the log are required first. Not here: how a node becomes the writer (node.ts).
 */
import { randomBytes } from 'node:crypto';
import { systemMonotonic } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import type { Head } from '../log/batch.js';
import type { FollowingLog, NodeSettings, Peer } from '../log/node-state.js';
import { type Engine, EngineRefused } from './engine.js';
import type { HeadNote, NotedHead } from './head-note.js';
import type { Peers } from './peers.js';

/** After a start the node waits this long for reports: another node may have more entries. */
const LISTEN_SHARE = 2 / 5;
/** A takeover that ended within this time, without an acknowledgement, was fruitless. */
const FRUITLESS_LEASES = 2;
/** The pause after the first fruitless takeover, in leases; doubles up to `max`. */
const BACK_OFF_LEASES = { first: 0.1, max: 1.6 };

/** `lacks`: entries of another node; `waits`: missing reports; `may`: neither, and this node's turn. */
interface CandidacyVerdict {
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
  /** Time since a restart of the engine is known; null without a restart. */
  #unsureMs: number | null = null;
  #notBeforeMs: number | null = null;
  /** The last holder of the lease, and the time since which the lease is free. */
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

  /** Notes that a node writes. */
  noteWriter(node: string): void {
    this.#lastWriter = node;
    this.#ownerlessMs = null;
    this.#unsureMs = null;
  }

  /** Notes that this node begins to write. */
  noteTakeover(): void {
    this.noteWriter(this.#settings.node);
    this.#tookOverMs = systemMonotonic.nowMs();
    this.#hasConfirmed = false;
  }

  /** Notes an acknowledgement by this node. */
  noteConfirmed(): void {
    this.#hasConfirmed = true;
    this.#fruitless = 0;
  }

  /** Notes that this node has stopped to write. */
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

  /** Whether another node has more entries than this one has sent. */
  isOutdone(sequence: number): boolean {
    return this.#peers.all.some((peer) => peer.canWrite && peer.sequence > sequence);
  }

  /** The head note, with the nodes that are known to have the entry. */
  notedOf({ sequence, chain }: Head, term: number): NotedHead {
    const { node } = this.#settings;
    const others = this.#peers.all.filter((one) => one.node !== node && one.sequence >= sequence);
    const nodes = [node, ...others.map((peer) => peer.node)];
    return { entry: sequence, hash: chain.toString(16), term, nodes };
  }

  /**
   * To be called while no other node writes, after this node has read the stream to its end.
   * @throws TagwireError STORE_DAMAGED when its store does not begin the log. EngineUnsure.
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

  /** A sentence about members that may have more entries; null when no member may. */
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
    // The last writer, when it is reachable, has priority, so the writer does not change.
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

const KEY = 'writer';
/** Part of the lease that is not used, as a margin. */
const MARGIN_SHARE = 0.2;

/** The holder of the lease in the engine. */
interface Holder extends Omit<Peer, 'sequence'> {
  /** Differs for each process. */
  instance: string;
}

/**
 * The right to write, which one node has at a time: a value in the engine that expires.
 *
 * The engine's expected number, not the lease, keeps two writers apart: the engine refuses a node
 * that was stopped for longer than its lease and then continues. The lease decides which node tries.
 *
 * Invariant: by a node's own clock the lease ends before it does by the engine's: the time begins
 * before the value is sent, and ends a fifth early.
 */
export class Lease {
  readonly #engine: Engine;
  readonly #leaseMs: number;
  readonly #own: string;
  readonly #instance = randomBytes(8).toString('hex');
  #revision: number | null = null;
  #untilMs = 0;

  constructor(engine: Engine, leaseMs: number, node: string, url: string) {
    this.#engine = engine;
    this.#leaseMs = leaseMs;
    this.#own = JSON.stringify({ node, url, instance: this.#instance } satisfies Holder);
  }

  /** Distinguishes this process from others of the same name. */
  get instance(): string {
    return this.#instance;
  }

  get isHeld(): boolean {
    return this.#revision !== null && systemMonotonic.nowMs() < this.#untilMs;
  }

  /** The holder according to the engine; null when the lease is free. */
  async holder(): Promise<Holder | null> {
    const found = await this.#engine.held('lease', KEY);
    return found === null ? null : (JSON.parse(found.value) as Holder);
  }

  /** Takes a free lease. @returns whether this process holds it now. */
  async claim(): Promise<boolean> {
    return this.#take(() => this.#engine.claim('lease', KEY, this.#own));
  }

  /** Renews the lease. @returns false when another process holds it. @throws EngineUnsure. */
  async renew(): Promise<boolean> {
    const revision = this.#revision;
    if (revision === null) return false;
    if (await this.#take(() => this.#engine.renew('lease', KEY, this.#own, revision))) return true;
    // A renewal without an answer may have succeeded.
    const found = await this.#engine.held('lease', KEY);
    const isOurs =
      found !== null && (JSON.parse(found.value) as Holder).instance === this.#instance;
    this.#revision = isOurs ? found.revision : null;
    return isOurs && this.#take(() => this.#engine.renew('lease', KEY, this.#own, found.revision));
  }

  /** Frees the lease, so that no node waits for its end. */
  async release(): Promise<void> {
    const revision = this.#revision;
    this.#revision = null;
    if (revision !== null)
      await this.#engine.release('lease', KEY, revision).catch(() => undefined);
  }

  async #take(ask: () => Promise<number>): Promise<boolean> {
    const askedMs = systemMonotonic.nowMs();
    try {
      this.#revision = await ask();
      this.#untilMs = askedMs + this.#leaseMs * (1 - MARGIN_SHARE);
      return true;
    } catch (error) {
      if (error instanceof EngineRefused) return false;
      throw error;
    }
  }
}
