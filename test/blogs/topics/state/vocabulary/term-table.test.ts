import fc from 'fast-check';
import t from 'tap';
import { TermTable } from '../../../../../src/blogs/topics/state/vocabulary/term-table.js';

type Step = { type: 'intern' | 'release'; text: string } | { type: 'restart' };

const text = fc.oneof(
  fc.stringMatching(/^[a-c]{1,3}$/),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('intern' as const), text }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('release' as const), text }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const) }) },
);

function restarted(table: TermTable): TermTable {
  const again = new TermTable();
  for (const name of table.plan('terms')) again.restore(name, table.chunk(name));
  again.restored();
  return again;
}

t.test('a table is a set of texts with stable numbers', async (t) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      let table = new TermTable();
      const known = new Map<string, number>();
      for (const [at, step] of steps.entries()) {
        if (step.type === 'restart') table = restarted(table);
        else if (step.type === 'intern') {
          const number = table.intern(step.text, at)!;
          if ((known.get(step.text) ?? number) !== number) return false;
          known.set(step.text, number);
        } else if (known.has(step.text)) {
          table.release(known.get(step.text)!, at);
          known.delete(step.text);
        }
      }
      return (
        table.size === known.size &&
        new Set(known.values()).size === known.size &&
        [...known].every(
          ([text, number]) => table.find(text) === number && table.textOf(number) === text,
        )
      );
    }),
    { numRuns: 500 },
  );
  t.pass();
});

t.test('a text that is not there has no number', async (t) => {
  const table = new TermTable();
  t.equal(table.find('沒有'), -1);
  t.equal(table.intern('', 0), null);
  t.equal(table.intern('長'.repeat(256), 0), null);
  t.equal(table.intern('長'.repeat(255), 0), 0);
});

t.test('what leaves makes room', async (t) => {
  const table = new TermTable();
  for (let round = 0; round < 50; round++) {
    const numbers = Array.from({ length: 5000 }, (_, at) => table.intern(`第${round}輪${at}`, 0)!);
    for (const number of numbers) table.release(number, 0);
  }
  t.equal(table.size, 0);
  t.ok(table.length <= 5000, 'numbers are given again');
  t.ok(table.byteLength < 1_000_000, 'and so is memory');
});

t.test('code points are counted, not units', async (t) => {
  const table = new TermTable();
  t.equal(table.codePointsOf(table.intern('𠮷野家😀', 0)!), 4);
});
