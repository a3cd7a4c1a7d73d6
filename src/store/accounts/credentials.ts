/**
 * Passwords of programs, and public keys of devices (passkeys), as alternatives to sign-in links.
 *
 * Feed readers sign in with a person's login and a password. A person makes one password for each
 * program, because such programs have no sign-in by link, and can revoke each alone.
 *
 *   xxxx-xxxx-xxxx-xxxx-xxxx   20 of 32 characters: 100 random bits, short enough to type on a phone
 *
 * Invariants: `add` returns the text once, only the digest is stored; digests are compared in
 * constant time; the token that a program gets for a password ends with the password, on every
 * node.
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AppPassword, Passkey } from './records.js';
import type { User } from './roster-events.js';
import { OwnedList } from './roster-file.js';
import { checkText, refusal } from './rules.js';

/** One for each program; a person has a handful. */
export const APP_PASSWORDS_PER_USER = 10;

/** Without characters that look alike; 32 of them, so all are equally likely. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const CHARS = 20;
const NOBODY = digestOf('nobody');

/** Permission of a token: to ask, or to change data. */
type TokenUse = 'ask' | 'change';

export class AppPasswords extends OwnedList<'app-password'> {
  protected readonly kind = { name: 'app-password', removal: 'app-password-removed' } as const;

  /** Makes a password; only the caller gets its text. @throws TagwireError INPUT_INVALID. */
  add(user: User, label: string): Promise<string> {
    return this.file.write(() => {
      checkText(label, 'label');
      if (this.of(user).length >= APP_PASSWORDS_PER_USER) {
        throw refusal(`at most ${APP_PASSWORDS_PER_USER} app passwords; revoke one first`);
      }
      const text = newText();
      const { nextId: id } = this.list;
      const digest = digestOf(text);
      this.file.append({
        ...{ type: 'app-password', id, user: user.id, digest, label },
        atMs: this.file.nowMs(),
      });
      return text;
    });
  }

  /** The password with this login and text, or null. An unknown login takes as long as a known one. */
  check(login: string, text: string): AppPassword | null {
    const given = Buffer.from(digestOf(text));
    const user = this.file.roster.user(login);
    const known = user === null ? [] : this.of(user);
    let found: AppPassword | null = null;
    for (const one of known) if (timingSafeEqual(given, Buffer.from(one.digest))) found = one;
    for (let rest = known.length; rest < APP_PASSWORDS_PER_USER; rest++) {
      timingSafeEqual(given, Buffer.from(NOBODY));
    }
    return found;
  }

  /** The token for a password in requests. @param secret of the store, the same on every node. */
  token({ id, digest }: AppPassword, use: TokenUse, secret: Uint8Array): string {
    const mac = createHmac('sha256', secret).update(`reader ${use} ${id} ${digest}`);
    return `${id}.${mac.digest('base64url')}`;
  }

  /** The user of a token, with its password; null for an invalid token. */
  who(
    token: string,
    use: TokenUse,
    secret: Uint8Array,
  ): { user: User; password: AppPassword } | null {
    const password = this.get(Number.parseInt(token, 10));
    if (password === null) return null;
    const wanted = Buffer.from(this.token(password, use, secret));
    const given = Buffer.from(token);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
    const user = this.file.roster.userById(password.user);
    return user === null ? null : { user, password };
  }

  protected missingText(): string {
    return 'that is no app password of yours';
  }
}

function newText(): string {
  const chars = [...randomBytes(CHARS)].map((byte) => ALPHABET[byte % ALPHABET.length]!);
  return chars.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** Ignores blanks, dashes and case, because people type the password. */
function digestOf(text: string): string {
  const bare = text.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`app-password ${bare}`).digest('base64url');
}

/** Devices of a person. */
export const PASSKEYS_PER_USER = 10;

export type NewPasskey = Pick<Passkey, 'credential' | 'publicKey' | 'counter' | 'transports'>;

/** Public keys of people's devices. Not here: signatures (webauthn.ts). */
export class Passkeys extends OwnedList<'passkey'> {
  protected readonly kind = { name: 'passkey', removal: 'passkey-removed' } as const;

  byCredential(credential: string): Passkey | null {
    return this.list.where((one) => one.credential === credential)[0] ?? null;
  }

  /** @throws TagwireError INPUT_INVALID for a registered passkey, and beyond `PASSKEYS_PER_USER`. */
  add(user: User, passkey: NewPasskey, label: string): Promise<Passkey> {
    return this.file.write(() => {
      checkText(label, 'label');
      if (this.of(user).length >= PASSKEYS_PER_USER) {
        throw refusal(`at most ${PASSKEYS_PER_USER} passkeys; remove one first`);
      }
      if (this.byCredential(passkey.credential) !== null) {
        throw refusal('this passkey is registered already');
      }
      const { nextId: id } = this.list;
      const { credential, publicKey, counter, transports } = passkey;
      const facts = { id, user: user.id, credential, publicKey, counter, transports, label };
      this.file.append({ type: 'passkey', ...facts, atMs: this.file.nowMs(), usedMs: null });
      return this.get(id)!;
    });
  }

  /** Notes the use of a passkey, with the counter of the device. */
  use(id: number, counter: number): Promise<void> {
    return this.file.write(() => {
      if (this.get(id) === null) return;
      this.file.append({ type: 'passkey-used', id, counter, atMs: this.file.nowMs() });
    });
  }

  protected missingText(id: number): string {
    return `there is no passkey ${id}`;
  }
}
