/**
 * Resolves the host of a target, and opens a connection to an address that the rules allow.
 *
 * Invariants: a socket is opened to an address, never to a name, so a name that resolves differently the
 * second time has no effect. The address that the socket reports is checked again before a byte is sent.
 * After an abort no socket stays open. A proxy that the operator names may have any address, and is asked
 * for the addresses that a direct connection would use.
 * Not here: requests (exchange.ts), reuse of connections (connections.ts).
 */
import { lookup, Resolver } from 'node:dns/promises';
import { isIP, connect as openTcp, type Socket } from 'node:net';
import { connect as startTls } from 'node:tls';
import { messageOf } from '../../kernel/errors.js';
import { Turns } from '../../kernel/turns.js';
import { askProxy, proxyError, proxyPortOf } from './access.js';
import { type AddressRules, hostOf, isLiteral, portOf, privateFault } from './addresses.js';
import { codeOf, FetchFault, plain, tlsFault } from './outcome.js';

/** Addresses of one name that are tried; sites have more to balance load, not because some fail. */
const ADDRESSES_MAX = 4;
/** Addresses of one name that are checked. */
const RESOLVED_MAX = 64;

export interface DialOptions {
  rules: AddressRules;
  resolve: Resolve;
  /** Milliseconds for all steps together. */
  connectMs: number;
  /** Opens the socket; tests count and replace it. */
  openSocket?: ((port: number, address: string) => Socket) | undefined;
  /** PEM certificates that are trusted instead of the default ones; for tests. */
  certificates?: string | undefined;
}

/** Settings of one connection that is not made in the default way. */
export interface Way {
  /** Accepts any certificate of the target. */
  isLoose: boolean;
  proxy: URL | null;
}

export interface Connection {
  socket: Socket;
  /** The address of the other end; with a proxy, the address that the proxy was asked for. */
  remoteAddress: string;
}

/** @throws FetchFault when there is no connection, or the reason of the signal. */
export async function dial(
  url: URL,
  options: DialOptions,
  signal: AbortSignal,
  { isLoose, proxy }: Way = { isLoose: false, proxy: null },
): Promise<Connection> {
  const addresses = await ended(allowedAddresses(url, options), signal);
  let failure: unknown;
  for (const [index, address] of addresses.entries()) {
    const attemptMs = Math.ceil(options.connectMs / (addresses.length - index));
    try {
      const connection =
        proxy === null
          ? await openTo(address, url, options, attemptMs, signal)
          : await openBy(proxy, address, url, options, attemptMs, signal);
      return url.protocol === 'https:'
        ? await encrypt(connection, url, options, signal, isLoose)
        : connection;
    } catch (thrown) {
      if (thrown instanceof FetchFault) throw thrown;
      signal.throwIfAborted();
      failure = thrown;
    }
  }
  const detail = codeOf(failure) || plain(messageOf(failure), 100);
  throw new FetchFault('connect', `No connection to ${url.host} could be made (${detail}).`);
}

async function allowedAddresses(url: URL, { rules, resolve }: DialOptions): Promise<string[]> {
  const host = hostOf(url);
  const found = isLiteral(url) ? [host] : await resolved(url, resolve);
  const addresses = [...new Set(found.slice(0, RESOLVED_MAX))].filter((one) => isIP(one) !== 0);
  const allowed = addresses.filter((address) => rules.allows(address));
  if (addresses.length === 0) throw new FetchFault('dns', `The name ${host} has no address.`);
  if (allowed.length === 0) throw privateFault(url, addresses[0]!, rules);
  return mixed(allowed);
}

async function resolved(url: URL, resolve: Resolve): Promise<readonly string[]> {
  try {
    return await resolve(hostOf(url));
  } catch (thrown) {
    const detail = codeOf(thrown) || plain(messageOf(thrown), 100);
    throw new FetchFault('dns', `The name ${hostOf(url)} has no address (${detail}).`);
  }
}

/** IPv4 and IPv6 addresses in turns, IPv4 first, because IPv6 is missing or broken on many machines. */
function mixed(addresses: string[]): string[] {
  const v4 = addresses.filter((address) => isIP(address) === 4);
  const v6 = addresses.filter((address) => isIP(address) === 6);
  const pairs = Array.from({ length: ADDRESSES_MAX }, (_, index) => [v4[index], v6[index]]);
  return pairs
    .flat()
    .filter((address) => address !== undefined)
    .slice(0, ADDRESSES_MAX);
}

async function openTo(
  address: string,
  url: URL,
  options: DialOptions,
  attemptMs: number,
  signal: AbortSignal,
): Promise<Connection> {
  const open = options.openSocket ?? ((port, host) => openTcp({ port, host }));
  const socket = open(portOf(url), address);
  await ready(socket, 'connect', attemptMs, signal);
  const { remoteAddress } = socket;
  if (remoteAddress !== undefined && options.rules.allows(remoteAddress)) {
    socket.setNoDelay(true);
    return { socket, remoteAddress };
  }
  socket.destroy();
  throw privateFault(url, remoteAddress ?? address, options.rules);
}

