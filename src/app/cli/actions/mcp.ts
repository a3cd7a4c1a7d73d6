/** `tagwire mcp`: the tools for agents over standard input and output, answered by a running server. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import type { Config } from '../../../kernel/config.js';
import { messageOf } from '../../../kernel/errors.js';
import type { ServiceAsk } from '../../../serve/mcp/ask.js';
import { mcpServer } from '../../../serve/mcp/tools.js';
import { VERSION } from '../../paths.js';
import { localUrlOf } from '../../ports.js';
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

/** Longer than the slowest answer of the API takes. */
const ANSWER_MS = 60_000;

/** @param named addresses of services that replace those of the configuration. */
function apiAsk(
  { host, newsPort, blogPort }: Config,
  { newsUrl, blogUrl }: { newsUrl?: string; blogUrl?: string },
): ServiceAsk {
  const bases = {
    news: newsUrl ?? localUrlOf(host, newsPort),
    blog: blogUrl ?? localUrlOf(host, blogPort),
  };
  return async ({ service, target, body }) => {
    const posted =
      body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          };
    const response = await fetch(`${bases[service].replace(/\/+$/, '')}${target}`, {
      headers: { accept: 'application/json' },
      ...posted,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return { status: response.status, body: await response.json() };
  };
}
