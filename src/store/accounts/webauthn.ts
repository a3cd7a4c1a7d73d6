/**
 * Passkeys: what a browser is asked to sign, and the check of its answer.
 *
 * Invariants: a challenge is random, given to one browser, and valid for one answer within five
 * minutes (`Challenges`); an answer is valid for this service's origin alone. When a device's
 * counter goes back, its passkey is refused, because then two copies of it exist.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { MINUTE_MS } from '../../kernel/clock.js';
import type { NewPasskey, Passkeys } from './credentials.js';
import type { Passkey } from './records.js';
import type { User } from './roster-events.js';
import { refusal } from './rules.js';
import type { PasskeyRunner } from './webauthn-work.js';

interface WebAuthnOptions {
  /** Origin of the service in browsers. */
  origin: string;
  /** Name of the service on devices. */
  name: string;
  /** Secret of the service, the same on all its nodes. */
  secret: Uint8Array;
  nowMs(): number;
  /** Runs tasks of the library on another thread. */
  run: PasskeyRunner;
}

/** The loopback address as `localhost`, a name that browsers trust without https. */
function namedOrigin(origin: string): string {
  return LOOPBACK.has(bareHost(origin))
    ? origin.replace(/\/\/[^/]*?(?=(:\d+)?$)/, '//localhost')
    : origin;
}

const LOOPBACK = new Set(['127.0.0.1', '::1']);

function bareHost(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, '');
}

export class WebAuthn {
  readonly #options: WebAuthnOptions;
  /** The origin that passkeys belong to. */
  readonly #origin: string;
  readonly #passkeys: Passkeys;
  readonly #challenges: Challenges;

  constructor(options: WebAuthnOptions, passkeys: Passkeys) {
    this.#options = options;
    this.#origin = namedOrigin(options.origin);
    this.#passkeys = passkeys;
    this.#challenges = new Challenges(options.secret, options.nowMs);
  }

  /** Whether passkeys are possible: they belong to a name, not to an IP address. */
  get isPossible(): boolean {
    return isIP(bareHost(this.#origin)) === 0;
  }

  /** The origin for passkeys, if it differs from the origin of the service. */
  get otherOrigin(): string | null {
    return this.#origin === this.#options.origin ? null : this.#origin;
  }

  /** The browser's input to make a passkey for a user. */
  async registration(user: User, browser: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
    return this.#options.run('generateRegistrationOptions', {
      challenge: this.#challengeFor(browser),
      rpName: this.#options.name,
      rpID: this.#host,
      userName: user.login,
      userDisplayName: user.name === '' ? user.login : user.name,
      userID: new TextEncoder().encode(String(user.id)) as Uint8Array<ArrayBuffer>,
      attestationType: 'none',
      excludeCredentials: this.#passkeys.of(user).map(({ credential: id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
  }

  /** The passkey that a browser has made. @throws TagwireError INPUT_INVALID. */
  async registered(response: unknown, browser: string): Promise<NewPasskey> {
    try {
      const expectedChallenge = this.#taken(response, browser);
      const { verified, registrationInfo } = await this.#options.run('verifyRegistrationResponse', {
        response: response as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#host,
        requireUserVerification: false,
      });
      if (!verified) throw refusal('not verified');
      const { credential } = registrationInfo;
      return {
        credential: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: (credential.transports ?? []).slice(0, 8),
      };
    } catch {
      throw refusal('the passkey could not be checked; try again');
    }
  }

