/**
 * Connections that carry one request at a time, some of which stay open for the next request.
 *
 * Invariants: each undici client owns exactly one socket that `dial` has checked, and can open no other. A
 * lease belongs to one exchange until it is released or destroyed. An origin has at most one idle
 * connection, and all have `idleConnectionsMax`. A connection whose answer is read leniently serves once.
 */
import type { Socket } from 'node:net';
import { Client } from 'undici';
import { proxyKeyOf } from './access.js';
import { type Connection, type DialOptions, dial, type Way } from './dial.js';
import { LenientSocket } from './lenient-head.js';
import type { FetchLimits } from './outcome.js';

/** Origins whose answers are read leniently from the start; a forgotten origin costs a second request again. */
const LENIENT_ORIGINS_MAX = 1000;

export interface ConnectionLease {
  readonly client: Client;
  /** Origin, verification of its certificate, and proxy. */
  readonly key: string;
  readonly connection: Connection;
  /** Whether the connection has served before: then the other side may just have closed it. */
  isUsed: boolean;
  /** Whether the head of the answer is parsed as browsers parse it. */
  readonly isLenient: boolean;
}

export type ConnectionLimits = Pick<FetchLimits, 'idleConnectionsMax' | 'idleMs' | 'headBytesMax'>;

export class Connections {
  readonly #options: DialOptions;
  readonly #limits: ConnectionLimits;
  /** Idle connections by origin, the longest idle first. */
  readonly #idle = new Map<string, ConnectionLease>();
  /** Keys of origins whose answers only the lenient parser understands. */
  readonly #lenient = new Set<string>();
  #isClosed = false;

  constructor(options: DialOptions, limits: ConnectionLimits) {
    this.#options = options;
    this.#limits = limits;
  }

  /** An idle connection, or null. */
  take(url: URL, way: Way): ConnectionLease | null {
    const key = keyOf(url, way);
    const lease = this.#idle.get(key);
    if (lease === undefined) return null;
    this.#idle.delete(key);
    if (isOpen(lease)) return lease;
    this.destroy(lease);
    return null;
  }

  /** A new connection. @throws FetchFault, or the reason of the signal. */
  async open(url: URL, signal: AbortSignal, way: Way): Promise<ConnectionLease> {
    const connection = await dial(url, this.#options, signal, way);
    const key = keyOf(url, way);
    const isLenient = this.#lenient.has(key);
    const { socket } = connection;
    const read = isLenient ? new LenientSocket(socket, this.#limits.headBytesMax) : socket;
    const client = this.#clientOver(read as Socket, url.origin);
    return { client, key, connection, isUsed: false, isLenient };
  }

  /** Makes later connections to the lease's origin parse answers leniently. */
  readLeniently({ key }: ConnectionLease): void {
    this.#lenient.add(key);
    const [oldest] = this.#lenient;
    if (this.#lenient.size > LENIENT_ORIGINS_MAX) this.#lenient.delete(oldest!);
  }

  /** Keeps the connection for a next request, if it can serve one. */
  release(lease: ConnectionLease): void {
    const { key, client, isLenient } = lease;
    if (isLenient || this.#isClosed || !isOpen(lease) || this.#idle.has(key)) {
      this.destroy(lease);
      return;
    }
    this.#idle.set(key, lease);
    if (!lease.isUsed) client.once('disconnect', () => this.#forget(lease));
    lease.isUsed = true;
    if (this.#idle.size > this.#limits.idleConnectionsMax) {
      const [oldest] = this.#idle.values();
      this.#idle.delete(oldest!.key);
      this.destroy(oldest!);
    }
  }

  #forget(lease: ConnectionLease): void {
    if (this.#idle.get(lease.key) === lease) this.#idle.delete(lease.key);
  }

  /** Ends the connection; a request on it fails with `reason`. */
  destroy({ client, connection }: ConnectionLease, reason: Error | null = null): void {
    client.destroy(reason).catch(() => {});
    connection.socket.destroy();
  }

  close(): void {
    this.#isClosed = true;
    for (const lease of this.#idle.values()) this.destroy(lease);
    this.#idle.clear();
  }

  #clientOver(socket: Socket, origin: string): Client {
    let isGiven = false;
    return new Client(origin, {
      connect: (_options, callback) => {
        const isUsable = !isGiven && !socket.destroyed;
        isGiven = true;
        // The client sends nothing over a socket that it receives before `connect` has returned.
        queueMicrotask(() => {
          if (isUsable) callback(null, socket);
          else callback(new Error('closed by the other side'), null);
        });
      },
      pipelining: 1,
      maxHeaderSize: this.#limits.headBytesMax,
      keepAliveTimeout: this.#limits.idleMs,
      keepAliveMaxTimeout: this.#limits.idleMs,
      // The exchange has its own timeouts, for phases that undici does not distinguish.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }
}

function keyOf({ origin }: URL, { isLoose, proxy }: Way): string {
  return `${origin}${isLoose ? ' loose' : ''}${proxyKeyOf(proxy)}`;
}

function isOpen({ client, connection: { socket } }: ConnectionLease): boolean {
  return !client.destroyed && !socket.destroyed && socket.readable && socket.writable;
}
