/**
 * The demo's invented outlets and blogs as websites on loopback, for the crawler and for people.
 *
 * Invariants: at any moment the sites show the newest articles, at most `ARTICLES_MAX`, that the world has
 * published until then. The world is written an hour at a time, when a request needs the hour, so idle
 * sites cost nothing. Every address on a page is an address of this machine, and the same as in the
 * records of the world's past.
 * Not here: the records that the crawler makes of the sites.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import { type Clock, DAY_MS, HOUR_MS } from '../../src/kernel/clock.js';
import { messageOf, TagwireError } from '../../src/kernel/errors.js';
import { answerOf } from './answer.js';
import type { SiteOwner, SiteStyle } from './content.js';
import { bareHost, Places } from './places.js';
import { Publication } from './publication.js';
import { articleOf, listedArticle, ownerOf, type SiteLine, topicOf } from './records.js';
import { pageAt, siteAt } from './site.js';
import { keysOf, type SourceOf, sourcesText } from './sources-text.js';
import { friendsOf, styleOf } from './style.js';

/** The busiest outlet of the demo's world writes fewer articles in a day. */
const ARTICLES_MAX = 300;
/** Length of the past at the start: enough to fill feeds, home pages and portals. */
const PAST_MS = 36 * HOUR_MS;
/** Blogs write seldom; their feeds go back as far as the demo's store. */
const POSTS_PAST_MS = 10 * DAY_MS;
/** Lines are ordered by observation, which for posts is up to six hours after publication. */
const AHEAD_MS = 7 * HOUR_MS;
/** The crawler uses one connection for each site; the others are for people. */
const CONNECTIONS_MAX = 64;
/** Visitors of the demo want to see new articles soon, and its sites are our own. */
const POLLED_EVERY = { media: '2m', discovery: '5m', blog: '5m' } as const;

/** The part of the generator's world that sites are made of. */
export interface SiteWorld {
  catalog(): string[];
  span(fromMs: number, toMs: number): Iterable<string>;
  posts(fromMs: number, toMs: number): Iterable<string>;
}

interface DemoSite extends SourceOf {
  content: Publication;
  host: string;
}

export class DemoSites {
  readonly #world: SiteWorld;
  readonly #addresses: DemoAddresses;
  readonly #clock: Clock;
  readonly #onError: (reason: string) => void;
  readonly #categories: { key: string; label: string }[] = [];
  /** Sites by code or slug. */
  readonly #sites = new Map<string, DemoSite>();
  readonly #servers: Server[] = [];
  /** The time up to which the world has been written. */
  #writtenMs: number;
  #visits = 0;

