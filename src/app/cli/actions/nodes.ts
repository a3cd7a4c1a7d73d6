/** `tagwire nodes`: what only one node has, and what is given up. */
import type { Command } from 'commander';
import { createLogger } from '../../../kernel/logger.js';
import { acceptLoss, resend, showDoubt } from '../../tools/node-tools.js';
import { configOf } from '../config-file.js';

export async function giveUp({ from }: { from: number }, own: Command): Promise<void> {
  process.stdout.write(`${await acceptLoss(configOf(own), from)}\n`);
}

export async function tellDoubt(_: object, own: Command): Promise<void> {
  const config = configOf(own);
  let count = 0;
  await showDoubt(config, createLogger(config, 'tagwire'), ({ sequence, record }) => {
    count += 1;
    const { kind } = record;
    const named = 'url' in record ? record.url : 'key' in record ? record.key : '';
    const title = 'title' in record ? record.title : '';
    process.stdout.write(`${[sequence, kind, named, title].join('\t')}\n`);
  });
  process.stderr.write(`${count} entries are in this store alone\n`);
}

export async function resendOwn(_: object, own: Command): Promise<void> {
  const config = configOf(own);
  const { sent, aside } = await resend(config, createLogger(config, 'tagwire'));
  process.stdout.write(
    `sent ${sent} lines; the store is in ${aside} now. Start the node: it takes the store of another one\n`,
  );
}
