import fc from 'fast-check';
import t from 'tap';
import {
  lowerBound,
  newestOf,
  rowOf,
  stretchesOf,
} from '../../../src/engine/runs/reading-order.js';

const START_MS = 1_000_000;
const DEAD = 4;

interface Place {
  timeMs: number;
  id: number;
  dead: boolean;
}

const place = fc.record({
  timeMs: fc.integer({ min: START_MS, max: START_MS + 20 }),
  id: fc.integer({ min: 1, max: 12 }),
  dead: fc.boolean(),
});

const byOrder = (a: Place, b: Place): number => b.timeMs - a.timeMs || b.id - a.id;

function rowsOf(places: readonly Place[]) {
  const sorted = [...places].sort(byOrder);
  return {
    count: sorted.length,
    startMs: START_MS,
    times: Uint32Array.from(sorted, ({ timeMs }) => timeMs - START_MS),
    ids: Uint32Array.from(sorted, ({ id }) => id),
    flags: Uint8Array.from(sorted, ({ dead }) => (dead ? DEAD : 1)),
  };
}

const places = fc.uniqueArray(place, {
  selector: ({ timeMs, id }) => `${timeMs} ${id}`,
  maxLength: 40,
});

t.test('a place is found by its time and id, and a bound counts what comes before', async (t) => {
  fc.assert(
    fc.property(places, place, (list, wanted) => {
      const rows = rowsOf(list);
      const before = list.filter((one) => byOrder(one, wanted) < 0).length;
      const isThere = list.some((one) => byOrder(one, wanted) === 0);
      t.equal(lowerBound(rows, wanted.timeMs, wanted.id), before);
      t.equal(rowOf(rows, wanted.timeMs, wanted.id), isThere ? before : -1);
    }),
  );
});

t.test('stretches of several runs are their living rows in order', async (t) => {
  fc.assert(
    fc.property(places, fc.integer({ min: 1, max: 4 }), (list, runs) => {
      const parts = Array.from({ length: runs }, (_, run) =>
        list.filter((_, at) => at % runs === run),
      );
      const stretches = stretchesOf(parts.map(rowsOf), DEAD);
      const read = stretches.flatMap(({ run, from, to }) =>
        Array.from({ length: to - from }, (_, at) => ({
          timeMs: START_MS + run.times[from + at]!,
          id: run.ids[from + at]!,
        })),
      );
      const living = list.filter(({ dead }) => !dead).sort(byOrder);
      t.same(
        read,
        living.map(({ timeMs, id }) => ({ timeMs, id })),
      );
      const cuts = stretches.every(({ run }, at) => stretches[at - 1]?.run !== run || at === 0);
      t.ok(cuts || living.length < list.length, 'one stretch ends where another run begins');
    }),
  );
});

t.test('the walk whose row comes first is the newest one', async (t) => {
  fc.assert(
    fc.property(fc.array(places, { minLength: 1, maxLength: 4 }), (lists) => {
      const walks = lists.map((list) => ({ run: rowsOf(list), row: 0, end: list.length }));
      const newest = lists.flat().sort(byOrder)[0];
      const found = newestOf(walks);
      t.equal(found === null, newest === undefined);
      if (found === null || newest === undefined) return;
      t.equal(START_MS + found.run.times[0]!, newest.timeMs);
      t.equal(found.run.ids[0], newest.id);
    }),
  );
});
