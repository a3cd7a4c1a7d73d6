/**
 * WebSub: where a feed names a hub and the hub can reach us, the hub announces changes, and polls become rare.
 *
 * A subscription is requested after a good poll and renewed before it ends. A message of a hub only causes a
 * poll of the feed. The protocol itself: fetch/websub.ts.
 */
import { randomBytes } from 'node:crypto';
import {
  answerHub,
  asked,
  asksForPoll,
  hubForm,
  newSubscription,
  renewAtMs,
  type Subscription,
} from './fetch/websub.js';
import type { CrawlParts } from './parts.js';
import type { HubRequest, HubResponse } from './protocol.js';
import type { ChannelAtWork, Source } from './source.js';

/** 144 bits cannot be guessed. */
const TOKEN_BYTES = 18;
const SECRET_BYTES = 32;

const NOT_FOUND: HubResponse = { status: 404, body: 'there is no such subscription\n' };

/** Last segment of a subscription's callback address; null where there is none. */
export function tokenOf(subscription: Subscription | null): string | null {
  return subscription?.callbackUrl.split('/').at(-1) ?? null;
}

/** Finds channels by the tokens of their subscriptions, and polls them at once. */
export interface Subscribed {
  subscribed(token: string): { source: Source; channel: ChannelAtWork } | null;
  pollChannel(source: Source, channel: ChannelAtWork): void;
}

export class Subscriptions {
  readonly #parts: CrawlParts;

  constructor(parts: CrawlParts) {
    this.#parts = parts;
  }

  /** Subscribes a channel at its hub, or renews the subscription, where that is due. */
  async renew(source: Source, channel: ChannelAtWork): Promise<void> {
    const { callbackUrl, clock, fetcher, logger } = this.#parts;
    const { state } = channel;
    if (callbackUrl === null || state.hubUrl === null || state.lastOkMs === null) return;
    const topicUrl = state.topicUrl ?? state.movedTo ?? channel.channel.url;
    const isSame =
      state.subscription?.hubUrl === state.hubUrl && state.subscription.topicUrl === topicUrl;
    if (!isSame) {
      state.subscription = newSubscription({
        ...{ hubUrl: state.hubUrl, topicUrl },
        callbackUrl: `${callbackUrl}/${randomBytes(TOKEN_BYTES).toString('base64url')}`,
        secret: randomBytes(SECRET_BYTES).toString('base64url'),
      });
    }
    const subscription = state.subscription!;
    const nowMs = clock.nowMs();
    const dueMs = renewAtMs(subscription);
    if (dueMs === null || dueMs > nowMs) return;
    // Saved before the request, because the hub may ask back while the request is under way.
    state.subscription = asked(subscription, 'subscribe', nowMs);
    source.saveChannel(channel);
    const form = hubForm(subscription, 'subscribe');
    const outcome = await fetcher.fetch({ url: subscription.hubUrl, purpose: 'hub', form });
    if (outcome.kind === 'failed') {
      logger.info({ channel: channel.id, reason: outcome.message }, 'a hub was asked in vain');
    }
  }

  /** Answers a hub that verifies a subscription, or announces a change. */
  answer(crawler: Subscribed, { method, token, query, signature, body }: HubRequest): HubResponse {
    const found = crawler.subscribed(token);
    if (found === null) return NOT_FOUND;
    const { source, channel } = found;
    const subscription = channel.state.subscription!;
    const nowMs = this.#parts.clock.nowMs();
    if (method === 'GET') {
      const reply = answerHub(subscription, new URLSearchParams(query), nowMs);
      channel.state.subscription = reply.subscription;
      source.saveChannel(channel);
      return reply.status === 200 ? { status: 200, body: reply.body } : NOT_FOUND;
    }
    if (method !== 'POST') return { status: 405, body: 'GET or POST\n' };
    // A wrong signature gets the same answer, so that guesses learn nothing.
    if (asksForPoll(subscription, signature ?? undefined, body, nowMs))
      crawler.pollChannel(source, channel);
    return { status: 202, body: '' };
  }
}
