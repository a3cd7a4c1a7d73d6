import fc from 'fast-check';
import t from 'tap';
import { jsonFaultOf } from '../../../../src/store/log/parse/json-fault.js';

/** Column of the fault, or null where the scanner finds none. */
function columnOf(text: string): number | null {
  const match = /at column (\d+), got/.exec(jsonFaultOf(text));
  return match === null ? null : Number(match[1]);
}

t.test('the column is that of the first token that may not stand there', async (t) => {
  const cases: [string, number][] = [
    ['', 1],
    ['{', 2],
    ['{"a":1,}', 8],
    ['{"a" 1}', 6],
    ['abc', 1],
    ['{"a":1} x', 9],
    ['{"a":tru}', 6],
    ['[1,2', 5],
    ['[1,]', 4],
    ['{"title":"x" "y"}', 14],
    ['[01]', 2],
    ['["\\x"]', 2],
    ['["a\nb"]', 2],
    ['[1}', 3],
    ['{"a":1]', 7],
    [' nul', 2],
    ['-', 1],
    ['{,}', 2],
    ['{1:2}', 2],
    ['"open', 1],
  ];
  for (const [text, column] of cases) {
    t.throws(() => JSON.parse(text), `${text} is not JSON`);
    t.equal(columnOf(text), column, text);
  }
});

t.test('the sentence says what was expected and what was found', async (t) => {
  t.equal(
    jsonFaultOf('{"a":1'),
    'invalid JSON: expected "," or a closing bracket at column 7, got the end of the line',
  );
  t.equal(
    jsonFaultOf('[1] 2'),
    'invalid JSON: expected the end of the line at column 5, got something else',
  );
});

t.test('valid JSON is read to its end', async (t) => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      t.equal(columnOf(` ${text} `), text.length + 3);
      t.match(jsonFaultOf(text), /expected the end of the line/);
    }),
  );
});

t.test('a broken text is broken at or after the change that broke it', async () => {
  const broken = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', 'x', '\n', '\\'));
  fc.assert(
    fc.property(broken, ([text, place, change]) => {
      const at = place % (text.length + 1);
      const changed = text.slice(0, at) + change + text.slice(at + 1);
      let valid = true;
      try {
        JSON.parse(changed);
      } catch {
        valid = false;
      }
      const ends = jsonFaultOf(changed).includes('expected the end of the line');
      const column = columnOf(changed)!;
      return valid === (ends && column > changed.trimEnd().length);
    }),
    { numRuns: 2000 },
  );
});

t.test('depth and length cost no stack', async (t) => {
  t.equal(columnOf('['.repeat(1_000_000)), 1_000_001);
  t.equal(columnOf(`"${'\\n'.repeat(1_000_000)}`), 1);
  t.equal(columnOf(`${'1'.repeat(1_000_000)}x`), 1);
});
