/** `tagwire crawl status`: how the sources of the crawler are doing, whether it runs or not. */
import type { Command } from 'commander';
import { createLogger } from '../../../kernel/logger.js';
import { crawlStatus } from '../../crawling/crawl-status.js';
import { configOf } from '../config-file.js';
import { chosenOf, printStatus, type StatusChoice, statusJson } from '../crawl-table.js';

export async function status(
  flags: StatusChoice & { json?: boolean },
  own: Command,
): Promise<void> {
  const config = configOf(own);
  const chosen = chosenOf(flags);
  const found = chosen(await crawlStatus(config, createLogger(config, 'tagwire')));
  if (flags.json) process.stdout.write(`${JSON.stringify(statusJson(found))}\n`);
  else printStatus(found);
}
