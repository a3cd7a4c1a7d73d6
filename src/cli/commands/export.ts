/**
 * `tagwire export` and `tagwire import`: the raw log as text, and a store from it.
 */
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import { giveWay } from '../../app/ingest/ingest-socket.js';
import { requireStore } from '../../app/store-folder.js';
import { exportLog, importLog, type WriteText, withStore } from '../../app/tools/carrying.js';
import { reasonAt } from '../../kernel/errors.js';
import { createLogger } from '../../kernel/logger.js';
import { refuse } from '../administration.js';
import { addOptions, configOf } from '../config-file.js';
import { STANDARD } from '../input-stream.js';

export function addExport(program: Command): void {
  const command = program
    .command('export')
    .description('write the raw log of a store as NDJSON, also while a server serves it')
    .argument('<file>', `a new file, or ${STANDARD} for the standard output`);
  addOptions(command, ['data', 'logLevel']).action(async (path: string) => {
    const config = configOf(command);
    requireStore(config.data);
    giveWay();
    const logger = createLogger(config, 'tagwire');
    const file = path === STANDARD ? null : await open(path, 'wx', 0o600);
    try {
      const report = await withStore(config, logger, (source) => exportLog(source, writerOf(file)));
      await file?.sync();
      process.stderr.write(`exported ${report.entries} entries, ${report.bodies} bodies\n`);
    } finally {
      await file?.close();
    }
  });
}

function writerOf(file: FileHandle | null): WriteText {
  if (file !== null) return (text) => file.appendFile(text);
  return (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
    });
}

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('make a store from an export, in an empty folder')
    .argument('<file>', `a file, or ${STANDARD} for the standard input`);
  addOptions(command, ['data', 'logLevel']).action(async (path: string) => {
    const config = configOf(command);
    const input = path === STANDARD ? process.stdin : await fileOf(path);
    const logger = createLogger(config, 'tagwire');
    const { entries, bodies, isSameLog } = await importLog(input, config.data, logger);
    const same = isSameLog ? 'the log is the same, byte for byte' : 'records are written anew';
    process.stdout.write(`imported ${entries} entries, ${bodies} bodies; ${same}\n`);
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
