/**
 * What browsers are asked to sign, without a word about it in memory: a challenge carries until when it is
 * good, and that it was made here for one browser. So another node that has the secret can check it.
 *
 *   challenge := random (16 bytes) | end u48, milliseconds since the epoch | HMAC-SHA256 of both and the browser
 *
 * Invariant: a process takes a challenge once. What was taken is remembered until it ends; bounded, and
 * where that is full nothing is taken.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../../kernel/clock.js';

const CHALLENGE_MS = 5 * MINUTE_MS;
/** Answers within that time: some 2 MB. */
const TAKEN_MAX = 10_000;
const RANDOM_BYTES = 16;
const END_BYTES = 6;
const MAC_BYTES = 32;

export class Challenges {
  readonly #secret: Uint8Array;
  readonly #nowMs: () => number;
  /** When challenges that were taken end, in the order in which they were. */
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

  /** Takes a challenge as a browser gives it back (base64url); false where it is none for that browser now. */
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
