/** Encodings that are said in odd ways, or are other ones than is said. */
import {
  brotliCompressSync,
  constants,
  crc32,
  deflateRawSync,
  deflateSync,
  gzipSync,
} from 'node:zlib';
import t from 'tap';
import { fetcherFor, serve, textOf } from './loopback.js';

const TEXT = '<rss><channel><title>Ebb and flood</title></channel></rss>'.repeat(30);
const packed = gzipSync(TEXT);

/** A gzip file whose head has an extra field and a checksum of its own. */
function withOddHead(): Buffer {
  const head = Buffer.from([0x1f, 0x8b, 8, 2 + 4, 0, 0, 0, 0, 0, 3, 4, 0, 65, 80, 0, 0]);
  const check = Buffer.alloc(2);
  check.writeUInt16LE(headCrc(head));
  return Buffer.concat([head, check, packed.subarray(10)]);
}

function headCrc(head: Buffer): number {
  return typeof crc32 === 'function' ? crc32(head) & 0xffff : 0;
}

/** Raw deflate of stored blocks, whose unused bits a packer may set as it likes. */
function storedOddly(): Buffer {
  const bytes = deflateRawSync(TEXT, { level: 0 });
  bytes[0]! |= 0xe8;
  return bytes;
}

const JAPANESE = `クッキーの話。${TEXT}`;
const BODIES: Record<string, [said: string, bytes: Uint8Array, text?: string]> = {
  'gzip in quotes': ['"gzip"', packed],
  'gzip with a weight': ['gzip;q=1.0', packed],
  'two names of charsets': ['UTF-8, ISO-8859-1', Buffer.from(TEXT)],
  'a type of media': ['text/xml', Buffer.from(TEXT)],
  'said twice, packed once': ['gzip, gzip', packed],
  'deflate said of gzip': ['deflate', packed],
  'gzip said of deflate': ['gzip', deflateSync(TEXT)],
  'deflate without its checksum': ['deflate', deflateSync(TEXT).subarray(0, -4)],
  'deflate with a small window': ['deflate', deflateSync(TEXT, { windowBits: 9 })],
  'raw deflate that looks like zlib': ['deflate', storedOddly()],
  'brotli of many pieces': [
    'br',
    brotliCompressSync(TEXT, { params: { [constants.BROTLI_PARAM_LGWIN]: 10 } }),
  ],
  'gzip said of Japanese': ['gzip', Buffer.from(JAPANESE), JAPANESE],
  'brotli said of Japanese': ['br', Buffer.from(JAPANESE), JAPANESE],
  'gzip said of UTF-16': ['gzip', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  'three hundred members': [
    'gzip',
    Buffer.concat((TEXT.match(/.{1,6}/gs) ?? []).map((part) => gzipSync(part))),
  ],
  'an empty member first': ['gzip', Buffer.concat([gzipSync(''), packed])],
  'an odd head': ['gzip', withOddHead()],
  'identity and gzip': ['identity, gzip, identity', packed],
};

t.test('an answer is read as what it is, whatever its encoding is called', async (t) => {
  const site = await serve(t, (request, response) => {
    const [said, bytes] = BODIES[decodeURIComponent(request.url!.slice(1))]!;
    response.setHeader('content-encoding', said).end(bytes);
  });
  const fetcher = fetcherFor(t);
  for (const [name, [, bytes, text = TEXT]] of Object.entries(BODIES)) {
    const url = `${site.origin}/${encodeURIComponent(name)}`;
    const read = await fetcher.fetch({ url, purpose: 'feed' });
    const wanted = name.includes('UTF-16') ? Buffer.from(bytes).toString() : text;
    t.equal(textOf(read), wanted, name);
  }
});
