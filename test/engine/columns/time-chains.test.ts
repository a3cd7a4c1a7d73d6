import fc from 'fast-check';
import t from 'tap';
import { TimeChains } from '../../../src/engine/columns/time-chains.js';

t.test('a range of time has just the rows whose times lie in it', async (t) => {
  const step = fc.record({ row: fc.nat(20), timeMs: fc.integer({ min: -50, max: 200 }) });
  const range = fc.tuple(fc.integer({ min: -60, max: 210 }), fc.nat(120));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), range, (steps, [fromMs, lengthMs]) => {
      const chains = new TimeChains(10);
      const times = new Float64Array(21);
      const naive = new Map<number, number>();
      // A row that is there moves, or goes where it would stay.
      for (const { row, timeMs } of steps) {
        const before = naive.get(row);
        if (before !== undefined) chains.unlink(row, before);
        naive.delete(row);
        if (before === timeMs) continue;
        chains.link(row, timeMs);
        times[row] = timeMs;
        naive.set(row, timeMs);
      }
      const found: number[] = [];
      chains.forEachWithin(times, fromMs, fromMs + lengthMs, (row) => found.push(row));
      const wanted = [...naive]
        .filter(([, timeMs]) => timeMs >= fromMs && timeMs < fromMs + lengthMs)
        .map(([row]) => row);
      t.same(found.sort(), wanted.sort());
      t.same([...chains.all()].sort(), [...naive.keys()].sort());
      const starts = new Set([...naive.values()].map((timeMs) => Math.floor(timeMs / 10) * 10));
      t.same(new Set(chains.starts()), starts);
    }),
  );
});
