/**
 * `/metrics`, `/healthz` and `/readyz`, and `POST /ingest` for programs with a token, on a port of
 * their own, away from callers: a loopback one unless an option says otherwise.
 */
import { createServer, type Server } from 'node:http';
import { messageOf } from '../kernel/errors.js';
import type { IngestEndpoint } from './ingest/ingest-endpoint.js';
import type { Metrics } from './metrics/metrics.js';
import { closeServer, openServer } from './own-port.js';

/** A body of the largest size over a slow line; who sends slower is answered 408. */
const REQUEST_MS_MAX = 300_000;
const HEADERS_MS_MAX = 10_000;
const LATE_LOOK_MS = 5_000;
/** Probes, a collector of metrics and some senders. */
const CONNECTIONS_MAX = 64;

export class AdminServer {
  readonly #server: Server;

  /**
   * `unready` tells why a balancer should ask another server, null while all is well; `progress` what
   * is still being read, a line each.
   */
  constructor(
    ingest: IngestEndpoint,
    metrics: Metrics,
    unready: () => Promise<string | null>,
    progress: () => Promise<string[]>,
  ) {
    const timeouts = {
      requestTimeout: REQUEST_MS_MAX,
      headersTimeout: HEADERS_MS_MAX,
      connectionsCheckingInterval: LATE_LOOK_MS,
    };
    this.#server = createServer(timeouts, (request, response) => {
      const send = (status: number, body: string, type = 'text/plain; charset=utf-8'): void => {
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
        response.end(request.method === 'HEAD' ? '' : body);
      };
      if (request.url?.split('?')[0] === '/ingest') {
        void ingest.answer(request, response);
        return;
      }
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
        send(404, 'not found; there are /metrics, /healthz, /readyz and POST /ingest\n');
      }
    });
    this.#server.maxConnections = CONNECTIONS_MAX;
  }

  /** @throws TagwireError PORT_UNAVAILABLE */
  listen(host: string, port: number): Promise<number> {
    return openServer(this.#server, host, port);
  }

  close(): Promise<void> {
    return closeServer(this.#server);
  }
}
