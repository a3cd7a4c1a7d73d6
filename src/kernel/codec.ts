/**
 * Plain values to bytes and back (MessagePack by way of `msgpackr`).
 *
 * Invariants: the same value gives the same bytes on every machine; bytes need no schema from
 * elsewhere. Not here: checksums (log/frame.ts, store/), columns (they are bytes already).
 */
import { Packr } from 'msgpackr';

const packr = new Packr({
  useRecords: false,
  encodeUndefinedAsNil: true,
  largeBigIntToString: false,
});

/** Bytes of a plain value; the result is its own copy. */
export function encode(value: unknown): Buffer {
  return packr.pack(value);
}

/** The value of bytes that `encode` made. Throws on anything else. */
export function decode(bytes: Uint8Array): unknown {
  return packr.unpack(bytes);
}
