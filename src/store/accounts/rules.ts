/**
 * Valid forms of logins, names and labels, lifetimes of links and sessions, and refusals.
 */

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

/** Enough for a slow mail; short, because another person may read the mailbox the next day. */
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

/** The end of a session without further use. */
function endMsOf({ atMs, seenMs }: Session): number {
  return Math.min(atMs + SESSION_MS, seenMs + SESSION_IDLE_MS);
}
