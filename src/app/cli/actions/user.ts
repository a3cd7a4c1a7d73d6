/**
 * `tagwire user …`: people who may sign in and have API keys. Works whether a server runs or not.
 */
import type { Command } from 'commander';
import { isoOf } from '../../../kernel/clock.js';
import { ROLES, type Role } from '../../../kernel/roles.js';
import { linkAddressOf } from '../../people.js';
import { accountsOf, accountsToWrite } from '../account-folder.js';
import { printRows, refuse } from '../answers.js';
import { configOf } from '../config-file.js';

function roleOf(text: string): Role {
  return (
    ROLES.find((role) => role === text) ??
    refuse(`"${text}" is no role; roles are ${ROLES.join(', ')}`)
  );
}

export async function add(
  login: string,
  flags: { name?: string; role: string },
  own: Command,
): Promise<void> {
  const role = roleOf(flags.role);
  const { id } = await accountsToWrite(own).addUser(login, flags.name ?? '', { role });
  process.stdout.write(`added user ${id}\n`);
}

export async function list(_: object, own: Command): Promise<void> {
  const accounts = accountsOf(own);
  printRows(
    accounts.users().map((one) => {
      const keys = accounts.keysOf(one).length;
      return [one.id, one.login, keys, isoOf(one.atMs), one.name, one.role];
    }),
  );
}

export async function role(login: string, role: string, _: object, own: Command): Promise<void> {
  const changed = await accountsOf(own).giveRole(login, roleOf(role));
  process.stdout.write(`${changed.login} is ${changed.role} now\n`);
}

export async function link(login: string, _: object, own: Command): Promise<void> {
  const accounts = accountsOf(own);
  const text = await accounts.signIn.linkFor(accounts.user(login), null, 0);
  process.stdout.write(`${await linkAddressOf(configOf(own), text)}\n`);
}

export async function log(flags: { count: string }, own: Command): Promise<void> {
  if (!/^[1-9]\d{0,5}$/.test(flags.count)) refuse('--count is a number from 1 on');
  const accounts = accountsOf(own);
  printRows(
    accounts.audit(Number(flags.count)).map(({ atMs, by, action, target, detail }) => {
      const who = by === 0 ? 'command line' : (accounts.userById(by)?.login ?? `user ${by}`);
      return [isoOf(atMs), who, action, target, detail];
    }),
  );
}

export async function remove(login: string, _: object, own: Command): Promise<void> {
  const accounts = accountsOf(own);
  await accounts.removeUser(login);
  await accounts.erase();
  process.stdout.write('removed\n');
}
