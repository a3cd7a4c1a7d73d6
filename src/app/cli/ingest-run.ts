/**
 * Sends files to a store: in order, or merged by the records' time for a replay.
 *
 * Invariants: batches leave in order and a few are under way at once; every refused line is
 * reported with its file and number; a broken file ends alone, the others go on.
 */

import { parseInstant } from '../../kernel/clock.js';
import { messageOf } from '../../kernel/errors.js';
import { pause } from '../../kernel/runtime/pause.js';
import { unknownText } from '../../store/log/parse/unknown-fields.js';
import type { IngestSink } from '../ingest/ingest-socket.js';
import { addCounts, type LineCounts, noCounts } from '../ingest/ingest-tally.js';
import { joinLines, linesOf, type SourceLine, type Zone, zonedLine } from '../ingest/ndjson.js';
import { type InputStream, openInput } from './input-stream.js';

/**
 * One group commit. Each costs the server's front some thirty messages, and with half of it a flood is
 * a tenth slower; with twice as much, indices that come later get in between.
 */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCHES_UNDER_WAY_MAX = 4;

interface IngestRunOptions {
  paths: readonly string[];
  replay: boolean;
  /** Stops before the first record after this instant, and moves the store's time there. */
  untilMs: number | null;
  /** The zone of times that name none; they are refused without it. */
  zone?: Zone | undefined;
  sink: Pick<IngestSink, 'ingest' | 'advance' | 'settle'>;
  /** One line for people: what was refused and why. */
  report(message: string): void;
  progress(done: { bytes: number; totalBytes: number; records: number }): void;
}

export interface IngestTotals extends LineCounts {
  /** Files that could not be read to their end. */
  brokenFiles: number;
}

/** A file with the time of its next line. */
interface Source {
  reader: LineReader;
  /** Lines without a time of their own go with the line before. */
  timeMs: number;
  line: SourceLine;
}

/** Sends everything; returns the counts. @throws what the sink throws: the run then ends. */
export async function runIngest(options: IngestRunOptions): Promise<IngestTotals> {
  const run = new IngestRun(options);
  return run.go();
}

class IngestRun {
  readonly #options: IngestRunOptions;
  readonly #totals: IngestTotals = { ...noCounts(), brokenFiles: 0 };
  readonly #underWay: Promise<void>[] = [];
  readonly #readers: LineReader[] = [];
  /** Names of fields that were told of: a request bounds them. */
  readonly #unknown = new Set<string>();
  #parts: Buffer[] = [];
  #origins: { path: string; number: number }[] = [];
  #batchBytes = 0;

  constructor(options: IngestRunOptions) {
    this.#options = options;
  }

