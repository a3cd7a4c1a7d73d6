/**
 * Announcements of a running server to the WebSub hub that its config names.
 */

import type { Monotonic } from '../kernel/clock.js';
import type { Config } from '../kernel/config.js';
import { hash64, hexOf } from '../kernel/hash.js';
import { HUB } from '../kernel/limits.js';
import type { Logger } from '../kernel/logger.js';
import { announcedPaths } from '../serve/api/hub-links.js';
import type { Service } from '../serve/http/service-options.js';
import { type AnnouncedFeed, HubAnnouncer } from '../serve/streams/hub-announcer.js';
import { DeliveryThread } from './delivery-thread.js';

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

/** Begins to announce, where a hub is configured; gives how to end it. */
export function startHub(parts: HubParts): () => Promise<void> {
  const { config, logger, monotonic, isOurs, news, blog } = parts;
  if (config.websubHub === '') return async () => undefined;
  const thread = new DeliveryThread(config, config.crawlAllow);
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
