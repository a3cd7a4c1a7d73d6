/**
 * `tagwire mcp`: the tools for agents over standard input and output, asked of a running server.
 */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import { apiAsk } from '../../app/tools/api-ask.js';
import { VERSION } from '../../app/version.js';
import { messageOf } from '../../kernel/errors.js';
import { mcpServer } from '../../mcp/server.js';
import { addOptions, configOf } from '../config-file.js';

export function addMcp(program: Command): void {
  const command = program
    .command('mcp')
    .description('give agents the tools of a running server, over standard input and output')
    .option('--news-url <url>', 'the news service (default: the one on this machine)')
    .option('--blog-url <url>', 'the blog service (default: the one on this machine)');
  addOptions(command, ['host', 'newsPort', 'blogPort']).action(
    (named: { newsUrl?: string; blogUrl?: string }) => {
      const ask = apiAsk(configOf(command), named);
      const failed = (thrown: unknown): void => {
        process.stderr.write(`tagwire mcp: ${messageOf(thrown)}\n`);
      };
      serveStdio(() => mcpServer(ask, VERSION, failed), { onerror: failed });
    },
  );
}
