/**
 * A server to be killed: it takes in numbered batches, one after the other, says which of them were acknowledged,
 * and posts what changes to the webhooks of the store.
 *
 * Arguments: folder, number of the first batch, the number behind the last.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../../src/app/app.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { batchOf } from './kill-batches.js';

/** Several batches come between two looks of the courier. */
const GAP_MS = 150;

const [data, first, end] = process.argv.slice(2) as [string, string, string];
const ports = { newsPort: 0, blogPort: 0, adminPort: 0, logLevel: 'silent' };
const flags = { data, ...ports, webhookAllow: '127.0.0.1' };
const config = resolveConfig({ flags, environment: {}, file: {} });
const { pipeline } = await serve({ config, logger: silentLogger });
for (let number = Number(first); number < Number(end); number++) {
  await pipeline.ingest([batchOf(number)], false, Date.now());
  process.stdout.write(`${number}\n`);
  await sleep(GAP_MS);
}
// Deliveries go on until it is killed.
