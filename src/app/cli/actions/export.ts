/**
 * `tagwire export` and `tagwire import`: the raw log as text, and a store from it; `tagwire export --dump`:
 * what the services show of a period, as NDJSON or Parquet.
 */
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { Config } from '../../../kernel/config.js';
import { reasonAt } from '../../../kernel/errors.js';
import { createLogger } from '../../../kernel/logger.js';
import { giveWay } from '../../ingest/ingest-socket.js';
import { requireStore } from '../../store-folder.js';
import { exportLog, importLog, type WriteText, withStore } from '../../tools/carrying.js';
import { type DumpFlags, type DumpWanted, dumpWanted, writeDump } from '../../tools/dumping.js';
import { refuse } from '../answers.js';
import { configOf } from '../config-file.js';
import { STANDARD } from '../input-stream.js';
import { openSink } from '../open-sink.js';

/** Null where the raw log is wanted. */
function wantedOf({ dump, service, format = '', from, to }: Partial<DumpFlags>): DumpWanted | null {
  if (dump === undefined) {
    if (from === undefined && to === undefined && service === undefined) return null;
    return refuse('--from, --to and --service go with --dump; without it the whole log is written');
  }
  if (from === undefined) return refuse('--dump needs --from, a date YYYY-MM-DD');
  const named = service === undefined ? {} : { service };
  const wanted = dumpWanted({ dump, ...named, format, from, to: to ?? from });
  return typeof wanted === 'string' ? refuse(wanted) : wanted;
}

async function rawLog(config: Config, write: WriteText): Promise<string> {
  const logger = createLogger(config, 'tagwire');
  const report = await withStore(config, logger, (source) => exportLog(source, write));
  return `${report.entries} entries, ${report.bodies} bodies`;
}

async function dumped(config: Config, wanted: DumpWanted, write: WriteText): Promise<string> {
  const sink = await openSink(config, 'refuse');
  try {
    const byteLength = await writeDump(sink, wanted, (bytes) => write(Buffer.from(bytes)));
    return `${wanted.service} ${wanted.kind}, ${byteLength} bytes`;
  } finally {
    await sink.close();
  }
}

function writerOf(file: FileHandle | null): WriteText {
  if (file !== null) return (text) => file.appendFile(text);
  return (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
    });
}

/** Opened before a folder is made for what is in it. */
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
    // What is not whole would be taken for an export, and stands in the way of the next attempt.
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
    // What was refused before it was read is open still.
    if (input !== process.stdin) input.destroy();
  }
}
