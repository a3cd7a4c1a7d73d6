/**
 * `tagwire compact`: gives disk space back that deleted and replaced values take.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { requireStore } from '../../app/store-folder.js';
import { withStore } from '../../app/tools/carrying.js';
import { createLogger } from '../../kernel/logger.js';
import { megabytes } from '../administration.js';
import { addOptions, configOf } from '../config-file.js';

export function addCompact(program: Command): void {
  const command = program
    .command('compact')
    .description('give back the disk space of what was deleted or replaced, also while serving');
  addOptions(command, ['data', 'logLevel']).action(async () => {
    const config = configOf(command);
    requireStore(config.data);
    const before = bytesOf(config.data);
    const logger = createLogger(config, 'tagwire');
    await withStore(config, logger, (_source, ask) => ask({ op: 'compact' }));
    const after = bytesOf(config.data);
    process.stdout.write(`${megabytes(before)} before, ${megabytes(after)} after\n`);
  });
}

/** Bytes of all files of a folder; what goes meanwhile is not counted. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false }))
    .reduce((sum, status) => sum + (status?.size ?? 0), 0);
}
