/**
 * Requests of Node's `http` behind the interface of this folder, and refusals: answers to bytes
 * that are no valid request, and to versions and methods that the service does not support. Each
 * refusal ends its connection.
 *
 * Invariant: outstanding answers of the connection are sent first, in their order.
 */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RequestHead } from './request-head.js';
import type { IncomingRequest, Refuse } from './server.js';

const ADDRESS = Symbol('address');
/** Scheme and host of a target in absolute form. */
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
    // A closed socket has no address, and gets no answer.
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

/** Path and query of a target in origin form or absolute form. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const origin = ORIGIN.exec(target)?.[0];
  if (origin === undefined) return target;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Time until a refused connection is cut, if the client does not close it earlier. */
const LINGER_MS = 2000;
const LAST = Symbol('last');

type EndingSocket = Socket & { [LAST]?: string };

/** Error codes of Node's parser for a head that is too long. */
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

/** The message for errors that say more than their status. */
export function messageFor({ code }: NodeJS.ErrnoException): string | undefined {
  if (code !== 'HPE_INVALID_URL') return undefined;
  return 'the address is not valid: what is not ASCII in it has to be percent-encoded';
}

/** Whether the invalid request is a HEAD, as far as the last bytes show. */
export function isHead(error: Error & { rawPacket?: Buffer; bytesParsed?: number }): boolean {
  const read = error.rawPacket?.subarray(0, error.bytesParsed).toString('latin1') ?? '';
  return /(?:^|\r\n\r\n)HEAD (?:(?!\r\n\r\n).)*$/s.test(read);
}

/**
 * Answers and ends the connection, after its `owed` outstanding answers (`endRefused`).
 * @param isBodiless leaves out the body, but not its `content-length`.
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

/** Sends the refusal that waits for the end of other answers, if there is one. */
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
