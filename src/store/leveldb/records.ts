/**
 * Records of LevelDB's logs: the manifest, and what was written last (`*.log`).
 *
 *   block: 32 KiB │ fragment │ fragment │ … │ fewer than 7 bytes, unused
 *   fragment: masked CRC-32C of all that follows but the length u32 │ length u16 │ type u8 │ bytes
 *
 * A record is one fragment (FULL), or FIRST, any MIDDLE and LAST over several blocks.
 *
 * Sources: LevelDB 1.20, db/log_format.h and db/log_reader.cc, whose judgement it follows: a file
 * may end in the middle of a record, because a process may.
 * Not here: what records say (manifest.ts).
 */
import { hasChecksum } from './bytes.js';

/** Bytes of a block; the last one of a file may be shorter. */
export const LOG_BLOCK_BYTES = 32 * 1024;
const HEADER_BYTES = 7;

/** Where a fragment belongs in its record; 0 is space that was never written. */
export const FRAGMENT = { zero: 0, full: 1, first: 2, middle: 3, last: 4 } as const;

/**
 * A fragment, or what is wrong with the rest of its block. `at` counts from the block's start. A
 * fragment is cut short where the file ends: by itself that says only that a process has ended.
 */
export type Fragment =
  | { at: number; flaw: null; type: number; bytes: Buffer }
  | { at: number; flaw: string; isCutShort: boolean };

/** The fragments of a block. After a flaw come no others: where they begin is not known. */
export function* fragmentsOf(block: Buffer): Generator<Fragment> {
  const isLast = block.length < LOG_BLOCK_BYTES;
  let at = 0;
  while (block.length - at >= HEADER_BYTES) {
    const length = block.readUInt16LE(at + 4);
    const type = block[at + 6]!;
    const end = at + HEADER_BYTES + length;
    if (end > block.length) {
      yield { at, flaw: 'a record ends beyond its block', isCutShort: isLast };
      return;
    }
    if (type === FRAGMENT.zero && length === 0) {
      yield { at, flaw: 'nothing was written', isCutShort: true };
      return;
    }
    if (!hasChecksum(block.subarray(at + 6, end), block.readUInt32LE(at))) {
      yield { at, flaw: 'the checksum of a record does not match', isCutShort: false };
      return;
    }
    yield { at, flaw: null, type, bytes: block.subarray(at + HEADER_BYTES, end) };
    at = end;
  }
  if (isLast && at < block.length) {
    yield { at, flaw: 'a record ends in its header', isCutShort: true };
  }
}
