/** Exact comparison of two bodies against sets and a table of all runs. */
import fc from 'fast-check';
import t from 'tap';
import { type CommonRun, CommonRuns } from '../../../../src/news/similarity/state/common-run.js';
import { LaidOutBody } from '../../../../src/news/similarity/state/comparison.js';
import { NormalForm } from '../../../../src/news/similarity/state/normal-form.js';
import { Sketch } from '../../../../src/news/similarity/state/sketch.js';
import { naiveComparison, naivePassage, naiveShingles } from '../naive.js';

class Reading {
  readonly form = new NormalForm();
  readonly sketch = new Sketch();

  read(text: string): this {
    this.form.read(text);
    this.sketch.readHashes(this.form);
    return this;
  }
}

const own = new Reading();
const other = new Reading();
const body = new LaidOutBody();

function compare(a: string, b: string, isLater: boolean): CommonRun & { shared: number } {
  own.read(a);
  other.read(b);
  body.layOut(own.form, own.sketch);
  const shared = body.sharedWith(other.form, other.sketch);
  return { ...body.passageWith(other.form, isLater), shared };
}

/** Letters of a small alphabet repeat themselves; pieces of a long text do not. */
const letters = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('甲', '乙', '丙', '丁', '戊'), maxLength: 80 }),
  fc
    .array(fc.constantFrom('一二三四五六', '七八九十', '甲乙丙', '丁'), { maxLength: 20 })
    .map((list) => list.join('')),
);

function check(a: string, b: string, isLater: boolean): void {
  const { shared, at, otherAt, length } = compare(a, b, isLater);
  const wanted = naiveComparison(a, b);
  if (shared !== wanted.shared) throw new Error(`shared ${shared}, not ${wanted.shared}`);
  if (body.distinct !== naiveShingles(a).size) throw new Error('distinct shingles');
  const distinct = body.distinctIn(other.form, other.sketch);
  if (distinct !== naiveShingles(b).size) throw new Error(`distinct shingles ${distinct}`);
  if (body.equals(other.form) !== wanted.identical) throw new Error('identical');
  const longest = naivePassage(a, b);
  if (longest < 5) return;
  if (length !== longest) throw new Error(`passage of ${length}, not ${longest}`);
  if (a.slice(at, at + length) !== b.slice(otherAt, otherAt + length)) throw new Error('passage');
  const [later, earlier, laterAt] = isLater ? [a, b, at] : [b, a, otherAt];
  for (let before = 0; before < laterAt; before++) {
    if (earlier.includes(later.slice(before, before + length))) throw new Error('not the first');
  }
}

t.test('shingles, equality and the longest passage are exact', async () => {
  fc.assert(fc.property(letters, letters, fc.boolean(), check), { numRuns: 3000 });
});

t.test('so is the way for texts that repeat themselves', async () => {
  fc.assert(
    fc.property(letters, letters, fc.boolean(), (a, b, isLater) => {
      own.read(a);
      other.read(b);
      const runs = new CommonRuns();
      runs.read(own.form.letters.subarray(0, own.form.length));
      const run = runs.longest(other.form.letters.subarray(0, other.form.length), isLater);
      if (run.length !== naivePassage(a, b)) throw new Error('length');
      const [text, otherText] = [
        a.slice(run.at, run.at + run.length),
        b.slice(run.otherAt, run.otherAt + run.length),
      ];
      if (text !== otherText) throw new Error('not common');
    }),
    { numRuns: 1500 },
  );
});

t.test('texts of one repeated character or period are compared in bounded time', async (t) => {
  const { shared, length } = compare('字'.repeat(200_000), '字'.repeat(150_000), true);
  t.same([shared, length], [1, 150_000]);
  const period = compare('甲乙丙丁戊己'.repeat(20_000), `${'甲乙丙丁戊己'.repeat(9_000)}庚`, false);
  t.same([period.shared, period.length], [6, 54_000]);
});

t.test('comparisons do not remember one another', async (t) => {
  own.read('甲乙丙丁戊己庚辛壬癸');
  body.layOut(own.form, own.sketch);
  for (const [text, shared] of [
    ['甲乙丙丁戊', 1],
    ['丙丁戊己庚', 1],
    ['甲乙丙丁戊己庚辛壬癸', 6],
    ['癸壬辛庚己', 0],
    ['甲乙丙丁戊', 1],
  ] as const) {
    other.read(text);
    t.equal(body.sharedWith(other.form, other.sketch), shared);
  }
});
