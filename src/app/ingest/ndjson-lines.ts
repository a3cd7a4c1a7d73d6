/**
 * Splits what is read into lines, in bounded memory.
 *
 * Invariants: a line keeps its bytes as they are; of one that is longer than any record may be, only
 * the beginning is kept (it will be refused); what breaks off is told after the lines that are whole.
 */
import { messageOf, TagwireError } from '../../kernel/errors.js';
import { INGEST } from '../../kernel/limits.js';

const LINE_FEED = 0x0a;

/** One line. */
export interface SourceLine {
  bytes: Buffer;
  /** Counts from 1. */
  number: number;
}

/** Lines in groups, as they come; `path` names them in errors. @throws TagwireError INPUT_INVALID */
export async function* linesOf(
  path: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<SourceLine[]> {
  let number = 0;
  let parts: Buffer[] = [];
  let partBytes = 0;
  const keep = (part: Buffer): void => {
    const bytesLeft = INGEST.lineBytesMax + 1 - partBytes;
    if (bytesLeft <= 0) return;
    parts.push(part.subarray(0, bytesLeft));
    partBytes += Math.min(part.length, bytesLeft);
  };
  const finish = (): SourceLine => {
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    parts = [];
    partBytes = 0;
    number += 1;
    return { bytes, number };
  };
  try {
    for await (const chunk of chunks) {
      const lines: SourceLine[] = [];
      let from = 0;
      for (let feed = chunk.indexOf(LINE_FEED); feed >= 0; feed = chunk.indexOf(LINE_FEED, from)) {
        keep(chunk.subarray(from, feed));
        lines.push(finish());
        from = feed + 1;
      }
      keep(chunk.subarray(from));
      if (lines.length > 0) yield lines;
    }
  } catch (cause) {
    if (cause instanceof TagwireError) throw cause;
    // What came before the break is whole; the broken rest of a line is not.
    const reason = messageOf(cause);
    throw new TagwireError(
      'INPUT_INVALID',
      `${path}:${number + 1}: the file breaks off: ${reason}`,
      {
        cause,
      },
    );
  }
  if (partBytes > 0) yield [finish()];
}

/** Lines with their line feeds, in a buffer of their own that can move to another thread. */
export function joinLines(lines: readonly Buffer[], byteLength: number): Uint8Array {
  const joined = new Uint8Array(byteLength);
  let at = 0;
  for (const line of lines) {
    joined.set(line.subarray(0, INGEST.lineBytesMax + 1), at);
    at += line.length;
    joined[at] = 0x0a;
    at += 1;
  }
  return joined;
}
