/**
 * HttpServer on Node's own `http`, for machines on which no binary of uWebSockets.js fits: newer
 * versions of Node.js, musl. It keeps the same contract, but is several times slower.
 *
 * Invariants: an answer is written in pieces, so that progress is visible. A connection ends when
 * its client takes nothing for `stallMs`, when too many bytes wait in all, or when the client has
 * too many outstanding answers. Node.js emits no event for an answer that is queued behind another
 * one when the connection closes, so this file counts answers by socket.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { TagwireError } from '../../kernel/errors.js';
import { HTTP } from '../../kernel/limits.js';
import type { HeaderBlock } from './header-block.js';
import { endRefused, isHead, messageFor, NodeRequest, refuse, statusOf } from './node-request.js';
import {
  GOES_ON,
  HEAD_BYTES_MARGIN,
  type HttpServer,
  type HttpServerOptions,
  type OutgoingResponse,
  STALL_LOOKS,
  STALL_MS,
  type StreamReceiver,
  untilDrained,
} from './server.js';

/** Half of the bound of uws-server.ts: Node.js needs the same memory again for these bytes. */
const PENDING_BYTES_MAX = 32 * 1024 * 1024;
/** A client that takes this much within the stall time is slow, but not gone. */
const PIECE_BYTES = 64 * 1024;
/** Outstanding answers of one connection: more than any regular client pipelines. */
const OUTSTANDING_MAX = 16;
/** The same number as in uWebSockets.js. */
const HEADER_LINES_MAX = 98;
const OWED = Symbol('owed');

type KnownSocket = Socket & { [OWED]?: Set<NodeResponse> };

/** Creates a server that does not listen yet. */
export function createNodeServer(options: HttpServerOptions): HttpServer {
  return new NodeServer(options);
}

