/**
 * Unpacks gzip as browsers do: consecutive members are one text, bytes after them are ignored, and a trailer may
 * be missing. A present checksum must be right.
 *
 * Invariant: no more is decoded than the reader asks for.
 */
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { crc32 } from '@node-rs/crc32';

const MAGIC = [0x1f, 0x8b];
const HEAD_BYTES = 10;
const TRAILER_BYTES = 8;
/** Longest name or comment of a file. */
const TEXT_BYTES_MAX = 4096;
/** More than the buffers of two streams hold: of the bytes given to a decoder, at most these are unused. */
const BUFFERED_BYTES = 256 * 1024;
const FLAG = { headCrc: 2, extra: 4, name: 8, comment: 16 };

export function isGzip(first: Uint8Array): boolean {
  return MAGIC.every((byte, at) => first[at] === byte);
}

/** @throws Error where the bytes are broken; errors of the source. */
export async function* gunzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(source);
  try {
    do {
      await skipHead(reader);
      yield* member(reader);
    } while (isGzip(await reader.peek(MAGIC.length)));
  } finally {
    await reader.close();
  }
}

async function skipHead(reader: ByteReader): Promise<void> {
  const head = await reader.take(HEAD_BYTES);
  if (!isGzip(head) || head[2] !== 8) throw new Error('incorrect header check');
  const flags = head[3] ?? 0;
  if (flags & FLAG.extra) {
    const [low = 0, high = 0] = await reader.take(2);
    await reader.take(low + 256 * high);
  }
  if (flags & FLAG.name) await skipText(reader);
  if (flags & FLAG.comment) await skipText(reader);
  if (flags & FLAG.headCrc) await reader.take(2);
}

async function skipText(reader: ByteReader): Promise<void> {
  for (let count = 0; count < TEXT_BYTES_MAX; count++) {
    const [byte = 0] = await reader.take(1);
    if (byte === 0) return;
  }
  throw new Error('incorrect header check');
}

/**
 * One member. A text with the right checksum is complete: a break of the source after it has no effect, as when
 * `content-length` was given for the unpacked text.
 */
async function* member(reader: ByteReader): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  const feed = new Feed(reader);
  const input = Readable.from(feed.chunks(), { objectMode: false });
  input.pipe(inflate);
  let crc = 0;
  let size = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Uint8Array>) {
      crc = crc32(chunk, crc);
      size = (size + chunk.length) % 2 ** 32;
      yield chunk;
    }
  } catch (thrown) {
    throw feed.failure ?? thrown;
  } finally {
    input.unpipe(inflate);
    input.destroy();
    inflate.destroy();
  }
  await feed.giveBack(inflate.bytesWritten);
  const trailer = await reader.take(TRAILER_BYTES);
  if (trailer.length < TRAILER_BYTES) {
    if (feed.failure !== null) throw feed.failure;
    return;
  }
  const view = new DataView(trailer.buffer, trailer.byteOffset, TRAILER_BYTES);
  if (view.getUint32(0, true) !== crc || view.getUint32(4, true) !== size) {
    throw new Error('incorrect data check');
  }
}

/** The input of a member's decoder, which reads beyond the member; `giveBack` returns the unused bytes. */
class Feed {
  readonly #reader: ByteReader;
  readonly #given: Uint8Array[] = [];
  #bytes = 0;
  #keptBytes = 0;
  #reading: Promise<Uint8Array | null> | null = null;
  #isOver = false;
  /** The error of the source; the decoder only sees that the source has ended. */
  failure: unknown = null;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    while (!this.#isOver) {
      this.#reading = this.#reader.next().catch((thrown) => {
        this.failure = thrown;
        return null;
      });
      const chunk = await this.#reading;
      this.#reading = null;
      if (chunk === null) return;
      this.#note(chunk);
      yield chunk;
    }
  }

  /** Returns all bytes after the first `used` ones to the reader. */
  async giveBack(used: number): Promise<void> {
    this.#isOver = true;
    const reading = this.#reading;
    if (reading !== null) await reading;
    const all = Buffer.concat(this.#given);
    this.#reader.unread(all.subarray(all.length - (this.#bytes - used)));
  }

  #note(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    this.#given.push(chunk);
    this.#keptBytes += chunk.length;
    while (this.#keptBytes - this.#given[0]!.length > BUFFERED_BYTES) {
      this.#keptBytes -= this.#given.shift()!.length;
    }
  }
}

/** Reads the pieces of a source that a format needs. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** The next `count` bytes, or fewer at the end, without consuming them. */
  async peek(count: number): Promise<Uint8Array> {
    while (this.#rest.length < count) {
      const next = await this.#chunks.next();
      if (next.done) break;
      this.#rest = Buffer.concat([this.#rest, next.value]);
    }
    return this.#rest.subarray(0, count);
  }

  async take(count: number): Promise<Uint8Array> {
    const bytes = await this.peek(count);
    this.#rest = this.#rest.subarray(bytes.length);
    return bytes;
  }

  /** The next available bytes; null at the end. */
  async next(): Promise<Uint8Array | null> {
    const [byte] = await this.peek(1);
    return byte === undefined ? null : this.take(this.#rest.length);
  }

  unread(bytes: Uint8Array): void {
    this.#rest = Buffer.concat([bytes, this.#rest]);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
