/**
 * A process to be killed: it takes in numbered batches, says which of them were acknowledged, and does
 * something else all the while. It goes on until it is killed.
 *
 * Arguments: folder, number of the first batch, what to do, folder of the backup.
 */
import { serve } from '../../src/app/app.js';
import { withStore } from '../../src/app/cli/actions/store.js';
import { openStore } from '../../src/app/open-store.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { makeBackup } from '../../src/store/backup/make-backup.js';
import { FolderTarget } from '../../src/store/backup/target.js';
import { batchOf } from './kill-batches.js';

/** Requests under way at once. */
const UNDER_WAY_MAX = 3;

const [data, first, what, backup] = process.argv.slice(2) as [string, string, string, string];
const flags = { data, logLevel: 'silent', newsPort: 0, blogPort: 0, adminPort: 0 };
const config = resolveConfig({ flags, environment: {}, file: {} });

const ingest = await opened();
const underWay: Promise<void>[] = [];
for (let number = Number(first); ; number++) {
  const sent = ingest(batchOf(number));
  underWay.push(sent.then(() => void process.stdout.write(`${number}\n`)));
  if (underWay.length >= UNDER_WAY_MAX) await underWay.shift();
}

async function opened(): Promise<(bytes: Uint8Array) => Promise<unknown>> {
  if (what === 'ingest') {
    const sink = await openStore(config, silentLogger);
    return (bytes) => sink.ingest(bytes, false);
  }
  const { pipeline } = await serve({ config, logger: silentLogger });
  if (what === 'snapshot') again(() => pipeline.snapshot());
  if (what === 'compaction') again(() => pipeline.backup({ op: 'compact' }));
  if (what === 'backup') {
    again(() =>
      withStore(config, silentLogger, async (source) =>
        makeBackup(source, await FolderTarget.open(backup)),
      ),
    );
  }
  return (bytes) => pipeline.ingest([bytes], false, Date.now());
}

/** In turns with what else there is to do: work may be over before anything was waited for. */
function again(work: () => Promise<unknown>): void {
  work().then(
    () => setImmediate(() => again(work)),
    () => setTimeout(() => again(work), 10),
  );
}
