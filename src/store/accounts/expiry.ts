/** How long sign-in links and sessions are in force. */
import { DAY_MS, MINUTE_MS } from '../../kernel/clock.js';
import type { Session, SignInLink } from './people.js';

/** Long enough for a slow mail, short enough for a mailbox that somebody else reads tomorrow. */
export const LINK_MS = 15 * MINUTE_MS;
/** A session ends a month after its last use, and half a year after the sign-in in any case. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
export const SESSION_MS = 180 * DAY_MS;

export function isLinkOver({ atMs }: SignInLink, nowMs: number): boolean {
  return nowMs >= atMs + LINK_MS;
}

export function isSessionOver(session: Session, nowMs: number): boolean {
  return nowMs >= endMsOf(session);
}

/** When a session ends if it is not used again. */
export function endMsOf({ atMs, seenMs }: Session): number {
  return Math.min(atMs + SESSION_MS, seenMs + SESSION_IDLE_MS);
}
