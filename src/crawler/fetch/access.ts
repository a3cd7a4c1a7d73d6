/**
 * The operator's settings for requests to a source: headers, cookies, name and password, user agent, proxy.
 *
 * Invariants: headers, cookies and passwords go to the source's own hosts and to no other, wherever a redirect
 * leads. A value `env:NAME` or `file:PATH` is looked up when it is sent, so that no configuration, state or log
 * holds a secret.
 *
 * Connections through a proxy (http, https or socks5):
 *
 *   dial ─► socket to the proxy ─► (https: TLS) ─► CONNECT or SOCKS5 to a checked address ─► dial
 *
 * A proxy is asked for an address that has passed the rules, never for a name, so it reaches nothing that a direct
 * fetch would not reach. No message holds its name and password. Not here: the choice of the address, TLS with the
 * target (dial.ts).
 */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { messageOf } from '../../kernel/errors.js';
import { hostOf } from './addresses.js';
import { codeOf, type FetchAccess, FetchFault, type FetchHeaders, plain } from './outcome.js';

const KEPT = /^(env|file):(.+)$/s;
const SECRET_UNITS_MAX = 8192;

/** Whether a value only names the place where the real value is kept. */
export function isKept(value: string): boolean {
  return KEPT.test(value);
}

/** Whether an address belongs to the source itself. */
export function isOwn({ hosts }: FetchAccess, url: URL): boolean {
  const host = url.host.replace(/^www\./, '');
  return hosts.some((own) => host === own || host.endsWith(`.${own}`));
}

/**
 * Headers for one request.
 * @throws FetchFault `blocked` where a value that is kept elsewhere cannot be read.
 */
export function headersOfAccess(access: FetchAccess, url: URL): FetchHeaders {
  const { headers, cookies, userAgent, basicAuth } = access;
  const agent = userAgent === null ? {} : { 'user-agent': userAgent };
  if (!isOwn(access, url)) return agent;
  const named = Object.entries(headers).map(([name, value]) => [name, textOf(value)]);
  const pair = basicAuth === null ? null : Buffer.from(textOf(basicAuth)).toString('base64');
  return {
    ...agent,
    ...Object.fromEntries(named),
    ...(cookies === null ? {} : { cookie: textOf(cookies) }),
    ...(pair === null ? {} : { authorization: `Basic ${pair}` }),
  };
}

/**
 * The proxy of every request; null for none.
 * @throws FetchFault `blocked` where its address is kept elsewhere and cannot be read.
 */
export function proxyOf({ proxy }: FetchAccess): URL | null {
  if (proxy === null) return null;
  const url = proxyUrlOf(textOf(proxy));
  if (url !== null) return url;
  throw new FetchFault('blocked', `What sources.toml keeps in ${proxy} is no address of a proxy.`);
}

/** The sent headers for display: each secret is replaced by the place where it is kept. */
export function shownHeaders({ headers, cookies, basicAuth }: FetchAccess, sent: FetchHeaders) {
  const written = {
    ...headers,
    cookie: cookies,
    authorization: basicAuth ?? headers.authorization,
  };
  const shown = Object.entries(sent).map(([name, value]) => {
    const kept = written[name as 'cookie'];
    return [name, kept != null && isKept(kept) ? `(from ${kept})` : value];
  });
  return Object.fromEntries(shown) as FetchHeaders;
}

function textOf(text: string): string {
  const [, place, name = ''] = KEPT.exec(text) ?? [];
  const value = place === undefined ? text : place === 'env' ? process.env[name] : contentOf(name);
  const clean = value?.trim() ?? '';
  if (/^[\x20-\x7e]+$/.test(clean) && clean.length <= SECRET_UNITS_MAX) return clean;
  throw new FetchFault(
    'blocked',
    `What sources.toml keeps in ${text} is not there, or no plain text.`,
  );
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const PROTOCOLS = new Map([
  ['http:', 80],
  ['https:', 443],
  ['socks5:', 1080],
]);
/** A proxy's answer before it opens a connection has only a few lines. */
const HEAD_BYTES_MAX = 16 * 1024;

/** Parses the address of a proxy; null for an invalid one. */
export function proxyUrlOf(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isBare = url !== null && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
  return isBare && PROTOCOLS.has(url.protocol) && url.hostname !== '' ? url : null;
}

export function proxyPortOf({ port, protocol }: URL): number {
  return port === '' ? PROTOCOLS.get(protocol)! : Number(port);
}

/** The part of a connection's key that names its proxy, with the password. */
export function proxyKeyOf(proxy: URL | null): string {
  return proxy === null ? '' : ` by ${proxy.href}`;
}

/**
 * Makes a proxy connect to an address, over `socket`, which is open to the proxy. The socket is then the
 * connection; the caller destroys it where this fails.
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

/** An error on the way to a proxy, or at the proxy. */
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
  // Loaded on use, because most installations have no proxy.
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
