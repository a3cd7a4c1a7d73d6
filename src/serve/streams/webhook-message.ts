/**
 * The message to a webhook, and its signature by the rules of Standard Webhooks, whose libraries
 * verify it.
 *
 *   webhook-id          equal for a batch that is sent again
 *   webhook-timestamp   seconds since the epoch, of this attempt
 *   webhook-signature   v1,base64(HMAC-SHA256(secret, id "." timestamp "." body))
 *
 * The secret is `whsec_` with the key in base64. While two secrets are valid, there are two
 * signatures, with a space in between.
 */
import { createHash, createHmac } from 'node:crypto';
import { SECOND_MS } from '../../kernel/clock.js';
import type { FeedPlace } from './change-feed.js';

/** One attempt to deliver; plain data, to be sent to a thread. */
export interface Delivery {
  url: string;
  headers: { readonly [name: string]: string };
  body: Uint8Array;
}

export interface DeliveryResult {
  isAccepted: boolean;
  /** Status of the answer; 0 without an answer. */
  status: number;
  /** One sentence for the webhook's owner; empty for an accepted delivery. */
  message: string;
  /** From Retry-After; null without this header. */
  retryAfterMs: number | null;
}

const encoder = new TextEncoder();
const COMMA = encoder.encode(',');

/** The body: changes as in `/api/v1/changes`, and the token of the place after them. */
export function bodyOf(
  facts: { webhook: number; service: string; test?: true },
  changes: readonly Uint8Array[],
  nextToken: string,
): Uint8Array {
  const head = JSON.stringify(facts);
  const parts: Uint8Array[] = [encoder.encode(`${head.slice(0, -1)},"changes":[`)];
  changes.forEach((json, at) => {
    if (at > 0) parts.push(COMMA);
    parts.push(json);
  });
  parts.push(encoder.encode(`],"nextToken":${JSON.stringify(nextToken)}}`));
  return Buffer.concat(parts);
}

/**
 * The name of a batch. Batches have equal names only if place and changes are equal, so a receiver
 * may ignore a name that it knows.
 */
export function batchIdOf(
  webhook: number,
  from: FeedPlace,
  changes: readonly Uint8Array[],
): string {
  const { sequence, id, chain, nowMs } = from;
  const hash = createHash('sha256').update(JSON.stringify([webhook, sequence, id, chain, nowMs]));
  for (const json of changes) hash.update(json).update('\n');
  return `msg_${hash.digest('base64url').slice(0, 27)}`;
}

/** The headers of one attempt, signed with each valid secret. */
export function headersOf(
  id: string,
  nowMs: number,
  secrets: readonly string[],
  body: Uint8Array,
): { [name: string]: string } {
  const timestamp = String(Math.floor(nowMs / SECOND_MS));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
    return `v1,${signed.digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
