/**
 * Addresses and ports of the servers of a process: how addresses are written, how ports are opened, what is said
 * where one cannot be opened, and how many connections each may hold.
 */

import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { type Config, flagOf } from '../kernel/config.js';
import { operatingError, TagwireError } from '../kernel/errors.js';
import { CRAWL, HTTP } from '../kernel/limits.js';
import { connectionsOf, openFilesMax } from './metrics/machine.js';

/** The configured public address without a final slash, or the one that is listened on. */
export function publicUrlOf(configured: string, host: string, port: number): string {
  if (configured !== '') return configured.replace(/\/+$/, '');
  return localUrlOf(host, port);
}

/** Every address of a machine, and the one of them that can be asked. */
const LOOPBACK = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** Where a server of this machine is asked that listens on an address. */
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

/** What `open` gives. @throws TagwireError PORT_UNAVAILABLE with what to do, and what else `open` throws. */
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
    // Not every server says why its port cannot be opened, so a probe finds out.
    const fault = await portFault(port, host);
    throw new TagwireError('PORT_UNAVAILABLE', portText(config, option, fault), { cause });
  }
}

/** Why a port cannot be opened: a code of the system, null when it can be. Leaves it free. */
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

/** Gives the port. @throws TagwireError PORT_UNAVAILABLE */
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

/** Waits for no request that is under way. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

/** Connections that each of the two services may hold where the descriptors leave fewer than it would. */
export function connectionBound({ crawl }: { crawl: boolean }): number | null {
  const left = connectionsOf(openFilesMax(), 2, crawl ? CRAWL.underWayMax : 0);
  return left === null || left >= HTTP.connectionsMax ? null : left;
}
