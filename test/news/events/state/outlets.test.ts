/** How much articles of outlets count that send many at once. */
import t from 'tap';
import { HOUR_MS } from '../../../../src/kernel/clock.js';
import { OutletVoices } from '../../../../src/news/events/state/outlets.js';

const NOW_MS = Date.UTC(2026, 0, 15, 10);

/** Articles of outlets: how many, how many hours ago. */
function voicesOf(articles: readonly (readonly [media: number, count: number, hours: number])[]) {
  const voices = new OutletVoices();
  for (const [media, count, hours] of articles) {
    for (let at = 0; at < count; at++) voices.count(media, NOW_MS - hours * HOUR_MS, 1);
  }
  return voices;
}

t.test('the more an outlet sends beyond the usual, the less all of it counts', async (t) => {
  const totals = [12, 24, 48, 500].map((count) => count * voicesOf([[0, count, 0]]).of(0, NOW_MS));
  t.equal(totals[0], 12, 'twelve in an hour count in full');
  for (const [at, total] of totals.slice(1).entries()) {
    t.ok(total > 0 && total < totals[at]!, `${total} of more articles`);
  }
});

t.test('an outlet that sent as much on the days before counts in full', async (t) => {
  const known = [
    [0, 60, 0],
    [0, 40, 30],
  ] as const;
  t.equal(voicesOf(known).of(0, NOW_MS), 1);
  t.ok(voicesOf(known).isHeard(0, NOW_MS));
  const fresh = voicesOf([
    [0, 60, 0],
    [0, 40, 5],
  ]);
  t.ok(fresh.of(0, NOW_MS) < 1, 'a flood of this morning is no history');
  t.notOk(fresh.isHeard(0, NOW_MS));
  t.notOk(fresh.areHeard(0, NOW_MS));
});

t.test('where all outlets send much at once, all count in full', async (t) => {
  const voices = voicesOf([0, 1, 2].map((media) => [media, 100, 1] as const));
  t.ok(voices.of(0, NOW_MS - HOUR_MS) < 1, 'before a run has seen that');
  voices.settle(3, NOW_MS);
  t.equal(voices.of(0, NOW_MS - HOUR_MS), 1);
  const two = voicesOf([
    [0, 500, 1],
    [1, 500, 1],
    ...[2, 3, 4].map((media) => [media, 5, 1] as const),
  ]);
  two.settle(5, NOW_MS);
  t.ok(two.of(0, NOW_MS - HOUR_MS) < 0.01, 'two of five do not tell what is usual');
});

t.test('articles that go away are no longer counted', async (t) => {
  const voices = voicesOf([[0, 30, 0]]);
  for (let at = 0; at < 18; at++) voices.count(0, NOW_MS, -1);
  t.equal(voices.of(0, NOW_MS), 1);
});
