/**
 * Requests of uWebSockets.js behind the interface of this folder with the address they come from, and how answers
 * are written: always corked, headers as one block, never a string as a body.
 *
 * Invariants: the caller registers an abort handler for what is not done; HEAD writes its own
 * `content-length`; it, 204 and 304 end without an argument, because `endWithoutBody(n)` aborts the process.
 */
import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import type { HeaderBlock } from './header-block.js';
import { RequestHead } from './request-head.js';
import { GOES_ON, type IncomingRequest } from './server.js';

/**
 * The address that all open connections have in common, where there is one: always so behind a
 * single proxy. Asking the binary costs 1 µs a request, a tenth of a page; this costs nothing.
 *
 * Connections that closed cannot be asked any more, so a second address ends the shortcut until
 * there is no connection left.
 */
export class CommonAddress {
  /** Null while the open connections differ. */
  bytes: Uint8Array | null = null;
  #isMixed = false;

  opened(address: Uint8Array): void {
    if (this.#isMixed) return;
    if (this.bytes === null) this.bytes = address;
    else if (Buffer.compare(this.bytes, address) !== 0) {
      this.#isMixed = true;
      this.bytes = null;
    }
  }

  allClosed(): void {
    this.#isMixed = false;
    this.bytes = null;
  }
}

const DIGITS = /^\d+$/;

/** One object per server, pointed at one request after the other. */
export class UwsRequest implements IncomingRequest {
  /** As sent, case included. */
  method = '';
  #raw!: HttpRequest;
  #rawResponse!: HttpResponse;
  readonly #head = new RequestHead();
  readonly #common: CommonAddress;

  constructor(common: CommonAddress) {
    this.#common = common;
  }

  /** Points at a request, and reads its headers. */
  open(raw: HttpRequest, rawResponse: HttpResponse, method: string): void {
    this.method = method;
    this.#raw = raw;
    this.#rawResponse = rawResponse;
    this.#head.clear();
    raw.forEach(this.#head.add);
  }

  get path(): string {
    return this.#raw.getUrl();
  }

  get rawQuery(): string {
    return this.#raw.getQuery() ?? '';
  }

  /** The binary takes nothing but HTTP/1.1. */
  get fault(): string {
    return this.#head.fault(true);
  }

  /** The binary calls the listener first, and then refuses a body whose length it cannot read. */
  get isRefusedBelow(): boolean {
    const length = this.header('content-length');
    return length !== '' && !DIGITS.test(length);
  }

  header(name: string): string {
    return this.#head.first(name) ?? this.#raw.getHeader(name);
  }

  headers(name: string): string {
    const known = this.#head.joined(name);
    if (known !== undefined) return known;
    const values: string[] = [];
    this.#raw.forEach((key, value) => {
      if (key === name) values.push(value);
    });
    return values.join(name === 'cookie' ? '; ' : ',');
  }

  remoteAddress(): Uint8Array {
    return this.#common.bytes ?? new Uint8Array(this.#rawResponse.getRemoteAddress());
  }

  readBody(bytesMax: number): Promise<Uint8Array | null> {
    const raw = this.#rawResponse;
    return new Promise((resolve) => {
      const pieces: Uint8Array[] = [];
      let bytes = 0;
      raw.onData((piece, isLast) => {
        bytes += piece.byteLength;
        if (bytes > bytesMax) {
          pieces.length = 0;
          resolve(null);
          return;
        }
        // The binary uses the memory again.
        pieces.push(new Uint8Array(piece.slice(0)));
        if (isLast) resolve(Buffer.concat(pieces));
      });
    });
  }
}

/**
 * One per server. Its fields carry the arguments into one function that is made once,
 * because a closure per request shows in the profile.
 */
export class UwsSender {
  #raw!: HttpResponse;
  #status = '';
  #block!: HeaderBlock;
  #body!: Uint8Array;
  #head = false;
  #done = false;

  readonly #write = (): void => {
    const raw = this.#raw;
    const block = this.#block;
    if (this.#status !== '200 OK') raw.writeStatus(this.#status);
    raw.writeHeader(block.name, block.value);
    if (this.#head) {
      if (hasLength(this.#status, this.#body)) {
        raw.writeHeader('content-length', String(this.#body.length));
      }
      raw.endWithoutBody();
      this.#done = true;
    } else {
      this.#done = raw.tryEnd(this.#body, this.#body.length)[1];
    }
  };

  /** False when part of the body is left. */
  send(
    raw: HttpResponse,
    status: string,
    block: HeaderBlock,
    body: Uint8Array,
    head: boolean,
  ): boolean {
    this.#raw = raw;
    this.#status = status;
    this.#block = block;
    this.#body = body;
    this.#head = head;
    raw.cork(this.#write);
    return this.#done;
  }

  /**
   * The binary's own close option drops the answer to a HEAD, and goes on with whatever else was
   * pipelined. So the whole answer is written as the end of the header block and never "ended": a
   * request pipelined behind it makes the binary close, otherwise the socket is closed as soon as
   * the handler's cork has been flushed. The CRLF that the binary adds after a header ends the head
   * where there is no body, and otherwise belongs to the body as trailing white space.
   */
  sendAndClose(
    raw: HttpResponse,
    status: string,
    block: HeaderBlock,
    body: Uint8Array,
    head: boolean,
  ): void {
    const length = !hasLength(status, body)
      ? ''
      : `content-length: ${body.length + (head ? 0 : 2)}\r\n`;
    const tail = Buffer.from(`\r\n${length}connection: close\r\n`, 'latin1');
    const parts: Uint8Array[] = [new Uint8Array(block.value), tail];
    if (!head) parts.push(Buffer.from('\r\n'), body);
    raw.cork(() => {
      raw.writeStatus(status);
      raw.writeHeader(block.name, Buffer.concat(parts));
    });
    let isGone = false;
    raw.onAborted(() => {
      isGone = true;
    });
    setImmediate(() => {
      if (!isGone) raw.close();
    });
  }
}

/** 204 has no body, and of 304 it is not known how long that would be: the client has it. */
function hasLength(status: string, body: Uint8Array): boolean {
  return body !== GOES_ON && !(status.startsWith('204') || status.startsWith('304'));
}
