/**
 * What is posted to a webhook, and how it is signed: by the rules of Standard Webhooks, whose libraries
 * check it.
 *
 *   webhook-id          equal for a batch that is sent again
 *   webhook-timestamp   seconds since the epoch, of this attempt
 *   webhook-signature   v1,base64(HMAC-SHA256(secret, id "." timestamp "." body))
 *
 * The secret is `whsec_` with the key in base64. While two are good, two signatures stand there, with a
 * space in between.
 */
import { createHash, createHmac } from 'node:crypto';
import { SECOND_MS } from '../../kernel/clock.js';
import type { FeedPlace } from './change-feed.js';

/** One attempt to deliver; plain data, for a thread. */
export interface Delivery {
  url: string;
  headers: { readonly [name: string]: string };
  body: Uint8Array;
}

export interface DeliveryResult {
  isAccepted: boolean;
  /** Of the answer; 0 where there was none. */
  status: number;
  /** One sentence for the webhook's owner; empty where it was accepted. */
  message: string;
  /** From Retry-After; null where the answer names none. */
  retryAfterMs: number | null;
}

const encoder = new TextEncoder();
const COMMA = encoder.encode(',');

/** The body: changes as `/api/v1/changes` tells them, and the token of the place behind them. */
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
 * The name of a batch: the same place and the same changes have the same, and no others, so a receiver
 * may pass over a name that it knows.
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

/** The headers of one attempt, signed with each secret that is good. */
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
