/** The table of bands against a map of sets. */
import fc from 'fast-check';
import t from 'tap';
import { BandTable } from '../../../src/news/similarity/band-table.js';
import { BANDS } from '../../../src/news/similarity/sketch.js';

/** Few different keys: chains grow long, and bands of one row share buckets. */
function keysOf(seed: number, spread: number): Int32Array {
  return Int32Array.from({ length: BANDS }, (_, band) =>
    Math.imul(((seed * 31 + band) % spread) + 1, 0x9e37_79b1),
  );
}

t.test('every row is found under its keys until it is removed', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ row: fc.nat(60), seed: fc.nat(9) }), { maxLength: 120 }),
      fc.constantFrom(3, 40, 5000),
      fc.constantFrom(1, 20),
      (steps, spread, capacity) => {
        // A table for one row takes in sixty: it needs ever more room for overflows.
        const table = new BandTable(capacity);
        const rows = new Map<number, Int32Array>();
        const seen = new Int32Array(64);
        const found = new Int32Array(64);
        steps.forEach(({ row, seed }, at) => {
          const known = rows.get(row);
          if (known !== undefined) {
            table.remove(known, 0, row);
            rows.delete(row);
            return;
          }
          const keys = keysOf(seed, spread);
          const count = table.find(keys, seen, at + 1, found, 0);
          const shown = new Set(found.subarray(0, count));
          if (shown.size !== count) throw new Error('a row is found once');
          for (const [other, otherKeys] of rows) {
            const shares = otherKeys.some((key) => keys.includes(key));
            if (shares && !shown.has(other)) throw new Error('a row is missing');
          }
          for (const other of shown)
            if (!rows.has(other)) throw new Error('a removed row is found');
          if (at % 2 === 0) table.addFound(keys, row);
          else table.add(keys, 0, row);
          rows.set(row, keys);
        });
        if (table.rows !== rows.size) throw new Error('rows');
      },
    ),
    { numRuns: 500 },
  );
});
