/**
 * Sends files to a store: in order, or merged by the records' time for a replay.
 *
 * Invariants: batches leave in order and a few are under way at once; every refused line is
 * reported with its file and number; a broken file ends alone, the others go on.
 */

import { messageOf } from '../../kernel/errors.js';
import { pause } from '../../kernel/runtime/pause.js';
import type { IngestSink } from '../ingest/ingest-socket.js';
import { unknownText } from '../ingest/ingest-tally.js';
import { joinLines } from '../ingest/ndjson-lines.js';
import { type Zone, zonedLine } from '../ingest/zoned-lines.js';
import { LineReader, type SourceLine } from './line-reader.js';
import { recordTimeMs } from './record-time.js';

/**
 * One group commit. Each costs the server's front some thirty messages, and with half of it a flood is
 * a tenth slower; with twice as much, indices that come later get in between.
 */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCHES_UNDER_WAY_MAX = 4;

export interface IngestRunOptions {
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

export interface IngestTotals {
  accepted: number;
  updated: number;
  unchanged: number;
  rejected: number;
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
  readonly #totals: IngestTotals = {
    accepted: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    brokenFiles: 0,
  };
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
    totals.accepted += summary.accepted;
    totals.updated += summary.updated;
    totals.unchanged += summary.unchanged;
    totals.rejected += summary.rejects.length;
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
