/**
 * Requests of uWebSockets.js behind the interface of this folder, and the address they come from.
 */
import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { RequestHead } from './request-head.js';
import type { IncomingRequest } from './server.js';

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
