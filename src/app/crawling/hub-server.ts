/**
 * The port on which WebSub hubs confirm subscriptions and tell of changes, away from callers of the
 * APIs. A proxy brings `websubPublicUrl` here.
 *
 * What a hub sends is bounded, and never more than a reason to look at a feed.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { HubRequest, HubResponse } from '../../crawler/protocol.js';
import { SECOND_MS } from '../../kernel/clock.js';
import { closeServer, openServer } from '../own-port.js';

/** Hubs may send the whole feed. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;
const REQUEST_MS_MAX = 30 * SECOND_MS;

export class HubServer {
  readonly #server: Server;

  constructor(answer: (request: HubRequest) => Promise<HubResponse>) {
    this.#server = createServer((request, response) => {
      serve(request, response, answer).catch(() => response.destroy());
    });
    this.#server.requestTimeout = REQUEST_MS_MAX;
  }

  /** @throws TagwireError PORT_UNAVAILABLE */
  listen(host: string, port: number): Promise<number> {
    return openServer(this.#server, host, port);
  }

  close(): Promise<void> {
    return closeServer(this.#server);
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: HubRequest) => Promise<HubResponse>,
): Promise<void> {
  const { method = 'GET' } = request;
  const url = new URL(request.url ?? '/', 'http://localhost');
  const token = url.pathname.split('/').at(-1) ?? '';
  const body = await bodyOf(request);
  if (body === null) {
    response.writeHead(413, { connection: 'close' }).end();
    return;
  }
  const header = request.headers['x-hub-signature'];
  const signature = typeof header === 'string' ? header : null;
  const reply = await answer({ method, token, query: url.search.slice(1), signature, body });
  response.writeHead(reply.status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(reply.body);
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  const parts: Buffer[] = [];
  let byteLength = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    byteLength += part.length;
    if (byteLength > BODY_BYTES_MAX) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
