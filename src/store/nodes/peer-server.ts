/**
 * The requests between nodes, over HTTP on a port of its own.
 *
 *   POST /records?replay=0|1   lines                     → counts, and the entry at which they are in; with
 *        &sent-behind=ENTRY    lines that may be in, behind that entry
 *   POST /advance              {"untilMs": …}            → the entry at which it is done
 *   POST /skip                 {"actor": …, "sequence"}  → the same
 *   POST /counts               requests of callers       → the rest of their quotas
 *   POST /backup               a request of a backup     → JSON, or bytes
 *   POST /file-status          {"path"}                  → {"size", "changedMs"} of a file of pieces
 *   POST /file                 {"path", "at", "length"}  → bytes of it
 *
 * Bytes have their checksum in a header. Every request has the token of `peers.ts`; a request
 * without it is refused. The traffic is not encrypted: it is meant for a private network.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ErrorCode, messageOf, operatingError, TagwireError } from '../../kernel/errors.js';
import { hash64, hexOf } from '../../kernel/hash.js';
import { BLOCK_BYTES } from '../backup/manifest.js';
import type { StoreFiles } from '../backup/source.js';
import type { BackupRequest, BackupState } from '../log/backup-session.js';
import { isOfPeer } from './peers.js';

/** A batch of lines has at most a few megabytes, or one line of the largest size. */
const BODY_BYTES_MAX = 128 * 1024 * 1024;
const REQUEST_MS_MAX = 120_000;
/** Each node sends a handful of requests at once. */
const CONNECTIONS_MAX = 256;
export const CHECKSUM_HEADER = 'tagwire-checksum';

/** The result of records that were passed on, and the entry at which they are in the log. */
export interface PassedOn {
  /** Counts and refused lines, for the sender. */
  summary: object;
  sequence: number;
  /** True for items alone, which no index must show before they are acknowledged. */
  isPlain: boolean;
}

/** A request of a caller: its bucket, the caller's name there, and the requests allowed per minute. */
export type Counted = readonly [bucket: string, client: string | number, limit: number];

/** Whether the request was admitted, the remaining quota, and the seconds until the window ends. */
export type CountedQuota = readonly [isAdmitted: boolean, remaining: number, resetSeconds: number];

/** Services for other nodes; all but `backup` and `files` fail with NOT_WRITER unless this node writes. */
export interface NodeForPeers {
  records(parts: Uint8Array[], replay: boolean, sentBehind?: number): Promise<PassedOn>;
  advance(untilMs: number): Promise<number>;
  skip(actor: string, sequence: number): Promise<number>;
  count(asked: readonly Counted[]): CountedQuota[];
  backup(request: BackupRequest): Promise<BackupState | Uint8Array | null>;
  files: Pick<StoreFiles, 'status' | 'read'>;
}

export class PeerServer {
  readonly #server: Server;
  readonly #token: string;
  readonly #node: NodeForPeers;

  constructor(token: string, node: NodeForPeers) {
    this.#token = token;
    this.#node = node;
    this.#server = createServer({ requestTimeout: REQUEST_MS_MAX }, (request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
    this.#server.maxConnections = CONNECTIONS_MAX;
    this.#server.keepAliveTimeout = REQUEST_MS_MAX;
  }

  /** @throws TagwireError PORT_UNAVAILABLE */
  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (cause) => {
        const message = `node port ${port} cannot be opened: ${cause.message}`;
        reject(new TagwireError('PORT_UNAVAILABLE', message, { cause }));
      });
      this.#server.listen(port, host, resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOfPeer(request.headers.authorization, this.#token)) {
      reply(response, 401, { error: 'this port answers the nodes of one log', code: null });
      return;
    }
    try {
      const answer = await this.#do(request);
      if (answer instanceof Uint8Array) {
        const checksum = hexOf(hash64(answer));
        const type = 'application/octet-stream';
        response.writeHead(200, { 'content-type': type, [CHECKSUM_HEADER]: checksum });
        response.end(answer);
      } else reply(response, 200, answer);
    } catch (error) {
      const code: ErrorCode | null = operatingError(error)?.code ?? null;
      reply(response, 503, { error: messageOf(error), code });
    }
  }

  async #do(request: IncomingMessage): Promise<object | Uint8Array | null> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://node');
    const parts = await bodyOf(request);
    if (pathname === '/records') {
      // Each part moves to another thread, so it needs memory of its own.
      const own = parts.map((part) => Uint8Array.from(part));
      const behind = searchParams.get('sent-behind');
      const isReplay = searchParams.get('replay') === '1';
      return this.#node.records(own, isReplay, behind === null ? undefined : Number(behind));
    }
    const asked = JSON.parse(Buffer.concat(parts).toString()) as unknown;
    if (pathname === '/advance') {
      return { sequence: await this.#node.advance((asked as { untilMs: number }).untilMs) };
    }
    if (pathname === '/skip') {
      const { actor, sequence } = asked as { actor: string; sequence: number };
      return { sequence: await this.#node.skip(actor, sequence) };
    }
    if (pathname === '/counts') return this.#node.count(asked as Counted[]);
    if (pathname === '/file-status') {
      return this.#node.files.status((asked as { path: string }).path);
    }
    if (pathname === '/file') {
      const { path, at, length } = asked as { path: string; at: number; length: number };
      return this.#node.files.read(path, at, Math.min(length, BLOCK_BYTES));
    }
    if (pathname === '/backup') return this.#node.backup(asked as BackupRequest);
    throw new TagwireError('INPUT_INVALID', `nodes ask nothing of ${pathname}`);
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > BODY_BYTES_MAX) {
      throw new TagwireError('INPUT_INVALID', `a request has at most ${BODY_BYTES_MAX} bytes`);
    }
    parts.push(part);
  }
  return parts;
}

function reply(response: ServerResponse, status: number, body: object | null): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
