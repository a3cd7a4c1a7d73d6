/**
 * What the nodes of a shared log tell each other, several times a lease: who they are, how far they
 * have come, whether they could write.
 *
 * It decides nothing about what is in the log. It says which node should write when none does, where records
 * are passed on to, and how far behind a node is.
 */
import { systemMonotonic } from '../kernel/clock.js';
import type { Peer } from '../log/node-state.js';

/** Names are configured: more than this are a mistake, and bounded. */
const PEERS_MAX = 64;

export interface Report extends Peer {
  /** Its store takes writes, and its log goes on from the shared one. */
  canWrite: boolean;
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
    return [...this.#told.values()].map(({ told }) => told);
  }
}

export class Peers {
  readonly #heard: Heard<Report>;

  constructor(forgetAfterMs: number) {
    this.#heard = new Heard(forgetAfterMs);
  }

  /** Notes a report; what is none is passed over. */
  hear(text: string): void {
    const report = reportOf(text);
    if (report !== null) this.#heard.note(report.node, report);
  }

  /** Those that were heard of within the time, by name. */
  get all(): Report[] {
    return this.#heard.all.sort((a, b) => (a.node < b.node ? -1 : 1));
  }
}

function reportOf(text: string): Report | null {
  try {
    const { node, url, sequence, canWrite } = JSON.parse(text) as Partial<Report>;
    const isWhole =
      typeof node === 'string' && typeof url === 'string' && typeof sequence === 'number';
    return isWhole ? { node, url, sequence, canWrite: canWrite === true } : null;
  } catch {
    return null;
  }
}
