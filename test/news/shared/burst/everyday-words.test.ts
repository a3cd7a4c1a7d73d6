import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/clock.js';
import type { NewsRecord } from '../../../../src/kernel/model/records.js';
import { BurstCounter } from '../../../../src/news/shared/burst/counter.js';
import { plainMedia } from '../../../kernel/model/plain-records.js';
import { newsOf } from '../../catalog/records.js';

const NOW = Date.UTC(2026, 0, 20);
const OUTLETS = ['a', 'b', 'c', 'd', 'e', 'f'];
const DERIVED: Partial<NewsRecord> = { ownTags: [], tagMethod: 'words/7' };

interface Use {
  tag: string;
  outlets?: readonly string[];
  days?: readonly number[];
  each?: number;
  own?: Partial<NewsRecord>;
}

/** Every outlet has ten articles a day with tags of their own; some of them carry what is told. */
function counterOf(...uses: Use[]): BurstCounter {
  const counter = new BurstCounter({ retentionMs: 30 * DAY_MS });
  for (const media of OUTLETS) {
    counter.apply(plainMedia(media, { title: `Outlet ${media}`, collectingSinceMs: 0 }));
  }
  let id = 0;
  for (const day of [0, 1, 2]) {
    for (const media of OUTLETS) {
      for (let at = 0; at < 10; at++) {
        const carried = uses.filter(({ outlets = OUTLETS, days = [0, 1, 2], each = 2 }) => {
          return outlets.includes(media) && days.includes(day) && at < each;
        });
        const own = carried[0]?.own ?? DERIVED;
        const tags = [...carried.map(({ tag }) => tag), `story ${media} ${day} ${at}`];
        counter.apply(newsOf(++id, media, NOW - day * DAY_MS - HOUR_MS - at, { ...own, tags }));
      }
    }
  }
  counter.apply({ kind: 'tick', atMs: NOW, runs: ['ranking'] });
  counter.moveTo(NOW);
  return counter;
}

function isRanked(counter: BurstCounter, tag = 'Seravia'): boolean {
  const list = counter.list('all')!;
  return [...list.tags].some((one) => counter.tags.shownOf(one) === tag);
}

t.test(
  'a derived word that half of all outlets use every day is a tag without a rank',
  async (t) => {
    const counter = counterOf({ tag: 'Seravia' });
    t.notOk(isRanked(counter));
    t.ok(counter.tags.find('seravia') >= 0);
    t.ok(isRanked(counter, 'story a 0 3'), 'others are ranked');
    t.notOk(
      isRanked(counterOf({ tag: 'Seravia', outlets: ['a', 'b', 'c'], each: 4 })),
      'half of six',
    );
  },
);

t.test('a word of fewer outlets, fewer days or few articles is ranked', async (t) => {
  t.ok(
    isRanked(counterOf({ tag: 'Seravia', outlets: ['a', 'b'], each: 10 })),
    'two of six outlets',
  );
  t.ok(isRanked(counterOf({ tag: 'Seravia', days: [0, 1] })), 'not the day before');
  t.ok(isRanked(counterOf({ tag: 'Seravia', days: [1, 2] })) === false, 'nothing today, no rank');
  t.ok(isRanked(counterOf({ tag: 'Seravia', outlets: ['a', 'b', 'c'], each: 1 })), 'one in twenty');
});

t.test('what outlets give as tags is ranked however common it is', async (t) => {
  const given = { ownTags: null, tagMethod: null };
  t.ok(isRanked(counterOf({ tag: 'Seravia', own: given })));
});

t.test('a counter that was stored and taken back ranks the same tags', async (t) => {
  for (const own of [DERIVED, { ownTags: null, tagMethod: null }]) {
    const counter = counterOf({ tag: 'Seravia', own });
    const copy = new BurstCounter({ retentionMs: 30 * DAY_MS });
    copy.restore(counter.state);
    for (const dayMs of counter.rows.days()) copy.restoreDay(counter.encodeDay(dayMs));
    copy.recount();
    t.equal(isRanked(copy), isRanked(counter));
    t.equal(copy.list('all')!.tags.length, counter.list('all')!.tags.length);
  }
});
