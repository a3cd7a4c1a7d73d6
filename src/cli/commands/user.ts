/**
 * `tagwire user …`: people who may have API keys. Works whether a server runs or not.
 */
import type { Command } from 'commander';
import { isoOf } from '../../kernel/clock.js';
import { accountsOf, accountsToWrite } from '../account-folder.js';
import { printRows } from '../administration.js';
import { addOptions } from '../config-file.js';

export function addUser(program: Command): void {
  const user = program.command('user').description('add, list and remove users');
  const command = (usage: string, describes: string): Command =>
    addOptions(user.command(usage).description(describes), ['data']);

  command('add <login>', 'add a user; the login is an address or a short name')
    .option('--name <text>', 'how the user is called')
    .action(async (login: string, flags: { name?: string }, own: Command) => {
      const { id } = await accountsToWrite(own).addUser(login, flags.name ?? '');
      process.stdout.write(`added user ${id}\n`);
    });
  command('list', 'print id, login, keys in force, time added and name of users').action(
    async (_, own: Command) => {
      const accounts = accountsOf(own);
      printRows(
        accounts.users().map((one) => {
          const keys = accounts.keysOf(one).length;
          return [one.id, one.login, keys, isoOf(one.atMs), one.name];
        }),
      );
    },
  );
  command('remove <login>', 'remove a user and revoke the keys').action(
    async (login: string, _, own: Command) => {
      await accountsOf(own).removeUser(login);
      process.stdout.write('removed\n');
    },
  );
}
