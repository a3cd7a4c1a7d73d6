/**
 * Answers of the node:http server to what is no request for the service: bytes that cannot be read
 * as one, versions and methods that it does not speak. Each ends its connection.
 *
 * Invariant: answers that are under way on the connection go out first, in their order.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Refuse } from './server.js';

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
