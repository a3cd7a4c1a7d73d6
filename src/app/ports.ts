/**
 * Addresses and ports of the servers of a process: how addresses are written, how ports are opened, the message
 * for a port that cannot be opened, and the number of connections that each server may hold.
 */

import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { type Config, flagOf } from '../kernel/config.js';
import { operatingError, TagwireError } from '../kernel/errors.js';
import { CRAWL, HTTP } from '../kernel/limits.js';
import { connectionsOf, openFilesMax } from './metrics/machine.js';

/** The configured public address without a final slash, or else the local address. */
export function publicUrlOf(configured: string, host: string, port: number): string {
  if (configured !== '') return configured.replace(/\/+$/, '');
  return localUrlOf(host, port);
}

/** The loopback address by which a server is reached that listens on every address. */
const LOOPBACK = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** The address by which this machine reaches its server that listens on an address. */
export function localUrlOf(listening: string, port: number): string {
  const host = LOOPBACK.get(listening) ?? listening;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The ports of a server, each with the option of the address that it is opened on. */
const HOSTS = {
  blogPort: 'host',
  newsPort: 'host',
  adminPort: 'adminHost',
  websubPort: 'host',
  nodePort: 'nodeHost',
} as const;
type PortOption = keyof typeof HOSTS;

/** Returns the result of `open`. @throws TagwireError PORT_UNAVAILABLE with advice; other errors of `open`. */
export async function openPort<T>(
  config: Config,
  option: PortOption,
  open: (host: string, port: number) => Promise<T>,
): Promise<T> {
  const [host, port] = [config[HOSTS[option]], config[option]];
  try {
    return await open(host, port);
  } catch (cause) {
    if (operatingError(cause)?.code !== 'PORT_UNAVAILABLE') throw cause;
    // Not every server says why its port cannot be opened; a probe finds the reason.
    const fault = await portFault(port, host);
    throw new TagwireError('PORT_UNAVAILABLE', portText(config, option, fault), { cause });
  }
}

/** Why a port cannot be opened: a code of the system; null when it can. The port is free afterwards. */
export async function portFault(port: number, host: string): Promise<string | null> {
  const probe = createServer();
  const fault = await new Promise<NodeJS.ErrnoException | null>((done) => {
    probe.once('error', done);
    probe.listen({ port, host, exclusive: true }, () => done(null));
  });
  if (fault !== null) return fault.code ?? fault.message;
  await new Promise((done) => probe.close(done));
  return null;
}

function portText(config: Config, option: PortOption, fault: string | null): string {
  const [port, host] = [config[option], config[HOSTS[option]]];
  const other = `choose another port with ${flagOf(option)}`;
  switch (fault) {
    case 'EADDRINUSE':
      return `${host}:${port} is in use by another program: end that, or ${other}`;
    case 'EACCES':
      return `${host}:${port} may not be opened by this user: ${other}, from 1024 on`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine: choose another with ${flagOf(HOSTS[option])}`;
    default:
      return `${host}:${port} cannot be opened (${fault ?? 'it was in use'}): ${other}`;
  }
}

/** Listens, and returns the port. @throws TagwireError PORT_UNAVAILABLE */
export async function openServer(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `port ${port} cannot be opened: ${cause.message}`;
      reject(new TagwireError('PORT_UNAVAILABLE', message, { cause }));
    });
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Closes a server and its connections, without waiting for requests under way. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

/** Connections that each service may hold where file descriptors allow fewer than the usual limit; otherwise null. */
export function connectionBound({ crawl }: { crawl: boolean }): number | null {
  const left = connectionsOf(openFilesMax(), 2, crawl ? CRAWL.underWayMax : 0);
  return left === null || left >= HTTP.connectionsMax ? null : left;
}
