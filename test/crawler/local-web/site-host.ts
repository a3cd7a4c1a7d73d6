/**
 * One origin of the local web: a server on a loopback port of its own, with its sites and counters.
 *
 * Invariants: answers follow the clock of the web; what a fault does is told in the log of requests.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { answerOf, type SiteAnswer } from '../../../demo/sites/answer.js';
import type { SiteStyle } from '../../../demo/sites/content.js';
import {
  type InventedSite,
  type PageKind,
  pageAt,
  type SitePage,
  siteAt,
} from '../../../demo/sites/site.js';
import type { Clock } from '../../../src/kernel/clock.js';
import { big5 } from './big5.js';
import { type Fault, type Faults, faultOf, withNewGuids } from './faults.js';

export interface RequestNote {
  kind: PageKind;
  target: string;
  status: number;
  fault: Fault | null;
  /** By the web's clock. */
  atMs: number;
  /** By the machine's, which never jumps. */
  monotonicMs: number;
  bytes: number;
}

/** What an origin has seen. */
export interface HostCounts {
  requests: number;
  byKind: Partial<Record<PageKind, number>>;
  notModified: number;
  /** Most connections that were open at once. */
  connectionsMax: number;
  /** Most requests that were under way at once. */
  requestsMax: number;
  log: RequestNote[];
}

/** Connections stay open longer than any test waits. */
const KEEP_ALIVE_MS = 60_000;
const SLOW_MS = 2000;
const RETRY_AFTER_S = 120;
const COMPRESSED_BYTES_MIN = 400;

export class SiteHost {
  readonly counts: HostCounts = {
    requests: 0,
    byKind: {},
    notModified: 0,
    connectionsMax: 0,
    requestsMax: 0,
    log: [],
  };
  readonly #clock: Clock;
  readonly #faults: () => Faults;
  readonly #server: Server;
  readonly #sites: InventedSite[] = [];
  #origin = '';
  #connections = 0;
  #underWay = 0;

  constructor(clock: Clock, faults: () => Faults) {
    this.#clock = clock;
    this.#faults = faults;
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.keepAliveTimeout = KEEP_ALIVE_MS;
    this.#server.on('connection', (socket) => {
      this.#connections += 1;
      this.counts.connectionsMax = Math.max(this.counts.connectionsMax, this.#connections);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.#connections -= 1;
      });
    });
  }

  get origin(): string {
    return this.#origin;
  }

  /** Listens on the port, or on one that the system picks. */
  async listen(port = 0): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    this.#origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  mount(site: InventedSite): void {
    this.#sites.push(site);
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  /** What a visitor gets now, without a request. */
  page(target: string, visit = 0): SitePage {
    const site = siteAt(this.#sites, this.#origin, target);
    return pageAt({ ...site, nowMs: this.#clock.nowMs(), visit }, target);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { counts } = this;
    counts.requests += 1;
    this.#underWay += 1;
    counts.requestsMax = Math.max(counts.requestsMax, this.#underWay);
    response.on('close', () => {
      this.#underWay -= 1;
    });
    const target = request.url ?? '/';
    const { owner, style } = siteAt(this.#sites, this.#origin, target);
    const visit = counts.requests;
    const page = this.page(target, visit);
    const faults = this.#faults();
    if (
      page.kind === 'feed' &&
      faults.newGuids?.includes(owner.key) &&
      typeof page.content === 'string'
    ) {
      page.content = withNewGuids(page.content, visit);
    }
    const fault = faultOf(faults, owner.key, page.kind, visit, this.#clock.nowMs());
    const answer = answerOf(page, style, request.headers);
    counts.byKind[page.kind] = (counts.byKind[page.kind] ?? 0) + 1;
    if (answer.status === 304 && fault === null) counts.notModified += 1;
    const bytes = encoded(answer, style, request.headers['accept-encoding'] ?? '');
    this.#note(page.kind, target, fault, answer.status, bytes.length);
    if (fault === 'slow') await sleep(faults.slowMs ?? SLOW_MS);
    if (response.destroyed) return;
    if (fault === null || fault === 'slow') send(response, answer, bytes);
    else fail(response, answer, bytes, fault, faults.retryAfterS ?? RETRY_AFTER_S);
  }

  #note(kind: PageKind, target: string, fault: Fault | null, status: number, bytes: number): void {
    const given =
      fault === 'error' ? 500 : fault === 'unavailable' ? 503 : fault === 'reset' ? 0 : status;
    this.counts.log.push({
      ...{ kind, target, fault, bytes, status: given },
      ...{ atMs: this.#clock.nowMs(), monotonicMs: performance.now() },
    });
  }
}

/** The body as it goes over the wire; `answer.headers` tells how. */
function encoded(answer: SiteAnswer, style: SiteStyle, accepted: string): Buffer {
  const { content, headers } = answer;
  const plain =
    typeof content !== 'string'
      ? Buffer.from(content)
      : style.charset === 'big5'
        ? big5(content)
        : Buffer.from(content);
  if (plain.length < COMPRESSED_BYTES_MIN) return plain;
  headers.vary = 'accept-encoding';
  if (/\bbr\b/.test(accepted) && style.validators === 'both') {
    headers['content-encoding'] = 'br';
    return brotliCompressSync(plain, { params: { 1: 3 } });
  }
  if (!/\bgzip\b/.test(accepted)) return plain;
  headers['content-encoding'] = 'gzip';
  return gzipSync(plain, { level: 3 });
}

function send(response: ServerResponse, answer: SiteAnswer, bytes: Buffer): void {
  if (answer.status === 304) response.writeHead(304, answer.headers).end();
  else
    response
      .writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length })
      .end(bytes);
}

function fail(
  response: ServerResponse,
  answer: SiteAnswer,
  bytes: Buffer,
  fault: Fault,
  retryAfterS: number,
): void {
  switch (fault) {
    case 'error':
      response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Internal error</h1>');
      return;
    case 'unavailable':
      response.writeHead(503, { 'retry-after': String(retryAfterS) }).end('busy');
      return;
    case 'wrong-type':
      send(
        response,
        { ...answer, headers: { ...answer.headers, 'content-type': 'application/octet-stream' } },
        bytes,
      );
      return;
    case 'truncated':
      response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length });
      response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
      return;
    default:
      response.socket?.resetAndDestroy();
  }
}
