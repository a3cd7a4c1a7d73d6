/**
 * The commands about accounts: `tagwire user`, `tagwire key` and `tagwire token`. They work whether a server runs or
 * not; a server knows a new key or token at once and refuses a revoked one within a second.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { isoOf } from '../../../kernel/clock.js';
import { ROLES, type Role } from '../../../kernel/roles.js';
import { accountsOfCommand, openAccounts } from '../../account-watch.js';
import { requireStore } from '../../store-folder.js';
import { printRows, refuse } from '../answers.js';
import { configOf } from '../config-file.js';

type Accounts = ReturnType<typeof openAccounts>;

/** @throws TagwireError INPUT_INVALID where there is neither a store nor an account. */
function accountsOf(command: Command): Accounts {
  const config = configOf(command);
  const { data } = config;
  if (!existsSync(join(data, 'accounts'))) requireStore(data);
  return openAccounts(data, accountsOfCommand(config));
}

/** The same for what may be the first account of a folder, which it makes. */
function accountsToWrite(command: Command): Accounts {
  const config = configOf(command);
  const { data } = config;
  const accounts = openAccounts(data, accountsOfCommand(config));
  if (!existsSync(data)) process.stderr.write(`made a new folder for a store, ${resolve(data)}\n`);
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

export async function linkUser(login: string, _: object, own: Command): Promise<void> {
  const accounts = accountsOf(own);
  // With the socket of a running server, which lists do without.
  const { linkAddressOf } = await import('../../people.js');
  const text = await accounts.signIn.linkFor(accounts.user(login), null, 0);
  process.stdout.write(`${await linkAddressOf(configOf(own), text)}\n`);
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
  flags: { label?: string },
  own: Command,
): Promise<void> {
  const accounts = accountsOf(own);
  const made = await accounts.createKey(login, flags.label ?? '');
  process.stdout.write(`${made.apiKey}\n`);
  process.stderr.write(
    `this is key ${made.key.id}; it is shown this once and cannot be shown again\n`,
  );
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
  if (!/^[1-9]\d{0,14}$/.test(id)) refuse('a key is named by its id, see `tagwire key list`');
  await accountsOf(own).revokeKey(Number(id));
  process.stdout.write('revoked\n');
}

export async function createToken(name: string, _: object, own: Command): Promise<void> {
  const made = await accountsToWrite(own).createToken(name);
  process.stdout.write(`${made.text}\n`);
  process.stderr.write(
    `this is token ${made.token.id}; it is shown this once and cannot be shown again\n`,
  );
}

export async function listTokens(_: object, own: Command): Promise<void> {
  printRows(
    accountsOf(own)
      .tokens()
      .map(({ id, atMs, name }) => [id, isoOf(atMs), name]),
  );
}

export async function revokeToken(id: string, _: object, own: Command): Promise<void> {
  if (!/^[1-9]\d{0,14}$/.test(id)) refuse('a token is named by its id, see `tagwire token list`');
  await accountsOf(own).revokeToken(Number(id));
  process.stdout.write('revoked\n');
}
