/**
 * Announces changed feeds to a WebSub hub, which fetches them and notifies its subscribers.
 *
 *   look ─► what a feed holds now ≠ what was announced ─► POST hub.mode=publish ─┬─► announced
 *                                                                               └─► later, if it differs then
 *
 * Invariants: an announcement says that a feed changed, not how often, so several changes between
 * two looks are one; a failure of one feed does not delay others; a restart announces every feed
 * once, because the announced states are only in memory; of several nodes one announces, and it
 * announces every feed once when it takes over, because it does not know the states that the other
 * node announced. Not here: sockets and allowed addresses (`send`), contents of feeds (`state`).
 */

import { messageOf } from '../../kernel/errors.js';
import { HUB } from '../../kernel/limits.js';
import type { Logger } from '../../kernel/logger.js';
import { doubledMs } from '../../kernel/waits.js';
import type { Delivery, DeliveryResult } from './webhook-message.js';

export interface AnnouncedFeed {
  url: string;
  /** Identifies the feed's content; null while unknown. */
  state(): Promise<string | null>;
}

export interface AnnouncerOptions {
  hub: string;
  feeds: readonly AnnouncedFeed[];
  /** Whether this process announces. */
  isOurs(): boolean;
  /** Rejects only when it is closed. */
  send(delivery: Delivery): Promise<DeliveryResult>;
  monotonicMs(): number;
  logger: Logger;
}

interface Announced {
  state: string | null;
  failures: number;
  nextTryMs: number;
}

function nothing(): Announced {
  return { state: null, failures: 0, nextTryMs: 0 };
}

const HEADERS = { 'content-type': 'application/x-www-form-urlencoded' };

export class HubAnnouncer {
  readonly #options: AnnouncerOptions;
  readonly #announced: Map<AnnouncedFeed, Announced>;
  #wasOurs = true;
  #looking: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
    this.#announced = new Map(options.feeds.map((feed) => [feed, nothing()]));
  }

  /** Announces all changes; resolves when the hub has answered. One look at a time. */
  look(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#looking ??= this.#announceAll().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Stops announcing; the caller ends running calls of `send`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#looking;
  }

  async #announceAll(): Promise<void> {
    const isOurs = this.#options.isOurs();
    if (isOurs && !this.#wasOurs) {
      for (const announced of this.#announced.values()) Object.assign(announced, nothing());
    }
    this.#wasOurs = isOurs;
    for (const [feed, announced] of this.#announced) {
      if (this.#isClosed || !this.#options.isOurs()) return;
      if (announced.nextTryMs > this.#options.monotonicMs()) continue;
      try {
        const state = await feed.state();
        if (state === null || state === announced.state) continue;
        const result = await this.#post(feed.url);
        if (result.isAccepted) Object.assign(announced, { state, failures: 0, nextTryMs: 0 });
        else this.#failed(feed, announced, result);
      } catch (error) {
        const reason = messageOf(error);
        this.#options.logger.warn({ feed: feed.url, reason }, 'a feed is announced later');
      }
    }
  }

  #post(url: string): Promise<DeliveryResult> {
    const form = new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': url, 'hub.topic': url });
    const body = new TextEncoder().encode(form.toString());
    return this.#options.send({ url: this.#options.hub, headers: HEADERS, body });
  }

  #failed(
    { url }: AnnouncedFeed,
    announced: Announced,
    { message, retryAfterMs }: DeliveryResult,
  ): void {
    const { hub, logger, monotonicMs } = this.#options;
    const { backoffMsMin, backoffMsMax } = HUB;
    announced.failures += 1;
    const backoffMs = doubledMs(announced.failures - 1, backoffMsMin, backoffMsMax);
    const waitMs = Math.max(backoffMs, Math.min(backoffMsMax, retryAfterMs ?? 0));
    announced.nextTryMs = monotonicMs() + waitMs;
    if (announced.failures > 1) return;
    logger.warn({ hub, feed: url, reason: message }, 'the hub takes no announcement; later again');
  }
}
