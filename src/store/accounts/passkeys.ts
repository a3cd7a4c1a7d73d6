/** Public keys of people's devices. Not here: what a device signs (webauthn.ts). */
import type { Passkey } from './people.js';
import type { User } from './roster-events.js';
import type { RosterFile } from './roster-file.js';
import { checkText, refusal } from './rules.js';

/** Devices of a person. */
export const PASSKEYS_PER_USER = 10;

export type NewPasskey = Pick<Passkey, 'credential' | 'publicKey' | 'counter' | 'transports'>;

export class Passkeys {
  readonly #file: RosterFile;

  constructor(file: RosterFile) {
    this.#file = file;
  }

  of(user: User): Passkey[] {
    return this.#file.roster.passkeys.ofUser(user.id);
  }

  byCredential(credential: string): Passkey | null {
    return this.#file.roster.passkeys.where((one) => one.credential === credential)[0] ?? null;
  }

  /** @throws TagwireError INPUT_INVALID for one that is registered, and where there are as many as may be. */
  add(user: User, passkey: NewPasskey, label: string): Promise<Passkey> {
    return this.#file.write(() => {
      checkText(label, 'label');
      const { passkeys } = this.#file.roster;
      if (this.of(user).length >= PASSKEYS_PER_USER) {
        throw refusal(`at most ${PASSKEYS_PER_USER} passkeys; remove one first`);
      }
      if (this.byCredential(passkey.credential) !== null) {
        throw refusal('this passkey is registered already');
      }
      const { nextId: id } = passkeys;
      const { credential, publicKey, counter, transports } = passkey;
      const facts = { id, user: user.id, credential, publicKey, counter, transports, label };
      this.#file.append({ type: 'passkey', ...facts, atMs: this.#file.nowMs(), usedMs: null });
      return passkeys.get(id)!;
    });
  }

  /** Notes that a passkey was used, with the device's count. */
  use(id: number, counter: number): Promise<void> {
    return this.#file.write(() => {
      if (this.#file.roster.passkeys.get(id) === null) return;
      this.#file.append({ type: 'passkey-used', id, counter, atMs: this.#file.nowMs() });
    });
  }

  /** @throws TagwireError INPUT_INVALID when the user has no such passkey. */
  remove(user: User, id: number): Promise<void> {
    return this.#file.write(() => {
      if (this.#file.roster.passkeys.get(id)?.user !== user.id) {
        throw refusal(`there is no passkey ${id}`);
      }
      this.#file.append({ type: 'passkey-removed', id, atMs: this.#file.nowMs() });
    });
  }
}
