/** What logins, names and labels may look like, and how a refusal is told. */

import { DAY_MS, MINUTE_MS } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import type { Session, SignInLink } from './records.js';

/** A login is an address or a short name; a label is a few words. */
const LOGIN = /^[^\s\p{C}]{1,200}$/u;
const TEXT = /^[^\p{C}]{0,200}$/u;

/** @throws TagwireError INPUT_INVALID. */
export function checkLogin(login: string): void {
  if (!isLogin(login)) throw refusal('a login has 1 to 200 characters and no blanks');
}

export function isLogin(text: string): boolean {
  return LOGIN.test(text);
}

/** @throws TagwireError INPUT_INVALID. */
export function checkText(text: string, what: string): void {
  if (!TEXT.test(text)) throw refusal(`a ${what} has at most 200 characters`);
}

export function refusal(message: string): TagwireError {
  return new TagwireError('INPUT_INVALID', message);
}

/** Long enough for a slow mail, short enough for a mailbox that somebody else reads tomorrow. */
export const LINK_MS = 15 * MINUTE_MS;
/** A session ends a month after its last use, and half a year after the sign-in in any case. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
export const SESSION_MS = 180 * DAY_MS;

/** How long sign-in links and sessions are in force. */
export function isLinkOver({ atMs }: SignInLink, nowMs: number): boolean {
  return nowMs >= atMs + LINK_MS;
}

export function isSessionOver(session: Session, nowMs: number): boolean {
  return nowMs >= endMsOf(session);
}

/** When a session ends if it is not used again. */
function endMsOf({ atMs, seenMs }: Session): number {
  return Math.min(atMs + SESSION_MS, seenMs + SESSION_IDLE_MS);
}
