/**
 * Deliveries to other servers, on one thread for each kind: changes to webhooks, and notices of new entries to a
 * WebSub hub.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createAddressRules, parseTarget } from '../crawler/fetch/addresses.js';
import { FetchFault } from '../crawler/fetch/outcome.js';
import { WorkPool } from '../engine/actor/work-pool.js';
import type { Clock, Monotonic } from '../kernel/clock.js';
import type { Config } from '../kernel/config.js';
import { messageOf } from '../kernel/errors.js';
import { hash64, hexOf } from '../kernel/hash.js';
import { HUB, WEBHOOKS } from '../kernel/limits.js';
import type { Logger } from '../kernel/logger.js';
import { BLOG_FILTERS, blogQuestion } from '../serve/api/blog/stream.js';
import { ChangeTokens, changeJson } from '../serve/api/changes.js';
import { CursorSealer } from '../serve/api/cursor.js';
import { announcedPaths } from '../serve/api/feeds.js';
import { newsFilters, newsQuestion } from '../serve/api/news/stream.js';
import { HttpError } from '../serve/http/errors.js';
import type { Service } from '../serve/http/service-options.js';
import type { ChangeFeed, FeedPlace } from '../serve/streams/change-feed.js';
import { type AnnouncedFeed, HubAnnouncer } from '../serve/streams/hub-announcer.js';
import type { StreamQuestion } from '../serve/streams/stream-filter.js';
import {
  type CourierFigures,
  type HookService,
  WebhookCourier,
} from '../serve/streams/webhook-courier.js';
import type { Delivery, DeliveryResult } from '../serve/streams/webhook-message.js';
import type { WebhookBackend, WebhookWish } from '../serve/web/backend.js';
import type { Accounts } from '../store/accounts/accounts.js';
import type { Webhook } from '../store/accounts/records.js';
import type { User } from '../store/accounts/roster-events.js';
import { refusal } from '../store/accounts/rules.js';
import { userAgentOf, workerPath } from './paths.js';
import type { Pipeline } from './pipeline.js';

/** Settings with address ranges that may be posted to beside the public web, with their names in messages. */
const OPTIONS = { crawlAllow: '--crawl-allow', webhookAllow: '--webhook-allow' } as const;

interface WebhookParts {
  config: Config;
  logger: Logger;
  clock: Clock;
  accounts: Accounts;
  pipeline: Pick<Pipeline, 'indices' | 'secret'>;
  feeds: { readonly [service in Webhook['service']]: ChangeFeed };
  /** Whether this process delivers; of several nodes one does. */
  isOurs(): boolean;
}

