/**
 * `POST /ingest` on the admin port: NDJSON over HTTP, for programs that have a token.
 *
 *   token? ─► type? ─► packed? ─► lines ─► batches ─► the same way as a file's lines ─► counts
 *
 * Invariants: a body is never in memory as a whole. Lines that the answer counts are durable, also where
 * the answer is an error, and sending them again changes nothing. Of a body that breaks off, the
 * complete lines may be stored.
 * Not here: slow senders (the server's own limits, app/admin-server.ts), the contents of lines (log/parse).
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import type { Accounts } from '../../store/accounts/accounts.js';
import { unknownText } from '../../store/log/parse/unknown-fields.js';
import type { IngestSink } from './ingest-socket.js';
import { addCounts, type LineCounts, noCounts } from './ingest-tally.js';
import { joinLines, linesOf, type SourceLine } from './ndjson.js';

/** Unpacked. For more data there is `tagwire ingest`, or several requests: each answer counts what is stored. */
const BODY_BYTES_MAX = 256 * 1024 * 1024;
/** The limit of bytes does not bound lines: each line has a cost, and a small packed body may hold many empty lines. */
const LINES_MAX = 250_000;
/** Bytes of one group commit; fewer than for a file, because several senders may be active. */
const BATCH_BYTES = 1024 * 1024;
/** Requests at the same time: each holds a batch and at most one line in memory. */
const REQUESTS_MAX = 8;
/** Refused lines that the answer lists; all refused lines are counted and written to `rejects.ndjson`. */
const REJECTS_MAX = 1000;
/** Warnings that the answer lists. */
const WARNINGS_MAX = 50;
const TYPES = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
  'text/plain',
]);

/** The parts of the server that the endpoint uses. */
export interface IngestParts {
  accounts: Pick<Accounts, 'tokenOf' | 'isCurrent' | 'refresh'>;
  isReady(): boolean;
  sink: Pick<IngestSink, 'ingest'>;
}

interface Counts extends LineCounts {
  rejects: { line: number; reason: string }[];
  /** On a node of a shared log: a node that shows this entry shows the whole request. */
  entry?: number;
  /** Fields without a meaning: each name once, with the first line that has it. */
  warnings: { line: number; warning: string }[];
}

/** Ends the request with this status and sentence. */
class Refusal extends Error {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };

  constructor(status: number, message: string, headers: { readonly [name: string]: string } = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export class IngestEndpoint {
  readonly #parts: IngestParts;
  #underWay = 0;

  constructor(parts: IngestParts) {
    this.#parts = parts;
  }

  /** Answers a request, also when it fails. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const counts: Counts = { ...noCounts(), rejects: [], warnings: [] };
    this.#underWay += 1;
    try {
      this.#check(request);
      await this.#take(request, counts);
      reply(request, response, 200, counts);
    } catch (error) {
      const refusal = refusalOf(error);
      for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
      reply(request, response, refusal.status, { error: refusal.message, ...counts });
    } finally {
      this.#underWay -= 1;
    }
  }

  #check({ method, headers }: IncomingMessage): void {
    if (method !== 'POST') throw new Refusal(405, 'send records with POST', { allow: 'POST' });
    const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
    if (token !== undefined && !this.#parts.accounts.isCurrent) {
      const why = 'this node cannot check tokens now; send it to another one';
      throw new Refusal(503, why, { 'retry-after': '1' });
    }
    if (token === undefined || !this.#isInForce(token)) {
      const why = token === undefined ? 'a token is needed' : 'this token is not in force';
      throw new Refusal(
        401,
        `${why}: send "authorization: Bearer TOKEN"; \`tagwire token create NAME\` makes one`,
        { 'www-authenticate': 'Bearer realm="tagwire"' },
      );
    }
    const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
    if (type !== '' && !TYPES.has(type)) {
      throw new Refusal(
        415,
        `content-type must be application/x-ndjson (curl: -H 'content-type: application/x-ndjson'), one record a line; got ${type}`,
      );
    }
    const encoding = encodingOf(headers['content-encoding']);
    if (encoding !== 'identity' && encoding !== 'gzip') {
      throw new Refusal(415, `content-encoding must be gzip or identity; got ${encoding}`, {
        'accept-encoding': 'gzip, identity',
      });
    }
    if (Number(headers['content-length'] ?? 0) > BODY_BYTES_MAX) throw tooLarge();
    if (!this.#parts.isReady() || this.#underWay > REQUESTS_MAX) {
      const why = this.#parts.isReady() ? `${REQUESTS_MAX} requests are under way` : 'starting';
      throw new Refusal(503, `${why}; send it again`, { 'retry-after': '1' });
    }
  }

  /** Whether a token is valid; the accounts are read again for an unknown token, which may be new. */
  #isInForce(token: string): boolean {
    const { accounts } = this.#parts;
    if (accounts.tokenOf(token) !== null) return true;
    try {
      accounts.refresh();
    } catch {
      // The accounts cannot be read: the server's log says why, and no token is valid.
      return false;
    }
    return accounts.tokenOf(token) !== null;
  }

  async #take(request: IncomingMessage, counts: Counts): Promise<void> {
    let batch: SourceLine[] = [];
    let byteLength = 0;
    for await (const lines of linesOf('body', await bodyOf(request))) {
      for (const line of lines) {
        batch.push(line);
        byteLength += line.bytes.length + 1;
        if (byteLength < BATCH_BYTES) continue;
        await this.#send(batch, byteLength, counts);
        batch = [];
        byteLength = 0;
      }
    }
    if (batch.length > 0) await this.#send(batch, byteLength, counts);
  }

  async #send(lines: readonly SourceLine[], byteLength: number, counts: Counts): Promise<void> {
    const bytes = joinLines(
      lines.map((line) => line.bytes),
      byteLength,
    );
    const summary = await this.#parts.sink.ingest(bytes, false);
    addCounts(counts, summary);
    if (summary.sequence !== undefined) counts.entry = summary.sequence;
    for (const { index, reason } of summary.rejects) {
      if (counts.rejects.length === REJECTS_MAX) break;
      counts.rejects.push({ line: lines[index]!.number, reason });
    }
    for (const field of summary.unknown) {
      const warning = unknownText(field);
      const isKnown = counts.warnings.some((one) => one.warning === warning);
      if (isKnown || counts.warnings.length >= WARNINGS_MAX) continue;
      counts.warnings.push({ line: lines[field.index]!.number, warning });
    }
  }
}

