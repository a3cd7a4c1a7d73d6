/**
 * Requests of uWebSockets.js behind the interface of this folder, with their addresses, and the
 * writing of answers: always corked, headers as one block, never a string as a body.
 *
 * Invariants: the caller registers an abort handler for unfinished answers; HEAD writes its own
 * `content-length`; HEAD, 204 and 304 end without an argument: `endWithoutBody(n)` aborts the
 * process.
 */
import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import type { HeaderBlock } from './header-block.js';
import { RequestHead } from './request-head.js';
import { GOES_ON, type IncomingRequest } from './server.js';

/**
 * The address of all open connections while they have the same one, as behind a single proxy.
 * Asking the binary costs 1 µs a request, a tenth of a page.
 *
 * The binary cannot tell the address of a closed connection, so a second address turns this off
 * until no connection is left.
 */
export class CommonAddress {
  /** Null while open connections have different addresses. */
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

/** One object per server, reused for all requests. */
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

  /** Binds this object to a request, and reads its headers. */
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

  /** The binary accepts only HTTP/1.1. */
  get fault(): string {
    return this.#head.fault(true);
  }

  /** The binary calls the listener first, and then itself refuses a body with an invalid length. */
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
        // Copied, because the binary reuses the memory.
        pieces.push(new Uint8Array(piece.slice(0)));
        if (isLast) resolve(Buffer.concat(pieces));
      });
    });
  }
}

/**
 * One per server. Its fields pass the arguments to one function that is made once, because a
 * closure per request is visible in the profile.
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

  /** Sends an answer; false when part of the body is left. */
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
   * Sends an answer and closes. The binary's own close option drops the answer to a HEAD, and still
   * serves pipelined requests. So the whole answer is written as the end of the header block and
   * never "ended": a pipelined request makes the binary close, otherwise the socket is closed as
   * soon as the handler's cork has been flushed. The CRLF that the binary adds after a header ends
   * the head of an answer without a body, and is otherwise trailing white space of the body.
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

/** 204 has no body, and the length of the body that 304 stands for is not known. */
function hasLength(status: string, body: Uint8Array): boolean {
  return body !== GOES_ON && !(status.startsWith('204') || status.startsWith('304'));
}
