/** The commands that copy a store: `tagwire backup`, `restore`, `compact`; and `tagwire nodes`, for a shared log. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { isoOf, systemClock } from '../../../kernel/clock.js';
import type { Config } from '../../../kernel/config.js';
import { TagwireError } from '../../../kernel/errors.js';
import { createLogger, type Logger, type LogSettings } from '../../../kernel/logger.js';
import { type BackupReport, makeBackup } from '../../../store/backup/make-backup.js';
import { checkBackup, restore } from '../../../store/backup/restore.js';
import { type AskStore, BackupSource } from '../../../store/backup/source.js';
import { TarTarget } from '../../../store/backup/tar.js';
import { FolderTarget } from '../../../store/backup/target.js';
import { lockFolder } from '../../../store/lock.js';
import { moveStore } from '../../../store/nodes/joining.js';
import { LogRepair } from '../../../store/nodes/repairing.js';
import { nodeSettingsOf } from '../../../store/nodes/settings.js';
import { connectIngest, giveWay } from '../../ingest/ingest-socket.js';
import { LogClient } from '../../log-client.js';
import { megabytes, refuse, requireStore } from '../answers.js';
import { configOf } from '../config-file.js';

/**
 * Does some work with a store, in this process or in the server that holds it.
 * @throws TagwireError STORE_LOCKED, STORE_DAMAGED.
 */
export async function withStore<T>(
  settings: LogSettings & { data: string },
  logger: Logger,
  work: (source: BackupSource, ask: AskStore) => Promise<T>,
): Promise<T> {
  const { data } = settings;
  const { ask, isShared, close } = await reach(settings, logger);
  try {
    return await work(new BackupSource(data, ask, isShared), ask);
  } finally {
    await close();
  }
}

/** The server that holds a store, or the store itself without its indices. */
async function reach(
  settings: LogSettings & { data: string },
  logger: Logger,
): Promise<{ ask: AskStore; isShared: boolean; close(): Promise<void> }> {
  const { data } = settings;
  requireStore(data);
  let served = await connectIngest(data);
  if (served === null) {
    try {
      const { client } = await LogClient.open(data, settings, logger, undefined, 'any');
      const ask: AskStore = (request) => client.call('backup', request);
      return { ask, isShared: false, close: () => client.close() };
    } catch (error) {
      // A server that is just starting opens its socket last.
      const isHeld = error instanceof TagwireError && error.code === 'STORE_LOCKED';
      served = isHeld ? await connectIngest(data) : null;
      if (served === null) throw error;
    }
  }
  const sink = served;
  return { ask: (request) => sink.backup(request), isShared: true, close: () => sink.close() };
}

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

/** Bytes of all files of a folder; files that are deleted meanwhile are not counted. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false }))
    .reduce((sum, status) => sum + (status?.size ?? 0), 0);
}

export async function compact(_: object, own: Command): Promise<void> {
  const config = configOf(own);
  requireStore(config.data);
  const before = bytesOf(config.data);
  const logger = createLogger(config, 'tagwire');
  await withStore(config, logger, (_source, ask) => ask({ op: 'compact' }));
  const after = bytesOf(config.data);
  process.stdout.write(`${megabytes(before)} before, ${megabytes(after)} after\n`);
}

/** Does some work with the log that nodes share, which is reached through NATS. */
async function withSharedLog<T>(
  config: Config,
  work: (repair: LogRepair) => Promise<T>,
): Promise<T> {
  const settings = nodeSettingsOf(config, false);
  if (settings === null) {
    throw new TagwireError('CONFIG_INVALID', 'name the shared log with --log, as its nodes do');
  }
  const { engineOf } = await import('../../../store/nodes/open-node.js');
  const engine = await engineOf(settings);
  try {
    const repair = await LogRepair.open(settings, engine);
    return await work(repair).finally(() => repair.close());
  } finally {
    await engine.close();
  }
}

/** `tagwire nodes accept-loss`. @throws TagwireError as `LogRepair.acceptLoss`. */
export async function giveUp({ from }: { from: number }, own: Command): Promise<void> {
  const told = await withSharedLog(configOf(own), (repair) => repair.acceptLoss(from));
  process.stdout.write(`${told}\n`);
}

/** `tagwire nodes show-doubt`: prints every record that this store has and the shared log lacks. */
export async function tellDoubt(_: object, own: Command): Promise<void> {
  const config = configOf(own);
  const logger = createLogger(config, 'tagwire');
  let count = 0;
  await withSharedLog(config, (repair) =>
    withStore(config, logger, async (store) => {
      for await (const { sequence, record } of repair.ownEntries(store)) {
        count += 1;
        const named = 'url' in record ? record.url : 'key' in record ? record.key : '';
        const title = 'title' in record ? record.title : '';
        process.stdout.write(`${[sequence, record.kind, named, title].join('\t')}\n`);
      }
    }),
  );
  process.stderr.write(`${count} entries are in this store alone\n`);
}

/**
 * `tagwire nodes resend`: sends the records of `show-doubt` to the shared log, and moves the store away, so that the
 * node copies a store of the other nodes.
 * @throws TagwireError STORE_LOCKED while a server holds the store.
 */
export async function resendOwn(_: object, own: Command): Promise<void> {
  const config = configOf(own);
  const logger = createLogger(config, 'tagwire');
  const served = await connectIngest(config.data);
  if (served !== null) {
    await served.close();
    throw new TagwireError('STORE_LOCKED', `a server holds ${config.data}: stop it first`);
  }
  const sent = await withSharedLog(config, (repair) =>
    withStore(config, logger, (store) => repair.resend(repair.ownEntries(store))),
  );
  const aside = setAside(config.data);
  process.stdout.write(
    `sent ${sent} lines; the store is in ${aside} now. Start the node: it takes the store of another one\n`,
  );
}

/** Moves a store away within its folder. */
function setAside(data: string): string {
  const release = lockFolder(data);
  try {
    let number = 1;
    while (existsSync(join(data, `doubt-${number}`))) number += 1;
    const aside = join(data, `doubt-${number}`);
    moveStore(data, aside);
    return aside;
  } finally {
    release();
  }
}
