/**
 * `tagwire token …`: tokens with which programs send records to the admin port (`POST /ingest`). Works
 * whether a server runs or not; a server knows a new token at once and refuses a revoked one within
 * a second.
 */
import type { Command } from 'commander';
import { isoOf } from '../../kernel/clock.js';
import { accountsOf, accountsToWrite } from '../account-folder.js';
import { printRows, refuse } from '../administration.js';
import { addOptions } from '../config-file.js';

export function addToken(program: Command): void {
  const token = program
    .command('token')
    .description('create, list and revoke tokens for sending records over HTTP');
  const command = (usage: string, describes: string): Command =>
    addOptions(token.command(usage).description(describes), ['data', 'log']);

  command('create <name>', 'create a token; the name says which program uses it').action(
    async (name: string, _, own: Command) => {
      const made = await accountsToWrite(own).createToken(name);
      process.stdout.write(`${made.text}\n`);
      process.stderr.write(
        `this is token ${made.token.id}; it is shown this once and cannot be shown again\n`,
      );
    },
  );
  command('list', 'print id, time created and name of tokens in force').action(
    async (_, own: Command) => {
      printRows(
        accountsOf(own)
          .tokens()
          .map(({ id, atMs, name }) => [id, isoOf(atMs), name]),
      );
    },
  );
  command('revoke <id>', 'revoke a token; a running server refuses it within a second').action(
    async (id: string, _, own: Command) => {
      if (!/^[1-9]\d{0,14}$/.test(id))
        refuse('a token is named by its id, see `tagwire token list`');
      await accountsOf(own).revokeToken(Number(id));
      process.stdout.write('revoked\n');
    },
  );
}
