import fc from 'fast-check';
import t from 'tap';
import { CAMPS, type Camp } from '../../../src/model/records.js';
import { headlinesOf, type Report } from '../../../src/news/events/headlines.js';

let nextId = 1;

function report(media: string, camp: Camp, title: string, sortMs = 0): Report {
  return { id: nextId++, sortMs, media, camp, title };
}

function titles(reports: Report[], majors: string[], most = 6): string[] {
  return headlinesOf(reports, majors, most).map(({ title }) => title);
}

t.test(
  'of each outlet the title with the most main tags, then the newest (decision 21)',
  async (t) => {
    const reports = [
      report('a', 'blue', '地震後的一天', 9),
      report('a', 'blue', '花蓮地震 三人受傷', 5),
      report('b', 'green', '地震來了', 3),
      report('b', 'green', '又是地震', 4),
    ];
    t.strictSame(titles(reports, ['地震', '花蓮']), ['花蓮地震 三人受傷', '又是地震']);
  },
);

t.test('camps take turns', async (t) => {
  const reports = [
    report('a', 'blue', '地震 1', 9),
    report('b', 'blue', '地震 2', 8),
    report('c', 'blue', '地震 3', 7),
    report('d', 'green', '地震 4', 2),
    report('e', 'other', '地震 5', 1),
  ];
  t.strictSame(titles(reports, ['地震'], 4), ['地震 1', '地震 4', '地震 5', '地震 2']);
});

t.test('titles without a main tag come last', async (t) => {
  const reports = [
    report('a', 'blue', '無關', 9),
    report('b', 'green', '地震 1', 1),
    report('c', 'green', '地震 2', 2),
  ];
  t.strictSame(titles(reports, ['地震']), ['地震 2', '地震 1', '無關']);
});

t.test('one headline is not shown twice', async (t) => {
  const reports = [
    report('a', 'blue', '４架 Missiles 擾台', 3),
    report('b', 'green', '4架 missiles 擾台', 2),
    report('c', 'other', '擾台再現', 1),
  ];
  t.strictSame(titles(reports, ['擾台']), ['４架 Missiles 擾台', '擾台再現']);
});

t.test('at most as many as are asked for, one of each outlet', async (t) => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          id: fc.nat(),
          sortMs: fc.nat({ max: 5 }),
          media: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
          camp: fc.constantFrom(...CAMPS),
          title: fc.constantFrom('地震', '花蓮地震', '無關', '其他', '地震 二'),
        }),
        { maxLength: 40 },
      ),
      (reports) => {
        const chosen = headlinesOf(reports, ['地震', '花蓮'], 6);
        const outlets = new Set(chosen.map(({ media }) => media));
        return chosen.length <= 6 && outlets.size === chosen.length;
      },
    ),
  );
  t.pass();
});
