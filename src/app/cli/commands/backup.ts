/**
 * `tagwire backup` and `tagwire restore`: a copy of the store while it serves, and a store from it.
 */
import type { Command } from 'commander';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/backup.js');

export function addBackup(program: Command): void {
  const command = program
    .command('backup')
    .description('copy a store, also while a server serves it; into a folder only what is new')
    .argument('<target>', 'a folder (empty, or with an older backup of this store), or a .tar');
  addOptions(command, ['data', 'logLevel']).action(late(run, ({ backUpStore }) => backUpStore));
}

export function addRestore(program: Command): void {
  const command = program
    .command('restore')
    .description('make a store from a backup, in an empty folder')
    .argument('<backup>', 'a folder or a .tar that `tagwire backup` wrote')
    .option('--check', 'only read the backup through and compare all checksums');
  addOptions(command, ['data', 'logLevel']).action(late(run, ({ restoreStore }) => restoreStore));
}
