import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import {
  compareCodePoints,
  firstOf,
  ranksOf,
  TagOrder,
} from '../../../../src/news/shared/burst/order.js';
import { byCodePoints } from './oracle.js';

const text = fc.string({
  unit: fc.constantFrom('a', 'b', '台', '\uffee', '\ud7ff', '\ue000', '😀', '🏴'),
  maxLength: 4,
});

t.test('texts compare by code points, not by UTF-16 units', async (t) => {
  t.ok(compareCodePoints('\uffee', '😀') < 0);
  fc.assert(
    fc.property(text, text, (a, b) => {
      deepStrictEqual(Math.sign(compareCodePoints(a, b)), Math.sign(byCodePoints(a, b)));
    }),
  );
});

t.test('a set of tags stays in order while tags come, go and change', async () => {
  const step = fc.record({ tag: fc.nat({ max: 8 }), text: fc.option(text, { freq: 3 }) });
  fc.assert(
    fc.property(fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 6 }), (rounds) => {
      const texts = new Map<number, string>();
      const order = new TagOrder(
        (tag) => texts.get(tag) ?? '',
        (tag) => texts.has(tag),
      );
      for (const round of rounds) {
        for (const { tag, text: shown } of round) {
          if (shown === null) texts.delete(tag);
          // Texts of different tags differ.
          else texts.set(tag, `${shown}${String.fromCodePoint(0x4e00 + tag)}`);
          order.touch(tag);
        }
        const expected = [...texts].sort(([, a], [, b]) => byCodePoints(a, b));
        deepStrictEqual(
          [...order.tags()],
          expected.map(([tag]) => tag),
        );
      }
    }),
  );
});

const items = fc.array(
  fc.record({
    value: fc.constantFrom(1, 1.5, 2, 2 - 2 ** -40, 100, Number.NaN),
    count: fc.nat({ max: 3 }),
  }),
  { maxLength: 60 },
);

function sorted(list: { value: number; count: number }[]): number[] {
  const last = (value: number): number => (Number.isNaN(value) ? -1 : value);
  return list
    .map((item, place) => ({ ...item, place }))
    .sort((a, b) => last(b.value) - last(a.value) || b.count - a.count || a.place - b.place)
    .map(({ place }) => place);
}

t.test('ranks go by value, then count, then place; without a count there is none', async () => {
  fc.assert(
    fc.property(items, (list) => {
      const numbers = list.map(({ value, count }) => ({
        value: Number.isNaN(value) ? 0 : value,
        count,
      }));
      const ranks = ranksOf(
        Float64Array.from(numbers.flatMap(({ value }) => [-7, value])),
        Uint32Array.from(numbers.flatMap(({ count }) => [9, count])),
        2,
        1,
      );
      const order = sorted(numbers).filter((place) => numbers[place]!.count > 0);
      const expected = numbers.map((_, place) => order.indexOf(place) + 1);
      deepStrictEqual([...ranks], expected);
    }),
  );
});

t.test('many distinct values are ranked too', async (t) => {
  const values = Float64Array.from({ length: 20_000 }, (_, at) => Math.sin(at));
  const ranks = ranksOf(values, new Uint32Array(20_000).fill(1), 1, 0);
  const order = [...values.keys()].sort((a, b) => values[b]! - values[a]!);
  t.strictSame(
    order.map((place) => ranks[place]),
    order.map((_, rank) => rank + 1),
  );
});

t.test('the first of a list are those of the sorted list', async () => {
  fc.assert(
    fc.property(items, fc.nat({ max: 70 }), (list, most) => {
      const first = firstOf(
        Float64Array.from(list, ({ value }) => value),
        Uint32Array.from(list, ({ count }) => count),
        list.map((_, place) => place),
        most,
      );
      deepStrictEqual([...first], sorted(list).slice(0, most));
    }),
  );
});
