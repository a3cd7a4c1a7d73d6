/**
 * `tagwire mcp`: the tools for agents over standard input and output, asked of a running server.
 */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import { messageOf } from '../../../kernel/errors.js';
import { mcpServer } from '../../../serve/mcp/server.js';
import { apiAsk } from '../../tools/api-ask.js';
import { VERSION } from '../../version.js';
import { configOf } from '../config-file.js';

export async function serveTools(
  named: { newsUrl?: string; blogUrl?: string },
  own: Command,
): Promise<void> {
  const ask = apiAsk(configOf(own), named);
  const failed = (thrown: unknown): void => {
    process.stderr.write(`tagwire mcp: ${messageOf(thrown)}\n`);
  };
  serveStdio(() => mcpServer(ask, VERSION, failed), { onerror: failed });
}
