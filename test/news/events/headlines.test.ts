import fc from 'fast-check';
import t from 'tap';
import { CAMPS, type Camp } from '../../../src/kernel/model/records.js';
import { headlinesOf, type StoryReport } from '../../../src/news/events/answers/coverage.js';

let nextId = 1;

function report(media: string, camp: Camp, title: string, sortMs = 0): StoryReport {
  const id = nextId++;
  return { id, sortMs, media, camp, title, root: id, centrality: 0 };
}

function titles(reports: StoryReport[], majors: string[], most = 6): string[] {
  return headlinesOf(reports, majors, most).map(({ title }) => title);
}

t.test(
  'of each outlet the title with the most main tags, then the earliest (decision 21)',
  async (t) => {
    const reports = [
      report('a', 'blue', '地震後的一天', 9),
      report('a', 'blue', '花蓮地震 三人受傷', 5),
      report('b', 'green', '地震來了', 3),
      report('b', 'green', '又是地震', 4),
    ];
    t.strictSame(titles(reports, ['地震', '花蓮']), ['花蓮地震 三人受傷', '地震來了']);
  },
);

t.test('camps take turns', async (t) => {
  const reports = [
    report('a', 'blue', '地震 1', 1),
    report('b', 'blue', '地震 2', 2),
    report('c', 'blue', '地震 3', 3),
    report('d', 'green', '地震 4', 8),
    report('e', 'other', '地震 5', 9),
  ];
  t.strictSame(titles(reports, ['地震'], 4), ['地震 1', '地震 4', '地震 5', '地震 2']);
});

t.test('titles without a main tag come last', async (t) => {
  const reports = [
    report('a', 'blue', '無關', 9),
    report('b', 'green', '地震 1', 1),
    report('c', 'green', '地震 2', 2),
  ];
  t.strictSame(titles(reports, ['地震']), ['地震 1', '地震 2', '無關']);
});

t.test('of equals the more central, and of near-copies the earliest', async (t) => {
  const [early, late] = [report('a', 'blue', '地震 原文', 1), report('b', 'green', '地震 轉載', 5)];
  const central = { ...report('c', 'other', '地震 三人受傷', 9), centrality: 0.9 };
  t.strictSame(titles([{ ...late, root: early.id }, central, early], ['地震']), [
    '地震 三人受傷',
    '地震 原文',
  ]);
});

t.test('one headline is not shown twice', async (t) => {
  const reports = [
    report('a', 'blue', '４架 Missiles 擾台', 1),
    report('b', 'green', '4架 missiles 擾台', 2),
    report('c', 'other', '擾台再現', 3),
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
          root: fc.nat({ max: 9 }),
          centrality: fc.float({ min: 0, max: 1, noNaN: true }),
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
