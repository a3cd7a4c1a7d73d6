/**
 * `tagwire export` and `tagwire import`: the raw log as text, and a store made from that text; `tagwire export
 * --dump`: the items that the services show for a period, as NDJSON, Parquet or CSV.
 */
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import { DAY_MS, parseDate } from '../../../kernel/clock.js';
import type { Config } from '../../../kernel/config.js';
import { reasonAt } from '../../../kernel/errors.js';
import { createLogger } from '../../../kernel/logger.js';
import { createDumpEncoder } from '../../../serve/dumps/dump-encoder.js';
import {
  DUMP_FORMATS,
  DUMP_KINDS,
  type DumpFormat,
  type DumpPeriod,
  type DumpPlace,
  type DumpService,
} from '../../../serve/dumps/dump-kinds.js';
import { exportLog, importLog, type WriteText } from '../../../store/backup/export.js';
import { giveWay } from '../../ingest/ingest-socket.js';
import { refuse, requireStore } from '../answers.js';
import { configOf } from '../config-file.js';
import { STANDARD } from '../input-stream.js';
import { withSink } from '../open-sink.js';
import { withStore } from './store.js';

/** The options of a dump; without `service`, that of the first service that has the kind. */
interface DumpFlags {
  dump: string;
  service: string;
  format: string;
  from: string;
  to: string;
}

interface DumpWanted {
  service: DumpService;
  kind: string;
  format: DumpFormat;
  period: DumpPeriod;
}

const SERVICES = Object.keys(DUMP_KINDS) as DumpService[];

/** Parses the options of a dump; null where the raw log is wanted. */
function wantedOf({ dump, service, format = '', from, to }: Partial<DumpFlags>): DumpWanted | null {
  if (dump === undefined) {
    if (from === undefined && to === undefined && service === undefined) return null;
    return refuse('--from, --to and --service go with --dump; without it the whole log is written');
  }
  if (from === undefined) return refuse('--dump needs --from, a date YYYY-MM-DD');
  const first = SERVICES.find(
    (one) => Object.hasOwn(DUMP_KINDS[one], dump) && (service ?? one) === one,
  );
  if (first === undefined) {
    const all = SERVICES.map((one) => `${one}: ${Object.keys(DUMP_KINDS[one]).join(', ')}`);
    const named = service ? `${service} ${dump}` : dump;
    return refuse(`--dump: there is no ${named}; there are ${all.join('; ')}`);
  }
  if (!(DUMP_FORMATS as readonly string[]).includes(format)) {
    return refuse(`--format must be one of ${DUMP_FORMATS.join(', ')}`);
  }
  const [fromMs, lastMs] = [from, to ?? from].map(parseDate);
  if (fromMs == null || lastMs == null) refuse('--from and --to must be dates YYYY-MM-DD');
  if (lastMs < fromMs) refuse('--to must not be before --from');
  const period = { fromMs, untilMs: lastMs + DAY_MS };
  return { service: first, kind: dump, format: format as DumpFormat, period };
}

async function rawLog(config: Config, write: WriteText): Promise<string> {
  const logger = createLogger(config, 'tagwire');
  const report = await withStore(config, logger, (source) => exportLog(source, write));
  return `${report.entries} entries, ${report.bodies} bodies`;
}

/** Writes a dump piece by piece, from the server that holds the store or from the store itself. */
async function dumped(
  config: Config,
  { service, kind, format, period }: DumpWanted,
  write: WriteText,
): Promise<string> {
  const encoder = createDumpEncoder(service, kind, format);
  let byteLength = 0;
  const put = async (bytes: Uint8Array): Promise<void> => {
    byteLength += bytes.length;
    if (bytes.length > 0) await write(Buffer.from(bytes));
  };
  await withSink(config, async (sink) => {
    let after: DumpPlace = null;
    do {
      const { rows, next } = await sink.dump({ service, kind, ...period, after });
      await put(await encoder.rows(rows));
      after = next;
    } while (after !== null);
    await put(await encoder.finish());
  });
  return `${service} ${kind}, ${byteLength} bytes`;
}

function writerOf(file: FileHandle | null): WriteText {
  if (file !== null) return (text) => file.appendFile(text);
  return (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
    });
}

/** Opens the file of an export; called before a folder is made for the store. */
async function fileOf(path: string): Promise<Readable> {
  try {
    const file = await open(path);
    if (!(await file.stat()).isDirectory()) return file.createReadStream();
    await file.close();
  } catch (error) {
    refuse(reasonAt(path, error));
  }
  return refuse(`${path}: this is a folder; name the file of an export`);
}

export async function exportStore(
  path: string,
  flags: Partial<DumpFlags>,
  own: Command,
): Promise<void> {
  const config = configOf(own);
  const wanted = wantedOf(flags);
  requireStore(config.data);
  giveWay();
  const file = path === STANDARD ? null : await open(path, 'wx', 0o600);
  const write = writerOf(file);
  try {
    const report =
      wanted === null ? await rawLog(config, write) : await dumped(config, wanted, write);
    await file?.sync();
    process.stderr.write(`exported ${report}\n`);
  } catch (error) {
    // An unfinished file would look like an export, and the next attempt would refuse to replace it.
    if (file !== null) await unlink(path);
    throw error;
  } finally {
    await file?.close();
  }
}

export async function importStore(path: string, _: object, own: Command): Promise<void> {
  const config = configOf(own);
  const input = path === STANDARD ? process.stdin : await fileOf(path);
  const logger = createLogger(config, 'tagwire');
  try {
    const { entries, bodies, isSameLog } = await importLog(input, config.data, logger);
    const same = isSameLog ? 'the log is the same, byte for byte' : 'records are written anew';
    process.stdout.write(`imported ${entries} entries, ${bodies} bodies; ${same}\n`);
  } finally {
    // A file that was refused before its end is still open.
    if (input !== process.stdin) input.destroy();
  }
}