export class WebhookDeliveries implements WebhookBackend {
  readonly #parts: WebhookParts;
  readonly #courier: WebhookCourier;
  readonly #services: { readonly [service in Webhook['service']]: HookService };
  readonly #questions: {
    readonly [service in Webhook['service']]: (raw: string) => StreamQuestion;
  };
  readonly #testedMs = new Map<number, number>();
  readonly #thread: DeliveryThread;
  #timer: NodeJS.Timeout | undefined;
  #wasOurs = true;

  constructor(parts: WebhookParts) {
    const { pipeline, feeds, accounts, clock, logger } = parts;
    const news = newsFilters(pipeline.indices.catalog);
    const cursors = new CursorSealer(pipeline.secret);
    const serviceOf = (feed: ChangeFeed, owner: string, isIn: HookService['isIn']): HookService => {
      const tokens = new ChangeTokens(cursors, owner);
      return { feed, isIn, jsonOf: changeJson, tokenOf: (place) => tokens.seal(place) };
    };
    this.#parts = parts;
    this.#thread = new DeliveryThread(parts.config, 'webhookAllow');
    this.#questions = { news: newsQuestion(news), blog: blogQuestion() };
    this.#services = {
      news: serviceOf(feeds.news, 'media', news.isIn),
      blog: serviceOf(feeds.blog, 'blog', BLOG_FILTERS.isIn),
    };
    this.#courier = new WebhookCourier({
      services: this.#services,
      hooks: () => accounts.webhooks.all(),
      send: (delivery) => this.#thread.send(delivery),
      note: (told) => accounts.webhooks.note(told),
      nowMs: () => clock.nowMs(),
      logger,
    });
  }

  get figures(): CourierFigures {
    return this.#courier.figures();
  }

  /** Begins to deliver. */
  start(): void {
    this.#timer ??= setInterval(() => this.#look(), WEBHOOKS.lookMs).unref();
  }

  #look(): void {
    const isOurs = this.#parts.isOurs();
    // Another node has delivered meanwhile, and has written down its places.
    if (isOurs && !this.#wasOurs) this.#courier.forgetAll();
    this.#wasOurs = isOurs;
    if (isOurs) void this.#courier.look();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const closed = this.#courier.close();
    await Promise.race([closed, sleep(WEBHOOKS.drainMs, undefined, { ref: false })]);
    await this.#thread.close();
    await closed;
  }

  list(user: User): Webhook[] {
    return this.#parts.accounts.webhooks
      .of(user)
      .map((hook) => ({ ...hook, ...this.#courier.progressOf(hook) }));
  }

  async add(user: User, { service, url, label, filters }: WebhookWish): Promise<Webhook> {
    const question = this.#questionOf(service, filters);
    const address = this.#addressOf(url);
    const place = await this.#now(service);
    return this.#parts.accounts.webhooks.add(user, {
      ...{ service, url: address, question, label, place },
    });
  }

  replaceSecret(user: User, id: number): Promise<Webhook> {
    const { accounts, clock } = this.#parts;
    const untilMs = clock.nowMs() + WEBHOOKS.formerSecretMs;
    return accounts.webhooks.replaceSecret(user, id, untilMs);
  }

  async pause(user: User, id: number): Promise<void> {
    await this.#parts.accounts.webhooks.pause(user, id);
  }

  /** Resumes where the webhook stopped, or from now where the feed no longer has that place. */
  async resume(user: User, id: number): Promise<void> {
    const { webhooks } = this.#parts.accounts;
    await this.#courier.flush();
    const hook = webhooks.ofUser(user, id);
    const { place } = this.#courier.progressOf(hook);
    const { feed } = this.#services[hook.service];
    const isThere = (await feed.page(place, this.#parts.clock.nowMs(), 1)) !== null;
    await webhooks.resume(user, id, isThere ? place : await this.#now(hook.service));
    this.#courier.forget(id);
  }

  remove(user: User, id: number): Promise<void> {
    return this.#parts.accounts.webhooks.remove(user, id);
  }

  test(user: User, id: number): Promise<DeliveryResult> {
    const { accounts, clock } = this.#parts;
    const hook = accounts.webhooks.ofUser(user, id);
    const nowMs = clock.nowMs();
    for (const [tested, atMs] of this.#testedMs) {
      if (Math.abs(nowMs - atMs) >= WEBHOOKS.testGapMs) this.#testedMs.delete(tested);
    }
    if (this.#testedMs.has(id)) {
      throw refusal(`a test can be sent every ${WEBHOOKS.testGapMs / 1000} seconds`);
    }
    this.#testedMs.set(id, nowMs);
    return this.#courier.test(hook);
  }

  #now(service: Webhook['service']): Promise<FeedPlace> {
    return this.#services[service].feed.now(this.#parts.clock.nowMs());
  }

  #questionOf(service: Webhook['service'], filters: WebhookWish['filters']): StreamQuestion {
    const given = Object.entries(filters).filter(([, value]) => value !== '');
    try {
      return this.#questions[service](new URLSearchParams(given).toString());
    } catch (error) {
      if (error instanceof HttpError) throw refusal(error.message);
      throw error;
    }
  }

  #addressOf(url: string): string {
    try {
      return parseTarget(
        url,
        createAddressRules(this.#parts.config.webhookAllow, OPTIONS.webhookAllow),
      ).href;
    } catch (error) {
      if (error instanceof FetchFault) throw refusal(error.message);
      throw error;
    }
  }
}

interface Hosted {
  service: Service;
  publicUrl: string;
}

interface HubParts {
  config: Config;
  logger: Logger;
  monotonic: Monotonic;
  /** Whether this process announces; of several nodes one does. */
  isOurs(): boolean;
  news: Hosted;
  blog: Hosted;
}

/** Starts to announce, where a hub is configured; returns a function that stops it. */
export function startHub(parts: HubParts): () => Promise<void> {
  const { config, logger, monotonic, isOurs, news, blog } = parts;
  if (config.websubHub === '') return async () => undefined;
  const thread = new DeliveryThread(config, 'crawlAllow');
  const announcer = new HubAnnouncer({
    hub: config.websubHub,
    feeds: [
      ...announcedPaths('news').map((path) => feedOf(news, path)),
      ...announcedPaths('blog').map((path) => feedOf(blog, path)),
    ],
    isOurs,
    send: (delivery) => thread.send(delivery),
    monotonicMs: () => monotonic.nowMs(),
    logger,
  });
  const look = (): void => void announcer.look();
  look();
  const timer = setInterval(look, HUB.lookMs).unref();
  return async () => {
    clearInterval(timer);
    const closed = announcer.close();
    await thread.close();
    await closed;
  };
}

function feedOf({ service, publicUrl }: Hosted, path: string): AnnouncedFeed {
  const state = async (): Promise<string | null> => {
    const { status, body } = await service.ask(path);
    return status === 200 && body !== null ? hexOf(hash64(body)) : null;
  };
  return { url: `${publicUrl}${path}`, state };
}

class DeliveryThread {
  readonly #config: Config;
  readonly #option: keyof typeof OPTIONS;
  readonly #pool: WorkPool;

  constructor(config: Config, option: keyof typeof OPTIONS) {
    const { taskMsMax, heapMb, underWayMax } = WEBHOOKS;
    this.#config = config;
    this.#option = option;
    this.#pool = new WorkPool({
      ...{ filename: workerPath('deliver'), threads: 1, tasksPerThread: underWayMax },
      ...{ waitingMax: underWayMax, taskMsMax, heapMb },
    });
  }

  /** Posts to an address of the public web, or of the allowed ranges. Never rejects. */
  async send(delivery: Delivery): Promise<DeliveryResult> {
    const allow = this.#config[this.#option];
    const option = OPTIONS[this.#option];
    const task = { ...delivery, allow, option, userAgent: userAgentOf(this.#config) };
    try {
      const outcome = await this.#pool.run<DeliveryResult>(task);
      if (outcome.kind === 'done') return outcome.value;
      return failed(outcome.kind === 'failed' ? outcome.message : outcome.kind);
    } catch (error) {
      return failed(messageOf(error));
    }
  }

  /** Ends the deliveries under way. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

function failed(why: string): DeliveryResult {
  const message = `It could not be sent: ${why}.`;
  return { isAccepted: false, status: 0, message, retryAfterMs: null };
}
