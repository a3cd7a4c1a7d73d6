import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/clock.js';
import { startServer } from '../api/harness.js';

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
