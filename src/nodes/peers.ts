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

export class Peers {
  readonly #forgetAfterMs: number;
  readonly #heard = new Map<string, { report: Report; atMs: number }>();

  constructor(forgetAfterMs: number) {
    this.#forgetAfterMs = forgetAfterMs;
  }

  /** Notes a report; what is none is passed over. */
  hear(text: string): void {
    const report = reportOf(text);
    if (report === null) return;
    if (this.#heard.size >= PEERS_MAX && !this.#heard.has(report.node)) return;
    this.#heard.set(report.node, { report, atMs: systemMonotonic.nowMs() });
  }

  /** Those that were heard of within the time, by name. */
  get all(): Report[] {
    const sinceMs = systemMonotonic.nowMs() - this.#forgetAfterMs;
    for (const [node, { atMs }] of this.#heard) if (atMs < sinceMs) this.#heard.delete(node);
    const reports = [...this.#heard.values()].map(({ report }) => report);
    return reports.sort((a, b) => (a.node < b.node ? -1 : 1));
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