/** A connection through a proxy. @throws Error that names the proxy. */
async function openBy(
  proxy: URL,
  address: string,
  url: URL,
  options: DialOptions,
  attemptMs: number,
  signal: AbortSignal,
): Promise<Connection> {
  const open = options.openSocket ?? ((port, host) => openTcp({ port, host }));
  const [place = ''] = isLiteral(proxy)
    ? [hostOf(proxy)]
    : await ended(resolved(proxy, options.resolve), signal);
  const bare = open(proxyPortOf(proxy), place);
  try {
    await ready(bare, 'connect', attemptMs, signal);
  } catch (thrown) {
    throw proxyError(proxy, thrown);
  }
  bare.setNoDelay(true);
  const toProxy = { socket: bare, remoteAddress: address };
  const { socket } =
    proxy.protocol === 'https:' ? await encrypt(toProxy, proxy, options, signal, false) : toProxy;
  const asked = askProxy(proxy, socket, address, portOf(url), attemptMs);
  try {
    await ended(asked, signal);
  } catch (thrown) {
    socket.destroy();
    throw thrown;
  }
  return { socket, remoteAddress: address };
}

async function encrypt(
  { socket, remoteAddress }: Connection,
  url: URL,
  options: DialOptions,
  signal: AbortSignal,
  isLoose: boolean,
): Promise<Connection> {
  const host = hostOf(url);
  const secure = startTls({
    socket,
    host,
    // TLS allows only names here, no literal addresses.
    servername: isLiteral(url) ? '' : host,
    rejectUnauthorized: !isLoose,
    ALPNProtocols: ['http/1.1'],
    ...(options.certificates === undefined ? {} : { ca: options.certificates }),
  });
  try {
    await ready(secure, 'secureConnect', options.connectMs, signal);
  } catch (thrown) {
    socket.destroy();
    signal.throwIfAborted();
    throw tlsFault(thrown, url);
  }
  return { socket: secure, remoteAddress };
}

/** Waits for an event of the socket, and destroys the socket where the event does not come in time. */
function ready(socket: Socket, event: string, waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (failure?: unknown): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off('close', onClose);
      socket.off(event, onReady);
      if (failure === undefined) resolve();
      else {
        socket.destroy();
        reject(failure);
      }
    };
    const onAbort = (): void => settle(signal.reason);
    const onClose = (): void => settle(new Error('closed by the other side'));
    const onReady = (): void => settle();
    const timer = setTimeout(() => settle(new Error(`nothing in ${waitMs} ms`)), waitMs);
    // This listener stays, because an error of a socket without a listener ends the process.
    socket.on('error', settle);
    socket.once(event, onReady);
    socket.once('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

/** The promise, or a rejection with the signal's reason where the signal aborts first. */
export function ended<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    promise
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
      .catch(() => {});
  });
}

/** Addresses of a name; rejects where there are none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Concurrent lookups: half of the thread pool's four threads. */
const LOOKUPS_MAX = 2;
/** Lookups that wait; when there are more, a name counts as unknown. */
const LOOKUPS_WAITING_MAX = 1000;
/** Timeout of a query, which is sent twice, so that one lost packet does no harm. */
const QUERY_MS = 2500;

/** Codes after which the operating system would only occupy a thread for as long again. */
const HOPELESS = new Set(['ETIMEOUT', 'ESERVFAIL', 'ECANCELLED']);

interface ResolverOptions {
  /** Name servers that are asked instead of those of the system. */
  servers?: readonly string[];
  /** Asks the operating system. */
  lookup?: Resolve;
}

const systemLookup: Resolve = async (hostname) => {
  const known = await lookup(hostname, { all: true, verbatim: true });
  return known.map(({ address }) => address);
};

/**
 * Resolves names without blocking the thread pool that files and decoders share.
 *
 * The name servers are asked directly. The operating system, which knows the hosts file, is asked only
 * where the name servers cannot be reached or do not know the name: each such lookup blocks a thread of
 * the pool, so at most `LOOKUPS_MAX` run at the same time.
 */
export function createResolver(options: ResolverOptions = {}): Resolve {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 });
  if (options.servers !== undefined) resolver.setServers(options.servers);
  const ask = options.lookup ?? systemLookup;
  const lookups = new Turns(LOOKUPS_MAX, LOOKUPS_WAITING_MAX, tooManyNames);
  return async (hostname) => {
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed !== undefined && HOPELESS.has(codeOf(failed.reason))) throw failed.reason;
    return lookups.take(() => ask(hostname));
  };
}

function tooManyNames(): Error {
  return new Error('too many names wait');
}
