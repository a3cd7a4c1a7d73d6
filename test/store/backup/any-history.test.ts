/** Whatever happened between backups: what is restored, or imported, is the store as it was. */
import '../../engine/actor/threads-here.js';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { silentLogger } from '../../../src/kernel/logger.js';
import { restore } from '../../../src/store/backup/restore.js';
import { times } from '../../all.js';
import { tempFolder } from '../helper.js';
import { DAY_MS, type Line, NOW_MS, news, post } from '../log/helper.js';
import { ALL_KEYS, backUp, dump, emptyFolder, makeStore, textOf } from './stage.js';

const ITEMS = 12;
const number = fc.integer({ min: 1, max: ITEMS });
const body = fc.option(fc.integer({ min: 1, max: 5 }).map(textOf), { nil: undefined });
const publishedAt = fc
  .integer({ min: 0, max: 20 * 24 })
  .map((hours) => new Date(NOW_MS - hours * 3_600_000).toISOString());

const line: fc.Arbitrary<Line> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(number, body, publishedAt).map(([n, b, at]) => item(news, n, b, at)),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(number, body, publishedAt).map(([n, b, at]) => item(post, n, b, at)),
  },
  number.map((n): Line => ({ kind: 'hide', target: 'news', key: `https://abc.example/${n}` })),
  number.map((n): Line => ({ kind: 'erase', target: 'news', key: `https://abc.example/${n}` })),
  number.map((n): Line => ({ kind: 'erase', target: 'post', key: `https://tea.example/${n}` })),
);

function item(make: typeof news, n: number, text: string | undefined, at: string): Line {
  return make(n, { publishedAt: at, ...(text === undefined ? {} : { body: text }) });
}

type Step = { lines: Line[] } | { days: number } | 'backup';
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.array(line, { maxLength: 8 }).map((lines) => ({ lines })) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5 }).map((days) => ({ days })) },
  { weight: 2, arbitrary: fc.constant('backup' as const) },
);

t.test('after any history, the last of several backups is the store', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const desk = await makeStore(t, [
        { kind: 'media', media: 'abc', title: 'ABC', enabled: true },
        { kind: 'blog', slug: 'tea', name: 'Tea', sourceUrl: 'https://tea.example/' },
      ]);
      const backup = join(tempFolder(t), 'backup');
      let nowMs = NOW_MS;
      for (const one of [...steps, 'backup' as const]) {
        if (one === 'backup') {
          await backUp(desk.folder, backup);
          continue;
        }
        await desk.reopen();
        if ('lines' in one) await desk.send(one.lines);
        else {
          nowMs += one.days * DAY_MS;
          await desk.log.advance(nowMs);
          const coveredSequence = desk.log.head.sequence;
          await desk.log.expireBodies({ atMs: nowMs - DAY_MS / 8, coveredSequence }, one.days > 3);
        }
        await desk.log.close();
      }
      const data = emptyFolder(t);
      await restore(backup, data, silentLogger);
      const [found, wanted] = [await dump(data, ALL_KEYS), await dump(desk.folder, ALL_KEYS)];
      if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error('they differ');
    }),
    { numRuns: Number(process.env.TAGWIRE_BACKUP_RUNS ?? times(6, 12)), seed: 26 },
  );
  t.pass('always');
});
