/**
 * The subscriber's side of WebSub: requests to a hub, and the checks of its messages.
 *
 * Invariants: a hub's verification is answered only for a requested subscription, at its own callback
 * address. Where the hub knows the secret, a notification counts only with a signature made with it, and
 * even then only means "poll this feed now". The state is plain JSON that the caller stores.
 * Not here: sending (a fetcher, purpose `hub`), receiving (the server's routes), storage.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/clock.js';
import { doubledMs } from '../../kernel/waits.js';

/** The requested lease; the hub may grant another. */
const LEASE_MS_ASKED = 10 * DAY_MS;
/** A lease is renewed when this share of it is left. */
const RENEW_SHARE = 0.2;
/** Leases outside of these bounds are mistakes: they would mean constant requests, or none for ever. */
const LEASE_MS_MIN = 10 * MINUTE_MS;
const LEASE_MS_MAX = 90 * DAY_MS;
/** A hub that has not verified within an hour is asked again, then less often. */
const UNANSWERED_MS = HOUR_MS;
const UNANSWERED_MS_MAX = DAY_MS;
/** Challenges are short random strings; echoing longer ones would let others misuse the server as an amplifier. */
const CHALLENGE_UNITS_MAX = 1024;

export type SubscriptionState = 'asked' | 'active' | 'denied' | 'ending';

/** Plain JSON. */
export interface Subscription {
  hubUrl: string;
  topicUrl: string;
  /** Our own callback address: unguessable, and different for each subscription. */
  callbackUrl: string;
  /** Leaves this machine only in the form, which goes to https hubs only. */
  secret: string;
  state: SubscriptionState;
  /** Requests since the hub last answered. */
  attempts: number;
  askedAtMs: number;
  leaseEndsAtMs: number | null;
}

export type HubMode = 'subscribe' | 'unsubscribe';

export interface SubscriptionAsk {
  hubUrl: string;
  topicUrl: string;
  callbackUrl: string;
  secret: string;
}

export function newSubscription(ask: SubscriptionAsk): Subscription {
  const { hubUrl, topicUrl, callbackUrl, secret } = ask;
  const none = { attempts: 0, askedAtMs: 0, leaseEndsAtMs: null };
  return { hubUrl, topicUrl, callbackUrl, secret, state: 'asked', ...none };
}

export function hubForm(subscription: Subscription, mode: HubMode): Record<string, string> {
  const { hubUrl, topicUrl, callbackUrl, secret } = subscription;
  const form = { 'hub.mode': mode, 'hub.topic': topicUrl, 'hub.callback': callbackUrl };
  if (mode === 'unsubscribe') return form;
  const lease = { 'hub.lease_seconds': String(LEASE_MS_ASKED / 1000) };
  return { ...form, ...lease, ...(knowsSecret(hubUrl) ? { 'hub.secret': secret } : {}) };
}

/** Whether the hub gets the secret: only over https; other hubs know no more than the secret callback address. */
function knowsSecret(hubUrl: string): boolean {
  return hubUrl.startsWith('https:');
}

/** The subscription after a request was sent, whatever the hub answered. */
export function asked(subscription: Subscription, mode: HubMode, nowMs: number): Subscription {
  const { state, attempts } = subscription;
  const next = mode === 'unsubscribe' ? 'ending' : state === 'active' ? 'active' : 'asked';
  return { ...subscription, state: next, attempts: attempts + 1, askedAtMs: nowMs };
}

/** When to subscribe again; null where that is not due at any time. */
export function renewAtMs(subscription: Subscription): number | null {
  const { state, attempts, askedAtMs, leaseEndsAtMs } = subscription;
  if (state === 'ending') return null;
  if (attempts === 0) return leaseEndsAtMs === null ? 0 : renewalOf(subscription);
  if (state === 'denied') return askedAtMs + UNANSWERED_MS_MAX;
  return askedAtMs + doubledMs(attempts - 1, UNANSWERED_MS, UNANSWERED_MS_MAX);
}

function renewalOf({ askedAtMs, leaseEndsAtMs }: Subscription): number {
  const endsMs = leaseEndsAtMs ?? askedAtMs;
  return endsMs - RENEW_SHARE * (endsMs - askedAtMs);
}

/** The answer to a hub's GET, and the subscription after it. */
export interface HubReply {
  status: 200 | 404;
  body: string;
  subscription: Subscription;
}

/** Answers a hub that verifies a subscription, or refuses it. */
export function answerHub(
  subscription: Subscription,
  query: URLSearchParams,
  nowMs: number,
): HubReply {
  const refusal: HubReply = { status: 404, body: '', subscription };
  if (query.get('hub.topic') !== subscription.topicUrl) return refusal;
  const mode = query.get('hub.mode');
  if (mode === 'denied') {
    const denied: Subscription = { ...subscription, state: 'denied', leaseEndsAtMs: null };
    return { status: 200, body: '', subscription: denied };
  }
  const challenge = query.get('hub.challenge') ?? '';
  if (challenge === '' || challenge.length > CHALLENGE_UNITS_MAX) return refusal;
  const next = confirmed(subscription, mode, query.get('hub.lease_seconds'), nowMs);
  return next === null ? refusal : { status: 200, body: challenge, subscription: next };
}

/** The verified subscription; null where the verification does not match the request. */
function confirmed(
  subscription: Subscription,
  mode: string | null,
  lease: string | null,
  nowMs: number,
): Subscription | null {
  const { state, attempts } = subscription;
  if (attempts === 0) return null;
  if (mode === 'unsubscribe') {
    return state === 'ending' ? { ...subscription, attempts: 0, leaseEndsAtMs: null } : null;
  }
  if (mode !== 'subscribe' || state === 'ending') return null;
  const leaseEndsAtMs = nowMs + leaseMsOf(lease);
  return { ...subscription, state: 'active', attempts: 0, askedAtMs: nowMs, leaseEndsAtMs };
}

function leaseMsOf(lease: string | null): number {
  const seconds = /^\d{1,10}$/.test(lease ?? '') ? Number(lease) : LEASE_MS_ASKED / 1000;
  return Math.min(LEASE_MS_MAX, Math.max(LEASE_MS_MIN, seconds * 1000));
}

const SIGNATURE = /^(sha1|sha256|sha384|sha512)=([0-9a-f]{40,128})$/i;

/** Whether the body was signed with the secret (`X-Hub-Signature`). */
export function isSignedBy(secret: string, header: string | undefined, body: Uint8Array): boolean {
  const match = SIGNATURE.exec(header?.trim() ?? '');
  if (match === null) return false;
  const given = Buffer.from(match[2]!, 'hex');
  const made = createHmac(match[1]!.toLowerCase(), secret).update(body).digest();
  return given.length === made.length && timingSafeEqual(given, made);
}

/** Whether a notification causes a poll of the topic. */
export function asksForPoll(
  subscription: Subscription,
  header: string | undefined,
  body: Uint8Array,
  nowMs: number,
): boolean {
  const { hubUrl, state, secret, leaseEndsAtMs } = subscription;
  const isActive = state === 'active' && leaseEndsAtMs !== null && nowMs < leaseEndsAtMs;
  return isActive && (!knowsSecret(hubUrl) || isSignedBy(secret, header, body));
}
