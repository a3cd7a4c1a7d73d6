import '../engine/actor/threads-here.js';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/clock.js';
import { silentLogger } from '../../src/kernel/logger.js';
import { IngestLog } from '../../src/store/log/ingest-log.js';
import { linesOf, startServer } from '../serve/api/harness.js';

const NOW = '2024-05-01T00:00:00.000Z';
const RECORDS = [
  { kind: 'media', media: 'tree', title: 'The Tree' },
  {
    kind: 'news',
    media: 'tree',
    url: 'https://tree.example/1',
    title: 'Leaves fall',
    publishedAt: NOW,
    body: 'Leaves fall. '.repeat(20),
  },
];

/** What a file holds, until it is deleted. */
function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

t.test('a body stays until two snapshots hold what follows from it, then it goes', async (t) => {
  const { app, clock } = await startServer(t, { now: NOW, records: RECORDS });
  const { pipeline } = app;
  const body = async (): Promise<string | null> => (await pipeline.item('news', 1))!.body;
  const passTime = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await pipeline.tick(clock.nowMs());
  };
  await passTime(7 * DAY_MS + MINUTE_MS);
  await pipeline.snapshot();
  await passTime(HOUR_MS);
  t.not(await body(), null, 'one snapshot is not enough');
  await pipeline.snapshot();
  await passTime(HOUR_MS);
  while ((await body()) !== null) await sleep(5);
  t.pass('the body is gone');
});

t.test('an erasure that a crash cuts short is completed at the next start', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-erasure-'));
  t.teardown(() => rmSync(data, { recursive: true, force: true }));
  const isKept = (): boolean =>
    ['snapshots', 'history'].some((profile) => {
      const pieces = join(data, profile, 'pieces');
      const names = existsSync(pieces) ? readdirSync(pieces) : [];
      return names.some((name) => read(join(pieces, name)).includes('Leaves fall'));
    });
  await t.test('it begins with a snapshot that holds the article', async (t) => {
    await startServer(t, { now: NOW, records: RECORDS, flags: { data } });
  });
  t.ok(isKept());
  // The log alone, as it is when the process ends before anything else is done.
  const log = await IngestLog.open({ folder: data, logger: silentLogger });
  const erase = { kind: 'erase', target: 'news', key: 'https://tree.example/1' };
  await log.ingest({ bytes: linesOf([erase]), replay: false, nowMs: Date.parse(NOW) });
  await log.close();
  await t.test('it ends without it', async (t) => {
    await startServer(t, { now: NOW, flags: { data } });
    while (isKept()) await sleep(5);
    t.pass('the article is gone');
  });
});
