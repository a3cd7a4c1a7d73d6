/**
 * `tagwire token …`: tokens with which programs send records to the admin port (`POST /ingest`). Works
 * whether a server runs or not; a server knows a new token at once and refuses a revoked one within
 * a second.
 */
import type { Command } from 'commander';
import { isoOf } from '../../../kernel/clock.js';
import { accountsOf, accountsToWrite } from '../account-folder.js';
import { printRows, refuse } from '../answers.js';

export async function create(name: string, _: object, own: Command): Promise<void> {
  const made = await accountsToWrite(own).createToken(name);
  process.stdout.write(`${made.text}\n`);
  process.stderr.write(
    `this is token ${made.token.id}; it is shown this once and cannot be shown again\n`,
  );
}

export async function list(_: object, own: Command): Promise<void> {
  printRows(
    accountsOf(own)
      .tokens()
      .map(({ id, atMs, name }) => [id, isoOf(atMs), name]),
  );
}

export async function revoke(id: string, _: object, own: Command): Promise<void> {
  if (!/^[1-9]\d{0,14}$/.test(id)) refuse('a token is named by its id, see `tagwire token list`');
  await accountsOf(own).revokeToken(Number(id));
  process.stdout.write('revoked\n');
}
