/**
 * `tagwire ingest FILE…`: sends files to a store, or to the server that holds it: in order, or merged by the records'
 * time for a replay.
 *
 * Invariants: batches are sent in order, a few at the same time. Every refused line is reported with its file and
 * number. A broken file does not stop the other files.
 * Not here: unpacking, and the refusal of whole files (input-stream.ts).
 */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { parseInstant, systemMonotonic } from '../../../kernel/clock.js';
import type { Config } from '../../../kernel/config.js';
import { messageOf } from '../../../kernel/errors.js';
import { pause } from '../../../kernel/runtime/pause.js';
import { parseLines } from '../../../store/log/lines.js';
import { UnknownFields, unknownText } from '../../../store/log/parse/unknown-fields.js';
import type { IngestSink } from '../../ingest/ingest-socket.js';
import {
  addCounts,
  type IngestSummary,
  type LineCounts,
  noCounts,
} from '../../ingest/ingest-tally.js';
import {
  joinLines,
  linesOf,
  type SourceLine,
  type Zone,
  zonedLine,
  zoneOf,
} from '../../ingest/ndjson.js';
import { instantOf } from '../answers.js';
import { configOf } from '../config-file.js';
import { type InputStream, openInput, STANDARD } from '../input-stream.js';
import { openSink } from '../open-sink.js';
import { createProgress } from '../progress.js';

/** Refused lines that are printed; all are counted and written to `rejects.ndjson`. */
const REPORTS_MAX = 1000;
/** Matches the refusal of a time of day that has no zone. */
const WITHOUT_ZONE = /: expected an ISO 8601 time .*, got "\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*"$/;

interface IngestFlags {
  replay?: boolean;
  until?: string;
  check?: boolean;
  zone?: string;
}

const NO_LINES = { accepted: 0, updated: 0, unchanged: 0 };

/**
 * The sink of lines that are only checked: valid lines count as accepted. Nothing is opened or written, so checks that
 * need a store, such as whether the media of an article is registered, are not made.
 */
const checkSink = {
  async ingest(bytes: Uint8Array, replay: boolean): Promise<IngestSummary> {
    const unknown = new UnknownFields();
    const summary: IngestSummary = { ...NO_LINES, rejects: [], unknown: [] };
    for (const { candidates, refusals } of parseLines(bytes, { nowMs: 0, replay, unknown })) {
      summary.accepted += candidates.length;
      for (const { index, reason } of refusals) summary.rejects.push({ index, reason });
    }
    summary.unknown = unknown.all;
    return summary;
  },
  advance: async (): Promise<void> => undefined,
  settle: async (): Promise<void> => undefined,
  close: async (): Promise<void> => undefined,
};

async function ingestFiles(
  config: Config,
  paths: string[],
  { replay = false, check: isCheck = false, zone: zoneName }: IngestFlags,
  untilMs: number | null,
): Promise<IngestTotals> {
  const zone = zoneName === undefined ? undefined : zoneOf(zoneName);
  // A misspelt file name must not make a store.
  if (!paths.some((path) => path === STANDARD || existsSync(path))) await openInput(paths[0]!);
  const sink = isCheck ? checkSink : await openSink(config, 'make');
  const progress = createProgress('ingest', systemMonotonic);
  let reports = 0;
  let lacksZone = false;
  try {
    const totals = await runIngest({
      paths,
      replay,
      untilMs,
      zone,
      sink,
      report: (message) => {
        reports += 1;
        lacksZone ||= WITHOUT_ZONE.test(message);
        if (reports <= REPORTS_MAX) process.stderr.write(`${message}\n`);
        if (reports === REPORTS_MAX) process.stderr.write('further refusals are only counted\n');
      },
      progress: ({ bytes, totalBytes, records }) => progress.update(bytes, totalBytes, records),
    });
    progress.stop();
    print(totals, config, isCheck);
    if (lacksZone)
      process.stderr.write('times without a zone: --zone says which one they are in\n');
    return totals;
  } finally {
    progress.stop();
    await sink.close();
  }
}

