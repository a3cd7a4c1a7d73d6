/**
 * Decodes content encodings as the bytes arrive: gzip, deflate (with or without zlib's frame), brotli; and
 * collects the decoded bytes of a body within its limit.
 *
 * Servers often name a wrong encoding: unknown words are ignored, a text that is not encoded is read as it
 * is, and a gzip file is unpacked although no header says so.
 * Invariants: no more is decoded than the reader asks for, so a decompression bomb costs only the bytes that its
 * reader takes. An encoding that is broken, unsupported or nested too deeply is a fault. At most one chunk
 * beyond the limit is ever in memory.
 */
import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createInflate, createInflateRaw } from 'node:zlib';
import { gunzipped, isGzip } from './gunzip.js';
import { FetchFault, type FetchLimits, type FetchPurpose, plain, shown } from './outcome.js';

export type Bytes = AsyncIterable<Uint8Array>;

export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';
/** One encoding by the site, and one by a proxy in front of it. */
const ENCODINGS_MAX = 2;

/** Encodings that exist and are not supported: their bytes are no document. */
const FOREIGN = new Set(['zstd', 'compress', 'x-compress', 'dcb', 'dcz', 'exi', 'pack200-gzip']);
/** Bytes that are enough to recognise an encoding. */
const PROBE_BYTES = 16;

/** The encodings of a header, in the order in which they were applied. @throws FetchFault `encoding`. */
function encodingsOf(header: string): string[] {
  const said = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const foreign = said.find((name) => FOREIGN.has(name));
  if (foreign !== undefined) {
    throw new FetchFault('encoding', `The answer has an unknown encoding (${plain(foreign, 40)}).`);
  }
  const names = said.filter((name) => DECODERS.has(name));
  if (names.length > ENCODINGS_MAX) {
    throw new FetchFault('encoding', `The answer is encoded ${names.length} times over.`);
  }
  return names;
}

/** Decodes a stream; `first` holds its first bytes. */
type Decode = (source: Bytes, first: Uint8Array) => Bytes;

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', unzipped],
  ['x-gzip', unzipped],
  ['br', (source) => through(createBrotliDecompress(), source)],
  [
    'deflate',
    // Servers use the name for deflate with zlib's frame, and for deflate without it.
    (source, first) =>
      isGzip(first) || isZlib(first)
        ? unzipped(source, first)
        : through(createInflateRaw(LENIENT), source),
  ],
]);
/** A missing checksum at the end is no fault. */
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH };

/** Unpacks gzip, or deflate in zlib's frame; the first bytes decide. */
function unzipped(source: Bytes, first: Uint8Array): Bytes {
  return isZlib(first) ? through(createInflate(LENIENT), source) : gunzipped(source);
}

/** Whether bytes begin like zlib data: the method, and a check over two bytes. */
function isZlib([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && (256 * method + flags) % 31 === 0;
}

function decoded(source: Bytes, encodings: readonly string[]): Bytes {
  return encodings.reduceRight((bytes, name) => decodedBy(DECODERS.get(name)!, bytes), source);
}

/** Unpacks a gzip file, such as `sitemap.xml.gz`; other bytes stay as they are. */
function unpacked(source: Bytes): Bytes {
  return decodedBy((bytes, first) => (isGzip(first) ? gunzipped(bytes) : bytes), source);
}

async function* decodedBy(decode: Decode, source: Bytes): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await firstOf(chunks);
  if (first === null) return;
  let sourceFailure: unknown = null;
  const watched = noting(following(first, chunks), (thrown) => {
    sourceFailure = thrown;
  });
  try {
    yield* isText(first) ? watched : decode(watched, first);
  } catch (thrown) {
    // The decoder also reports a failure of the source.
    if (sourceFailure !== null) throw sourceFailure;
    if (thrown instanceof FetchFault) throw thrown;
    const detail = thrown instanceof Error ? plain(thrown.message, 100) : 'unknown';
    throw new FetchFault('encoding', `The encoding of the answer is broken (${detail}).`);
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });
/** Letters, and the white space of texts. */
const LETTERS = /^[\t\n\r\x20-\x7e\u00a0-\uffff]*$/u;

