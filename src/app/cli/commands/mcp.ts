/**
 * `tagwire mcp`: the tools for agents over standard input and output, asked of a running server.
 */
import type { Command } from 'commander';
import { late } from '../late.js';
import { addOptions } from '../options.js';

const run = () => import('../actions/mcp.js');

export function addMcp(program: Command): void {
  const command = program
    .command('mcp')
    .description('give agents the tools of a running server, over standard input and output')
    .option('--news-url <url>', 'the news service (default: the one on this machine)')
    .option('--blog-url <url>', 'the blog service (default: the one on this machine)');
  addOptions(command, ['host', 'newsPort', 'blogPort']).action(
    late(run, ({ serveTools }) => serveTools),
  );
}
