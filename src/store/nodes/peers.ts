/**
 * What the nodes of a shared log tell each other, several times a lease: who they are, how far they have
 * come, whether they could write. And what they know each other by: it follows from the secret that they
 * share.
 *
 * It decides nothing about what is in the log. It says which node should write when none does, where records
 * are passed on to, how far behind a node is, and, where the engine may have lost something, which node has
 * most.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemMonotonic } from '../../kernel/clock.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import type { Peer } from '../log/node-state.js';
import type { Engine } from './engine.js';

/** What a process sends to hear at once of all nodes. */
export const ASKING = JSON.stringify({ asks: true });
/** Names are configured: more than this are a mistake, and bounded. */
const PEERS_MAX = 64;

export interface PeerReport extends Peer {
  /** Of one process: two of one name have different ones. Empty where an older version tells none. */
  instance: string;
  /** For how long that process has run. */
  ageMs: number;
  /** Its store takes writes, and its log goes on from the shared one. */
  canWrite: boolean;
  /** Its store is not the beginning of the shared log: what it has counts for nothing. */
  isInDoubt: boolean;
}

/** What each node told last, as long as it is heard of. */
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

  /** Of those that were heard of within the time. */
  get all(): T[] {
    const sinceMs = systemMonotonic.nowMs() - this.#forgetAfterMs;
    for (const [node, { atMs }] of this.#told) if (atMs < sinceMs) this.#told.delete(node);
    return this.since(sinceMs);
  }

  /** Of those that were heard of within the time, and after an instant. */
  since(fromMs: number): T[] {
    const sinceMs = Math.max(fromMs, systemMonotonic.nowMs() - this.#forgetAfterMs);
    return [...this.#told.values()].filter(({ atMs }) => atMs >= sinceMs).map(({ told }) => told);
  }
}

export class Peers {
  readonly #heard: Heard<PeerReport>;

  constructor(forgetAfterMs: number) {
    this.#heard = new Heard(forgetAfterMs);
  }

  /** Notes a report, and gives it; null for what is none. */
  hear(text: string): PeerReport | null {
    const report = reportOf(text);
    if (report !== null) this.#heard.note(report.node, report);
    return report;
  }

  /** Those that were heard of within the time, by name. */
  get all(): PeerReport[] {
    return this.#heard.all.sort((a, b) => (a.node < b.node ? -1 : 1));
  }

  /** Those that were heard of within the time, and after an instant. */
  since(fromMs: number): PeerReport[] {
    return this.#heard.since(fromMs);
  }
}

function reportOf(text: string): PeerReport | null {
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

/** Pauses while the engine does not answer. */
const PAUSE_MS = 300;

/**
 * The secret that the nodes share; `own` where they have none yet.
 * @throws TagwireError SYSTEM_REFUSED when the engine has not answered within a time.
 */
export async function agreedSecret(engine: Engine, own: Buffer, withinMs: number): Promise<Buffer> {
  const untilMs = systemMonotonic.nowMs() + withinMs;
  for (;;) {
    try {
      return Buffer.from(await engine.agreed('secret', own.toString('hex')), 'hex');
    } catch (cause) {
      if (systemMonotonic.nowMs() >= untilMs) {
        const message = `log: NATS answers, but JetStream does not: ${messageOf(cause)}; a majority of its servers must run`;
        throw new TagwireError('SYSTEM_REFUSED', message, { cause });
      }
    }
    await sleep(PAUSE_MS, null, { ref: false });
  }
}

export function peerTokenOf(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('tagwire nodes').digest('base64url');
}

/** Whether a request's header carries the token. */
export function isOfPeer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