/** Whether bytes are plain text: no encoding begins with as many letters, or with the byte order mark of UTF-16. */
function isText(first: Uint8Array): boolean {
  const [one = 0, two = 0] = first;
  if ((one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff)) return true;
  try {
    return LETTERS.test(UTF8.decode(wholeLetters(first.subarray(0, PROBE_BYTES))));
  } catch {
    return false;
  }
}

/** Bytes of UTF-8, without a truncated last letter. */
function wholeLetters(bytes: Uint8Array): Uint8Array {
  const lead = bytes.findLastIndex((byte) => byte >= 0xc0);
  const isCut =
    lead >= 0 && lead > bytes.length - 4 && bytes.subarray(lead + 1).every((byte) => byte >= 0x80);
  return isCut ? bytes.subarray(0, lead) : bytes;
}

/** The first bytes, at least `PROBE_BYTES` unless the stream ends earlier; null for an empty stream. */
async function firstOf(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  for (let bytes = 0; bytes < PROBE_BYTES; ) {
    const next = await chunks.next();
    if (next.done) break;
    parts.push(next.value);
    bytes += next.value.length;
  }
  const all = Buffer.concat(parts);
  return all.length === 0 ? null : all;
}

async function* following(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* through(decoder: Transform, source: Bytes): AsyncGenerator<Uint8Array> {
  pipeline(Readable.from(source, { objectMode: false }), decoder, () => {});
  yield* decoder;
}

async function* noting(source: Bytes, note: (thrown: unknown) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (thrown) {
    note(thrown);
    throw thrown;
  }
}

/** Bytes of all bodies under way together. */
export interface InFlight {
  bytes: number;
}

interface BodyPlan {
  url: URL;
  purpose: FetchPurpose;
  encoding: string;
  limits: FetchLimits;
  inFlight: InFlight;
}

/** @throws FetchFault `encoding` or `too-large`, or whatever the source throws. */
export async function collectBody(source: Bytes, plan: BodyPlan): Promise<Uint8Array> {
  const { purpose, limits, inFlight } = plan;
  const bytesMax = limits.bytesMax[purpose];
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of readable(source, plan)) {
      parts.push(chunk);
      bytes += chunk.length;
      inFlight.bytes += chunk.length;
      if (bytes > bytesMax) break;
      if (inFlight.bytes > limits.inFlightBytesMax && bytes > limits.inFlightShareBytes) {
        throw new FetchFault('too-large', `${shown(plan.url)} is large, and so is all the rest.`);
      }
    }
  } catch (thrown) {
    // A connection that ends after the closing tag of the document has lost nothing.
    if (thrown instanceof FetchFault || bytes > bytesMax || !isClosed(parts)) throw thrown;
  } finally {
    inFlight.bytes -= bytes;
  }
  if (bytes <= bytesMax) return Buffer.concat(parts, bytes);
  if (purpose === 'robots') return Buffer.concat(parts, bytesMax);
  throw new FetchFault('too-large', `${shown(plan.url)} is longer than ${bytesMax} bytes.`);
}

/** The closing tag at the end of a document. */
const CLOSED = /<\/(?:rss|feed|rdf:rdf|html|urlset|sitemapindex)\s*>\s*$/i;
const END_BYTES = 64;

function isClosed(parts: readonly Uint8Array[]): boolean {
  return CLOSED.test(
    Buffer.concat(parts.slice(-END_BYTES)).subarray(-END_BYTES).toString('latin1'),
  );
}

function readable(source: Bytes, { purpose, encoding }: BodyPlan): Bytes {
  const plainBytes = decoded(source, encodingsOf(encoding));
  // Some files are compressed in advance, and served without a header that says so.
  return purpose === 'icon' || purpose === 'webhook' ? plainBytes : unpacked(plainBytes);
}
