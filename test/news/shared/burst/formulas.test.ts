import t from 'tap';
import {
  burstOf,
  contributionOf,
  levelOf,
  normalizedOf,
} from '../../../../src/news/shared/burst/formulas.js';

t.test('a media adds 1, then ½, then ¼', async (t) => {
  t.equal(contributionOf(0), 0);
  t.equal(contributionOf(1), 1);
  t.equal(contributionOf(2), 1.5);
  t.equal(contributionOf(3), 1.75);
  for (const count of [40, 52, 53, 54, 63, 64, 65, 5000]) {
    t.equal(contributionOf(count), 2 * (1 - 0.5 ** count), String(count));
  }
});

t.test('normalized is the score by basis media, times 50', async (t) => {
  t.equal(normalizedOf(3.5, 6), (3.5 / 6) * 50);
});

t.test('burst weighs recent rises more', async (t) => {
  t.equal(burstOf(10, new Float64Array(5), 0), 10);
  const history = Float64Array.from([9, 8, 6, 3, 1]);
  t.equal(burstOf(10, history, 0), (5 * 1 + 4 * 2 + 3 * 4 + 2 * 7 + 9) / 15);
  t.ok(Number.isNaN(burstOf(10, Float64Array.from([1, 1, 1, Number.NaN, 1]), 0)));
});

t.test('levels ask for more where a category has ten media', async (t) => {
  const cases: [counts: number[], strict: number, loose: number][] = [
    [[], 0, 0],
    [[1], 0, 0],
    [[2], 0, 2],
    [[1, 1], 0, 2],
    [[2, 1], 0, 3],
    [[2, 2], 2, 3],
    [[9, 1, 1], 0, 3],
    [[2, 2, 1], 2, 3],
    [[3, 2], 2, 3],
    [[3, 2, 1], 3, 3],
  ];
  for (const [counts, strict, loose] of cases) {
    const atLeast = (articles: number) => counts.filter((count) => count >= articles).length;
    const spread = [atLeast(1), atLeast(2), atLeast(3)] as const;
    t.equal(levelOf(...spread, 10), strict, `${counts} of 10`);
    t.equal(levelOf(...spread, 9), loose, `${counts} of 9`);
  }
});
