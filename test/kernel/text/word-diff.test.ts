import fc from 'fast-check';
import t from 'tap';
import { wordDiff } from '../../../src/kernel/text/word-diff.js';

t.test('words that stayed, went and came are told as runs', async (t) => {
  t.same(wordDiff('Harbour opens in May', 'Harbour closes in May'), [
    { op: 'equal', text: 'Harbour ' },
    { op: 'delete', text: 'opens' },
    { op: 'insert', text: 'closes' },
    { op: 'equal', text: ' in May' },
  ]);
});

t.test('of Han letters each is a word', async (t) => {
  t.same(wordDiff('新線設八站', '新線設九站'), [
    { op: 'equal', text: '新線設' },
    { op: 'delete', text: '八' },
    { op: 'insert', text: '九' },
    { op: 'equal', text: '站' },
  ]);
});

t.test('both lines can be put together again from the runs', async (t) => {
  const line = fc.array(fc.constantFrom('港', '口', 'Port', ' ', '12', '!', 'é', '\n'), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(line, line, (one, other) => {
      const [before, after] = [one.join(''), other.join('')];
      const runs = wordDiff(before, after);
      const without = (op: string): string =>
        runs.map((run) => (run.op === op ? '' : run.text)).join('');
      t.equal(without('insert'), before);
      t.equal(without('delete'), after);
    }),
  );
});

t.test('lines that have too little in common are told as replaced', async (t) => {
  const [before, after] = ['a '.repeat(900), 'b '.repeat(900)];
  t.same(wordDiff(before, after), [
    { op: 'delete', text: before },
    { op: 'insert', text: after },
  ]);
});
