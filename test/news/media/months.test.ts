import fc from 'fast-check';
import t from 'tap';
import {
  monthOf,
  monthStartMs,
  monthText,
  parseMonth,
} from '../../../src/news/media/answers/counts.js';

t.test('a month begins at midnight in Taipei', async (t) => {
  const month = parseMonth('2022-06')!;
  t.equal(monthStartMs(month), Date.parse('2022-05-31T16:00:00Z'));
  t.equal(monthText(monthOf(Date.parse('2022-05-31T15:59:59.999Z'))), '2022-05');
  t.equal(monthText(monthOf(Date.parse('2022-05-31T16:00:00.000Z'))), '2022-06');
  t.equal(monthText(parseMonth('2021-12')! + 1), '2022-01');
});

t.test('texts that name no month are none', async (t) => {
  for (const text of ['2022-13', '2022-00', '2022-6', '22-06', '2022-06-01', '', 'May'])
    t.equal(parseMonth(text), null, text);
});

t.test('every instant lies in its month', async (t) => {
  const property = fc.property(
    fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2200, 0) }),
    (atMs) => {
      const month = monthOf(atMs);
      return (
        monthStartMs(month) <= atMs &&
        atMs < monthStartMs(month + 1) &&
        parseMonth(monthText(month)) === month
      );
    },
  );
  fc.assert(property);
  t.pass();
});
