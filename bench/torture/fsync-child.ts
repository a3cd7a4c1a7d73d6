/**
 * Sends batches to a log until so many were acknowledged, says of each on standard output when it is,
 * and dies without closing. Arguments: data folder, batches.
 */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '../../src/kernel/logger.js';
import { IngestLog } from '../../src/store/log/ingest-log.js';

const NOW_MS = Date.parse('2024-05-01T00:00:00.000Z');
const [folder = '', batches = ''] = process.argv.slice(2);
const STANDARD_OUTPUT = 1;

const log = await IngestLog.open({ folder, logger: silentLogger });
for (let number = 0; number <= Number(batches); ) {
  const url = `https://abc.example/${number}`;
  const record =
    number === 0
      ? { kind: 'media', media: 'abc', title: 'ABC' }
      : {
          ...{ kind: 'news', media: 'abc', url, title: url, body: 'A sentence. '.repeat(50) },
          publishedAt: new Date(NOW_MS).toISOString(),
        };
  try {
    const bytes = new TextEncoder().encode(JSON.stringify(record));
    await log.ingest({ bytes, replay: false, nowMs: NOW_MS });
    writeSync(STANDARD_OUTPUT, `acknowledged ${number}\n`);
    number += 1;
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'STORE_WRITE_FAILED') throw error;
    await sleep(20);
  }
}
process.kill(process.pid, 'SIGKILL');
