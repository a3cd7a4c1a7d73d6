/**
 * Servers on loopback that behave as badly as a test wants, and fetchers that may connect to them.
 */
import { createServer, type RequestListener } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { createAddressRules } from '../../../src/crawler/fetch/addresses.js';
import { createFetcher, type FetcherOptions } from '../../../src/crawler/fetch/fetcher.js';
import type { Fetcher, FetchOutcome } from '../../../src/crawler/fetch/outcome.js';
import { frozenClock, systemMonotonic } from '../../../src/kernel/clock.js';
import { silentLogger } from '../../../src/kernel/logger.js';

export const LOOPBACK = ['127.0.0.0/8', '::1/128'];
export const USER_AGENT = 'Tagwire/0 (+https://crawler.example/about)';

/** The part of a tap test that cleans up. */
export interface Cleaning {
  teardown(work: () => unknown): void;
}

/** What every fetcher of a test begins with; its clock stands at the start of 2026. */
export const BASE: FetcherOptions = {
  rules: createAddressRules(LOOPBACK),
  userAgent: USER_AGENT,
  monotonic: systemMonotonic,
  clock: frozenClock(Date.UTC(2026, 0, 1)),
  logger: silentLogger,
  resolve: async () => ['127.0.0.1'],
};

export function fetcherFor(t: Cleaning, options: Partial<FetcherOptions> = {}): Fetcher {
  const fetcher = createFetcher({ ...BASE, ...options });
  t.teardown(() => fetcher.close());
  return fetcher;
}

export interface Site {
  origin: string;
  port: number;
  /** Connections that were accepted. */
  connections: number;
}

/** A server of HTTP. */
export function serve(t: Cleaning, listener: RequestListener, host?: string): Promise<Site> {
  return listening(t, createServer(listener), host);
}

/** A server that writes bytes as it likes. */
export function serveRaw(t: Cleaning, onSocket: (socket: Socket) => void): Promise<Site> {
  return listening(
    t,
    createTcpServer((socket) => {
      socket.on('error', () => {});
      onSocket(socket);
    }),
  );
}

/** A server that answers whatever it is asked with these bytes and ends. */
export function serveBytes(t: Cleaning, bytes: string | Uint8Array): Promise<Site> {
  return serveRaw(t, (socket) => {
    socket.once('data', () => socket.end(bytes));
  });
}

export async function listening(t: Cleaning, server: Server, host = '127.0.0.1'): Promise<Site> {
  const sockets = new Set<Socket>();
  const site: Site = { origin: '', port: 0, connections: 0 };
  server.on('connection', (socket) => {
    site.connections++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  t.teardown(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        for (const socket of sockets) socket.destroy();
      }),
  );
  site.port = (server.address() as AddressInfo).port;
  site.origin = `http://${host}:${site.port}`;
  return site;
}

/** The reason of a failure, or the kind of what came instead. */
export function reasonOf(outcome: FetchOutcome): string {
  return outcome.kind === 'failed' ? outcome.reason : outcome.kind;
}

export function textOf(outcome: FetchOutcome): string {
  return outcome.kind === 'ok' ? Buffer.from(outcome.bytes).toString() : reasonOf(outcome);
}
