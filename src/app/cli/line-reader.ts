/**
 * Reads NDJSON line by line, from files or standard input, in bounded memory.
 *
 * Invariants: a line keeps its bytes as they are; of one that is longer than any record may be,
 * only the beginning is kept (it will be refused); a file that breaks off is reported after the
 * lines that could be read.
 * Not here: what is unpacked and what is refused as a whole (input-stream.ts).
 */
import { linesOf, type SourceLine } from '../ingest/ndjson-lines.js';
import { type InputStream, openInput } from './input-stream.js';

export type { SourceLine };

export class LineReader {
  readonly path: string;
  readonly #input: InputStream;
  readonly #lines: AsyncGenerator<SourceLine[]>;
  #buffered: SourceLine[] = [];
  #bufferedAt = 0;

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
    while (this.#bufferedAt >= this.#buffered.length) {
      const { value, done } = await this.#lines.next();
      if (done) return null;
      this.#buffered = value;
      this.#bufferedAt = 0;
    }
    return this.#buffered[this.#bufferedAt]!;
  }

  /** Goes to the next line. */
  skip(): void {
    this.#bufferedAt += 1;
  }

  close(): void {
    this.#input.close();
  }
}
