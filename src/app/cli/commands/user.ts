/**
 * `tagwire user …`: people who may sign in and have API keys. Works whether a server runs or not.
 */
import type { Command } from 'commander';
import { ROLES } from '../../../kernel/roles.js';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/user.js');

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
    .action(late(run, ({ add }) => add));
  command('list', 'print id, login, keys in force, time added, name and role of users').action(
    late(run, ({ list }) => list),
  );
  command('role <login> <role>', `make a user ${ROLES.join(', ')}`).action(
    late(run, ({ role }) => role),
  );
  const describes = 'print a link that signs a user in, once, within 15 minutes';
  command('link <login>', describes, ['host', 'blogPort', 'blogPublicUrl']).action(
    late(run, ({ link }) => link),
  );
  command('log', 'print who changed what as an administrator, newest first')
    .option('--count <number>', 'entries at most', LOG_ENTRIES)
    .action(late(run, ({ log }) => log));
  command('remove <login>', 'remove a user with keys and sessions').action(
    late(run, ({ remove }) => remove),
  );
}
