import fc from 'fast-check';
import t from 'tap';
import { firstPlace, lastAtOrBefore } from '../../src/kernel/collections.js';

const ascending = fc
  .array(fc.integer({ min: -20, max: 20 }), { maxLength: 30 })
  .map((values) => values.sort((a, b) => a - b));

t.test('the first place is the one that a walk would stop at', async () => {
  fc.assert(
    fc.property(
      ascending,
      fc.nat(30),
      fc.integer({ min: -22, max: 22 }),
      (values, start, value) => {
        const from = Math.min(start, values.length);
        const found = firstPlace(from, values.length, (at) => values[at]! < value);
        const walked = values.findIndex((one, at) => at >= from && one >= value);
        return found === (walked === -1 ? values.length : walked);
      },
    ),
  );
});

t.test('the last value at or before another one is found, or none', async () => {
  fc.assert(
    fc.property(ascending, fc.integer({ min: -22, max: 22 }), (values, value) => {
      return lastAtOrBefore(values, value) === values.filter((one) => one <= value).length - 1;
    }),
  );
});
