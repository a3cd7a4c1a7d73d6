/**
 * Declares the commands about accounts: people who may sign in and have API keys, keys of the blog service, and tokens
 * with which programs send records to the admin port (`POST /ingest`).
 */
import type { Command } from 'commander';
import { ROLES } from '../../../kernel/roles.js';
import { addOptions, late } from '../options.js';

const runAccounts = () => import('../actions/accounts.js');

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
    .action(late(runAccounts, ({ addUser }) => addUser));
  command('list', 'print id, login, keys in force, time added, name and role of users').action(
    late(runAccounts, ({ listUsers }) => listUsers),
  );
  command('role <login> <role>', `make a user ${ROLES.join(', ')}`).action(
    late(runAccounts, ({ changeRole }) => changeRole),
  );
  const describes = 'print a link that signs a user in, once, within 15 minutes';
  command('link <login>', describes, ['host', 'blogPort', 'blogPublicUrl']).action(
    late(runAccounts, ({ linkUser }) => linkUser),
  );
  command('log', 'print who changed what as an administrator, newest first')
    .option('--count <number>', 'entries at most', LOG_ENTRIES)
    .action(late(runAccounts, ({ printLog }) => printLog));
  command('remove <login>', 'remove a user with keys and sessions').action(
    late(runAccounts, ({ removeUser }) => removeUser),
  );
}

export function addKey(program: Command): void {
  const key = program.command('key').description('create, list and revoke API keys');
  const command = (usage: string, describes: string): Command =>
    addOptions(key.command(usage).description(describes), ['data', 'log']);

  command('create <login>', 'create a key for a user, at most three in force')
    .option('--label <text>', 'what the key is for')
    .action(late(runAccounts, ({ createKey }) => createKey));
  command('list [login]', 'print id, user, time created and label of keys in force').action(
    late(runAccounts, ({ listKeys }) => listKeys),
  );
  command('revoke <id>', 'revoke a key; a running server refuses it within a second').action(
    late(runAccounts, ({ revokeKey }) => revokeKey),
  );
}

export function addToken(program: Command): void {
  const token = program
    .command('token')
    .description('create, list and revoke tokens for sending records over HTTP');
  const command = (usage: string, describes: string): Command =>
    addOptions(token.command(usage).description(describes), ['data', 'log']);

  command('create <name>', 'create a token; the name says which program uses it').action(
    late(runAccounts, ({ createToken }) => createToken),
  );
  command('list', 'print id, time created and name of tokens in force').action(
    late(runAccounts, ({ listTokens }) => listTokens),
  );
  command('revoke <id>', 'revoke a token; a running server refuses it within a second').action(
    late(runAccounts, ({ revokeToken }) => revokeToken),
  );
}
