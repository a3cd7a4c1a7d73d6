/** Icons of sites: what is made of pictures, and what is refused before anything of it is decoded. */
import { deflateSync } from 'node:zlib';
import { crc32 } from '@node-rs/crc32';
import fc from 'fast-check';
import t from 'tap';
import { iconOf } from '../../demo/sites/pictures.js';
import type { DocumentFaultReason } from '../../src/documents/documents.js';
import { pictureSizeOf, readIcon } from '../../src/documents/icon.js';
import { extractDocument } from '../../src/documents/tasks.js';

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const GIF = Buffer.from('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAUwAOw==', 'base64');
const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** A PNG of one colour; `says` are width and height in its header. */
function pngOf(width: number, height: number, says = [width, height]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(says[0]!, 0);
  header.writeUInt32BE(says[1]!, 4);
  header.set([8, 6], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 4, 0xff)]);
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  return Buffer.concat([
    PNG_HEAD,
    chunkOf('IHDR', header),
    chunkOf('IDAT', data),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const bytes = Buffer.alloc(8 + body.length);
  bytes.writeUInt32BE(data.length, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), 4 + body.length);
  return bytes;
}

function bmpOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(54 + width * height * 4, 0x7f);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(0, 6);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(32, 28);
  bytes.fill(0, 30, 54);
  return bytes;
}

function read(bytes: Uint8Array, contentType = 'image/png') {
  const url = 'https://gazette.example/icon';
  return extractDocument({ task: 'icon', bytes, contentType, url, zoneOffsetMs: 0 });
}

t.test('pictures of every usual format become PNG of 64 by 64 pixels', async (t) => {
  const pictures = {
    png: pngOf(180, 180),
    wide: pngOf(200, 20),
    gif: GIF,
    webp: WEBP,
    ico: iconOf('gazette'),
    bmp: bmpOf(16, 16),
  };
  for (const [name, bytes] of Object.entries(pictures)) {
    // What the server says of it does not matter.
    const document = read(bytes, 'text/html');
    if (!t.equal(document.kind, 'icon', name) || document.kind !== 'icon') continue;
    t.same(Buffer.from(document.png.subarray(0, 8)), PNG_HEAD, name);
    t.same(pictureSizeOf(document.png), { width: 64, height: 64 }, name);
    t.ok(document.png.length < 20_000, `${name}: ${document.png.length} bytes`);
  }
});

t.test('a wide picture keeps its proportions', async (t) => {
  const wide = readIcon({ bytes: pngOf(128, 32), contentType: '', url: '' });
  const square = readIcon({ bytes: pngOf(64, 64), contentType: '', url: '' });
  if (wide.kind !== 'icon' || square.kind !== 'icon') throw new Error('both are pictures');
  // The square is white all over; the wide one has bands without a colour.
  t.not(Buffer.compare(wide.png, square.png), 0);
});

t.test('what is no picture of pixels is refused, whatever it is called', async (t) => {
  const refused: [string, string | Uint8Array, DocumentFaultReason][] = [
    ['svg', SVG, 'not-a-picture'],
    ['svg with a byte order mark', `\ufeff${SVG}`, 'not-a-picture'],
    ['svg with a prolog', `<?xml version="1.0"?><!DOCTYPE svg>${SVG}`, 'not-a-picture'],
    ['html', '<!doctype html><script>alert(1)</script>', 'not-a-picture'],
    ['gzip', new Uint8Array([0x1f, 0x8b, 8, 0]), 'not-a-picture'],
    ['nothing', '', 'empty'],
    ['a wide PNG', pngOf(1, 1, [20_000, 1]), 'too-large'],
    ['a high PNG', pngOf(1, 1, [1, 2 ** 31]), 'too-large'],
    ['a PNG without pixels', pngOf(1, 1, [0, 1]), 'broken'],
    ['a PNG that says more than it has', pngOf(1, 1, [64, 64]), 'broken'],
    ['a cut PNG', pngOf(32, 32).subarray(0, 50), 'broken'],
    ['a PNG that is a name only', PNG_HEAD, 'not-a-picture'],
    ['an ICO without pictures', new Uint8Array([0, 0, 1, 0, 0, 0]), 'not-a-picture'],
  ];
  for (const [name, content, reason] of refused) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    t.match(read(bytes, 'image/png'), { kind: 'fault', reason }, name);
  }
  // A panic in the decoder costs that picture alone.
  t.match(read(pngOf(8, 8)), { kind: 'icon' });
});

t.test('an ICO says its size in its pictures, not in its list', async (t) => {
  const lying = Buffer.from(iconOf('gazette'));
  lying.writeInt32LE(50_000, 26);
  t.match(read(lying), { kind: 'fault', reason: 'too-large' });
});

t.test('any bytes give an icon or a fault', async () => {
  const pictures = [pngOf(9, 9), GIF, WEBP, Buffer.from(iconOf('a')), bmpOf(4, 4)];
  const damaged = fc
    .record({
      picture: fc.constantFrom(...pictures),
      at: fc.nat(200),
      byte: fc.nat(255),
      end: fc.nat(2000),
    })
    .map(({ picture, at, byte, end }) => {
      const bytes = Buffer.from(picture.subarray(0, Math.max(1, end)));
      bytes[at % bytes.length] = byte;
      return new Uint8Array(bytes);
    });
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 200 })), (bytes) => {
      const document = read(bytes);
      if (document.kind === 'fault') return true;
      const size = document.kind === 'icon' ? pictureSizeOf(document.png) : null;
      return size?.width === 64 && size.height === 64;
    }),
    { seed: 28, numRuns: 300 },
  );
});
