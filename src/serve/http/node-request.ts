/**
 * Requests of Node's own `http` behind the interface of this folder.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RequestHead } from './request-head.js';
import type { IncomingRequest } from './server.js';

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
