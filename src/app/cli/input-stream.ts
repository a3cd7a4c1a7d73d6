/**
 * Opens the input of a command: a file or standard input, unpacked by its content.
 *
 * Invariants: gzip and zstd are recognised by their first bytes, never by the name. Content that cannot be
 * records (a JSON array, a feed, a table, an archive) is refused as a whole with one sentence that says how
 * to convert it.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { reasonAt, TagwireError } from '../../kernel/errors.js';

/** Stands for standard input. */
export const STANDARD = '-';
const READ_BYTES = 256 * 1024;
/** Bytes that are enough to recognise every format. */
const HEAD_BYTES = 4;
const BYTE_ORDER_MARK = '\ufeff';
/** Bytes of the text that are examined to recognise other forms. */
const SNIFF_BYTES = 1024;
/** Beginnings of texts that are no records, with the advice for each. */
const OTHER_TEXTS: readonly [beginning: RegExp, told: (path: string) => string][] = [
  [
    /^\[/,
    (path) =>
      `this is a JSON array; records are one JSON object a line: jq -c '.[]' ${path} | tagwire ingest -`,
  ],
  [
    /^\{[ \t]*\r?\n/,
    (path) =>
      `a record spans several lines; records are one JSON object a line: jq -c . ${path} | tagwire ingest -`,
  ],
  [
    /^<(?:!doctype html|html)\b/i,
    (path) =>
      `this is an HTML page, not records; use: tagwire inspect page ${path} --url ADDRESS --media CODE | tagwire ingest -`,
  ],
  [
    /^</,
    (path) =>
      `this is XML, not records; for a feed: tagwire inspect feed ${path} --media CODE | tagwire ingest -; to follow it: tagwire source add ADDRESS`,
  ],
  [
    // Names between commas, semicolons or tabs, and a second line that is no object.
    /^["\w][^{}[\]\r\n]*[,;\t][^{}[\]\r\n]*\r?\n[^{]/,
    (path) =>
      `this is a table, not records; records are one JSON object a line, with the fields of docs/records.md: mlr --icsv --ojsonl cat ${path} | tagwire ingest -`,
  ],
];

/** In Node.js from 22.15 on. */
const createZstd = (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress;

export interface InputStream {
  /** Bytes of the file; 0 where that is not known. */
  byteLength: number;
  /** Bytes read so far, as they are in the file. */
  bytesRead(): number;
  /** The unpacked content. @throws TagwireError INPUT_INVALID while it is read. */
  chunks: AsyncGenerator<Buffer>;
  close(): void;
}

/** @throws TagwireError INPUT_INVALID when there is no such file. */
export async function openInput(path: string): Promise<InputStream> {
  const byteLength = path === STANDARD ? 0 : await sizeOf(path);
  const source: Readable =
    path === STANDARD ? process.stdin : createReadStream(path, { highWaterMark: READ_BYTES });
  let read = 0;
  return {
    byteLength,
    bytesRead: () => read,
    chunks: unpacked(path, source, (bytes) => {
      read += bytes;
    }),
    close: () => source.destroy(),
  };
}

async function sizeOf(path: string): Promise<number> {
  try {
    const status = await stat(path);
    if (!status.isDirectory()) return status.size;
  } catch (cause) {
    throw new TagwireError('INPUT_INVALID', reasonAt(path, cause), { cause });
  }
  throw new TagwireError('INPUT_INVALID', `${path}: this is a folder; name its files`);
}

async function* unpacked(
  path: string,
  source: Readable,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const { value, done } = await chunks.next();
    if (done) break;
    onRead(value.length);
    head = Buffer.concat([head, value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield head;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      onRead(next.value.length);
      yield next.value;
    }
  }
  const unpack = unpackerOf(path, head);
  let isFirst = true;
  const content =
    unpack === null ? whole() : pipeline(Readable.from(whole()), unpack, () => undefined);
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (isFirst) refuseOthers(path, chunk);
    isFirst = false;
    yield chunk;
  }
}

function unpackerOf(path: string, head: Buffer): Transform | null {
  if (head[0] === 0x1f && head[1] === 0x8b) return zlib.createGunzip();
  if (head.length >= HEAD_BYTES && head.readUInt32LE(0) === 0xfd2fb528) {
    if (createZstd !== undefined) return createZstd();
    refuse(
      path,
      `this is zstd, which Node.js reads from 22.15 on; use: zstd -dc ${path} | tagwire ingest ${STANDARD}`,
    );
  }
  if (head.toString('latin1', 0, 4) === 'PK\x03\x04') {
    refuse(path, 'this is a zip archive; unpack it first, or pack it with gzip');
  }
  return null;
}

/** @throws TagwireError INPUT_INVALID where the content starts like something other than records. */
function refuseOthers(path: string, first: Buffer): void {
  if ((first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff)) {
    refuse(path, `this is UTF-16; use: iconv -f utf-16 -t utf-8 ${path} | tagwire ingest -`);
  }
  const text = first.toString('utf8', 0, SNIFF_BYTES).replace(BYTE_ORDER_MARK, '').trimStart();
  const other = OTHER_TEXTS.find(([beginning]) => beginning.test(text));
  if (other !== undefined) refuse(path, other[1](path));
}

/** @throws TagwireError always. */
function refuse(path: string, reason: string): never {
  throw new TagwireError('INPUT_INVALID', `${path}: ${reason}`);
}
