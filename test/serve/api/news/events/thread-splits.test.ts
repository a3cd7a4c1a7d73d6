/** Which threads split from which: by the articles that snapshots hold. */
import fc from 'fast-check';
import t from 'tap';
import { HOUR_MS } from '../../../../../src/kernel/clock.js';
import type { Snapshot, SnapshotEvent } from '../../../../../src/news/events/chunks.js';
import { splitFrom, splitInto } from '../../../../../src/serve/api/news/events/event-thread.js';

/** An event, as far as splits look at it. */
type Told = { thread: number; articles: number[]; first?: number };

function snapshot(hour: number, events: readonly Told[]): Snapshot {
  return {
    hourMs: hour * HOUR_MS,
    events: events.map(({ thread, articles, first = hour }) => {
      return { thread, articles, firstHourMs: first * HOUR_MS } as SnapshotEvent;
    }),
  } as Snapshot;
}

t.test('a thread that takes most of its articles from one that goes on has split', async (t) => {
  const old = { thread: 1, articles: [1, 2, 3, 4, 5], first: 0 };
  const hours = [
    snapshot(1, [old]),
    snapshot(2, [
      { ...old, articles: [3, 4, 5] },
      { thread: 2, articles: [1, 2, 8, 9] },
      { thread: 3, articles: [2, 6, 7] },
    ]),
  ];
  t.strictSame(splitFrom(2, hours), [1], 'half of its articles');
  t.strictSame(splitFrom(3, hours), [], 'a third of them');
  t.strictSame(splitInto(1, hours), [2]);
  t.strictSame(splitInto(2, hours), []);
});

t.test('it has not where the other ends, began earlier, or an hour is missing', async (t) => {
  const old = { thread: 1, articles: [1, 2], first: 0 };
  const child = { thread: 2, articles: [1, 2] };
  t.strictSame(splitFrom(2, [snapshot(1, [old]), snapshot(2, [child])]), [], 'goes on as it');
  t.strictSame(
    splitFrom(2, [snapshot(1, [old]), snapshot(2, [old, { ...child, first: 0 }])]),
    [],
    'comes back',
  );
  t.strictSame(splitFrom(2, [snapshot(1, [old]), snapshot(3, [old, child])]), []);
  t.strictSame(splitFrom(2, [snapshot(2, [old, child])]), []);
  const empty = { thread: 2, articles: [] };
  t.strictSame(splitFrom(2, [snapshot(1, [old]), snapshot(2, [old, empty])]), [], 'unknown');
});

const events = fc.uniqueArray(
  fc.record({
    thread: fc.integer({ min: 1, max: 6 }),
    articles: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 6 }),
    first: fc.integer({ min: 0, max: 3 }),
  }),
  { selector: ({ thread }) => thread, maxLength: 6 },
);

t.test('both sides tell the same, and what half of the articles says', async () => {
  fc.assert(
    fc.property(events, events, (before, now) => {
      const hours = [snapshot(2, before), snapshot(3, now)];
      for (const child of now) {
        const expected = before.filter(({ thread, articles }) => {
          const shared = child.articles.filter((id) => articles.includes(id)).length;
          const goesOn = now.some((other) => other.thread === thread);
          const isNew = child.first === 3 && child.thread !== thread;
          return isNew && goesOn && shared > 0 && 2 * shared >= child.articles.length;
        });
        const parents = expected.map(({ thread }) => thread);
        t.strictSame(splitFrom(child.thread, hours), parents);
        for (const parent of parents) t.ok(splitInto(parent, hours).includes(child.thread));
      }
    }),
  );
});