  async go(): Promise<IngestTotals> {
    const { paths, replay, untilMs, sink } = this.#options;
    try {
      if (replay) await this.#merge(paths);
      else for (const path of paths) await this.#merge([path]);
      await this.#send();
      await Promise.all(this.#underWay);
      if (untilMs !== null) await sink.advance(untilMs);
      await sink.settle();
    } finally {
      await Promise.allSettled(this.#underWay);
      for (const reader of this.#readers) reader.close();
    }
    return this.#totals;
  }

  /** Takes lines from all files, always the earliest next one. */
  async #merge(paths: readonly string[]): Promise<void> {
    const sources: Source[] = [];
    for (const path of paths) {
      const source = await this.#open(path);
      if (source !== null) sources.push(source);
    }
    while (sources.length > 0) {
      pause();
      const next = sources.reduce((first, one) => (one.timeMs < first.timeMs ? one : first));
      const { untilMs } = this.#options;
      if (untilMs !== null && next.timeMs > untilMs) return;
      await this.#take(next.reader.path, next.line);
      next.reader.skip();
      if (!(await this.#refill(next))) sources.splice(sources.indexOf(next), 1);
    }
  }

  async #open(path: string): Promise<Source | null> {
    const line = { bytes: Buffer.alloc(0), number: 0 };
    try {
      const reader = await LineReader.open(path);
      this.#readers.push(reader);
      const source = { reader, timeMs: Number.NEGATIVE_INFINITY, line };
      return (await this.#refill(source)) ? source : null;
    } catch (error) {
      this.#onBroken(error);
      return null;
    }
  }

  async #refill(source: Source): Promise<boolean> {
    try {
      const line = await source.reader.peek();
      if (line === null) return false;
      const { zone } = this.#options;
      source.line = zone === undefined ? line : { ...line, bytes: zonedLine(line.bytes, zone) };
      if (this.#options.replay || this.#options.untilMs !== null) {
        source.timeMs = recordTimeMs(source.line.bytes) ?? source.timeMs;
      }
      return true;
    } catch (error) {
      this.#onBroken(error);
      return false;
    }
  }

  #onBroken(error: unknown): void {
    this.#totals.brokenFiles += 1;
    this.#options.report(messageOf(error));
  }

  async #take(path: string, { bytes, number }: SourceLine): Promise<void> {
    if (this.#batchBytes + bytes.length > BATCH_BYTES && this.#parts.length > 0) await this.#send();
    this.#parts.push(bytes);
    this.#origins.push({ path, number });
    this.#batchBytes += bytes.length + 1;
  }

  async #send(): Promise<void> {
    if (this.#parts.length === 0) return;
    const bytes = joinLines(this.#parts, this.#batchBytes);
    const origins = this.#origins;
    this.#parts = [];
    this.#origins = [];
    this.#batchBytes = 0;
    const sent = this.#sendBatch(bytes, origins);
    // The next `await` of the batch gets the failure.
    sent.catch(() => undefined);
    this.#underWay.push(sent);
    if (this.#underWay.length >= BATCHES_UNDER_WAY_MAX) await this.#underWay.shift();
  }

  async #sendBatch(
    bytes: Uint8Array,
    origins: readonly { path: string; number: number }[],
  ): Promise<void> {
    const { sink, replay, report, progress } = this.#options;
    const summary = await sink.ingest(bytes, replay);
    const totals = this.#totals;
    addCounts(totals, summary);
    for (const { index, reason } of summary.rejects) {
      const origin = origins[index];
      report(`${origin?.path}:${origin?.number}: ${reason}`);
    }
    for (const field of summary.unknown) {
      if (this.#unknown.has(field.name)) continue;
      this.#unknown.add(field.name);
      const origin = origins[field.index];
      report(`${origin?.path}:${origin?.number}: ${unknownText(field)}`);
    }
    progress({
      bytes: this.#readers.reduce((sum, reader) => sum + reader.bytesRead, 0),
      totalBytes: this.#readers.reduce((sum, reader) => sum + reader.byteLength, 0),
      records: totals.accepted + totals.updated + totals.unchanged,
    });
  }
}

/**
 * Reads NDJSON line by line, from files or standard input, in bounded memory.
 *
 * Invariants: a line keeps its bytes as they are; of one that is longer than any record may be,
 * only the beginning is kept (it will be refused); a file that breaks off is reported after the
 * lines that could be read.
 * Not here: what is unpacked and what is refused as a whole (input-stream.ts).
 */
class LineReader {
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

/** Members that say it, in the order in which they count. */
const MEMBERS = ['observedAt', 'checkedAt', 'at', 'publishedAt'].map((name) => ({
  start: Buffer.from(`"${name}":`),
  name,
}));
const QUOTE = 0x22;
const SPACE = 0x20;
/** No time is longer. */
const TIME_BYTES_MAX = 40;

/** Milliseconds since the epoch; null when the line does not say. */
function recordTimeMs(line: Buffer): number | null {
  for (const { start } of MEMBERS) {
    const at = line.indexOf(start);
    if (at < 0) continue;
    let from = at + start.length;
    while (line[from] === SPACE) from += 1;
    if (line[from] !== QUOTE) continue;
    const to = line.indexOf(QUOTE, from + 1);
    if (to < 0 || to - from > TIME_BYTES_MAX) continue;
    const timeMs = parseInstant(line.toString('latin1', from + 1, to));
    if (timeMs !== null) return timeMs;
  }
  return null;
}
