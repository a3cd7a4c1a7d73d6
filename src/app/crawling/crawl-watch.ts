/**
 * What a running crawler says of its sources, at hand for metrics and statistics: asked for every ten
 * seconds, so that no answer waits for the crawler.
 */
import type { CrawlDigest } from '../../crawler/status.js';
import { SECOND_MS } from '../../kernel/clock.js';
import { messageOf } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import type { CrawlThread } from './crawl-thread.js';

const LOOK_MS = 10 * SECOND_MS;

/** How the collection of one media goes. */
interface MediaHealth {
  state: string;
  message: string;
}

export class CrawlWatch {
  readonly #crawl: CrawlThread;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | null = null;
  #digest: CrawlDigest | null = null;
  #byMedia = new Map<string, MediaHealth>();
  #generation = 0;

  constructor(crawl: CrawlThread, logger: Logger) {
    this.#crawl = crawl;
    this.#logger = logger;
  }

  /** Changes whenever an answer may. */
  get generation(): number {
    return this.#generation;
  }

  /** Null until the crawler has answered for the first time. */
  get digest(): CrawlDigest | null {
    return this.#digest;
  }

  /** Sources in the list; null where the crawler does not say. */
  async sources(): Promise<number | null> {
    if (this.#digest === null) await this.#look();
    return this.#digest?.figures.sources ?? null;
  }

  /** The worst of a media's channels; null for what is not crawled. */
  healthOf(media: string): MediaHealth | null {
    return this.#byMedia.get(media) ?? null;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
    this.#timer.unref();
    void this.#look();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    try {
      this.#digest = await this.#crawl.call('digest', {});
    } catch (error) {
      this.#logger.debug({ reason: messageOf(error) }, 'the crawler did not say how it is doing');
      return;
    }
    const next = new Map<string, MediaHealth>();
    let isChanged = this.#digest.media.length !== this.#byMedia.size;
    for (const { media, state, message } of this.#digest.media) {
      next.set(media, { state, message });
      const known = this.#byMedia.get(media);
      isChanged ||= known?.state !== state || known.message !== message;
    }
    this.#byMedia = next;
    if (isChanged) this.#generation += 1;
  }
}
