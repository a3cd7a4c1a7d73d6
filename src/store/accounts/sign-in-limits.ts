/**
 * How often sign-in mails may be asked for: by mailbox, by the address of who asks, and in all.
 *
 * Invariants: what is admitted does not depend on whether a mailbox has a user; memory is bounded, and
 * who fills it with many mailboxes meets the limit of all before.
 */
import { HOUR_MS, MINUTE_MS, type Monotonic } from '../../kernel/clock.js';
import { loginKey } from './roster.js';

/** Mails that one mailbox may get, so that nobody is flooded in another's name. */
const MAILBOX = { count: 3, windowMs: 15 * MINUTE_MS };
/** A household, or an office behind one address. */
const CLIENT = { count: 20, windowMs: HOUR_MS };
/** What a mail server takes from a new sender without calling it a flood. */
const ALL = { count: 500, windowMs: HOUR_MS };
/** More windows than the limit of all admits within any of them. */
const WINDOWS_MAX = 2048;

interface Window {
  startMs: number;
  used: number;
}

export class SignInLimits {
  readonly #monotonic: Monotonic;
  readonly #mailboxes = new Map<string, Window>();
  readonly #clients = new Map<string, Window>();
  readonly #all = new Map<string, Window>();

  constructor(monotonic: Monotonic) {
    this.#monotonic = monotonic;
  }

  /** Counts a request; false when any of its limits is used up. */
  take(login: string, client: string): boolean {
    const nowMs = this.#monotonic.nowMs();
    // Each is counted only when the ones before it admit: a client without quota costs no mailbox any.
    return (
      take(this.#clients, client, CLIENT, nowMs) &&
      take(this.#mailboxes, loginKey(login), MAILBOX, nowMs) &&
      take(this.#all, '', ALL, nowMs)
    );
  }
}

function take(
  windows: Map<string, Window>,
  key: string,
  { count, windowMs }: { count: number; windowMs: number },
  nowMs: number,
): boolean {
  const known = windows.get(key);
  if (known !== undefined && nowMs - known.startMs < windowMs) {
    if (known.used >= count) return false;
    known.used += 1;
    return true;
  }
  windows.delete(key);
  // The oldest goes first; a map keeps the order of insertion.
  if (windows.size >= WINDOWS_MAX) windows.delete(windows.keys().next().value!);
  windows.set(key, { startMs: nowMs, used: 1 });
  return true;
}
