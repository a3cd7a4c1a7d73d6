/**
 * Sign-in links and sessions.
 *
 *   a link is asked for ─► text of the link, once ─► used within 15 minutes, in the same browser
 *                                                     └─► session, whose text the browser keeps
 *
 * Invariants: a link signs in once, even with concurrent requests; a link that a browser asked for
 * is valid in that browser alone; a refused link stays as before. Texts are not stored.
 * Not here: mail (app), cookies (web).
 */
import { HOUR_MS, MINUTE_MS, type Monotonic } from '../../kernel/clock.js';
import type { By } from './audit.js';
import type { Session, SignInLink, SignInWay } from './records.js';
import { loginKey } from './roster.js';
import type { AccountEvent, User } from './roster-events.js';
import type { RosterFile } from './roster-file.js';
import { checkLogin, isLinkOver, isSessionOver, refusal } from './rules.js';
import {
  BROWSER_PREFIX,
  LINK_PREFIX,
  newSecret,
  SESSION_PREFIX,
  secretDigestOf,
} from './secret.js';

/** Links in mails that overlap; older links are dropped. */
const LINKS_PER_USER = 5;
/** Devices of a person; beyond that the session unused for longest ends. */
export const SESSIONS_PER_USER = 20;
/** Minimal time between two notes of a session's use, because each note is a write. */
const SEEN_MS = 12 * HOUR_MS;
/** Bound of the browser's name in UTF-16 units. */
const AGENT_UNITS_MAX = 80;

/** Why a link is refused. */
export type LinkRefusal = 'unknown' | 'expired' | 'other-browser';

/** A user who has signed in, with the session. */
export interface SignedIn {
  user: User;
  session: Session;
}

export class SignIn {
  readonly #file: RosterFile;

  constructor(file: RosterFile) {
    this.#file = file;
  }