class NodeServer implements HttpServer {
  readonly #options: HttpServerOptions;
  readonly #server: Server;
  readonly #owed = new Set<NodeResponse>();
  readonly #closed: Promise<void>;
  #pendingBytes = 0;
  #connections = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: HttpServerOptions) {
    this.#options = options;
    this.#server = createServer({
      maxHeaderSize: HTTP.headBytesMax + HEAD_BYTES_MARGIN,
      // The service answers a missing Host with its own error.
      requireHostHeader: false,
    });
    this.#server.maxConnections = options.connectionsMax ?? HTTP.connectionsMax;
    this.#closed = new Promise((resolve) => this.#server.once('close', resolve));
    this.#server.on('connection', (socket: KnownSocket) => {
      this.#connections += 1;
      socket[OWED] = new Set();
      socket.on('close', () => {
        this.#connections -= 1;
        for (const response of socket[OWED]!) this.#forget(socket, response);
      });
    });
    this.#server.on('request', (message, response) => this.#accept(message, response));
    // A server may ignore an unknown expectation (RFC 9110, 10.1.1); so does uWebSockets.js.
    this.#server.on('checkExpectation', (message, response) => this.#accept(message, response));
    this.#server.on('connect', (_message, socket) => this.#refuse(socket as KnownSocket, 405));
    this.#server.on('clientError', (error, socket) =>
      this.#refuse(socket as KnownSocket, statusOf(error), isHead(error), messageFor(error)),
    );
  }

  get inFlight(): number {
    return this.#owed.size;
  }

  get openConnections(): number {
    return this.#connections;
  }

  async listen(): Promise<{ host: string; port: number }> {
    const { host, port } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (cause) => {
        const message = `cannot listen on ${host}:${port}`;
        reject(new TagwireError('PORT_UNAVAILABLE', message, { cause }));
      });
      this.#server.listen({ host, port, exclusive: true }, resolve);
    });
    const lookMs = (this.#options.stallMs ?? STALL_MS) / STALL_LOOKS;
    this.#timer = setInterval(() => this.#endStalled(), lookMs).unref();
    return { host, port: (this.#server.address() as AddressInfo).port };
  }

  stopAccepting(): void {
    if (this.#server.listening) this.#server.close();
  }

  async close(): Promise<void> {
    this.stopAccepting();
    await untilDrained(this);
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#server.closeAllConnections();
    if (this.#timer !== null) await this.#closed;
    // The close events of sockets follow some turns later.
    while (this.#connections > 0) await new Promise((resolve) => setImmediate(resolve));
  }

  #accept(message: IncomingMessage, raw: ServerResponse): void {
    const socket = message.socket as KnownSocket;
    const owed = socket[OWED]!;
    if (owed.size >= OUTSTANDING_MAX) {
      socket.destroy();
      return;
    }
    const isTooLong = message.rawHeaders.length > 2 * HEADER_LINES_MAX;
    if (isTooLong || message.httpVersionMajor !== 1) {
      this.#refuse(socket, isTooLong ? 431 : 505, message.method === 'HEAD');
      return;
    }
    const response = new NodeResponse(raw, this);
    owed.add(response);
    this.#owed.add(response);
    raw.once('close', () => this.#forget(socket, response));
    this.#options.listener(new NodeRequest(message), response);
  }

  #forget(socket: KnownSocket, response: NodeResponse): void {
    response.aborted = true;
    const owed = socket[OWED]!;
    owed.delete(response);
    if (this.#owed.delete(response)) this.changePending(-response.pendingBytes);
    if (owed.size === 0) endRefused(socket);
  }

  #refuse(socket: KnownSocket, status: number, isBodiless = false, message?: string): void {
    const owed = socket[OWED]?.size ?? 0;
    refuse(socket, status, owed, this.#options.refusal, isBodiless, message);
  }

  /** Forgets an answer that became a stream: it is not waited for, and is not outstanding. */
  release(response: NodeResponse): void {
    this.#owed.delete(response);
  }

  /** Adds to the count of waiting bytes; false above the bound. */
  changePending(byBytes: number): boolean {
    this.#pendingBytes += byBytes;
    return this.#pendingBytes <= (this.#options.pendingBytesMax ?? PENDING_BYTES_MAX);
  }

  #endStalled(): void {
    for (const response of this.#owed) response.look();
  }
}

class NodeResponse implements OutgoingResponse {
  aborted = false;
  /** Bytes of the answer that the socket has not taken. */
  pendingBytes = 0;
  readonly #raw: ServerResponse;
  readonly #server: NodeServer;
  #answered = false;
  /** Checks since the client last took bytes. */
  #looks = 0;

  constructor(raw: ServerResponse, server: NodeServer) {
    this.#raw = raw;
    this.#server = server;
  }

  send(
    status: string,
    block: HeaderBlock,
    body: Uint8Array,
    head: boolean,
    close: boolean = false,
  ): void {
    if (this.#answered || this.aborted) return;
    this.#answered = true;
    const raw = this.#raw;
    const headers = block.entries();
    const isBodiless = status.startsWith('204') || status.startsWith('304');
    if (!isBodiless && body !== GOES_ON) headers.push(['content-length', String(body.length)]);
    if (close) headers.push(['connection', 'close']);
    raw.writeHead(Number(status.slice(0, 3)), status.slice(4), headers.flat());
    if (head || isBodiless) {
      raw.end();
      return;
    }
    this.pendingBytes = body.length;
    if (this.#server.changePending(body.length)) this.#write(Buffer.from(body), 0);
    else raw.destroy();
  }

  stream(status: string, block: HeaderBlock, receiver: StreamReceiver): void {
    if (this.#answered || this.aborted) return;
    this.#answered = true;
    this.#server.release(this);
    const raw = this.#raw;
    raw.once('close', () => receiver.closed());
    raw.on('drain', () => receiver.drained());
    raw.writeHead(Number(status.slice(0, 3)), status.slice(4), block.entries().flat());
    receiver.opened({
      write: (bytes) => !this.aborted && raw.write(Buffer.from(bytes)),
      end: () => raw.end(),
      close: () => raw.destroy(),
    });
  }

  /** Ends the connection of a client that has taken nothing for too long. */
  look(): void {
    if (!this.#answered) return;
    this.#looks += 1;
    if (this.#looks >= STALL_LOOKS) this.#raw.destroy();
  }

  /** Writes piece by piece: each piece that the socket takes is progress. */
  #write(body: Buffer, from: number): void {
    const piece = body.subarray(from, from + PIECE_BYTES);
    const isLast = from + piece.length === body.length;
    const taken = (): void => {
      this.#looks = 0;
      if (this.aborted) return;
      this.pendingBytes -= piece.length;
      this.#server.changePending(-piece.length);
      if (!isLast) this.#write(body, from + piece.length);
    };
    if (isLast) this.#raw.end(piece, taken);
    else this.#raw.write(piece, taken);
  }
}
