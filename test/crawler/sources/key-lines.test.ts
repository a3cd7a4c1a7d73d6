/** Lines of keys, by which faults are found in the file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { keyLines } from '../../../src/crawler/sources/toml-pieces.js';
import { nearestOf } from '../../../src/kernel/words.js';
import { root } from '../../tidy/root.js';

t.test('keys are found in every form that TOML has', async (t) => {
  const text = `a.b = 1 # c = 2
"quoted key" = """
x = 1
"""
[[list]]
one = [
  # a comment ]
  "a]", 'b"',
  { x = 1, y.z = [2,
    3] },
]
[list.inner]
two = true
[[list]]
three = ''
[[list.deep.er]]
four = 1979-05-27T07:32:00Z
`;
  t.strictSame(
    [...keyLines(text)],
    [
      ['a', 1],
      ['a.b', 1],
      ['quoted key', 2],
      ['list[0]', 5],
      ['list[0].one', 6],
      ['list[0].one[0]', 8],
      ['list[0].one[1]', 8],
      ['list[0].one[2]', 9],
      ['list[0].one[2].x', 9],
      ['list[0].one[2].y', 9],
      ['list[0].one[2].y.z', 9],
      ['list[0].one[2].y.z[0]', 9],
      ['list[0].one[2].y.z[1]', 10],
      ['list[0].inner', 12],
      ['list[0].inner.two', 13],
      ['list[1]', 14],
      ['list[1].three', 15],
      ['list[1].deep', 16],
      ['list[1].deep.er[0]', 16],
      ['list[1].deep.er[0].four', 17],
    ],
  );
});

t.test('every key of the example stands on its line', async (t) => {
  const text = readFileSync(join(root, 'data', 'sources.example.toml'), 'utf8');
  const lines = text.split('\n');
  const found = keyLines(text);
  t.ok(found.size > 80);
  for (const [path, line] of found) {
    const name = /([\w]+)(\[\d+\])*$/.exec(path)![1]!;
    t.match(lines[line - 1], name, path);
  }
});

t.test('any text is scanned to its end', async (t) => {
  const scrap = fc.constantFrom('"', "'", '[', ']', '{', '}', '=', ',', '\n', 'a', '.', '#', '"""');
  fc.assert(
    fc.property(fc.array(fc.oneof(scrap, fc.string()), { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      const lines = text.split('\n').length;
      return [...keyLines(text).values()].every((line) => line >= 1 && line <= lines);
    }),
    { numRuns: 2000 },
  );
  t.pass();
});

t.test('a slip is told from another word', async (t) => {
  const words = ['homepage', 'feed', 'expectedIntervalHours', 'url', 'countryCode'];
  t.equal(nearestOf('hompage', words), 'homepage');
  t.equal(nearestOf('fede', words), 'feed');
  t.equal(nearestOf('expected_interval_hours', words), 'expectedIntervalHours');
  t.equal(nearestOf('country-code', words), 'countryCode');
  t.equal(nearestOf('uri', words), 'url');
  t.equal(nearestOf('selector', words), null);
  t.equal(nearestOf('x'.repeat(1000), words), null);
});
