import t from 'tap';
import { DAY_MS } from '../../../../src/kernel/clock.js';
import type { Camp } from '../../../../src/kernel/model/records.js';
import { type Baseline, campCoverageOf } from '../../../../src/news/events/answers/coverage.js';
import { countedRows, newsroomOf } from '../../../../src/news/events/state/outlets.js';
import { BurstCounter } from '../../../../src/news/shared/burst/counter.js';
import { categoryOf, mediaOf, newsOf } from '../../catalog/records.js';

const EVEN: Baseline = {
  outlets: { blue: 10, green: 10, other: 5 },
  articles: { blue: 100, green: 100, other: 50 },
};

function coverage(blue: number, green: number, other = 0, baseline = EVEN) {
  const camps: Camp[] = [
    ...Array<Camp>(blue).fill('blue'),
    ...Array<Camp>(green).fill('green'),
    ...Array<Camp>(other).fill('other'),
  ];
  const outlets = camps.map((camp, at) => ({ media: `m${at}`, camp }));
  return campCoverageOf({ outlets, articles: 2 * outlets.length }, baseline);
}

t.test('camps count outlets; share is of blue and green alone and sums up to 100', async (t) => {
  t.strictSame(coverage(2, 1, 5).camps, { blue: 2, green: 1, other: 5 });
  t.strictSame(coverage(2, 1, 5).share, { blue: 67, green: 33 });
  t.equal(coverage(0, 0, 5).share, null);
});

t.test('lean is the ratio of outlets against the usual one (decision 22)', async (t) => {
  t.equal(coverage(4, 4).lean, 0, 'the usual ratio');
  t.equal(coverage(5, 1).lean, Math.log2(5.5 / 1.5));
  t.equal(coverage(1, 5).lean, Math.log2(1.5 / 5.5), 'negative leans green');
  const blueLand = { ...EVEN, outlets: { blue: 20, green: 5, other: 0 } };
  t.equal(coverage(8, 2, 0, blueLand).lean, Math.log2(8.5 / 2.5 / (20.5 / 5.5)));
});

t.test('lean is null only where neither blue nor green outlets exist (decision 41)', async (t) => {
  t.equal(coverage(0, 0, 3).lean, null);
  t.equal(coverage(0, 1).lean, Math.log2(0.5 / 1.5));
});

t.test('a camp tilts from |lean| 0.8 and five outlets of both on', async (t) => {
  t.equal(coverage(4, 1).tilt, 'blue');
  t.equal(coverage(1, 4).tilt, 'green');
  t.equal(coverage(3, 1).tilt, null, 'four outlets are too few');
  t.equal(coverage(3, 2).tilt, null, 'log2(3.5 / 2.5) is below 0.8');
  const edge = { ...EVEN, outlets: { blue: 0, green: 0, other: 0 } };
  t.equal(Math.log2(6.5 / 3.5) >= 0.8, coverage(6, 3, 0, edge).tilt === 'blue');
});

t.test('a camp is blind with one outlet at most while the other has four', async (t) => {
  t.strictSame(coverage(1, 4).blindspot, ['blue']);
  t.strictSame(coverage(4, 0).blindspot, ['green']);
  t.strictSame(coverage(2, 9).blindspot, []);
  t.strictSame(coverage(1, 3).blindspot, []);
});

t.test('articles count from the first moment of a window until before its end', async (t) => {
  const counter = new BurstCounter({ retentionMs: 20 * DAY_MS });
  counter.apply(categoryOf('news', 'News'));
  counter.apply(mediaOf('alpha', { categories: ['news'] }));
  const [fromMs, untilMs] = [Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 2)];
  const times = [fromMs - 1, fromMs, untilMs - 1, untilMs];
  for (const [at, timeMs] of times.entries()) counter.apply(newsOf(at + 1, 'alpha', timeMs));
  const rows = countedRows(counter, newsroomOf(counter), [1, 2, 3, 4], fromMs, untilMs);
  t.strictSame(
    rows.map((row) => counter.rows.ids[row]),
    [2, 3],
  );
});
