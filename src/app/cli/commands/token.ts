/**
 * `tagwire token …`: tokens with which programs send records to the admin port (`POST /ingest`). Works
 * whether a server runs or not; a server knows a new token at once and refuses a revoked one within
 * a second.
 */
import type { Command } from 'commander';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/token.js');

export function addToken(program: Command): void {
  const token = program
    .command('token')
    .description('create, list and revoke tokens for sending records over HTTP');
  const command = (usage: string, describes: string): Command =>
    addOptions(token.command(usage).description(describes), ['data', 'log']);

  command('create <name>', 'create a token; the name says which program uses it').action(
    late(run, ({ create }) => create),
  );
  command('list', 'print id, time created and name of tokens in force').action(
    late(run, ({ list }) => list),
  );
  command('revoke <id>', 'revoke a token; a running server refuses it within a second').action(
    late(run, ({ revoke }) => revoke),
  );
}
