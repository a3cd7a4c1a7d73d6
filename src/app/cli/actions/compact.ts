/**
 * `tagwire compact`: gives disk space back that deleted and replaced values take.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { createLogger } from '../../../kernel/logger.js';
import { requireStore } from '../../store-folder.js';
import { withStore } from '../../tools/carrying.js';
import { megabytes } from '../answers.js';
import { configOf } from '../config-file.js';

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