  /** Makes a link. `browser`: the text of the browser that asked. @throws TagwireError INPUT_INVALID. */
  linkFor(user: User, browser: string | null, by?: By): Promise<string> {
    return this.#file.write(() => {
      if (this.#file.roster.userById(user.id) === null) throw refusal('the user is gone');
      return this.#makeLink(user.id, user.login, browser, by);
    });
  }

  /** Makes a link that adds a user when it is used. @throws TagwireError INPUT_INVALID. */
  async linkForNew(login: string, browser: string): Promise<string> {
    return (await this.#linkForNew(login, browser)).text;
  }

  /**
   * Makes a link for a login, and returns the address for the mail: the stored address, never the
   * typed one, which may be another person's mailbox. Null for an unknown user where none may be
   * made. @throws TagwireError INPUT_INVALID.
   */
  async linkToMail(
    login: string,
    browser: string,
    signUp: boolean,
  ): Promise<{ text: string; to: string } | null> {
    const user = this.#file.roster.user(login);
    if (user !== null) return { text: await this.linkFor(user, browser), to: user.login };
    return signUp ? this.#linkForNew(login, browser) : null;
  }

  #linkForNew(login: string, browser: string): Promise<{ text: string; to: string }> {
    return this.#file.write(() => {
      // Users are found by this form: two spellings of it are never two mailboxes.
      const to = loginKey(login);
      checkLogin(to);
      return { text: this.#makeLink(null, to, browser), to };
    });
  }

  /** Uses a link. Returns a session, whose text only the caller gets, or the reason of a refusal. */
  byLink(
    text: string,
    browser: string,
    agent: string,
  ): Promise<(SignedIn & { text: string }) | LinkRefusal> {
    return this.#file.write(() => {
      const link = this.#find(text, browser);
      if (typeof link === 'string') return link;
      const nowMs = this.#file.nowMs();
      const { roster } = this.#file;
      const used: AccountEvent = { type: 'link-used', id: link.id, atMs: nowMs };
      const known = link.user ?? roster.user(link.login)?.id;
      if (known !== undefined) return this.#begin(known, 'link', agent, [used]);
      const id = roster.lists.user.nextId;
      const user = { id, login: link.login, name: '', role: 'user' as const, atMs: nowMs };
      return this.#begin(id, 'link', agent, [used, { type: 'user', ...user }]);
    });
  }

  /**
   * Whether a link, even of another process, may be used; does not use it.
   * @throws TagwireError as `Accounts.refresh`.
   */
  stateOf(text: string, browser: string): 'usable' | LinkRefusal {
    if (this.#find(text, browser) === 'unknown') this.#file.refresh();
    const link = this.#find(text, browser);
    return typeof link === 'string' ? link : 'usable';
  }

  /** Begins a session of a user with a verified passkey. @throws TagwireError INPUT_INVALID. */
  byPasskey(userId: number, agent: string): Promise<SignedIn & { text: string }> {
    return this.#file.write(() => {
      if (this.#file.roster.userById(userId) === null) throw refusal('the user is gone');
      return this.#begin(userId, 'passkey', agent, []);
    });
  }

  /** The user and session of a session's text; null if the session is unknown, ended or expired. */
  who(text: string): SignedIn | null {
    const digest = secretDigestOf(SESSION_PREFIX, text);
    const session = digest === null ? null : this.#file.roster.lists.session.byDigest(digest);
    if (session === null || isSessionOver(session, this.#file.nowMs())) return null;
    const user = this.#file.roster.userById(session.user);
    return user === null ? null : { user, session };
  }

  isDue({ seenMs }: Session): boolean {
    return this.#file.nowMs() - seenMs >= SEEN_MS;
  }

  /** Notes the use of a session; skips an ended session. */
  see(id: number): Promise<void> {
    return this.#file.write(() => {
      const session = this.#file.roster.lists.session.get(id);
      if (session === null || !this.isDue(session)) return;
      this.#file.append({ type: 'session-seen', id, atMs: this.#file.nowMs() });
    });
  }

  /** Sessions of a user that have not expired, last used first. */
  sessionsOf(user: User): Session[] {
    const nowMs = this.#file.nowMs();
    return this.#file.roster.lists.session
      .where((session) => session.user === user.id && !isSessionOver(session, nowMs))
      .sort((a, b) => b.seenMs - a.seenMs || b.id - a.id);
  }

  /** @throws TagwireError INPUT_INVALID when the user has no such session. */
  end(user: User, id: number, by: By = user.id): Promise<void> {
    return this.#file.write(() => {
      if (this.#file.roster.lists.session.get(id)?.user !== user.id) {
        throw refusal(`there is no session ${id}`);
      }
      this.#file.append(this.#ending(id, user, by));
    });
  }

  /** Ends all sessions of a user but one. */
  endOthers(user: User, keptId: number | null, by: By = user.id): Promise<number> {
    return this.#file.write(() => {
      const ended = this.sessionsOf(user).filter(({ id }) => id !== keptId);
      this.#file.append(...ended.map(({ id }) => this.#ending(id, user, by)));
      return ended.length;
    });
  }

  /** A link that may be used in a browser, or the reason why not. */
  #find(text: string, browser: string): SignInLink | LinkRefusal {
    const digest = secretDigestOf(LINK_PREFIX, text);
    const link = digest === null ? null : this.#file.roster.lists.link.byDigest(digest);
    if (link === null) return 'unknown';
    if (isLinkOver(link, this.#file.nowMs())) return 'expired';
    const isSame =
      link.browser === null || link.browser === secretDigestOf(BROWSER_PREFIX, browser);
    return isSame ? link : 'other-browser';
  }

  #makeLink(user: number | null, login: string, browser: string | null, by?: By): string {
    const asked = browser === null ? null : secretDigestOf(BROWSER_PREFIX, browser);
    if (browser !== null && asked === null) throw refusal('the browser has no cookie');
    const atMs = this.#file.nowMs();
    const { link: links } = this.#file.roster.lists;
    const text = newSecret(LINK_PREFIX);
    const older = links
      .where((link) => (user === null ? link.login === login : link.user === user))
      .slice(0, -(LINKS_PER_USER - 1))
      .map(({ id }): AccountEvent => ({ type: 'link-used', id, atMs }));
    const digest = secretDigestOf(LINK_PREFIX, text)!;
    const link = { id: links.nextId, digest, user, login, browser: asked, atMs };
    this.#file.append(...older, { type: 'link', ...link, ...(by !== undefined && { by }) });
    return text;
  }

  #begin(
    userId: number,
    way: SignInWay,
    agent: string,
    before: AccountEvent[],
  ): SignedIn & { text: string } {
    const { session: sessions } = this.#file.roster.lists;
    const atMs = this.#file.nowMs();
    const text = newSecret(SESSION_PREFIX);
    const id = sessions.nextId;
    const outdated = sessions
      .where(({ user }) => user === userId)
      .sort((a, b) => b.seenMs - a.seenMs || b.id - a.id)
      .slice(SESSIONS_PER_USER - 1);
    const digest = secretDigestOf(SESSION_PREFIX, text)!;
    const shortAgent = agent.replace(/\p{C}/gu, '').slice(0, AGENT_UNITS_MAX);
    const facts = { id, digest, user: userId, way, agent: shortAgent, atMs, seenMs: atMs };
    this.#file.append(
      ...before,
      ...outdated.map((one): AccountEvent => ({ type: 'session-ended', id: one.id, atMs })),
      { type: 'session', ...facts },
    );
    const user = this.#file.roster.userById(userId)!;
    return { user, session: sessions.get(id)!, text };
  }

  #ending(id: number, user: User, by: By): AccountEvent {
    const signed = by === user.id ? {} : { by };
    return { type: 'session-ended', id, atMs: this.#file.nowMs(), ...signed };
  }
}

/** Mails to one mailbox, against floods in another person's name. */
const MAILBOX = { count: 3, windowMs: 15 * MINUTE_MS };
/** Requests from one address: a household, or an office. */
const CLIENT = { count: 20, windowMs: HOUR_MS };
/** Mails that a mail server accepts from a new sender. */
const ALL = { count: 500, windowMs: HOUR_MS };
/** More windows than `ALL` admits within the longest window. */
const WINDOWS_MAX = 2048;

interface Window {
  startMs: number;
  used: number;
}

/**
 * Rate limits of sign-in mails: by mailbox, by client address, and in all.
 *
 * Invariants: the result does not depend on whether a mailbox has a user; memory is bounded, and a
 * client with many mailboxes reaches the limit of all first.
 */
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
    // A limit counts only when the limits before it admit: a refused client uses up no mailbox's.
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
  // Removes the oldest window; a map keeps the order of insertion.
  if (windows.size >= WINDOWS_MAX) windows.delete(windows.keys().next().value!);
  windows.set(key, { startMs: nowMs, used: 1 });
  return true;
}
