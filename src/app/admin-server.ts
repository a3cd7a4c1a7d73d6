/**
 * `/metrics`, `/livez` (`/healthz`) and `/readyz`, and `POST /ingest` for programs with a token, on a port apart from
 * the API's: a loopback port unless an option says otherwise.
 */
import { createServer, type Server } from 'node:http';
import { isIP } from 'node:net';
import { messageOf } from '../kernel/errors.js';
import type { IngestEndpoint } from './ingest/ingest-endpoint.js';
import type { MetricSources, Metrics } from './metrics/metrics.js';
import { isServiceName, type Readiness, type ServiceName } from './readiness.js';

/** Time for a body of the largest size over a slow connection; a slower sender is answered 408. */
const REQUEST_MS_MAX = 300_000;
const HEADERS_MS_MAX = 10_000;
const LATE_LOOK_MS = 5_000;
/** Enough for probes, a collector of metrics and some senders. */
const CONNECTIONS_MAX = 64;

/**
 * @param readiness whether a balancer should send requests to this server, for one service or for both.
 * @param names host names that requests to this port may use, beside IP addresses and names without a dot, which no
 *   web page can make a browser resolve to this machine.
 */
export function createAdminServer(
  ingest: IngestEndpoint,
  sources: MetricSources,
  readiness: (service: ServiceName | null) => Promise<Readiness>,
  names: readonly string[],
): Server {
  let loading: Promise<Metrics> | null = null;
  // The library for metrics is loaded with the first request for them.
  const textOf = async (): Promise<{ text: string; contentType: string }> => {
    loading ??= import('./metrics/metrics.js').then(({ Metrics }) => new Metrics(sources));
    const metrics = await loading;
    return { text: await metrics.text(), contentType: metrics.contentType };
  };
  const timeouts = {
    requestTimeout: REQUEST_MS_MAX,
    headersTimeout: HEADERS_MS_MAX,
    connectionsCheckingInterval: LATE_LOOK_MS,
  };
  const server = createServer(timeouts, (request, response) => {
    const send = (status: number, body: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? '' : body);
    };
    if (!isOwnHost(request.headers.host ?? '', names)) {
      send(421, 'this host name is not one of adminNames\n');
      return;
    }
    const [path, query = ''] = (request.url ?? '').split('?', 2);
    if (path === '/ingest') {
      void ingest.answer(request, response);
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      send(405, 'method not allowed\n');
    } else if (path === '/livez' || path === '/healthz') {
      send(200, 'ok\n');
    } else if (path === '/readyz') {
      const service = new URLSearchParams(query).get('service');
      if (service !== null && !isServiceName(service)) {
        send(400, 'service: news or blog\n');
        return;
      }
      readiness(service).then(
        (found) => {
          const status = found.ready ? 200 : 503;
          if (!found.ready) response.setHeader('retry-after', String(found.retryAfterSeconds));
          const isJson = request.headers.accept?.includes('application/json') === true;
          if (isJson) send(status, `${JSON.stringify(found)}\n`, 'application/json');
          else send(status, [found.reason ?? 'ready', ...found.lines, ''].join('\n'));
        },
        (error: unknown) => send(503, `${messageOf(error)}\n`),
      );
    } else if (path === '/metrics') {
      textOf().then(
        ({ text, contentType }) => send(200, text, contentType),
        (error: unknown) => send(503, `${messageOf(error)}\n`),
      );
    } else {
      send(404, 'not found; there are /metrics, /livez, /readyz and POST /ingest\n');
    }
  });
  server.maxConnections = CONNECTIONS_MAX;
  return server;
}

/** Refuses public names: a page of a public name that resolves to this machine could read this port's answers. */
function isOwnHost(host: string, names: readonly string[]): boolean {
  if (host === '') return true;
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || !hostname.includes('.') || names.includes(hostname);
}
