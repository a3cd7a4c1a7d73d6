/**
 * HttpServer on uWebSockets.js. The binary is native and not available everywhere, so it is loaded
 * on demand, and callers can catch a failed load (`loadUws`).
 *
 * Problems of the pinned binary that this file prevents:
 * - a handler that returns without an abort handler and without a complete answer ends the process,
 *   and an answer that a slow reader has not taken in full is not complete: `tryEnd` returns this,
 *   and every unfinished answer registers an abort handler before its request's handler returns;
 * - `endWithoutBody(n)` ends the process: HEAD and 304 write their own `content-length`;
 * - `end` buffers without limit for a client that sends and never reads: bodies are sent with
 *   `tryEnd`, which takes only as much as the socket takes. The rest waits here, one answer a
 *   connection (the binary closes a connection that sends its next request meanwhile), bounded by
 *   PENDING_BYTES_MAX in all and by STALL_MS in time; the binary ends most of them after 8 to 12
 *   seconds. Not bounded: header bytes of bodiless answers (HEAD, 304; about 500 each) that a
 *   client does not read; the rate limit bounds their number, and answers without a rate limit end
 *   the connection by `close`. The binary also closes a connection that pipelines a request behind
 *   an unfinished answer.
 */
import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js';
import { TagwireError } from '../../kernel/errors.js';
import { HTTP } from '../../kernel/limits.js';
import type { HeaderBlock } from './header-block.js';
import {
  HEAD_BYTES_MARGIN,
  type HttpServer,
  type HttpServerOptions,
  type Outflow,
  type OutgoingResponse,
  STALL_LOOKS,
  STALL_MS,
  type StreamReceiver,
  untilDrained,
} from './server.js';
import { loadBinary, type Uws } from './uws-binaries.js';
import { CommonAddress, UwsRequest, UwsSender } from './uws-message.js';

/** Bytes of all answers that wait for slow readers: 64 MiB hold 450 of the longest pages. */
const PENDING_BYTES_MAX = 64 * 1024 * 1024;
/** An unfinished answer ends after this many stall times, also if it makes progress. */
const ANSWER_STALLS_MAX = 10;

/** Loads the binary with the head size that a valid request needs. Throws where none fits. */
export function loadUws(): Uws {
  process.env.UWS_HTTP_MAX_HEADERS_SIZE = String(HTTP.headBytesMax + HEAD_BYTES_MARGIN);
  const uws = loadBinary();
  // Omits the header with the server's name; the types of the package lack this function.
  (uws as unknown as { _cfg?(option: string): void })._cfg?.('silent');
  return uws;
}

/** Creates a server that does not listen yet. */
export function createUwsServer(options: HttpServerOptions): HttpServer {
  return new UwsServer(options);
}

/** An answer that the socket has taken in part. */
interface PendingAnswer {
  raw: HttpResponse;
  rest: Uint8Array;
  /** Write offset at which `rest` starts. */
  startOffset: number;
  totalBytes: number;
  /** Checks since the client last took bytes. */
  looks: number;
  /** All checks. */
  age: number;
}

class UwsServer implements HttpServer {
  readonly #options: HttpServerOptions;
  readonly #common = new CommonAddress();
  readonly #request = new UwsRequest(this.#common);
  readonly #pending = new Set<PendingAnswer>();
  readonly #sender = new UwsSender();
  #uws: Uws | null = null;
  #app: TemplatedApp | null = null;
  #socket: us_listen_socket | null = null;
  #timer: NodeJS.Timeout | null = null;
  #pendingBytes = 0;
  #unanswered = 0;
  #connections = 0;

  constructor(options: HttpServerOptions) {
    this.#options = options;
  }

  get inFlight(): number {
    return this.#unanswered + this.#pending.size;
  }

  get openConnections(): number {
    return this.#connections;
  }

