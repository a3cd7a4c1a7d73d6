/**
 * `tagwire ingest FILE…`: appends records to a store, or through the server that holds it.
 */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { systemMonotonic } from '../../../kernel/clock.js';
import type { Config } from '../../../kernel/config.js';
import { parseLines } from '../../../store/log/lines.js';
import { UnknownFields } from '../../../store/log/parse/unknown-fields.js';
import type { IngestSummary } from '../../ingest/ingest-tally.js';
import { zoneOf } from '../../ingest/ndjson.js';
import { instantOf } from '../answers.js';
import { configOf } from '../config-file.js';
import { type IngestTotals, runIngest } from '../ingest-run.js';
import { openInput, STANDARD } from '../input-stream.js';
import { openSink } from '../open-sink.js';
import { createProgress } from '../progress.js';

/** Refused lines that are printed; the rest is counted, and all are set aside. */
const REPORTS_MAX = 1000;
/** A refusal of a time of day that has no zone. */
const WITHOUT_ZONE = /: expected an ISO 8601 time .*, got "\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*"$/;

interface IngestFlags {
  replay?: boolean;
  until?: string;
  check?: boolean;
  zone?: string;
}

/**
 * Where lines go that are only checked: sound ones are counted as accepted. Nothing is opened or written, so what only
 * a store knows, such as whether the media of an article is registered, is not checked.
 */
const checkSink = {
  async ingest(bytes: Uint8Array, replay: boolean): Promise<IngestSummary> {
    const unknown = new UnknownFields();
    const summary: IngestSummary = {
      accepted: 0,
      updated: 0,
      unchanged: 0,
      rejects: [],
      unknown: [],
    };
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
  // A misspelt file makes no store.
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
    if (isCheck) printCheck(totals);
    else print(totals, config);
    if (lacksZone)
      process.stderr.write('times without a zone: --zone says which one they are in\n');
    return totals;
  } finally {
    progress.stop();
    await sink.close();
  }
}

function printCheck({ accepted, rejected, brokenFiles }: IngestTotals): void {
  process.stdout.write(`checked ${accepted + rejected}, sound ${accepted}, refused ${rejected}\n`);
  if (brokenFiles > 0)
    process.stderr.write(`${brokenFiles} file(s) could not be read to the end\n`);
}

function print(totals: IngestTotals, { data }: Config): void {
  const { accepted, updated, unchanged, rejected, brokenFiles } = totals;
  process.stdout.write(
    `accepted ${accepted}, updated ${updated}, unchanged ${unchanged}, rejected ${rejected}\n`,
  );
  if (rejected > 0) process.stderr.write(`refused lines are set aside in ${data}/rejects.ndjson\n`);
  if (brokenFiles > 0)
    process.stderr.write(`${brokenFiles} file(s) could not be read to the end\n`);
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
