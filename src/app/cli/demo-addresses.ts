/**
 * Where the sites of the demo's invented world stand: a loopback port for each of its hosts.
 *
 * Invariants: the addresses follow from the catalog and the first port alone, so the records of the
 * past and the pages that are crawled later name the same articles by the same addresses, today
 * and after a restart. Ports, not names or further loopback addresses, because every system has
 * them: names below `.localhost` and 127.0.0.2 do not work everywhere.
 */
import { createServer, type Server } from 'node:net';
import { bareHost, Places } from '../../../demo/sites/places.js';
import type { SiteLine } from '../../../demo/sites/records.js';
import { TagwireError } from '../../kernel/errors.js';

/** Below the ports that systems give to outgoing connections. */
const FIRST_PORT = 18_500;
/** More hosts than a demo has. */
const PORTS_STEP = 100;
const ATTEMPTS_MAX = 20;
const LOOPBACK = '127.0.0.1';

const ADDRESS = /https:\/\/([a-z0-9.-]+\.example)(?=[/"\\])/g;

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

  /** Address of the site that stands first. */
  get firstUrl(): string {
    const [port] = this.ports.values();
    return `http://${LOOPBACK}:${port}/`;
  }

  /** An address of the world as it is on this machine. */
  readonly localOf = (url: string): string => this.#places.localOf(url);

  /** A line of ingest with the addresses of this machine in place of the world's. */
  localLine(line: string): string {
    const local = line.replace(
      ADDRESS,
      (address, host: string) => this.#places.baseOf(host) ?? address,
    );
    return local.startsWith('{"kind":"blog"') ? this.#withAliases(local) : local;
  }

  /** An alias is a host, and a port with a path where all sites share one host. */
  #withAliases(line: string): string {
    const blog = parsed(line);
    const aliases = ((blog.aliases ?? []) as string[]).map((alias) => this.aliasOf(alias));
    return JSON.stringify({ ...blog, aliases });
  }

  /** A further name of a blog, without a scheme, as it is on this machine. */
  aliasOf(alias: string): string {
    return this.#places.baseOf(alias)?.replace('http://', '') ?? alias;
  }
}

/** The host of the home page that a line of the catalog names. */
export function homeHost(line: SiteLine): string {
  return bareHost(new URL(String(line.kind === 'blog' ? line.sourceUrl : line.homepage)).host);
}

/** Outlets, the aggregator and blogs have sites; outside agencies and closed papers have none. */
export function isSite(line: SiteLine): boolean {
  if (line.kind === 'blog') return true;
  return line.kind === 'media' && line.external !== true && line.enabled !== false;
}

export function parsed(line: string): SiteLine {
  return JSON.parse(line) as SiteLine;
}

/**
 * The first of `count` ports in a row that are free now, from `fromPort` on, for a world that begins.
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
  const servers: Server[] = [];
  let isFree = true;
  for (let port = first; isFree && port < first + count; port++) {
    const server = createServer();
    isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, LOOPBACK, () => resolve(true));
    });
    if (isFree) servers.push(server);
  }
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return isFree;
}
