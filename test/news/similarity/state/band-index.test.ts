/** The index of bands: what a look finds depends on the rows that are there, not on how they came. */
import fc from 'fast-check';
import t from 'tap';
import { BandIndex } from '../../../../src/news/similarity/state/band-index.js';
import { BANDS } from '../../../../src/news/similarity/state/sketch.js';

/** Keys of a text: some are its own, some are shared with many, a few with all. */
function keysOf(text: number): Int32Array {
  return Int32Array.from({ length: BANDS }, (_, band) => {
    const variety = band < 6 ? 1 : band < 40 ? 9 : 5000;
    const value = Math.imul(text + 1, 0x85eb_ca6b) >>> 8;
    return Math.imul((value % variety) * BANDS + band + 1, 0x9e37_79b1);
  });
}

/** Texts that a look finds, with whether it did so under one key alone. */
function lookFor(index: BandIndex, textOf: ReadonlyMap<number, number>, text: number): string[] {
  const count = index.find(keysOf(text));
  return [...index.found.subarray(0, count)]
    .map((row) => `${textOf.get(row)} ${index.isFoundOnce(row)}`)
    .sort();
}

t.test('an index that was filled anew finds what the old one does', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: fc.nat(2000), goes: fc.nat(3) }), {
        minLength: 1,
        maxLength: 900,
      }),
      fc.constantFrom(8, 100, 2000),
      (steps, rowsExpected) => {
        // A small table is replaced by larger ones on the way.
        const index = new BandIndex(rowsExpected);
        const textOf = new Map<number, number>();
        for (const { text, goes } of steps) {
          index.find(keysOf(text));
          const row = index.addFound(keysOf(text));
          if (textOf.has(row)) throw new Error('the number is in use');
          textOf.set(row, text);
          // Now and then the oldest goes.
          const [oldest] = textOf.keys();
          if (goes > 0 || oldest === undefined) continue;
          index.remove(oldest);
          textOf.delete(oldest);
        }
        const fresh = new BandIndex(4);
        const freshTextOf = new Map<number, number>();
        for (const text of [...textOf.values()].sort((a, b) => a - b)) {
          freshTextOf.set(fresh.add(keysOf(text)), text);
        }
        if (index.size !== textOf.size || fresh.size !== textOf.size) throw new Error('size');
        for (let text = 0; text < 60; text++) {
          const [found, again] = [lookFor(index, textOf, text), lookFor(fresh, freshTextOf, text)];
          if (found.join() !== again.join()) throw new Error(`${found} is not ${again}`);
        }
      },
    ),
    // Tags collide by chance, in larger tables less often: with this seed none does.
    { numRuns: 150, seed: 1 },
  );
});

t.test('of common keys four are passed over, the commonest', async (t) => {
  const index = new BandIndex(1000);
  const rows = 300;
  // Rows share six keys with the text, and no row has only the four of them that all have.
  const own = Int32Array.from({ length: BANDS }, (_, band) => Math.imul(band + 1, 0x9e37_79b1));
  for (let row = 0; row < rows; row++) {
    const shared = row === 0 ? 5 : 4;
    const keys = own.map((key, band) =>
      band < shared ? key : Math.imul(row * BANDS + band + 500, 0x85eb_ca6b),
    );
    index.add(keys);
  }
  const count = index.find(own);
  const found = [...index.found.subarray(0, count)];
  t.ok(found.includes(0), 'the row that shares a key that is not common');
  t.ok(found.length < rows / 10, 'strangers are found by chance alone');
});
