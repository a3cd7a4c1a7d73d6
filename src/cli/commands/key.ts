/**
 * `tagwire key …`: API keys of the blog service. Works whether a server runs or not; a server knows
 * a new key at once and refuses a revoked one within a second.
 */
import type { Command } from 'commander';
import { isoOf } from '../../kernel/clock.js';
import { accountsOf } from '../account-folder.js';
import { printRows, refuse } from '../administration.js';
import { addOptions } from '../config-file.js';

export function addKey(program: Command): void {
  const key = program.command('key').description('create, list and revoke API keys');
  const command = (usage: string, describes: string): Command =>
    addOptions(key.command(usage).description(describes), ['data', 'log']);

  command('create <login>', 'create a key for a user, at most three in force')
    .option('--label <text>', 'what the key is for')
    .action(async (login: string, flags: { label?: string }, own: Command) => {
      const accounts = accountsOf(own);
      const made = await accounts.createKey(login, flags.label ?? '');
      process.stdout.write(`${made.apiKey}\n`);
      process.stderr.write(
        `this is key ${made.key.id}; it is shown this once and cannot be shown again\n`,
      );
    });
  command('list [login]', 'print id, user, time created and label of keys in force').action(
    async (login: string | undefined, _, own: Command) => {
      const accounts = accountsOf(own);
      const users = login === undefined ? accounts.users() : [accounts.user(login)];
      printRows(
        users.flatMap((user) =>
          accounts.keysOf(user).map((one) => [one.id, user.login, isoOf(one.atMs), one.label]),
        ),
      );
    },
  );
  command('revoke <id>', 'revoke a key; a running server refuses it within a second').action(
    async (id: string, _, own: Command) => {
      if (!/^[1-9]\d{0,14}$/.test(id)) refuse('a key is named by its id, see `tagwire key list`');
      await accountsOf(own).revokeKey(Number(id));
      process.stdout.write('revoked\n');
    },
  );
}
