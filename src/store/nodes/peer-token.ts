/** What the nodes of a shared log know each other by: it follows from the secret that they share. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemMonotonic } from '../../kernel/clock.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import type { Engine } from './engine.js';

/** Pauses while the engine does not answer. */
const PAUSE_MS = 300;

/**
 * The secret that the nodes share; `own` where they have none yet.
 * @throws TagwireError SYSTEM_REFUSED when the engine has not answered within a time.
 */
export async function agreedSecret(engine: Engine, own: Buffer, withinMs: number): Promise<Buffer> {
  const untilMs = systemMonotonic.nowMs() + withinMs;
  for (;;) {
    try {
      return Buffer.from(await engine.agreed('secret', own.toString('hex')), 'hex');
    } catch (cause) {
      if (systemMonotonic.nowMs() >= untilMs) {
        const message = `log: NATS answers, but JetStream does not: ${messageOf(cause)}; a majority of its servers must run`;
        throw new TagwireError('SYSTEM_REFUSED', message, { cause });
      }
    }
    await sleep(PAUSE_MS, null, { ref: false });
  }
}

export function peerTokenOf(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('tagwire nodes').digest('base64url');
}

/** Whether a request's header carries the token. */
export function isOfPeer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
