/**
 * Ingests numbered batches for the kill test, from the number given on, and says which of them
 * were acknowledged. It goes on until it is killed.
 */
import { openStore } from '../../src/app/app.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { batchOf } from './kill-batches.js';

const [folder, first] = process.argv.slice(2) as [string, string];
const flags = { data: folder, logLevel: 'silent' };
const sink = await openStore(resolveConfig({ flags, environment: {}, file: {} }), silentLogger);
const underWay: Promise<void>[] = [];
for (let number = Number(first); ; number++) {
  const sent = sink.ingest(batchOf(number), false);
  underWay.push(sent.then(() => void process.stdout.write(`${number}\n`)));
  if (underWay.length >= 3) await underWay.shift();
}
