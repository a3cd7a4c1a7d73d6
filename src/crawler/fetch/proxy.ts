/**
 * Connections by way of a proxy that the operator of a source names: http, https or socks5.
 *
 *   dial ─► socket to the proxy ─► (https: TLS) ─► CONNECT or SOCKS5 to a checked address ─► dial
 *
 * Invariants: the proxy is asked for an address that has passed the rules, never for a name, so it
 * opens nothing that a direct fetch would not; no message holds its name and password.
 * Not here: which address (dial.ts), TLS with the target (dial.ts), where a proxy's address is kept
 * (access.ts).
 */
import { request } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { messageOf } from '../../kernel/errors.js';
import { hostOf } from './addresses.js';
import { codeOf, plain } from './faults.js';

const PROTOCOLS = new Map([
  ['http:', 80],
  ['https:', 443],
  ['socks5:', 1080],
]);
/** What a proxy says before it opens a connection is a few lines. */
const HEAD_BYTES_MAX = 16 * 1024;

/** Reads the address of a proxy; null for what is none. */
export function proxyUrlOf(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isBare = url !== null && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
  return isBare && PROTOCOLS.has(url.protocol) && url.hostname !== '' ? url : null;
}

export function proxyPortOf({ port, protocol }: URL): number {
  return port === '' ? PROTOCOLS.get(protocol)! : Number(port);
}

/** Names the proxy in keys of connections; its password is part of what it is. */
export function proxyKeyOf(proxy: URL | null): string {
  return proxy === null ? '' : ` by ${proxy.href}`;
}

/**
 * Has a proxy, to which `socket` is open, connect to an address. The socket is the connection from then
 * on; who calls destroys it where this fails.
 * @throws Error with a sentence that names the proxy.
 */
export async function askProxy(
  proxy: URL,
  socket: Socket,
  address: string,
  port: number,
  timeoutMs: number,
): Promise<void> {
  try {
    if (proxy.protocol === 'socks5:') await bySocks(proxy, socket, address, port, timeoutMs);
    else await byConnect(proxy, socket, address, port);
  } catch (thrown) {
    throw proxyError(proxy, thrown);
  }
}

/** What went wrong on the way to a proxy, or there. */
export function proxyError({ host }: URL, thrown: unknown): Error {
  return new Error(`the proxy ${host}: ${codeOf(thrown) || plain(messageOf(thrown), 100)}`);
}

function byConnect(proxy: URL, socket: Socket, address: string, port: number): Promise<void> {
  const place = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const login = loginOf(proxy);
  const pair = Buffer.from(`${login?.userId}:${login?.password}`).toString('base64');
  return new Promise((resolve, reject) => {
    const asked = request({
      ...{ method: 'CONNECT', path: place, maxHeaderSize: HEAD_BYTES_MAX },
      createConnection: () => socket,
      headers: { host: place, ...(login && { 'proxy-authorization': `Basic ${pair}` }) },
    });
    asked.once('connect', ({ statusCode = 0 }, _socket, head) => {
      if (statusCode < 200 || statusCode > 299) reject(new Error(`it answered ${statusCode}`));
      else if (head.length > 0) reject(new Error('it sent what nobody asked for'));
      else resolve();
    });
    asked.once('error', reject);
    asked.end();
  });
}

async function bySocks(
  proxy: URL,
  socket: Socket,
  address: string,
  port: number,
  timeout: number,
): Promise<void> {
  // Most installations have no proxy, and load nothing for it.
  const { SocksClient } = await import('socks');
  const place = { host: hostOf(proxy), port: proxyPortOf(proxy) };
  await SocksClient.createConnection({
    ...{ command: 'connect', timeout, existing_socket: socket },
    proxy: { ...place, type: 5, ...loginOf(proxy) },
    destination: { host: address, port },
  });
}

function loginOf({ username, password }: URL): { userId: string; password: string } | null {
  if (username === '' && password === '') return null;
  return { userId: decodeURIComponent(username), password: decodeURIComponent(password) };
}