/**
 * The unpacked body; gzip is also recognised by its first bytes, as in files. The stream ends with a refusal where the
 * body is too large.
 */
async function bodyOf(request: IncomingMessage): Promise<Readable> {
  let length = 0;
  let lines = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
      if (length > BODY_BYTES_MAX || lines > LINES_MAX) done(tooLarge());
      else done(null, chunk);
    },
  });
  const isSaid = encodingOf(request.headers['content-encoding']) === 'gzip';
  const isPacked = isSaid || isGzip(await headOf(request));
  const stages = isPacked ? [request, createGunzip(), counted] : [request, counted];
  return pipeline(stages, () => undefined) as unknown as Readable;
}

/** The first bytes of the body that have arrived; they stay in the stream. */
async function headOf(request: IncomingMessage): Promise<Buffer> {
  if (request.readableLength === 0 && !request.readableEnded) await once(request, 'readable');
  const head = (request.read() as Buffer | null) ?? Buffer.alloc(0);
  if (head.length > 0) request.unshift(head);
  return head;
}

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

function encodingOf(header: string | undefined): string {
  const encoding = (header ?? 'identity').trim().toLowerCase();
  return encoding === 'x-gzip' ? 'gzip' : encoding;
}

function tooLarge(): Refusal {
  return new Refusal(
    413,
    `a body has at most ${BODY_BYTES_MAX} bytes, unpacked, and at most ${LINES_MAX} lines; send several, or use \`tagwire ingest\``,
  );
}

function refusalOf(error: unknown): Refusal {
  const cause = error instanceof TagwireError ? (error.cause ?? error) : error;
  if (cause instanceof Refusal) return cause;
  if (error instanceof TagwireError && error.code === 'INPUT_INVALID') {
    return new Refusal(400, error.message.replace('the file', 'the body'));
  }
  if (error instanceof TagwireError && error.code === 'STORE_READ_ONLY') {
    return new Refusal(403, error.message);
  }
  return new Refusal(503, messageOf(error), { 'retry-after': '5' });
}

function reply(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: object,
): void {
  if (response.destroyed || response.headersSent) return;
  // The answer does not wait for the unread rest of the body.
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(`${JSON.stringify(body)}\n`, () => {
    if (!request.complete) request.destroy();
  });
}
