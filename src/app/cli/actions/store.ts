/** The commands that copy and mend a store: `tagwire backup`, `restore`, `compact`, `repair` and `nodes`. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { isoOf, systemClock } from '../../../kernel/clock.js';
import { createLogger } from '../../../kernel/logger.js';
import { giveWay } from '../../ingest/ingest-socket.js';
import { requireStore } from '../../store-folder.js';
import {
  type BackupReport,
  checkBackup,
  FolderTarget,
  makeBackup,
  restore,
  TarTarget,
  withStore,
} from '../../tools/carrying.js';
import { type Plan, withRepair } from '../../tools/checking.js';
import { acceptLoss, resend, showDoubt } from '../../tools/node-tools.js';
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

/** Bytes of all files of a folder; what goes meanwhile is not counted. */
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

/** What is typed to agree. */
const WORDS = { repair: 'repair', lose: 'repair and lose' } as const;

interface Answers {
  yes?: true;
  acceptLoss?: true;
  fromBackup?: string;
}

function textOf({ damage, steps, losses }: Plan): string {
  return [
    ...damage.map(
      ({ file, at, what }) => `damaged  ${at === null ? file : `${file} at byte ${at}`}: ${what}`,
    ),
    ...steps.map((step) => `plan     ${step}`),
    ...(losses.length === 0 ? ['lost     nothing'] : losses.map((loss) => `lost     ${loss}`)),
    'aside    what is damaged or replaced goes to quarantine/; nothing is deleted',
  ].join('\n');
}

/** @throws TagwireError INPUT_INVALID unless the operator agrees. */
async function agree({ losses }: Plan, { yes, acceptLoss }: Answers): Promise<void> {
  const isLossy = losses.length > 0;
  if (yes === true && (!isLossy || acceptLoss === true)) return;
  if (yes === true) {
    refuse(
      'the plan loses something; nothing was changed. Name a backup with --from-backup, or add --accept-loss',
    );
  }
  if (!process.stdin.isTTY) {
    refuse(
      `nothing was changed; run it again with --yes${isLossy ? ' --accept-loss' : ''} to do this`,
    );
  }
  const word = isLossy ? WORDS.lose : WORDS.repair;
  const asker = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asker.question(`Type "${word}" to do this: `);
  asker.close();
  if (answer.trim() !== word) refuse('nothing was changed');
}

export async function repair(options: Answers, own: Command): Promise<void> {
  const { data } = configOf(own);
  if (options.acceptLoss === true && options.yes !== true) {
    own.error('--accept-loss goes with --yes');
  }
  await withRepair(data, options.fromBackup ?? null, async (repair) => {
    if (!repair.isNeeded) {
      process.stdout.write('sound: there is nothing to repair\n');
      return;
    }
    process.stdout.write(`${textOf(repair.plan)}\n`);
    await agree(repair.plan, options);
    const aside = await repair.run();
    process.stdout.write(
      `repaired. What was damaged lies in ${aside}; it keeps what it holds, also what was erased or has expired since: delete it when nobody looks at it any more\n`,
    );
  });
}

export async function giveUp({ from }: { from: number }, own: Command): Promise<void> {
  process.stdout.write(`${await acceptLoss(configOf(own), from)}\n`);
}

export async function tellDoubt(_: object, own: Command): Promise<void> {
  const config = configOf(own);
  let count = 0;
  await showDoubt(config, createLogger(config, 'tagwire'), ({ sequence, record }) => {
    count += 1;
    const { kind } = record;
    const named = 'url' in record ? record.url : 'key' in record ? record.key : '';
    const title = 'title' in record ? record.title : '';
    process.stdout.write(`${[sequence, kind, named, title].join('\t')}\n`);
  });
  process.stderr.write(`${count} entries are in this store alone\n`);
}

export async function resendOwn(_: object, own: Command): Promise<void> {
  const config = configOf(own);
  const { sent, aside } = await resend(config, createLogger(config, 'tagwire'));
  process.stdout.write(
    `sent ${sent} lines; the store is in ${aside} now. Start the node: it takes the store of another one\n`,
  );
}
