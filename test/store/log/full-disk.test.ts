/**
 * Fills a small disk of its own, again and again. LevelDB takes and loses writes on a handle that
 * once ran out of disk, so what matters is what is there after reopening.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { silentLogger } from '../../../src/kernel/logger.js';
import { IngestLog } from '../../../src/store/log/ingest-log.js';
import { tempFolder } from '../helper.js';
import { bytesOf, MEDIA, NOW_MS, news, openLog, recordsOf } from './helper.js';

const MOUNT = 'mount';
const UNMOUNT = 'umount';
const DISK_MB = 120;
const CYCLES = 3;
/** Space that is left when the disk is called full: a few batches. */
const FREE_BYTES = 300_000;
const BODY = 'A sentence of some length. '.repeat(200);

t.setTimeout(180_000);

function mountDisk(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const options = `size=${DISK_MB}m`;
  return spawnSync(MOUNT, ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
}

t.test(
  'a disk that fills up costs nothing that was acknowledged, and the store goes on',
  async (t) => {
    const disk = tempFolder(t);
    if (!mountDisk(disk)) {
      t.pass('', { skip: 'a disk of its own can only be mounted by root on Linux' });
      return;
    }
    let log: IngestLog | null = null;
    t.teardown(async () => {
      await log?.close();
      spawnSync(UNMOUNT, ['-l', disk]);
    });
    const folder = join(disk, 'data');
    const filler = join(disk, 'filler');
    log = await IngestLog.open({ folder, logger: silentLogger });
    const send = (lines: Parameters<typeof bytesOf>[0]) =>
      log!.ingest({ bytes: bytesOf(lines), replay: false, nowMs: NOW_MS });
    await send([MEDIA]);
    const acknowledged: number[] = [];
    let next = 1;
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - FREE_BYTES));
      let failure: unknown = null;
      while (failure === null) {
        const numbers = Array.from({ length: 10 }, (_, at) => next + at);
        try {
          await send(numbers.map((number) => news(number, { body: `${number} ${BODY}` })));
          acknowledged.push(...numbers);
        } catch (error) {
          failure = error;
        }
        next += 10;
      }
      t.match(failure, { code: 'STORE_WRITE_FAILED' }, `cycle ${cycle}`);
      t.not(log.trouble, null);
      t.ok(await log.item('news', 1), 'reading goes on');
      rmSync(filler);
      while (log.trouble !== null) await new Promise((resolve) => setTimeout(resolve, 50));
      await send([news(next)]);
      acknowledged.push(next);
      next += 1;
    }
    await log.close();
    log = await openLog(folder);
    const urls = (await recordsOf(log, 'news')).map(({ url }) => url);
    t.equal(new Set(urls).size, urls.length, 'nothing is doubled');
    const found = new Set(urls);
    t.same(
      acknowledged.filter((number) => !found.has(`https://abc.example/${number}`)),
      [],
      `${acknowledged.length} acknowledged`,
    );
  },
);
