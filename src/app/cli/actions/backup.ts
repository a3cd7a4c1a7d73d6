/**
 * `tagwire backup` and `tagwire restore`: a copy of the store while it serves, and a store from it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { isoOf, systemClock } from '../../../kernel/clock.js';
import { createLogger } from '../../../kernel/logger.js';
import { giveWay } from '../../ingest/ingest-socket.js';
import {
  type BackupReport,
  checkBackup,
  FolderTarget,
  makeBackup,
  restore,
  TarTarget,
  withStore,
} from '../../tools/carrying.js';
import { megabytes, refuse } from '../answers.js';
import { configOf } from '../config-file.js';

async function backUp(command: Command, path: string): Promise<BackupReport> {
  const config = configOf(command);
  if (existsSync(join(path, 'anchor'))) refuse(`${path} is a data folder; give another one`);
  giveWay();
  return withStore(config, createLogger(config, 'tagwire'), async (source) => {
    if (!path.endsWith('.tar')) return makeBackup(source, await FolderTarget.open(path));
    const target = await TarTarget.open(path, systemClock);
    return makeBackup(source, target).finally(() => target.close());
  });
}

export async function backUpStore(target: string, _: object, own: Command): Promise<void> {
  const report = await backUp(own, target);
  const { sequence, byteLength, writtenBytes, isIncremental, warnings } = report;
  for (const warning of warnings) process.stderr.write(`${warning}, and so in the backup\n`);
  if (warnings.length > 0) process.exitCode = 1;
  const kind = isIncremental ? 'added to the backup' : 'made a backup';
  process.stdout.write(
    `${kind} in ${target}: ${sequence} entries, ${megabytes(byteLength)} in all, ${megabytes(writtenBytes)} written\n`,
  );
}

export async function restoreStore(
  backup: string,
  { check: isCheck = false }: { check?: boolean },
  own: Command,
): Promise<void> {
  const config = configOf(own);
  const logger = createLogger(config, 'tagwire');
  const { sequence, lastTickMs, byteLength, warnings } = isCheck
    ? await checkBackup(backup)
    : await restore(backup, config.data, logger);
  for (const warning of warnings) process.stderr.write(`${warning}; it is made anew\n`);
  const time = lastTickMs === null ? 'a new store' : `time ${isoOf(lastTickMs)}`;
  const done = isCheck ? 'sound' : `restored into ${config.data}`;
  process.stdout.write(`${done}: ${sequence} entries, ${time}, ${megabytes(byteLength)}\n`);
}
