/**
 * `tagwire user …`: people who may sign in and have API keys. Works whether a server runs or not.
 */
import type { Command } from 'commander';
import { linkAddressOf, ROLES, type Role } from '../../app/people.js';
import { isoOf } from '../../kernel/clock.js';
import { accountsOf, accountsToWrite } from '../account-folder.js';
import { printRows, refuse } from '../administration.js';
import { addOptions, configOf } from '../config-file.js';

type Options = Parameters<typeof addOptions>[1];

/** Entries of the audit log that are printed unless asked otherwise. */
const LOG_ENTRIES = '50';

export function addUser(program: Command): void {
  const user = program.command('user').description('add, list and remove users, sign them in');
  const command = (usage: string, describes: string, further: Options = []): Command =>
    addOptions(user.command(usage).description(describes), ['data', 'log', ...further]);

  command('add <login>', 'add a user; the login is an address or a short name')
    .option('--name <text>', 'how the user is called')
    .option('--role <role>', ROLES.join(', '), 'user')
    .action(async (login: string, flags: { name?: string; role: string }, own: Command) => {
      const role = roleOf(flags.role);
      const { id } = await accountsToWrite(own).addUser(login, flags.name ?? '', { role });
      process.stdout.write(`added user ${id}\n`);
    });
  command('list', 'print id, login, keys in force, time added, name and role of users').action(
    async (_, own: Command) => {
      const accounts = accountsOf(own);
      printRows(
        accounts.users().map((one) => {
          const keys = accounts.keysOf(one).length;
          return [one.id, one.login, keys, isoOf(one.atMs), one.name, one.role];
        }),
      );
    },
  );
  command('role <login> <role>', `make a user ${ROLES.join(', ')}`).action(
    async (login: string, role: string, _, own: Command) => {
      const changed = await accountsOf(own).giveRole(login, roleOf(role));
      process.stdout.write(`${changed.login} is ${changed.role} now\n`);
    },
  );
  const describes = 'print a link that signs a user in, once, within 15 minutes';
  command('link <login>', describes, ['host', 'blogPort', 'blogPublicUrl']).action(
    async (login: string, _, own: Command) => {
      const accounts = accountsOf(own);
      const text = await accounts.signIn.linkFor(accounts.user(login), null, 0);
      process.stdout.write(`${linkAddressOf(configOf(own), text)}\n`);
    },
  );
  command('log', 'print who changed what as an administrator, newest first')
    .option('--count <number>', 'entries at most', LOG_ENTRIES)
    .action(async (flags: { count: string }, own: Command) => {
      if (!/^[1-9]\d{0,5}$/.test(flags.count)) refuse('--count is a number from 1 on');
      const accounts = accountsOf(own);
      printRows(
        accounts.audit(Number(flags.count)).map(({ atMs, by, action, target, detail }) => {
          const who = by === 0 ? 'command line' : (accounts.userById(by)?.login ?? `user ${by}`);
          return [isoOf(atMs), who, action, target, detail];
        }),
      );
    });
  command('remove <login>', 'remove a user with keys and sessions').action(
    async (login: string, _, own: Command) => {
      const accounts = accountsOf(own);
      await accounts.removeUser(login);
      await accounts.erase();
      process.stdout.write('removed\n');
    },
  );
}

function roleOf(text: string): Role {
  return (
    ROLES.find((role) => role === text) ??
    refuse(`"${text}" is no role; roles are ${ROLES.join(', ')}`)
  );
}