  /** The browser's input to show a passkey; the browser asks the person to choose. */
  async question(browser: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    return this.#options.run('generateAuthenticationOptions', {
      challenge: this.#challengeFor(browser),
      rpID: this.#host,
      userVerification: 'preferred',
    });
  }

  /** The passkey of an answer, whose use is noted. @throws TagwireError INPUT_INVALID. */
  async shown(response: unknown, browser: string): Promise<Passkey> {
    const { id } = (response ?? {}) as { id?: unknown };
    const passkey = typeof id === 'string' ? this.#passkeys.byCredential(id) : null;
    if (passkey === null) throw refusal('this passkey is not registered here');
    let counter: number;
    try {
      const expectedChallenge = this.#taken(response, browser);
      const work = 'verifyAuthenticationResponse';
      const { verified, authenticationInfo } = await this.#options.run(work, {
        response: response as AuthenticationResponseJSON,
        expectedChallenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#host,
        credential: {
          id: passkey.credential,
          publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
          transports: passkey.transports as AuthenticatorTransport[],
        },
        requireUserVerification: false,
      });
      if (!verified) throw refusal('not verified');
      counter = authenticationInfo.newCounter;
    } catch {
      throw refusal('the passkey could not be checked; try again');
    }
    await this.#passkeys.use(passkey.id, counter);
    return passkey;
  }

  get #host(): string {
    return new URL(this.#origin).hostname;
  }

  /** Takes the challenge of an answer. @throws when the challenge is not valid for this browser now. */
  #taken(answer: unknown, browser: string): string {
    const { response } = answer as { response: { clientDataJSON: string } };
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString();
    const { challenge } = JSON.parse(text) as { challenge: unknown };
    if (typeof challenge !== 'string' || !this.#challenges.take(challenge, browser)) {
      throw refusal('not a challenge of this browser');
    }
    return challenge;
  }

  #challengeFor(browser: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#challenges.make(browser));
  }
}

/**
 * Challenges for browsers to sign. The server does not remember a challenge that it has given out:
 * a challenge carries its end and proof that it was made here for one browser, so another node with
 * the secret can check it.
 *
 *   challenge := random (16 bytes) | end u48, milliseconds since the epoch | HMAC-SHA256 of both and the browser
 *
 * Invariant: a process accepts a challenge once. Accepted challenges are remembered until their
 * end; their number is bounded, and beyond it no challenge is accepted.
 */
const CHALLENGE_MS = 5 * MINUTE_MS;
/** Answers within that time: about 2 MB. */
const TAKEN_MAX = 10_000;
const RANDOM_BYTES = 16;
const END_BYTES = 6;
const MAC_BYTES = 32;

class Challenges {
  readonly #secret: Uint8Array;
  readonly #nowMs: () => number;
  /** The ends of accepted challenges, in the order of acceptance. */
  readonly #taken = new Map<string, number>();

  constructor(secret: Uint8Array, nowMs: () => number) {
    this.#secret = secret;
    this.#nowMs = nowMs;
  }

  make(browser: string): Buffer {
    const body = Buffer.allocUnsafe(RANDOM_BYTES + END_BYTES);
    randomBytes(RANDOM_BYTES).copy(body);
    body.writeUIntBE(this.#nowMs() + CHALLENGE_MS, RANDOM_BYTES, END_BYTES);
    return Buffer.concat([body, this.#macOf(body, browser)]);
  }

  /** Accepts a challenge from a browser (base64url); false when it is not valid for this browser now. */
  take(text: string, browser: string): boolean {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== RANDOM_BYTES + END_BYTES + MAC_BYTES) return false;
    const body = bytes.subarray(0, -MAC_BYTES);
    if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), this.#macOf(body, browser))) return false;
    const endMs = body.readUIntBE(RANDOM_BYTES, END_BYTES);
    const nowMs = this.#nowMs();
    if (endMs <= nowMs || endMs > nowMs + 2 * CHALLENGE_MS) return false;
    const name = body.toString('base64url');
    if (this.#taken.has(name)) return false;
    for (const [other, otherMs] of this.#taken) if (otherMs <= nowMs) this.#taken.delete(other);
    if (this.#taken.size >= TAKEN_MAX) return false;
    this.#taken.set(name, endMs);
    return true;
  }

  #macOf(body: Uint8Array, browser: string): Buffer {
    return createHmac('sha256', this.#secret)
      .update('passkey ')
      .update(body)
      .update(browser)
      .digest();
  }
}
