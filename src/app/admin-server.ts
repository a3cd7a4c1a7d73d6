/**
 * `/metrics`, `/healthz` and `/readyz` on a loopback port of their own, away from callers.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf, TagwireError } from '../kernel/errors.js';
import type { Metrics } from './metrics.js';

/** Only this machine may look inside. */
const HOST = '127.0.0.1';

export class AdminServer {
  readonly #server: Server;
  readonly #port: number;

  /**
   * `unready` tells why a balancer should ask another server, null while all is well; `progress` what
   * is still being read, a line each.
   */
  constructor(
    port: number,
    metrics: Metrics,
    unready: () => Promise<string | null>,
    progress: () => Promise<string[]>,
  ) {
    this.#port = port;
    this.#server = createServer((request, response) => {
      const send = (status: number, body: string, type = 'text/plain; charset=utf-8'): void => {
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
        response.end(request.method === 'HEAD' ? '' : body);
      };
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('allow', 'GET, HEAD');
        send(405, 'method not allowed\n');
      } else if (request.url === '/healthz') {
        send(200, 'ok\n');
      } else if (request.url === '/readyz') {
        Promise.all([unready(), progress()]).then(
          ([reason, lines]) =>
            send(reason === null ? 200 : 503, [reason ?? 'ready', ...lines, ''].join('\n')),
          (error: unknown) => send(503, `${messageOf(error)}\n`),
        );
      } else if (request.url === '/metrics') {
        metrics.text().then(
          (text) => send(200, text, metrics.contentType),
          (error: unknown) => send(503, `${messageOf(error)}\n`),
        );
      } else {
        send(404, 'not found\n');
      }
    });
  }

  /** @throws TagwireError PORT_UNAVAILABLE */
  async listen(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (cause) => {
        const message = `port ${this.#port} cannot be opened: ${cause.message}`;
        reject(new TagwireError('PORT_UNAVAILABLE', message, { cause }));
      });
      this.#server.listen(this.#port, HOST, resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }
}
