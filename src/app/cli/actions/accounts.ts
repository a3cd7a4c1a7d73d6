/**
 * The commands about accounts: `tagwire user`, `tagwire key` and `tagwire token`. They work whether a server runs or
 * not; a server knows a new key or token at once and refuses a revoked one within a second.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { isoOf } from '../../../kernel/clock.js';
import { ROLES, type Role } from '../../../kernel/roles.js';
import type { Accounts } from '../../../store/accounts/accounts.js';
import { COMMAND_LINE } from '../../../store/accounts/audit.js';
import { commandAccounts } from '../../account-watch.js';
import { printRows, refuse, requireStore } from '../answers.js';
import { configOf } from '../config-file.js';

/** @throws TagwireError INPUT_INVALID where there is neither a store nor an account. */
function accountsOf(command: Command): Accounts {
  const config = configOf(command);
  if (!existsSync(join(config.data, 'accounts'))) requireStore(config.data);
  return commandAccounts(config);
}

/** The same for commands that may write the first account of a folder; makes the folder. */
function accountsToWrite(command: Command): Accounts {
  const config = configOf(command);
  const accounts = commandAccounts(config);
  if (!existsSync(config.data)) {
    process.stderr.write(`made a new folder for a store, ${resolve(config.data)}\n`);
  }
  return accounts;
}

function roleOf(text: string): Role {
  return (
    ROLES.find((role) => role === text) ??
    refuse(`"${text}" is no role; roles are ${ROLES.join(', ')}`)
  );
}

export async function addUser(
  login: string,
  flags: { name?: string; role: string },
  own: Command,
): Promise<void> {
  const role = roleOf(flags.role);
  const { id } = await accountsToWrite(own).addUser(login, flags.name ?? '', { role });
  process.stdout.write(`added user ${id}\n`);
}

export async function listUsers(_: object, own: Command): Promise<void> {
  const accounts = accountsOf(own);
  printRows(
    accounts.users().map((one) => {
      const keys = accounts.keysOf(one).length;
      return [one.id, one.login, keys, isoOf(one.atMs), one.name, one.role];
    }),
  );
}

export async function changeRole(
  login: string,
  role: string,
  _: object,
  own: Command,
): Promise<void> {
  const changed = await accountsOf(own).giveRole(login, roleOf(role));
  process.stdout.write(`${changed.login} is ${changed.role} now\n`);
}

/**
 * Prints a link that signs a user in: to the page of the server that holds the store, if that server answers, or else
 * to the page that a server with these options would have.
 */
export async function linkUser(login: string, _: object, own: Command): Promise<void> {
  const config = configOf(own);
  const accounts = accountsOf(own);
  // This module loads the socket of a running server, which the commands that list do not need.
  const { serverOf } = await import('../../ingest/ingest-socket.js');
  const { publicUrlOf } = await import('../../ports.js');
  const text = await accounts.signIn.linkFor(accounts.user(login), null, COMMAND_LINE);
  const { blogPublicUrl, host, blogPort, data } = config;
  const serving = blogPublicUrl === '' ? await serverOf(data) : null;
  const base = serving?.blogUrl ?? publicUrlOf(blogPublicUrl, host, blogPort);
  process.stdout.write(`${base}/my/sign-in/?token=${text}\n`);
}

export async function printLog(flags: { count: string }, own: Command): Promise<void> {
  if (!/^[1-9]\d{0,5}$/.test(flags.count)) refuse('--count is a number from 1 on');
  const accounts = accountsOf(own);
  printRows(
    accounts.audit(Number(flags.count)).map(({ atMs, by, action, target, detail }) => {
      const who = by === 0 ? 'command line' : (accounts.userById(by)?.login ?? `user ${by}`);
      return [isoOf(atMs), who, action, target, detail];
    }),
  );
}

export async function removeUser(login: string, _: object, own: Command): Promise<void> {
  const accounts = accountsOf(own);
  await accounts.removeUser(login);
  await accounts.erase();
  process.stdout.write('removed\n');
}

export async function createKey(
  login: string,
  { label = '' }: { label?: string },
  own: Command,
): Promise<void> {
  const { apiKey, key } = await accountsOf(own).createKey(login, label);
  printSecret(apiKey, `key ${key.id}`);
}

export async function listKeys(login: string | undefined, _: object, own: Command): Promise<void> {
  const accounts = accountsOf(own);
  const users = login === undefined ? accounts.users() : [accounts.user(login)];
  printRows(
    users.flatMap((user) =>
      accounts.keysOf(user).map((one) => [one.id, user.login, isoOf(one.atMs), one.label]),
    ),
  );
}

export async function revokeKey(id: string, _: object, own: Command): Promise<void> {
  const number = idOf(id, 'key');
  await accountsOf(own).revokeKey(number);
  process.stdout.write('revoked\n');
}

export async function createToken(name: string, _: object, own: Command): Promise<void> {
  const { text, token } = await accountsToWrite(own).createToken(name);
  printSecret(text, `token ${token.id}`);
}

export async function listTokens(_: object, own: Command): Promise<void> {
  const tokens = accountsOf(own).tokens();
  printRows(tokens.map(({ id, atMs, name }) => [id, isoOf(atMs), name]));
}

export async function revokeToken(id: string, _: object, own: Command): Promise<void> {
  const number = idOf(id, 'token');
  await accountsOf(own).revokeToken(number);
  process.stdout.write('revoked\n');
}

function idOf(text: string, what: 'key' | 'token'): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  return refuse(`a ${what} is named by its id, see \`tagwire ${what} list\``);
}

function printSecret(secret: string, what: string): void {
  process.stdout.write(`${secret}\n`);
  process.stderr.write(`this is ${what}; it is shown this once and cannot be shown again\n`);
}
