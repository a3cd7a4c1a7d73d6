/**
 * What belongs to a person beside keys, as the journal's records have it: roles, sign-in links,
 * sessions, passkeys, followed blogs. Times are milliseconds since the epoch.
 */
import { getOrInsert } from '../../kernel/collections.js';

/** A sign-in link that was not used yet. */
export interface SignInLink {
  id: number;
  digest: string;
  /** Id of the user; null where the link makes a user of its login. */
  user: number | null;
  login: string;
  /** Digest of the browser that asked for it; null where the command line has printed it. */
  browser: string | null;
  atMs: number;
}

export type LinkEvent =
  | ({ type: 'link' } & SignInLink)
  /** Used, or put aside because there are newer ones. */
  | { type: 'link-used'; id: number; atMs: number };

/** How a person has signed in. */
export type SignInWay = 'link' | 'passkey';

/** A session that was not ended. It may have expired (sign-in.ts). */
export interface Session {
  id: number;
  digest: string;
  user: number;
  way: SignInWay;
  /** What the browser calls itself, in a few words. */
  agent: string;
  atMs: number;
  /** When it was used last, to a few hours. */
  seenMs: number;
}

export type SessionEvent =
  | ({ type: 'session' } & Session)
  | { type: 'session-seen'; id: number; atMs: number }
  | { type: 'session-ended'; id: number; atMs: number };

/** A public key of a person's device. */
export interface Passkey {
  id: number;
  user: number;
  /** The device's name of the key, and the key: base64url. */
  credential: string;
  publicKey: string;
  /** Uses as the device counts them; a device that does not count says 0. */
  counter: number;
  transports: string[];
  label: string;
  atMs: number;
  usedMs: number | null;
}

export type PasskeyEvent =
  | ({ type: 'passkey' } & Passkey)
  | { type: 'passkey-used'; id: number; counter: number; atMs: number }
  | { type: 'passkey-removed'; id: number; atMs: number };

export type FollowEvent =
  | { type: 'follow'; user: number; blog: string; atMs: number }
  | { type: 'unfollow'; user: number; blog: string; atMs: number };

/** A blog that a person follows. */
export interface Follow {
  /** The blog's code. */
  blog: string;
  atMs: number;
}

/** Who follows which blogs. */
export class FollowList {
  readonly #byUser = new Map<number, Map<string, number>>();
  /** Changes ever, of which a journal that was put back has fewer. */
  changes = 0;

  apply(event: FollowEvent): void {
    this.changes += 1;
    const blogs = getOrInsert(this.#byUser, event.user, () => new Map<string, number>());
    if (event.type === 'follow') blogs.set(event.blog, event.atMs);
    else blogs.delete(event.blog);
  }

  of(user: number): Follow[] {
    return [...(this.#byUser.get(user) ?? [])].map(([blog, atMs]) => ({ blog, atMs }));
  }

  has(user: number, blog: string): boolean {
    return this.#byUser.get(user)?.has(blog) === true;
  }

  removeUser(user: number): void {
    this.#byUser.delete(user);
  }

  /** The fewest records that give this list. */
  compacted(): FollowEvent[] {
    return [...this.#byUser].flatMap(([user, blogs]) =>
      [...blogs].map(([blog, atMs]) => ({ type: 'follow' as const, user, blog, atMs })),
    );
  }
}