  constructor(
    world: SiteWorld,
    addresses: DemoAddresses,
    clock: Clock,
    onError: (reason: string) => void,
  ) {
    this.#world = world;
    this.#addresses = addresses;
    this.#clock = clock;
    this.#onError = onError;
    this.#writtenMs = Math.floor((clock.nowMs() - PAST_MS) / HOUR_MS) * HOUR_MS;
    for (const line of world.catalog().map(parsed)) {
      if (line.kind === 'category') {
        this.#categories.push({ key: String(line.key), label: String(line.label) });
      } else if (isSite(line)) this.#addSite(line);
    }
    this.#makeFriends();
    const postsFromMs = this.#writtenMs + PAST_MS - POSTS_PAST_MS;
    for (const line of world.posts(postsFromMs, this.#writtenMs)) this.#publish(parsed(line));
  }

  /** Opens all sites. A site whose port is taken is reported to `onError` and stays closed. */
  async start(): Promise<void> {
    this.#advance();
    for (const [host, port] of this.#addresses.ports) {
      const server = createServer((request, response) => this.#serve(host, request, response));
      server.maxConnections = CONNECTIONS_MAX;
      try {
        await listening(server, port);
        this.#servers.push(server);
      } catch (error) {
        this.#onError(`the site of ${host} could not be opened: ${messageOf(error)}`);
      }
    }
  }

  sourcesToml(): string {
    return sourcesText(this.#categories, [...this.#sites.values()]);
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#servers.map((server) => {
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        return closed;
      }),
    );
  }

  #addSite(line: SiteLine): void {
    const owner = ownerOf(line, this.#addresses.localOf);
    this.#sites.set(owner.key, {
      owner,
      style: styleOf(owner, knownStyle(line)),
      content: new Publication(this.#clock, ARTICLES_MAX),
      host: homeHost(line),
      more: {
        ...keysOf(line, (alias) => this.#addresses.aliasOf(alias)),
        icon: `${owner.home}favicon.ico`,
        every: POLLED_EVERY[owner.kind],
      },
      topicKind: topicKindOf(line),
    });
  }

  #makeFriends(): void {
    const owners: SiteOwner[] = [];
    for (const { owner } of this.#sites.values()) if (owner.kind === 'blog') owners.push(owner);
    for (const owner of owners) owner.friends = friendsOf(owner, owners);
  }

  /** Writes the lines of the world up to now, and a little ahead. */
  #advance(): void {
    const toMs = Math.ceil((this.#clock.nowMs() + AHEAD_MS) / HOUR_MS) * HOUR_MS;
    // After a long pause only lines that would still be visible are written.
    const fromMs = Math.max(this.#writtenMs, toMs - AHEAD_MS - PAST_MS);
    if (fromMs >= toMs) return;
    for (const line of this.#world.span(fromMs, toMs)) this.#publish(parsed(line));
    this.#writtenMs = toMs;
  }

  #publish(line: SiteLine): void {
    const site = this.#sites.get(String(line.kind === 'post' ? line.blog : line.media));
    if (site === undefined) return;
    const { localOf } = this.#addresses;
    const observedMs = Date.parse(String(line.observedAt));
    if (line.kind === 'portal-item') site.content.putTopic(topicOf(line, localOf), observedMs);
    if (line.kind !== 'news' && line.kind !== 'post') return;
    const known = site.content.latest(localOf(String(line.url)));
    site.content.put(articleOf(line, known, localOf), observedMs);
    const listed = listedArticle(line, site.owner, localOf);
    if (listed === null) return;
    const aggregator = this.#sites.get(String((line.discovery as SiteLine).media));
    aggregator?.content.put(listed, observedMs);
  }

  #serve(host: string, request: IncomingMessage, response: ServerResponse): void {
    try {
      const { method } = request;
      if (method !== 'GET' && method !== 'HEAD') {
        response.writeHead(405, { allow: 'GET, HEAD' }).end();
        return;
      }
      this.#answer(host, request, response);
    } catch (error) {
      this.#onError(`the site of ${host} could not answer: ${messageOf(error)}`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  }

  #answer(host: string, request: IncomingMessage, response: ServerResponse): void {
    this.#advance();
    this.#visits += 1;
    const target = request.url ?? '/';
    const sites = [...this.#sites.values()].filter((site) => site.host === host);
    const site = siteAt(sites, this.#addresses.localOf(`https://${host}/`).slice(0, -1), target);
    const page = pageAt({ ...site, nowMs: this.#clock.nowMs(), visit: this.#visits }, target);
    const answer = answerOf(page, site.style, request.headers);
    const bytes = Buffer.from(answer.content);
    const length = answer.status === 304 ? {} : { 'content-length': bytes.length };
    response.writeHead(answer.status, { ...answer.headers, ...length });
    response.end(request.method === 'HEAD' || answer.status === 304 ? undefined : bytes);
  }
}

/** The style of a site as far as the catalog names it: its feed and its portal. */
function knownStyle(line: SiteLine): Partial<SiteStyle> {
  const [feed] = (line.feeds ?? []) as { url: string; type: 'rss' | 'atom' }[];
  const hasPortal = line.portal !== null && line.portal !== undefined;
  const feedStyle =
    feed === undefined
      ? { feed: 'rss' as const }
      : { feed: feed.type, feedPath: feed.url.slice(feed.url.lastIndexOf('/') + 1) };
  return { ...feedStyle, oldFeedPath: null, portal: hasPortal };
}

/** The catalog's word for the topics of a portal. */
function topicKindOf({ portal }: SiteLine): string | undefined {
  const { sources } = (portal ?? {}) as { sources?: { kind: string }[] };
  return sources?.[0]?.kind;
}

async function listening(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}

/** Below the ports that systems give to outgoing connections. */
const FIRST_PORT = 18_500;
/** More ports than a demo has hosts. */
const PORTS_STEP = 100;
const ATTEMPTS_MAX = 20;
const LOOPBACK = '127.0.0.1';

const ADDRESS = /https:\/\/([a-z0-9.-]+\.example)(?=[/"\\])/g;

/**
 * Addresses of the sites: a loopback port for each of their hosts. Every system has ports, while names below
 * `.localhost` and further loopback addresses such as 127.0.0.2 do not work everywhere.
 *
 * Invariant: the addresses follow from the catalog and the first port alone, so the records of the past and the pages
 * that are crawled later name the same articles by the same addresses, also after a restart.
 */
export class DemoAddresses {
  /** Hosts of home pages with their ports. */
  readonly ports: ReadonlyMap<string, number>;
  readonly #places = new Places();

  constructor(catalog: readonly string[], firstPort: number) {
    const ports = new Map<string, number>();
    const further = new Map<string, string[]>();
    for (const line of catalog.map(parsed).filter(isSite)) {
      const host = homeHost(line);
      if (!ports.has(host)) ports.set(host, firstPort + ports.size);
      const others = further.get(host) ?? [`img.${host}`];
      const aliases = line.kind === 'blog' ? ((line.aliases ?? []) as string[]) : [];
      further.set(host, [...others, ...aliases]);
    }
    for (const [host, port] of ports) {
      this.#places.add([host, ...(further.get(host) ?? [])], `http://${LOOPBACK}:${port}`);
    }
    this.ports = ports;
  }

  /** Address of the first site. */
  get firstUrl(): string {
    const [port] = this.ports.values();
    return `http://${LOOPBACK}:${port}/`;
  }

  /** The address on this machine of an address of the world. */
  readonly localOf = (url: string): string => this.#places.localOf(url);

  /** A line of ingest with addresses of this machine in place of the world's. */
  localLine(line: string): string {
    const local = line.replace(
      ADDRESS,
      (address, host: string) => this.#places.baseOf(host) ?? address,
    );
    return local.startsWith('{"kind":"blog"') ? this.#withAliases(local) : local;
  }

  /** Replaces aliases: an alias is a host, or a port with a path where all sites share one host. */
  #withAliases(line: string): string {
    const blog = parsed(line);
    const aliases = ((blog.aliases ?? []) as string[]).map((alias) => this.aliasOf(alias));
    return JSON.stringify({ ...blog, aliases });
  }

  /** A further name of a blog, without a scheme, in its form on this machine. */
  aliasOf(alias: string): string {
    return this.#places.baseOf(alias)?.replace('http://', '') ?? alias;
  }
}

/** The host of the home page that a line of the catalog names. */
function homeHost(line: SiteLine): string {
  return bareHost(new URL(String(line.kind === 'blog' ? line.sourceUrl : line.homepage)).host);
}

/** Outlets, the aggregator and blogs have sites; outside agencies and closed papers have none. */
function isSite(line: SiteLine): boolean {
  if (line.kind === 'blog') return true;
  return line.kind === 'media' && line.external !== true && line.enabled !== false;
}

function parsed(line: string): SiteLine {
  return JSON.parse(line) as SiteLine;
}

/**
 * The first of `count` consecutive ports that are free now, from `fromPort` on, for a new world.
 * @throws TagwireError CONFIG_INVALID when there are none.
 */
export async function freePorts(count: number, fromPort = FIRST_PORT): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const first = fromPort + attempt * Math.max(PORTS_STEP, count);
    if (await areFree(first, count)) return first;
  }
  throw new TagwireError('CONFIG_INVALID', `no ${count} free ports for the sites of the demo`);
}

async function areFree(first: number, count: number): Promise<boolean> {
  const probes: SocketServer[] = [];
  let isFree = true;
  for (let port = first; isFree && port < first + count; port++) {
    const probe = createSocketServer();
    isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, LOOPBACK, () => resolve(true));
    });
    if (isFree) probes.push(probe);
  }
  await Promise.all(probes.map((probe) => new Promise((done) => probe.close(done))));
  return isFree;
}
