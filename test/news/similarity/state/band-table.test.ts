/** The table of bands against a map of sets. */
import fc from 'fast-check';
import t from 'tap';
import { BandTable, DEAD } from '../../../../src/news/similarity/state/band-table.js';
import { BANDS } from '../../../../src/news/similarity/state/sketch.js';

/** Few different keys: chains grow long, and bands of one row share buckets. */
function keysOf(seed: number, spread: number): Int32Array {
  return Int32Array.from({ length: BANDS }, (_, band) =>
    Math.imul(((seed * 31 + band) % spread) + 1, 0x9e37_79b1),
  );
}

t.test('every row is found under its keys until it is removed', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ pick: fc.nat(60), seed: fc.nat(9) }), { maxLength: 200 }),
      fc.constantFrom(3, 40, 5000),
      fc.constantFrom(1, 20, 150),
      (steps, spread, capacity) => {
        // A table for one row takes in sixty: it needs ever more room for overflows.
        const table = new BandTable(capacity);
        const rows = new Map<number, Int32Array>();
        const free = Array.from({ length: 600 }, (_, at) => 599 - at);
        const seen = new Int32Array(600);
        const dead = new Int32Array(20);
        const found = new Int32Array(600);
        const passed = new Uint8Array(BANDS);
        steps.forEach(({ pick, seed }, at) => {
          const known = [...rows.keys()][pick];
          if (known !== undefined) {
            rows.delete(known);
            seen[known] = DEAD;
            dead[known >>> 5]! |= 1 << known;
            const given = table.remove(known, dead);
            if (given < 0) return;
            if (rows.has(given) || seen[given] !== DEAD) throw new Error('the number is in use');
            seen[given] = 0;
            dead[given >>> 5]! &= ~(1 << given);
            free.push(given);
            return;
          }
          const row = free.pop()!;
          const keys = keysOf(seed, spread);
          passed.fill(0).fill(1, 0, seed);
          const stamp = 2 * at + 2;
          const count = table.find({ keys, passed, seen, stamp, found }, 0, 0);
          const shown = new Set(found.subarray(0, count));
          if (shown.size !== count) throw new Error('a row is found once');
          for (const [other, otherKeys] of rows) {
            const shared = keys.filter(
              (key, band) => band >= seed && otherKeys[band] === key,
            ).length;
            if (shared > 0 && !shown.has(other)) throw new Error('a row is missing');
            if (shared > 1 && seen[other] !== stamp + 1) throw new Error('found once only');
          }
          for (const other of shown)
            if (!rows.has(other)) throw new Error('a removed row is found');
          if (at % 2 === 0) table.addFound(keys, row);
          else table.add(keys, 0, row);
          rows.set(row, keys);
        });
        if (table.rows !== rows.size + table.deadRows().length) throw new Error('rows');
      },
    ),
    { numRuns: 500 },
  );
});

t.test('a number is given back when none of its entries are left', async (t) => {
  const table = new BandTable(200);
  const seen = new Int32Array(400);
  const dead = new Int32Array(13);
  const found = new Int32Array(400);
  const passed = new Uint8Array(BANDS);
  for (let row = 0; row < 400; row++) table.add(keysOf(row % 7, 40 + (row % 3)), 0, row);
  const given: number[] = [];
  for (let row = 0; row < 400; row++) {
    dead[row >>> 5]! |= 1 << row;
    const free = table.remove(row, dead);
    if (free >= 0) given.push(free);
  }
  t.same(
    given,
    Array.from({ length: given.length }, (_, at) => at),
    'in the order of removal',
  );
  t.equal(given.length + table.deadRows().length, 400);
  t.ok(table.deadRows().length <= 200 / 4, 'few wait');
  // Nobody is marked in `seen`, so whatever is left in the table shows.
  const left = new Set<number>();
  for (let seed = 0; seed < 7; seed++) {
    for (const spread of [40, 41, 42]) {
      const look = { keys: keysOf(seed, spread), passed, seen, stamp: 2, found };
      const count = table.find(look, 0, 0);
      for (const row of found.subarray(0, count)) left.add(row);
      seen.fill(0);
    }
  }
  t.same(
    given.filter((row) => left.has(row)),
    [],
  );
});