  async listen(): Promise<{ host: string; port: number }> {
    const uws = loadUws();
    const { host, port, connectionsMax = HTTP.connectionsMax } = this.#options;
    const app = uws.App();
    const countConnection = (res: HttpResponse, change: number): void => {
      this.#connections += change;
      if (change > 0) this.#common.opened(new Uint8Array(res.getRemoteAddress()));
      else if (this.#connections === 0) this.#common.allClosed();
      if (change > 0 && this.#connections > connectionsMax) res.close();
    };
    app.filter(countConnection);
    // Nearly all requests are GET: a constant costs less than asking for the method.
    app.get('/*', (res, req) => this.#accept(res, req, 'GET'));
    app.any('/*', (res, req) => this.#accept(res, req, req.getCaseSensitiveMethod()));
    const socket = await openSocket(uws, app, host, port);
    this.#uws = uws;
    this.#app = app;
    this.#socket = socket;
    const lookMs = (this.#options.stallMs ?? STALL_MS) / STALL_LOOKS;
    this.#timer = setInterval(() => this.#endStalled(), lookMs).unref();
    return { host, port: uws.us_socket_local_port(socket as never) };
  }

  stopAccepting(): void {
    if (this.#socket !== null) this.#uws?.us_listen_socket_close(this.#socket);
    this.#socket = null;
  }

  async close(): Promise<void> {
    this.stopAccepting();
    await untilDrained(this);
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#app?.close();
    this.#app = null;
  }

  #accept(raw: HttpResponse, req: HttpRequest, method: string): void {
    this.#request.open(req, raw, method);
    if (this.#request.isRefusedBelow) {
      // The binary answers this request itself; an answer here would be the second one.
      raw.onAborted(() => {});
      return;
    }
    const response = new UwsResponse(this, raw);
    this.#options.listener(this.#request, response);
    if (response.answered) return;
    this.#unanswered++;
    raw.onAborted(() => {
      if (response.abort()) this.#unanswered--;
    });
    response.later = true;
  }

  /** Called once by each response. */
  transmit(
    raw: HttpResponse,
    later: boolean,
    status: string,
    block: HeaderBlock,
    body: Uint8Array,
    head: boolean,
    close: boolean,
  ): void {
    if (later) this.#unanswered--;
    const sender = this.#sender;
    if (close) sender.sendAndClose(raw, status, block, body, head);
    else if (!sender.send(raw, status, block, body, head)) this.#wait(raw, body);
  }

  /** Called once by each response. The abort handler is set first: a write may fail. */
  stream(
    raw: HttpResponse,
    later: boolean,
    status: string,
    block: HeaderBlock,
    receiver: StreamReceiver,
  ): void {
    if (later) this.#unanswered--;
    const outflow = new UwsOutflow(raw, () => receiver.closed());
    raw.onAborted(() => {
      outflow.isOver = true;
      receiver.closed();
    });
    raw.onWritable(() => {
      receiver.drained();
      return true;
    });
    raw.cork(() => {
      raw.writeStatus(status);
      raw.writeHeader(block.name, block.value);
      receiver.opened(outflow);
    });
  }

  #wait(raw: HttpResponse, body: Uint8Array): void {
    const startOffset = raw.getWriteOffset();
    const rest = body.slice(startOffset);
    const answer = { raw, rest, startOffset, totalBytes: body.length, looks: 0, age: 0 };
    raw.onAborted(() => this.#forget(answer));
    if (this.#pendingBytes + rest.length > (this.#options.pendingBytesMax ?? PENDING_BYTES_MAX)) {
      raw.close();
      return;
    }
    this.#pending.add(answer);
    this.#pendingBytes += rest.length;
    raw.onWritable((offset) => {
      answer.looks = 0;
      const left = rest.subarray(offset - startOffset);
      const [taken, done] = raw.tryEnd(left, answer.totalBytes);
      if (done) this.#forget(answer);
      return taken;
    });
  }

  #forget(answer: PendingAnswer): void {
    if (this.#pending.delete(answer)) this.#pendingBytes -= answer.rest.length;
  }

  #endStalled(): void {
    for (const answer of this.#pending) {
      answer.looks++;
      answer.age++;
      const isOver = answer.age >= ANSWER_STALLS_MAX * STALL_LOOKS;
      if (isOver || answer.looks >= STALL_LOOKS) answer.raw.close();
    }
  }
}

/** Opens the port exclusively: a shared port would split the requests between processes. */
function openSocket(
  uws: Uws,
  app: TemplatedApp,
  host: string,
  port: number,
): Promise<us_listen_socket> {
  return new Promise((resolve, reject) => {
    // The types of the package lack the signature with host and options.
    const listen = app.listen.bind(app) as unknown as (
      host: string,
      port: number,
      options: number,
      opened: (socket: us_listen_socket | false) => void,
    ) => void;
    const exclusive = (uws as unknown as { LIBUS_LISTEN_EXCLUSIVE_PORT: number })
      .LIBUS_LISTEN_EXCLUSIVE_PORT;
    listen(host, port, exclusive, (socket) => {
      if (socket) resolve(socket);
      else reject(new TagwireError('PORT_UNAVAILABLE', `cannot listen on ${host}:${port}`));
    });
  });
}

/** The binary buffers what `write` cannot send, so no write follows before it has drained. */
class UwsOutflow implements Outflow {
  isOver = false;
  readonly #raw: HttpResponse;
  readonly #closed: () => void;

  constructor(raw: HttpResponse, closed: () => void) {
    this.#raw = raw;
    this.#closed = closed;
  }

  write(bytes: Uint8Array): boolean {
    if (this.isOver) return false;
    let isTaken = false;
    this.#raw.cork(() => {
      isTaken = this.#raw.write(bytes);
    });
    return isTaken;
  }

  /** After the end, the binary emits no more events for the answer. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#raw.cork(() => this.#raw.end());
    this.#closed();
  }

  close(): void {
    if (!this.isOver) this.#raw.close();
  }
}

/** The response of one request; reused for the next one when it was answered at once. */
class UwsResponse implements OutgoingResponse {
  aborted = false;
  answered = false;
  /** The listener has returned without an answer. */
  later = false;
  readonly #server: UwsServer;
  readonly #raw: HttpResponse;

  constructor(server: UwsServer, raw: HttpResponse) {
    this.#server = server;
    this.#raw = raw;
  }

  /** Marks the response as aborted; true when it had no answer yet. */
  abort(): boolean {
    const owed = !this.answered && !this.aborted;
    this.aborted = true;
    return owed;
  }

  send(
    status: string,
    block: HeaderBlock,
    body: Uint8Array,
    head: boolean,
    close: boolean = false,
  ): void {
    if (this.answered || this.aborted) return;
    this.answered = true;
    this.#server.transmit(this.#raw, this.later, status, block, body, head, close);
  }

  stream(status: string, block: HeaderBlock, receiver: StreamReceiver): void {
    if (this.answered || this.aborted) return;
    this.answered = true;
    this.#server.stream(this.#raw, this.later, status, block, receiver);
  }
}
