import fc from 'fast-check';
import t from 'tap';
import { Evidence } from '../../../../../src/blogs/topics/state/matching/evidence.js';
import { VersionRows } from '../../../../../src/blogs/topics/state/matching/posts.js';

interface Row {
  version: number;
  bits: number;
  fresh: boolean;
}

type Step =
  | { type: 'add'; term: number; version: number; bits: number }
  | { type: 'retire' | 'clear'; term: number }
  | { type: 'restart' };

const term = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.record({
      type: fc.constant('add' as const),
      term,
      version: fc.nat(5000),
      bits: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('retire' as const, 'clear' as const), term }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const) }) },
);

function rowsOf(evidence: Evidence, term: number): Row[] {
  const rows: Row[] = [];
  evidence.each(term, (version, bits, fresh) => {
    rows.push({ version, bits, fresh });
  });
  return rows;
}

function restarted(evidence: Evidence): Evidence {
  const again = new Evidence('rows');
  for (const name of evidence.plan()) again.restore(name, evidence.chunk(name));
  return again;
}

const inOrder = (a: Row, b: Row): number =>
  Number(b.fresh) - Number(a.fresh) || b.version - a.version || b.bits - a.bits;

t.test('rows are kept by term, newest first, those of the past apart', async (t) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 1500 }), (steps) => {
      let evidence = new Evidence('rows');
      const known: Row[][] = [[], [], [], []];
      let wasRestarted = false;
      for (const step of steps) {
        if (step.type === 'restart') {
          evidence = restarted(evidence);
          wasRestarted = true;
        } else if (step.type === 'add') {
          const { term, version, bits } = step;
          evidence.add(term, version, bits, 1);
          known[term]!.push({ version, bits, fresh: true });
        } else if (step.type === 'clear') {
          evidence.clear(step.term, 1);
          known[step.term] = [];
        } else {
          evidence.retire(step.term, 1);
          for (const row of known[step.term]!) row.fresh = false;
        }
      }
      known.forEach((rows, term) => {
        const expected = rows.toReversed();
        const found = rowsOf(evidence, term);
        // A restart puts rows in the order of versions.
        if (wasRestarted) t.same(found.sort(inOrder), expected.sort(inOrder));
        else t.same(found, expected);
        if (evidence.isOrdered(term) && !wasRestarted) {
          t.same(
            rows.map(({ version }) => version),
            rows.map(({ version }) => version).sort((a, b) => a - b),
          );
        }
      });
      t.equal(evidence.rows, known.flat().length);
    }),
    { numRuns: 60 },
  );
});

t.test('a walk ends when it is told to', async (t) => {
  const evidence = new Evidence('rows');
  for (let version = 0; version < 1000; version++) evidence.add(7, version, 1, 1);
  const seen: number[] = [];
  evidence.each(7, (version) => {
    seen.push(version);
    return seen.length < 3;
  });
  t.same(seen, [999, 998, 997]);
});

t.test('a chunk does not tell in which order its rows came', async (t) => {
  const versions = fc.uniqueArray(fc.nat(3000), { maxLength: 700 });
  fc.assert(
    fc.property(versions, fc.infiniteStream(fc.nat()), (versions, chance) => {
      const mixed = versions
        .map((version) => ({ version, key: chance.next().value as number }))
        .sort((a, b) => a.key - b.key);
      const one = new Evidence('rows');
      const other = new Evidence('rows');
      for (const version of versions) one.add(0, version, 1, 1);
      for (const { version } of mixed) other.add(0, version, 1, 1);
      t.same(one.plan(), other.plan());
      for (const name of one.plan()) t.same(one.chunk(name), other.chunk(name));
    }),
    { numRuns: 50 },
  );
});

t.test('rows by version come and go', async (t) => {
  const rows = new VersionRows();
  rows.reserve(10);
  rows.add(3, [5, 6, 7], [1, 2, 3]);
  rows.add(3, [9], [1]);
  rows.drop(3, 6);
  rows.drop(3, 8);
  rows.drop(4, 6);
  const found: number[][] = [];
  rows.each(3, (term, bits) => found.push([term, bits]));
  t.same(found.sort(), [
    [5, 1],
    [7, 3],
    [9, 1],
  ]);
  t.equal(rows.counts[3], 3);
  rows.prepare(5, 2);
  rows.put(5, 1, 2);
  rows.put(5, 2, 1);
  t.equal(rows.counts[5], 2);
});
