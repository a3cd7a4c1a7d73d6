/** Starts the crawler beside the process's store, or beside a connection to it, from the options of the process. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { CrawlSettings, HubRequest, HubResponse } from '../../crawler/protocol.js';
import type { CrawlDigest } from '../../crawler/status.js';
import { type Clock, SECOND_MS, systemClock } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import { messageOf } from '../../kernel/errors.js';
import type { Logger } from '../../kernel/logger.js';
import { userAgentOf } from '../paths.js';
import { closeServer, openPort, openServer } from '../ports.js';
import type { Closers } from '../resources.js';
import { CrawlSocket } from './crawl-socket.js';
import { type CrawlSink, CrawlThread } from './crawl-thread.js';
import { crawlFolderOf, sourcesPathOf } from './source-list.js';

/** Interval at which the clock of the crawler's thread is set to the believed time. */
const STEER_MS = 20 * SECOND_MS;

/**
 * Opens the crawler on a thread of its own. `clock` is the clock of the store that the crawler sends to.
 * @throws TagwireError STORE_LOCKED when another crawler works on the same store.
 */
export function openCrawl(
  config: Config,
  clock: Clock,
  sink: CrawlSink,
  logger: Logger,
): Promise<CrawlThread> {
  const settings = (): CrawlSettings => ({
    folder: crawlFolderOf(config),
    sourcesPath: sourcesPathOf(config),
    allow: config.crawlAllow,
    userAgent: userAgentOf(config),
    hostGapMs: config.crawlGapMs,
    extractThreads: config.crawlThreads,
    callbackUrl: config.websubPublicUrl.replace(/\/+$/, '') || null,
    logLevel: config.logLevel,
    logFormat: config.logFormat,
    clock:
      clock === systemClock
        ? null
        : { atMs: clock.nowMs(), isFrozen: config.clock.startsWith('frozen:') },
  });
  return CrawlThread.open(settings, sink, logger);
}

/** Sets the clock of the crawler's thread to the believed time, again and again; returns a function that stops this. */
export function steerCrawl(crawl: CrawlThread, nowMs: () => number | Promise<number>): () => void {
  const steer = async (): Promise<void> => {
    await crawl.call('clock', { atMs: await nowMs() });
  };
  // A failed attempt is repeated at the next interval; the thread's clock runs on meanwhile.
  const timer = setInterval(() => void steer().catch(() => undefined), STEER_MS);
  return () => clearInterval(timer);
}

/** Runs the crawler beside the server, and serves WebSub hubs where they can reach this machine. */
export async function startCrawl(
  config: Config,
  logger: Logger,
  clock: Clock,
  sink: CrawlSink,
  closers: Closers,
): Promise<CrawlThread> {
  const crawl = await openCrawl(config, clock, sink, logger);
  closers.push(() => crawl.close());
  const stopSteering = steerCrawl(crawl, () => clock.nowMs());
  closers.push(async () => stopSteering());
  const socket = new CrawlSocket(config.data, crawl);
  await socket.listen();
  closers.push(() => socket.close());
  if (config.websubPublicUrl !== '') {
    const hubs = createHubServer((request) => crawl.call('hub', request));
    await openPort(config, 'websubPort', (host, port) => openServer(hubs, host, port));
    closers.push(() => closeServer(hubs));
  }
  await crawl.start();
  return crawl;
}

/**
 * The status of a running crawler's sources, cached for metrics and statistics: asked for every ten
 * seconds, so that no answer waits for the crawler.
 */
const LOOK_MS = 10 * SECOND_MS;

/** The state in which one media is crawled. */
interface MediaHealth {
  state: string;
  message: string;
}

export class CrawlWatch {
  readonly #crawl: CrawlThread;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  /** Null until the crawler has answered for the first time. */
  digest: CrawlDigest | null = null;
  #byMedia = new Map<string, MediaHealth>();
  /** Increases whenever answers may change. */
  generation = 0;

  constructor(crawl: CrawlThread, logger: Logger) {
    this.#crawl = crawl;
    this.#logger = logger;
  }

  /** The number of sources in the list; null where the crawler does not answer. */
  async sources(): Promise<number | null> {
    if (this.digest === null) await this.#look();
    return this.digest?.figures.sources ?? null;
  }

  /** The worst state of a media's channels; null for a media that is not crawled. */
  healthOf(media: string): MediaHealth | null {
    return this.#byMedia.get(media) ?? null;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#look(), LOOK_MS).unref();
    void this.#look();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    try {
      this.digest = await this.#crawl.call('digest', {});
    } catch (error) {
      this.#logger.debug({ reason: messageOf(error) }, 'the crawler did not say how it is doing');
      return;
    }
    const next = new Map<string, MediaHealth>();
    let isChanged = this.digest.media.length !== this.#byMedia.size;
    for (const { media, state, message } of this.digest.media) {
      next.set(media, { state, message });
      const known = this.#byMedia.get(media);
      isChanged ||= known?.state !== state || known.message !== message;
    }
    this.#byMedia = next;
    if (isChanged) this.generation += 1;
  }
}

/** Hubs may send the whole feed. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;
const REQUEST_MS_MAX = 30 * SECOND_MS;

/**
 * The server on whose port WebSub hubs confirm subscriptions and announce changes, apart from callers of the APIs.
 * A proxy passes requests to `websubPublicUrl` on to this server.
 *
 * Requests of a hub are bounded in size, and only ever cause the crawler to read a feed.
 */
export function createHubServer(answer: (request: HubRequest) => Promise<HubResponse>): Server {
  const server = createServer((request, response) => {
    serve(request, response, answer).catch(() => response.destroy());
  });
  server.requestTimeout = REQUEST_MS_MAX;
  return server;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: HubRequest) => Promise<HubResponse>,
): Promise<void> {
  const { method = 'GET' } = request;
  const url = new URL(request.url ?? '/', 'http://localhost');
  const token = url.pathname.split('/').at(-1) ?? '';
  const body = await bodyOf(request);
  if (body === null) {
    response.writeHead(413, { connection: 'close' }).end();
    return;
  }
  const header = request.headers['x-hub-signature'];
  const signature = typeof header === 'string' ? header : null;
  const reply = await answer({ method, token, query: url.search.slice(1), signature, body });
  response.writeHead(reply.status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(reply.body);
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  const parts: Buffer[] = [];
  let byteLength = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    byteLength += part.length;
    if (byteLength > BODY_BYTES_MAX) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
