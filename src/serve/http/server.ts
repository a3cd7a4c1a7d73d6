/**
 * The small server interface behind which uWebSockets.js stands, and where another server can stand.
 *
 * Invariants: a request object is valid only until the listener returns, so code that awaits reads
 * first; a response is answered once, and answering an aborted one does nothing.
 * Not here: routes, parameters, limits (service.ts).
 */
import { HTTP } from '../../kernel/limits.js';
import type { HeaderBlock } from './header-block.js';

/** Valid only until the listener returns: the server may reuse the object for the next request. */
export interface IncomingRequest {
  /** As sent, case included. */
  readonly method: string;
  /** Still escaped, without the query. */
  readonly path: string;
  /** Still escaped, without the `?`; '' when there is none. */
  readonly rawQuery: string;
  /** What makes the request one that must be refused, as a sentence; '' for nothing. */
  readonly fault: string;
  /** Value of the first header of this lower-case name, '' when absent. */
  header(name: string): string;
  /** Values of all headers of this lower-case name in their order, joined by commas. */
  headers(name: string): string;
  /** Address of the other end of the socket: 4 or 16 bytes. */
  remoteAddress(): Uint8Array;
  /**
   * Collects the body; called before the listener returns. Null for one that is longer than
   * `bytesMax`. Never settles where the client goes away first.
   */
  readBody(bytesMax: number): Promise<Uint8Array | null>;
}

export interface OutgoingResponse {
  /**
   * Answers with a body that is copied before this returns, so it may be scratch memory.
   * @param head the headers of a GET, `content-length` included unless the body is `GOES_ON`, without
   * the body.
   * @param close the connection ends after this answer, whatever else was sent on it.
   */
  send(
    status: string,
    headerBlock: HeaderBlock,
    body: Uint8Array,
    head: boolean,
    close?: boolean,
  ): void;
  /** Answers with a body that goes on: as the receiver writes it, until either side ends it. */
  stream(status: string, headerBlock: HeaderBlock, receiver: StreamReceiver): void;
  /** The client went away; nothing can be answered any more. */
  readonly aborted: boolean;
}

/** Stands for the body of an answer that goes on, whose length is not known. */
export const GOES_ON = new Uint8Array(0);

/** The way to a client whose answer goes on. */
export interface Outflow {
  /**
   * Hands bytes over, which are copied or sent before this returns. False: more waits than the socket
   * takes, and nothing may be written before `drained`.
   */
  write(bytes: Uint8Array): boolean;
  /** Ends the answer well; the connection may go on. */
  end(): void;
  /** Ends the connection, and with it an answer that is not whole. */
  close(): void;
}

/** Who writes an answer that goes on. */
export interface StreamReceiver {
  opened(outflow: Outflow): void;
  /** The client has taken what waited. */
  drained(): void;
  /** The answer is over, ended by either side. */
  closed(): void;
}

/** What a server does with each request. Returning without an answer means that one will follow. */
export type Listener = (req: IncomingRequest, res: OutgoingResponse) => void;

/** The answer to what cannot be read as a request: an error of the service, as it always looks. */
export interface RefusalAnswer {
  headers: [string, string][];
  body: string;
}
export type Refuse = (status: number, message: string) => RefusalAnswer;

export interface HttpServer {
  /** @throws TagwireError PORT_UNAVAILABLE when the port is taken or may not be opened. */
  listen(): Promise<{ host: string; port: number }>;
  /** Refuses new connections; those that are open go on. */
  stopAccepting(): void;
  /** Stops accepting, waits for answers under way (HTTP.drainMsMax), then ends all connections. */
  close(): Promise<void>;
  /** Requests without an answer, and answers that the client has not taken yet. */
  readonly inFlight: number;
  readonly openConnections: number;
}

/** Longest time without progress of an answer. */
export const STALL_MS = 30_000;
/** Looks per stall time; an answer that has not moved in as many looks ends. */
export const STALL_LOOKS = 6;
/** What a server's count of head bytes may have above HTTP.headBytesMax: names, colons, line ends. */
export const HEAD_BYTES_MARGIN = 4096;
const DRAIN_STEP_MS = 20;

/** Waits for the answers of a server that are under way, but not for ever. */
export async function untilDrained(server: HttpServer): Promise<void> {
  for (let waitedMs = 0; server.inFlight > 0 && waitedMs < HTTP.drainMsMax; ) {
    await new Promise((resolve) => setTimeout(resolve, DRAIN_STEP_MS));
    waitedMs += DRAIN_STEP_MS;
  }
}

/** Where to listen; port 0 lets the system choose. */
export interface HttpServerOptions {
  host: string;
  port: number;
  listener: Listener;
  /** Answers without a body where there is none. */
  refusal?: Refuse;
  /** Connections beyond this are closed as they come; HTTP.connectionsMax by default. */
  connectionsMax?: number;
  /** An answer of which a client takes nothing for this long ends its connection. */
  stallMs?: number;
  /** Bytes of all answers that wait for slow readers; an answer beyond ends its connection. */
  pendingBytesMax?: number;
}
