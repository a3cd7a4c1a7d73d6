/**
 * Encodes pages in Big5 by the WHATWG's table; what Big5 lacks becomes a numeric reference.
 */
import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';

const encode = createMultibyteEncoder('big5');
const known = new Map<string, Buffer>();

/** The bytes of a page. */
export function big5(text: string): Buffer {
  const parts: Buffer[] = [];
  for (const letter of text) {
    let bytes = known.get(letter);
    if (bytes === undefined) {
      bytes = bytesOf(letter);
      known.set(letter, bytes);
    }
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

function bytesOf(letter: string): Buffer {
  try {
    return Buffer.from(encode(letter));
  } catch {
    return Buffer.from(`&#${letter.codePointAt(0)};`, 'latin1');
  }
}
