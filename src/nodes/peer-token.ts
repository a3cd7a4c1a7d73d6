/** What the nodes of a shared log know each other by: it follows from the secret that they share. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export function peerTokenOf(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('tagwire nodes').digest('base64url');
}

/** Whether a request's header carries the token. */
export function isOfPeer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
