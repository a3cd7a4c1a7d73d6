/**
 * What comes to Node's own `http`: requests behind the interface of this folder, and answers to what is no
 * request for the service. Those are bytes that cannot be read as one, versions and methods that it does not
 * speak. Each ends its connection.
 *
 * Invariant: answers that are under way on the connection go out first, in their order.
 */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RequestHead } from './request-head.js';
import type { IncomingRequest, Refuse } from './server.js';

const ADDRESS = Symbol('address');
/** The start of a target in absolute form, up to the path. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

type KnownSocket = Socket & { [ADDRESS]?: Uint8Array };

export class NodeRequest implements IncomingRequest {
  readonly #message: IncomingMessage;
  readonly #head = new RequestHead();
  readonly path: string;
  readonly rawQuery: string;

  constructor(message: IncomingMessage) {
    this.#message = message;
    const { rawHeaders } = message;
    for (let at = 0; at < rawHeaders.length; at += 2) {
      this.#head.add(rawHeaders[at]!.toLowerCase(), rawHeaders[at + 1]!);
    }
    const target = pathOf(message.url ?? '/');
    const at = target.indexOf('?');
    this.path = at < 0 ? target : target.slice(0, at);
    this.rawQuery = at < 0 ? '' : target.slice(at + 1);
  }

  get method(): string {
    return this.#message.method ?? '';
  }

  get fault(): string {
    const fault = this.#head.fault(this.#message.httpVersion !== '1.0');
    if (fault !== '' || this.path.startsWith('/') || this.path === '*') return fault;
    return 'the request must name a path or an address that begins with http:// or https://';
  }

  header(name: string): string {
    return this.#head.first(name) ?? this.#values(name)[0] ?? '';
  }

  headers(name: string): string {
    return this.#head.joined(name) ?? this.#values(name).join(name === 'cookie' ? '; ' : ',');
  }

  remoteAddress(): Uint8Array {
    const socket = this.#message.socket as KnownSocket;
    // A socket that has gone has no address any more, and no answer reaches it.
    socket[ADDRESS] ??= Uint8Array.from(
      ipaddr.parse(socket.remoteAddress?.split('%')[0] ?? '0.0.0.0').toByteArray(),
    );
    return socket[ADDRESS];
  }

  readBody(bytesMax: number): Promise<Uint8Array | null> {
    const message = this.#message;
    return new Promise((resolve) => {
      const pieces: Uint8Array[] = [];
      let bytes = 0;
      message.on('data', (piece: Uint8Array) => {
        bytes += piece.length;
        if (bytes > bytesMax) {
          pieces.length = 0;
          resolve(null);
        } else {
          pieces.push(piece);
        }
      });
      message.on('end', () => resolve(Buffer.concat(pieces)));
    });
  }

  #values(name: string): string[] {
    const { rawHeaders } = this.#message;
    return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name);
  }
}

/** Path and query of a target, also of one that names the whole address. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const origin = ORIGIN.exec(target)?.[0];
  if (origin === undefined) return target;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A client has this long to read the answer and close; then the connection is cut. */
const LINGER_MS = 2000;
const LAST = Symbol('last');

type EndingSocket = Socket & { [LAST]?: string };

/** What the parser of Node.js calls a head that is too long. */
const TOO_LONG = new Set(['HPE_HEADER_OVERFLOW', 'HPE_CHUNK_EXTENSIONS_OVERFLOW']);

const MESSAGES: { readonly [status: number]: string } = {
  400: 'the request is not valid HTTP/1.1',
  405: 'only GET and HEAD are allowed',
  408: 'the request was not sent completely in time',
  431: 'the request has too many or too long headers',
  505: 'the server speaks HTTP/1.1 and HTTP/1.0',
};

/** The status for an error that Node's parser reports. */
export function statusOf(error: NodeJS.ErrnoException): number {
  const { code = '' } = error;
  if (TOO_LONG.has(code)) return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

/** What is wrong, where the error tells more than its status. */
export function messageFor({ code }: NodeJS.ErrnoException): string | undefined {
  if (code !== 'HPE_INVALID_URL') return undefined;
  return 'the address is not valid: what is not ASCII in it has to be percent-encoded';
}

/** Whether the request that could not be read is a HEAD, as far as the last bytes of it tell. */
export function isHead(error: Error & { rawPacket?: Buffer; bytesParsed?: number }): boolean {
  const read = error.rawPacket?.subarray(0, error.bytesParsed).toString('latin1') ?? '';
  return /(?:^|\r\n\r\n)HEAD (?:(?!\r\n\r\n).)*$/s.test(read);
}

/**
 * Answers and ends the connection, after `owed` answers where there are any (`endRefused`).
 * @param isBodiless leaves the body out, whose length is told all the same
 */
export function refuse(
  socket: Socket,
  status: number,
  owed: number,
  refusal?: Refuse,
  isBodiless = false,
  message = MESSAGES[status]!,
): void {
  const ending = socket as EndingSocket;
  if (ending[LAST] !== undefined) return;
  const text = textOf(status, message, refusal);
  ending[LAST] = isBodiless ? text.slice(0, text.indexOf('\r\n\r\n') + 4) : text;
  socket.on('error', () => socket.destroy());
  if (owed === 0) endRefused(socket);
}

/** Sends what `refuse` has left for the end, where there is any. */
export function endRefused(socket: Socket): void {
  const text = (socket as EndingSocket)[LAST];
  if (text === undefined) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(text);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

function textOf(status: number, message: string, refusal?: Refuse): string {
  const { headers, body } = refusal?.(status, message) ?? { headers: [], body: '' };
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...headers.map((pair) => pair.join(': ')),
    ...(status === 405 ? ['allow: GET, HEAD'] : []),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
