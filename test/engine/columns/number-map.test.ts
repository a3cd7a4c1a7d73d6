import fc from 'fast-check';
import t from 'tap';
import { NumberMap } from '../../../src/engine/columns/number-map.js';

/** Keys that meet in the table: small ones, multiples of its length, and the largest. */
const key = fc.oneof(
  fc.nat({ max: 20 }),
  fc.nat({ max: 20 }).map((number) => number * 1024),
  fc.nat({ max: 20 }).map((number) => number * 65_536 + 7),
  fc.constantFrom(2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1),
);

t.test('a map of numbers is a map', async () => {
  const step = fc.record({ key, value: fc.nat(), does: fc.constantFrom('set', 'set', 'delete') });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.boolean(), (steps, isFull) => {
      const map = new NumberMap();
      const model = new Map<number, number>();
      // Half full, so that runs are long and one more makes the table grow.
      for (let at = 0; isFull && at < 511; at++) {
        map.set(3 * at + 1, at);
        model.set(3 * at + 1, at);
      }
      for (const { key, value, does } of steps) {
        if (does === 'set') {
          map.set(key, value);
          model.set(key, value);
        } else {
          map.delete(key);
          model.delete(key);
        }
      }
      if (map.size !== model.size) throw new Error('size');
      for (const known of [...model.keys(), ...steps.map((step) => step.key), 5]) {
        if (map.get(known) !== (model.get(known) ?? -1)) throw new Error(String(known));
      }
    }),
  );
});
