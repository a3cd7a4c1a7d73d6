import fc from 'fast-check';
import t from 'tap';
import { type Block, BlockCursor } from '../../../src/kernel/model/block.js';
import type { BodyUse } from '../../../src/kernel/model/records.js';
import type { IngestLog } from '../../../src/store/log/ingest-log.js';
import { at, BLOG, DAY_MS, HOUR_MS, MEDIA, makeDesk, NOW_MS, news, openLog } from './helper.js';

/** Entries as an index reads them; what is left out stands as a skip. */
async function told(log: IngestLog, bodies: BodyUse): Promise<string[]> {
  const words: string[] = [];
  for (let from = 1; ; ) {
    const block: Block | null = await log.read(from, bodies);
    if (block === null) return words;
    for (const cursor = new BlockCursor(block); cursor.remaining > 0; ) {
      const { record } = cursor.next(false);
      words.push(record.kind === 'tick' ? `tick ${(record.atMs - NOW_MS) / 60_000}` : record.kind);
    }
    from += block.count;
  }
}

t.test('ticks of a time that never was are void, and time goes on from before', async (t) => {
  const desk = await makeDesk(t);
  await desk.log.tick(NOW_MS);
  await desk.send([MEDIA, news(1, { observedAt: at(0) })]);
  await desk.log.tick(NOW_MS + 10 * 60_000);
  await desk.log.tick(NOW_MS + 8 * DAY_MS);
  await desk.send([BLOG]);
  const before = await told(desk.log, 'needed');
  const { ticks, fromSequence } = await desk.log.rewind(NOW_MS + 12 * 60_000);
  t.equal(ticks, 72);
  t.equal(fromSequence, before.indexOf('tick 10') + 2);
  t.equal(desk.log.head.lastTickMs, NOW_MS + 12 * 60_000);
  await desk.log.tick(NOW_MS + 20 * 60_000);
  for (const round of ['as it is', 'opened again']) {
    t.same(
      (await told(desk.log, 'none')).filter((word) => word !== 'skip'),
      ['media', 'news', 'tick 4', 'tick 10', 'blog', 'rewind', 'tick 20'],
      round,
    );
    t.same(await told(desk.log, 'wanted'), await told(desk.log, 'none'), round);
    t.same(
      (await told(desk.log, 'needed')).slice(0, before.length),
      before,
      'bodies keep what was',
    );
    await desk.reopen();
  }
  t.equal(desk.log.head.lastTickMs, NOW_MS + 20 * 60_000);
});

t.test('a store without ticks after the instant has nothing that is void', async (t) => {
  const desk = await makeDesk(t);
  await desk.log.tick(NOW_MS);
  await desk.send([MEDIA]);
  await desk.log.tick(NOW_MS + HOUR_MS);
  const before = await told(desk.log, 'none');
  t.equal((await desk.log.rewind(NOW_MS + 2 * HOUR_MS)).ticks, 0);
  t.same(await told(desk.log, 'none'), [...before, 'rewind']);
});

t.test('however time went ahead and back, what is told is what stayed true', async (t) => {
  const move = fc.record({ toMinute: fc.integer({ min: 0, max: 2000 }), isRewind: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 8 }), async (moves) => {
      const desk = await makeDesk(t);
      await desk.log.tick(NOW_MS);
      await desk.send([MEDIA]);
      let nowMs = NOW_MS;
      let valid: number[] = [];
      for (const { toMinute, isRewind } of moves) {
        const toMs = NOW_MS + toMinute * 60_000;
        if (isRewind && toMs < nowMs) {
          await desk.log.rewind(toMs);
          valid = valid.filter((atMs) => atMs <= toMs);
          nowMs = toMs;
        } else if (!isRewind) {
          const block = await desk.log.tick(toMs);
          for (const cursor = new BlockCursor(block ?? { ...EMPTY }); cursor.remaining > 0; ) {
            const { record } = cursor.next(false);
            if (record.kind === 'tick') valid.push(record.atMs);
          }
          nowMs = Math.max(nowMs, valid.at(-1) ?? nowMs);
        }
      }
      const ticks = (await told(desk.log, 'none')).filter((word) => word.startsWith('tick'));
      const wanted = valid.map((atMs) => `tick ${(atMs - NOW_MS) / 60_000}`);
      const again = await reopened(desk.folder, desk.log);
      await desk.reopen();
      return t.same(ticks, wanted, { diagnostic: false }) && t.same(again, wanted);
    }),
    { numRuns: 10 },
  );
});

const EMPTY: Block = { firstSequence: 1, count: 0, bytes: new SharedArrayBuffer(0) };

async function reopened(folder: string, log: IngestLog): Promise<string[]> {
  await log.close();
  const again = await openLog(folder);
  const ticks = (await told(again, 'none')).filter((word) => word.startsWith('tick'));
  await again.close();
  return ticks;
}
