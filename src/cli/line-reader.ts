/**
 * Reads NDJSON line by line, from files or standard input, in bounded memory.
 *
 * Invariants: a line keeps its bytes as they are; of one that is longer than any record may be,
 * only the beginning is kept (it will be refused); a file that breaks off is reported after the
 * lines that could be read.
 * Not here: what is unpacked and what is refused as a whole (input-stream.ts).
 */
import { messageOf, TagwireError } from '../kernel/errors.js';
import { INGEST } from '../kernel/limits.js';
import { type InputStream, openInput } from './input-stream.js';

const LINE_FEED = 0x0a;

/** One line of a file. */
export interface SourceLine {
  bytes: Buffer;
  /** Counts from 1. */
  number: number;
}

export class LineReader {
  readonly path: string;
  readonly #input: InputStream;
  readonly #lines: AsyncGenerator<SourceLine[]>;
  #held: SourceLine[] = [];
  #heldAt = 0;

  private constructor(path: string, input: InputStream) {
    this.path = path;
    this.#input = input;
    this.#lines = linesOf(path, input.chunks);
  }

  /** `-` is standard input. @throws TagwireError INPUT_INVALID when there is no such file. */
  static async open(path: string): Promise<LineReader> {
    return new LineReader(path, await openInput(path));
  }

  /** Bytes of the file; 0 where that is not known. */
  get byteLength(): number {
    return this.#input.byteLength;
  }

  /** Bytes of the file read so far, compressed ones where it is compressed. */
  get bytesRead(): number {
    return this.#input.bytesRead();
  }

  /** The line that `next` will return; null at the end. */
  async peek(): Promise<SourceLine | null> {
    while (this.#heldAt >= this.#held.length) {
      const { value, done } = await this.#lines.next();
      if (done) return null;
      this.#held = value;
      this.#heldAt = 0;
    }
    return this.#held[this.#heldAt]!;
  }

  /** Goes to the next line. */
  skip(): void {
    this.#heldAt += 1;
  }

  close(): void {
    this.#input.close();
  }
}

/** Lines in groups, as they come off the disk. */
async function* linesOf(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceLine[]> {
  let number = 0;
  let parts: Buffer[] = [];
  let partBytes = 0;
  const keep = (part: Buffer): void => {
    const room = INGEST.lineBytesMax + 1 - partBytes;
    if (room <= 0) return;
    parts.push(part.subarray(0, room));
    partBytes += Math.min(part.length, room);
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
