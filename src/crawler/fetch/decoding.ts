/**
 * Undoes content encodings as the bytes come: gzip, deflate (with or without zlib's frame), brotli.
 *
 * Invariants: no more is decoded than the reader asks for, so a bomb costs what its reader takes;
 * an encoding that is broken, unknown or stacked too high is a fault.
 */
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { FetchFault, plain } from './faults.js';

export type Bytes = AsyncIterable<Uint8Array>;

/** What `accept-encoding` says. */
export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';
/** One by the site and one by whatever stands before it. */
const ENCODINGS_MAX = 2;

/** Encodings in the order in which they were applied. @throws FetchFault `encoding`. */
export function encodingsOf(header: string): string[] {
  const names = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > ENCODINGS_MAX) {
    throw new FetchFault('encoding', `The answer is encoded ${names.length} times over.`);
  }
  const unknown = names.find((name) => !DECODERS.has(name));
  if (unknown === undefined) return names;
  throw new FetchFault('encoding', `The answer has an unknown encoding (${plain(unknown, 40)}).`);
}

/** Makes the decoder for a stream that begins with these bytes. */
type MakeDecoder = (first: Uint8Array) => Transform;

const DECODERS: ReadonlyMap<string, MakeDecoder> = new Map<string, MakeDecoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  // Half of the servers mean the one, half the other; the method 8 in the first byte tells.
  ['deflate', ([head = 0]) => ((head & 0x0f) === 8 ? createInflate() : createInflateRaw())],
]);

export function decoded(source: Bytes, encodings: readonly string[]): Bytes {
  return encodings.reduceRight((bytes, name) => decodedBy(DECODERS.get(name)!, bytes), source);
}

/** Unpacks what is a gzip file, such as `sitemap.xml.gz`; anything else stays as it is. */
export function unpacked(source: Bytes): Bytes {
  return decodedBy(([one, two]) => (one === 0x1f && two === 0x8b ? createGunzip() : null), source);
}

async function* decodedBy(
  make: (first: Uint8Array) => Transform | null,
  source: Bytes,
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await firstOf(chunks);
  if (first === null) return;
  const decoder = make(first);
  if (decoder === null) yield* following(first, chunks);
  else yield* through(decoder, following(first, chunks));
}

/** At least two bytes where there are as many, or null at the end. */
async function firstOf(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  for (let bytes = 0; bytes < 2; ) {
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
  let sourceFailure: unknown = null;
  const watched = noting(source, (thrown) => {
    sourceFailure = thrown;
  });
  // The failure comes out of the decoder below, too.
  pipeline(Readable.from(watched, { objectMode: false }), decoder, () => {});
  try {
    for await (const chunk of decoder) yield chunk;
  } catch (thrown) {
    if (sourceFailure !== null) throw sourceFailure;
    const detail = thrown instanceof Error ? plain(thrown.message, 100) : 'unknown';
    throw new FetchFault('encoding', `The encoding of the answer is broken (${detail}).`);
  }
}

async function* noting(source: Bytes, note: (thrown: unknown) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (thrown) {
    note(thrown);
    throw thrown;
  }
}
