/** What an erasure leaves for those who fold the log without what it took. */
import t from 'tap';
import { MINUTE_MS } from '../../../src/kernel/clock.js';
import type { Entry } from '../../../src/kernel/model/records.js';
import { BurstCounter } from '../../../src/news/shared/burst/counter.js';
import { World } from '../../news/media/world.js';
import { at, HOUR_MS, MEDIA, makeDesk, NOW_MS, news, readAll, recordsOf } from './helper.js';

const OTHER = { ...MEDIA, media: 'xyz', title: 'XYZ' };
const FIRST = news(1, {
  observedAt: at(-600),
  discovery: { media: 'xyz', url: 'https://xyz.example/1', discoveredAt: at(-500) },
});
const erase = (target: string, key: string) => ({ kind: 'erase', target, key });

/** Since when two indices have articles of each media. */
function timesOf(entries: readonly Entry[]): object {
  const world = new World();
  const counter = new BurstCounter({ retentionMs: 0 });
  for (const { record } of entries) {
    world.fold(record);
    counter.apply(record);
  }
  world.cut();
  const media = ['abc', 'xyz'].map((code) => {
    const state = world.reader.stateOf(code);
    return [code, state?.acquiredMs, state?.foundMs];
  });
  const seen = counter.state.media.media.map(({ code, firstSeenMs }) => [code, firstSeenMs]);
  return { media, seen };
}

t.test('since when a media was collected is the same in a log that is folded again', async (t) => {
  const { log, send } = await makeDesk(t);
  await send([MEDIA, OTHER, FIRST, news(2, { observedAt: at(-60) })]);
  const before = await readAll(log);
  await send([erase('news', 'https://abc.example/1')]);
  const after = await readAll(log);
  const lived = timesOf([...before, after.at(-1)!]);
  t.same(lived, {
    media: [
      ['abc', NOW_MS - 10 * HOUR_MS, null],
      ['xyz', null, NOW_MS - 500 * MINUTE_MS],
    ],
    seen: [
      ['abc', NOW_MS - 10 * HOUR_MS],
      ['xyz', null],
    ],
  });
  t.same(timesOf(after), lived);
});

t.test('what another media had found of an erased one is remembered with it', async (t) => {
  const { log, send } = await makeDesk(t);
  await send([MEDIA, OTHER, FIRST, news(2)]);
  await send([erase('media', 'abc')]);
  t.match(await recordsOf(log, 'erase'), [
    {
      earliest: [
        { media: 'abc', acquiredMs: NOW_MS - 10 * HOUR_MS, foundMs: null },
        { media: 'xyz', acquiredMs: null, foundMs: NOW_MS - 500 * MINUTE_MS },
      ],
    },
  ]);
});

t.test('an erasure of what tells no times says nothing of them', async (t) => {
  const { log, send } = await makeDesk(t);
  await send([OTHER, erase('media', 'xyz')]);
  t.match(await recordsOf(log, 'erase'), [{ earliest: null }]);
});
