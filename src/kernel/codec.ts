/**
 * Plain values to bytes and back (MessagePack by way of `msgpackr`).
 *
 * Invariants: the same value gives the same bytes on every machine; bytes need no schema from elsewhere.
 * Not here: checksums (log/frame.ts, store/), columns (they are bytes already).
 */
import { Packr } from 'msgpackr';

const packr = new Packr({
  useRecords: false,
  encodeUndefinedAsNil: true,
  largeBigIntToString: false,
});

/**
 * Results share a buffer of this size until it is full. For a large result msgpackr allocates four times
 * its size, and would use buffers of that size from then on, each retained by the last small result in it.
 */
const SHARED_BYTES = 64 * 1024;
packr.useBuffer(Buffer.allocUnsafeSlow(SHARED_BYTES));

/**
 * Bytes of a plain value, maybe in a shared buffer. Use `encodeOwn` for bytes that move to another thread.
 */
export function encode(value: unknown): Buffer {
  const bytes = packr.pack(value);
  if (bytes.buffer.byteLength <= SHARED_BYTES) return bytes;
  packr.useBuffer(Buffer.allocUnsafeSlow(SHARED_BYTES));
  return Buffer.from(new Uint8Array(bytes).buffer);
}

/** Bytes of a plain value in a buffer of their own. */
export function encodeOwn(value: unknown): Uint8Array<ArrayBuffer> {
  const bytes = encode(value);
  const isAlone = bytes.byteLength === bytes.buffer.byteLength;
  return new Uint8Array(isAlone ? (bytes.buffer as ArrayBuffer) : bytes);
}

/** The value of bytes that `encode` made. Throws on anything else. */
export function decode(bytes: Uint8Array): unknown {
  return packr.unpack(bytes);
}

/**
 * Reads some values of a list that `encode` made; `places` rise. The other values are skipped, which
 * takes a fraction of the time of reading them. Null for a place behind the end. Throws on other bytes.
 */
export function decodeSome(bytes: Buffer, places: readonly number[]): unknown[] {
  const found: unknown[] = [];
  let { at, count } = listHead(bytes);
  let place = 0;
  for (const wanted of places) {
    for (; place < wanted && place < count; place++) at = endOf(bytes, at);
    const end = place < count ? endOf(bytes, at) : at;
    found.push(place < count ? valueFrom(bytes, at, end) : null);
    at = end;
    place += 1;
  }
  return found;
}

/** The number of values of a list, and the offset of the first. */
function listHead(bytes: Buffer): { at: number; count: number } {
  const form = bytes[0]!;
  if (form >= 0x90 && form <= 0x9f) return { at: 1, count: form & 0x0f };
  if (form === 0xdc) return { at: 3, count: bytes.readUInt16BE(1) };
  throw new RangeError('these are not the bytes of a list');
}

/** Bytes of a value by its first byte, for values that contain no others and have no length field. */
const FIXED_BYTES = new Map([
  ...[0xc0, 0xc2, 0xc3].map((form) => [form, 1] as const),
  ...[0xcc, 0xd0].map((form) => [form, 2] as const),
  ...[0xcd, 0xd1].map((form) => [form, 3] as const),
  ...[0xca, 0xce, 0xd2].map((form) => [form, 5] as const),
  ...[0xcb, 0xcf, 0xd3].map((form) => [form, 9] as const),
]);

/** The offset behind the value that begins at `from`. */
function endOf(bytes: Buffer, from: number): number {
  let at = from;
  for (let left = 1; left > 0; left--) {
    const form = bytes[at]!;
    if (form <= 0x7f || form >= 0xe0) at += 1;
    else if (form <= 0x8f) [at, left] = [at + 1, left + 2 * (form & 0x0f)];
    else if (form <= 0x9f) [at, left] = [at + 1, left + (form & 0x0f)];
    else if (form <= 0xbf) at += 1 + (form & 0x1f);
    else if (form === 0xd9 || form === 0xc4) at += 2 + bytes[at + 1]!;
    else if (form === 0xda || form === 0xc5) at += 3 + bytes.readUInt16BE(at + 1);
    else if (form === 0xdb || form === 0xc6) at += 5 + bytes.readUInt32BE(at + 1);
    else if (form === 0xdc) [at, left] = [at + 3, left + bytes.readUInt16BE(at + 1)];
    else if (form === 0xde) [at, left] = [at + 3, left + 2 * bytes.readUInt16BE(at + 1)];
    else {
      const byteLength = FIXED_BYTES.get(form);
      if (byteLength === undefined) throw new RangeError(`no value begins with byte ${form}`);
      at += byteLength;
    }
  }
  return at;
}

/** Short numbers and texts are read here: `decode` takes longer for them than this. */
function valueFrom(bytes: Buffer, at: number, end: number): unknown {
  const form = bytes[at]!;
  if (form <= 0x7f) return form;
  if (form >= 0xa0 && form <= 0xbf) return bytes.toString('utf8', at + 1, end);
  if (form === 0xd9) return bytes.toString('utf8', at + 2, end);
  if (form === 0xcb) return bytes.readDoubleBE(at + 1);
  if (form === 0xce) return bytes.readUInt32BE(at + 1);
  if (form === 0xcd) return bytes.readUInt16BE(at + 1);
  return decode(bytes.subarray(at, end));
}
