/**
 * `tagwire key …`: API keys of the blog service. Works whether a server runs or not; a server knows
 * a new key at once and refuses a revoked one within a second.
 */
import type { Command } from 'commander';
import { isoOf } from '../../../kernel/clock.js';
import { accountsOf } from '../account-folder.js';
import { printRows, refuse } from '../answers.js';

export async function create(
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

export async function list(login: string | undefined, _: object, own: Command): Promise<void> {
  const accounts = accountsOf(own);
  const users = login === undefined ? accounts.users() : [accounts.user(login)];
  printRows(
    users.flatMap((user) =>
      accounts.keysOf(user).map((one) => [one.id, user.login, isoOf(one.atMs), one.label]),
    ),
  );
}

export async function revoke(id: string, _: object, own: Command): Promise<void> {
  if (!/^[1-9]\d{0,14}$/.test(id)) refuse('a key is named by its id, see `tagwire key list`');
  await accountsOf(own).revokeKey(Number(id));
  process.stdout.write('revoked\n');
}
