/**
 * `tagwire key …`: API keys of the blog service. Works whether a server runs or not; a server knows
 * a new key at once and refuses a revoked one within a second.
 */
import type { Command } from 'commander';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/key.js');

export function addKey(program: Command): void {
  const key = program.command('key').description('create, list and revoke API keys');
  const command = (usage: string, describes: string): Command =>
    addOptions(key.command(usage).description(describes), ['data', 'log']);

  command('create <login>', 'create a key for a user, at most three in force')
    .option('--label <text>', 'what the key is for')
    .action(late(run, ({ create }) => create));
  command('list [login]', 'print id, user, time created and label of keys in force').action(
    late(run, ({ list }) => list),
  );
  command('revoke <id>', 'revoke a key; a running server refuses it within a second').action(
    late(run, ({ revoke }) => revoke),
  );
}
