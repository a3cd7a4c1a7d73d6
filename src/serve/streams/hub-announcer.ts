/**
 * Tells a WebSub hub which feeds have changed; it fetches them and tells its subscribers.
 *
 *   look ─► what a feed holds now ≠ what was announced ─► POST hub.mode=publish ─┬─► announced
 *                                                                               └─► later, if it differs then
 *
 * Invariants: what is announced is that a feed changed, not how often, so changes between two looks are
 * one; a failure of one feed holds up no other; a restart announces every feed once, because
 * what was announced is in memory alone; of several nodes one announces, and every feed once when it
 * takes over, because it does not know what the other one had announced.
 * Not here: sockets and what addresses are allowed (`send`), what feeds hold (`state`).
 */

import { messageOf } from '../../kernel/errors.js';
import { HUB } from '../../kernel/limits.js';
import type { Logger } from '../../kernel/logger.js';
import { doubledMs } from '../../kernel/waits.js';
import type { Delivery, DeliveryResult } from './webhook-message.js';

export interface AnnouncedFeed {
  url: string;
  /** Names what the feed holds now; null while it cannot be told. */
  state(): Promise<string | null>;
}

export interface AnnouncerOptions {
  hub: string;
  feeds: readonly AnnouncedFeed[];
  /** Whether this process announces. */
  isOurs(): boolean;
  /** Never rejects but when it is closed. */
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

  /** Announces what has changed; resolves when the hub has answered. One look at a time. */
  look(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#looking ??= this.#announceAll().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Announces nothing more; the caller ends what `send` has under way. */
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
