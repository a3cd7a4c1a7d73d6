/**
 * The interface between a service and an HTTP server: uWebSockets.js or Node's `http`.
 *
 * Invariants: a request object is valid only until the listener returns, so code that awaits reads
 * it first; a response is answered once, and answering an aborted response does nothing. Not here:
 * routes, parameters, limits (service.ts).
 */
import { HTTP } from '../../kernel/limits.js';
import type { HeaderBlock } from './header-block.js';

/** Valid only until the listener returns: the server may reuse the object for the next request. */
export interface IncomingRequest {
  /** As sent, in upper and lower case. */
  readonly method: string;
  /** Percent-encoded, without the query. */
  readonly path: string;
  /** Percent-encoded, without the `?`; '' without a query. */
  readonly rawQuery: string;
  /** Why the request must be refused, as a sentence; '' for a valid request. */
  readonly fault: string;
  /** Value of the first header of this lower-case name, '' when absent. */
  header(name: string): string;
  /** Values of all headers of this lower-case name in their order, joined by commas. */
  headers(name: string): string;
  /** Address of the peer: 4 or 16 bytes. */
  remoteAddress(): Uint8Array;
  /**
   * Collects the body; called before the listener returns. Null for a body longer than `bytesMax`.
   * Never settles where the client disconnects first.
   */
  readBody(bytesMax: number): Promise<Uint8Array | null>;
}

export interface OutgoingResponse {
  /**
   * Answers with a body that is copied before this returns, so it may be scratch memory.
   * @param head sends the headers of a GET, `content-length` included unless the body is `GOES_ON`,
   *   but no body.
   * @param close the connection ends after this answer, also where further requests were pipelined.
   */
  send(
    status: string,
    headerBlock: HeaderBlock,
    body: Uint8Array,
    head: boolean,
    close?: boolean,
  ): void;
  /** Answers with a body that the receiver writes until either side ends it. */
  stream(status: string, headerBlock: HeaderBlock, receiver: StreamReceiver): void;
  /** The client has disconnected: no answer can be sent. */
  readonly aborted: boolean;
}

/** Body of an answer whose length is not known. */
export const GOES_ON = new Uint8Array(0);

/** The connection to a client whose answer is a stream. */
export interface Outflow {
  /**
   * Sends bytes, which are copied or sent before this returns. False: the socket's buffer is full,
   * and the caller may write again only after `drained`.
   */
  write(bytes: Uint8Array): boolean;
  /** Ends the answer; the connection stays open. */
  end(): void;
  /** Ends the connection, and with it an incomplete answer. */
  close(): void;
}

/** Writes a streamed answer. */
export interface StreamReceiver {
  opened(outflow: Outflow): void;
  /** The client has taken all waiting bytes. */
  drained(): void;
  /** Either side has ended the answer. */
  closed(): void;
}

/** Handles each request. A listener that returns without an answer sends it later. */
export type Listener = (req: IncomingRequest, res: OutgoingResponse) => void;

/** Makes the answer to an invalid request: an error in the format of the service. */
export interface RefusalAnswer {
  headers: [string, string][];
  body: string;
}
export type Refuse = (status: number, message: string) => RefusalAnswer;

export interface HttpServer {
  /** @throws TagwireError PORT_UNAVAILABLE when the port is taken or may not be opened. */
  listen(): Promise<{ host: string; port: number }>;
  /** Refuses new connections; open connections stay. */
  stopAccepting(): void;
  /** Stops accepting, waits for answers under way (HTTP.drainMsMax), then ends all connections. */
  close(): Promise<void>;
  /** Requests without an answer, and answers that the client has not taken in full. */
  readonly inFlight: number;
  readonly openConnections: number;
}

/** Longest time of an answer without progress. */
export const STALL_MS = 30_000;
/** Checks per stall time; an answer without progress in as many checks ends. */
export const STALL_LOOKS = 6;
/** Bytes of a head that a server counts above HTTP.headBytesMax: names, colons, line ends. */
export const HEAD_BYTES_MARGIN = 4096;
const DRAIN_STEP_MS = 20;

/** Waits for outstanding answers of a server, for a limited time. */
export async function untilDrained(server: HttpServer): Promise<void> {
  for (let waitedMs = 0; server.inFlight > 0 && waitedMs < HTTP.drainMsMax; ) {
    await new Promise((resolve) => setTimeout(resolve, DRAIN_STEP_MS));
    waitedMs += DRAIN_STEP_MS;
  }
}

/** Address and port; port 0 lets the system choose. */
export interface HttpServerOptions {
  host: string;
  port: number;
  listener: Listener;
  /** Without it, refusals have no body. */
  refusal?: Refuse;
  /** Further connections are closed at once; HTTP.connectionsMax by default. */
  connectionsMax?: number;
  /** A connection ends when its client takes no bytes for this long. */
  stallMs?: number;
  /** Waiting bytes of all answers; an answer beyond this bound ends its connection. */
  pendingBytesMax?: number;
}
