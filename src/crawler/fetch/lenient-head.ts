/**
 * Parses the head of an HTTP answer as leniently as browsers do, where the strict parser of the client fails.
 *
 *   socket ─► LenientSocket: head collected ─► lenientHead ─► strict bytes ─► undici
 *
 * Folded lines are joined; blanks before a colon and lines that are no headers are removed; a repeated length
 * is kept once; a chunked answer has no other length.
 * Invariants: at most `headBytesMax` are collected. Bytes that are no head of HTTP are passed on unchanged, so
 * that the client reports them. Different lengths are refused, as in browsers. No bytes after this answer are
 * ever read as another answer (connections.ts).
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { FetchFault } from './outcome.js';

/** Browsers accept a few stray bytes before a status line. Radio servers write ICY for HTTP. */
const STATUS_LINE =
  /^[\s\S]{0,4}?(?:HTTP\/\d{1,3}(?:\.\d{1,3})?|ICY)[ \t]+(\d{3})(?!\d)[ \t]*([^\r\n]*)\r?\n/i;
/** Statuses of interim answers. */
const INTERIM = new Set([100, 102, 103]);
const HEAD_END = /\n\r?\n/;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:(.*)$/s;
const FOLD = /[\r\n]+[ \t]+/g;
const LENGTH = /^\d{1,15}$/;

/**
 * The head in a form that every parser accepts; null where the bytes begin with no head.
 * @param head everything up to and with the empty line, one character a byte
 * @throws FetchFault `broken` for different lengths
 */
export function lenientHead(head: string): { status: number; text: string } | null {
  const [line, status, reason = ''] = STATUS_LINE.exec(head) ?? [];
  if (line === undefined) return null;
  const headers = headersOf(head.slice(line.length));
  const isFraming = ([name]: [string, string]): boolean =>
    name === 'content-length' || name === 'transfer-encoding';
  const lines = headers
    .filter((one) => !isFraming(one))
    .map(([name, value]) => `${name}: ${value}`);
  const text = [`HTTP/1.1 ${status} ${shownText(reason)}`, ...lines, ...framingOf(headers)];
  return { status: Number(status), text: `${text.join('\r\n')}\r\n\r\n` };
}

function headersOf(text: string): [string, string][] {
  // A folded line before the first header belongs to no header.
  const lines = text
    .replace(/^[ \t][^\n]*\n/, '')
    .replace(FOLD, ' ')
    .split(/\r?\n/);
  return lines.flatMap((line) => {
    const [, name, value] = HEADER.exec(line) ?? [];
    return name === undefined || value === undefined
      ? []
      : [[name.toLowerCase(), shownText(value)] satisfies [string, string]];
  });
}

function shownText(value: string): string {
  return value.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, ' ').trim();
}

function framingOf(headers: readonly [string, string][]): string[] {
  const listed = (wanted: string): string[] =>
    headers
      .filter(([name]) => name === wanted)
      .flatMap(([, value]) => value.split(','))
      .map((value) => value.trim().toLowerCase());
  if (listed('transfer-encoding').includes('chunked')) return ['transfer-encoding: chunked'];
  const [length = '', ...others] = new Set(listed('content-length'));
  if (others.length > 0) throw new FetchFault('broken', 'The answer tells lengths that differ.');
  // Without a valid length, the body ends with the connection.
  return LENGTH.test(length) ? [`content-length: ${length}`] : [];
}

/** A socket whose first answer is parsed leniently; it is destroyed with the socket below it. */
export class LenientSocket extends Duplex {
  readonly #socket: Socket;
  readonly #headBytesMax: number;
  /** The bytes of the head so far; null once the head has been passed on. */
  #head: Buffer | null = Buffer.alloc(0);

  constructor(socket: Socket, headBytesMax: number) {
    super();
    this.#socket = socket;
    this.#headBytesMax = headBytesMax;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.destroy(error));
    socket.once('end', () => {
      if (this.#head !== null) this.#pass(this.#head);
      this.push(null);
    });
    socket.once('close', () => {
      if (!socket.readableEnded) this.destroy();
    });
  }

  /** The client calls `ref` and `unref`; whether the process waits for the socket is decided by the caller. */
  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  #take(chunk: Buffer): void {
    if (this.#head === null) this.#pass(chunk);
    else {
      this.#head = Buffer.concat([this.#head, chunk]);
      try {
        this.#readHeads();
      } catch (fault) {
        this.destroy(fault as FetchFault);
      }
    }
  }

  /** Passes on the head once it is complete; heads of interim answers are left out. */
  #readHeads(): void {
    for (let bytes = this.#head; bytes !== null; bytes = this.#head) {
      // One character a byte, so positions in the text are positions in the bytes.
      const text = bytes.subarray(0, this.#headBytesMax + 1).toString('latin1');
      const blank = /^[\r\n]*/.exec(text)![0].length;
      const end = HEAD_END.exec(text.slice(blank));
      if (end === null && bytes.length <= this.#headBytesMax) return;
      const length = end === null ? bytes.length : blank + end.index + end[0].length;
      const head = end === null ? null : lenientHead(text.slice(blank, length));
      if (head === null) this.#pass(bytes);
      else {
        this.#head = bytes.subarray(length);
        if (INTERIM.has(head.status)) continue;
        this.#pass(Buffer.from(head.text, 'latin1'));
        this.#pass(bytes.subarray(length));
      }
    }
  }

  #pass(bytes: Buffer): void {
    this.#head = null;
    if (bytes.length > 0 && !this.push(bytes)) this.#socket.pause();
  }
}