function print(totals: IngestTotals, { data }: Config, isCheck: boolean): void {
  const { accepted, updated, unchanged, rejected, brokenFiles } = totals;
  process.stdout.write(
    isCheck
      ? `checked ${accepted + rejected}, sound ${accepted}, refused ${rejected}\n`
      : `accepted ${accepted}, updated ${updated}, unchanged ${unchanged}, rejected ${rejected}\n`,
  );
  if (rejected > 0 && !isCheck) {
    process.stderr.write(`refused lines are set aside in ${data}/rejects.ndjson\n`);
  }
  if (brokenFiles > 0) {
    process.stderr.write(`${brokenFiles} file(s) could not be read to the end\n`);
  }
}

export async function ingest(files: string[], options: IngestFlags, own: Command): Promise<void> {
  const untilMs = instantOf(own, '--until', options.until);
  if (files.filter((path) => path === STANDARD).length > 1) {
    own.error(`standard input (${STANDARD}) can be named once`);
  }
  const config = configOf(own);
  const totals = await ingestFiles(config, files, options, untilMs);
  if (totals.rejected > 0 || totals.brokenFiles > 0) process.exitCode = 1;
}

/**
 * Bytes of one group commit. Each costs the server's main thread some thirty messages, and with half the size a flood
 * is a tenth slower; with twice the size, indices that fold later interrupt the flood.
 */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCHES_UNDER_WAY_MAX = 4;

interface IngestRunOptions {
  paths: readonly string[];
  replay: boolean;
  /** Stops before the first record after this instant, and moves the store's time there. */
  untilMs: number | null;
  /** The zone of times without one; without this option such times are refused. */
  zone?: Zone | undefined;
  sink: Pick<IngestSink, 'ingest' | 'advance' | 'settle'>;
  /** One line for people: a refused line, and the reason. */
  report(message: string): void;
  progress(done: { bytes: number; totalBytes: number; records: number }): void;
}

interface IngestTotals extends LineCounts {
  /** Files that could not be read to their end. */
  brokenFiles: number;
}

/** A file with its next line and that line's time. */
interface Source {
  reader: LineReader;
  /** A line without a time has that of the line before. */
  timeMs: number;
  line: SourceLine;
}

/** Sends all lines; returns the counts. @throws what the sink throws: the run then ends. */
export function runIngest(options: IngestRunOptions): Promise<IngestTotals> {
  return new IngestRun(options).go();
}

class IngestRun {
  readonly #options: IngestRunOptions;
  readonly #totals: IngestTotals = { ...noCounts(), brokenFiles: 0 };
  readonly #underWay: Promise<void>[] = [];
  readonly #readers: LineReader[] = [];
  /** Names of fields that were already reported; a request bounds them. */
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
      for (const { input } of this.#readers) input.close();
    }
    return this.#totals;
  }

  /** Takes lines from all files, always the one with the earliest time. */
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
      const reader = new LineReader(path, await openInput(path));
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
    // The `await` of a later batch throws the failure.
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
      bytes: this.#readers.reduce((sum, { input }) => sum + input.bytesRead(), 0),
      totalBytes: this.#readers.reduce((sum, { input }) => sum + input.byteLength, 0),
      records: totals.accepted + totals.updated + totals.unchanged,
    });
  }
}

/** Reads the lines of a file or of standard input, in bounded memory. */
class LineReader {
  readonly path: string;
  readonly input: InputStream;
  readonly #lines: AsyncGenerator<SourceLine[]>;
  #buffered: SourceLine[] = [];
  #bufferedAt = 0;

  constructor(path: string, input: InputStream) {
    this.path = path;
    this.input = input;
    this.#lines = linesOf(path, input.chunks);
  }

  /** The next line; null at the end. */
  async peek(): Promise<SourceLine | null> {
    while (this.#bufferedAt >= this.#buffered.length) {
      const { value, done } = await this.#lines.next();
      if (done) return null;
      this.#buffered = value;
      this.#bufferedAt = 0;
    }
    return this.#buffered[this.#bufferedAt]!;
  }

  /** Advances to the next line. */
  skip(): void {
    this.#bufferedAt += 1;
  }
}

/** The beginnings of members with the time of a record, in order of precedence. */
const TIME_MEMBERS = ['observedAt', 'checkedAt', 'at', 'publishedAt'].map((name) =>
  Buffer.from(`"${name}":`),
);
const QUOTE = 0x22;
const SPACE = 0x20;
/** Longest text of a time. */
const TIME_BYTES_MAX = 40;

/** Milliseconds since the epoch; null when the line has no time. */
function recordTimeMs(line: Buffer): number | null {
  for (const start of TIME_MEMBERS) {
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
