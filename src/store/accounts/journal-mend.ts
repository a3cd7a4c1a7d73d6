/**
 * What is whole of a damaged journal: the lines up to the first that is not, and an anchor for them.
 *
 * What came after is lost, also that keys were revoked: commands say so before they use it.
 */
import { hash64 } from '../../kernel/hash.js';
import { CHECKSUM_CHARS, isSound, lineOf } from './journal-line.js';

export interface MendedJournal {
  journal: Buffer;
  anchor: Buffer;
  lines: number;
  /** Whether the journal was whole, and only its anchor is not. */
  isWhole: boolean;
}

export function mendJournal(bytes: Buffer): MendedJournal {
  let at = 0;
  let chain = 0n;
  let lines = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, at)) {
    const json = bytes.subarray(at + CHECKSUM_CHARS + 1, end);
    const next = hash64(json, chain);
    if (!isSound(bytes.subarray(at, end), next)) break;
    chain = next;
    at = end + 1;
    lines += 1;
  }
  const anchor = lineOf([[at, chain.toString(16)]], 0n).line;
  return { journal: bytes.subarray(0, at), anchor, lines, isWhole: at === bytes.length && at > 0 };
}
