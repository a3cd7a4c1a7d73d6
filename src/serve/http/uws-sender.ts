/**
 * Writes answers to uWebSockets.js: always corked, headers as one block, never a string as a body.
 *
 * Invariants: the caller registers an abort handler for what is not done; HEAD writes its own
 * `content-length`; it, 204 and 304 end without an argument, because `endWithoutBody(n)` aborts the process.
 */
import type { HttpResponse } from 'uWebSockets.js';
import type { HeaderBlock } from './header-block.js';
import { GOES_ON } from './server.js';

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
