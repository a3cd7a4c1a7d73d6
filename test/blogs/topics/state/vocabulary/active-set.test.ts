import fc from 'fast-check';
import t from 'tap';
import { Matcher, restUnitsOf } from '../../../../../src/blogs/topics/state/matching/matcher.js';
import {
  ACTIVE_LIMITS,
  chooseActive,
} from '../../../../../src/blogs/topics/state/vocabulary/active-set.js';
import { TermTable } from '../../../../../src/blogs/topics/state/vocabulary/term-table.js';

const entry = fc.tuple(fc.stringMatching(/^[甲乙丙丁a-d]{2,12}$/), fc.nat(6), fc.boolean());
const entries = fc.uniqueArray(entry, { maxLength: 80, selector: ([text]) => text });
const limits = fc.record({
  termLimit: fc.nat(60),
  codePointLimit: fc.nat(400),
  memoryBudgetBytes: fc.integer({ min: 20_000, max: 28_000 }),
});

type Entry = [text: string, count: number, eligible: boolean];

function choose(list: readonly Entry[], limits: typeof ACTIVE_LIMITS) {
  const table = new TermTable();
  const counts = new Uint32Array(list.length);
  const isEligible = new Uint8Array(list.length);
  for (const [text, count, eligible] of list) {
    const term = table.intern(text, 0)!;
    counts[term] = count;
    isEligible[term] = eligible ? 1 : 0;
  }
  const choice = chooseActive(table, counts, (term) => isEligible[term] === 1, limits);
  return { table, choice };
}

function matcherOf(table: TermTable, terms: Uint32Array): Matcher {
  const lengths = [...terms].map((term) => table.lengthOf(term));
  const restUnits = lengths.reduce((sum, length) => sum + restUnitsOf(length), 0);
  const matcher = new Matcher({ terms: terms.length, restUnits });
  for (const term of terms) {
    const from = table.startOf(term);
    matcher.add(term, table.units, from, from + table.lengthOf(term));
  }
  return matcher;
}

t.test('the most used terms go in, up to the first that would pass a limit', async (t) => {
  fc.assert(
    fc.property(entries, limits, (list, limits) => {
      const { table, choice } = choose(list, limits);
      const eligible = list.filter(([, count, eligible]) => count > 0 && eligible);
      const ranked = eligible
        .filter(([, count]) => count >= 2)
        .sort(([a, m], [b, n]) => n - m || Buffer.compare(Buffer.from(a), Buffer.from(b)))
        .map(([text]) => text);
      const fits = (texts: readonly string[]): boolean => {
        const terms = Uint32Array.from(texts, (text) => table.find(text));
        const codePoints = texts.reduce((sum, text) => sum + [...text].length, 0);
        const { termLimit, codePointLimit, memoryBudgetBytes } = limits;
        const isSmall = texts.length <= termLimit && codePoints <= codePointLimit;
        return isSmall && matcherOf(table, terms).byteLength <= memoryBudgetBytes;
      };
      let taken = 0;
      while (taken < ranked.length && fits(ranked.slice(0, taken + 1))) taken += 1;
      t.same(
        new Set([...choice.terms].map((term) => table.textOf(term))),
        new Set(ranked.slice(0, taken)),
      );
      t.equal(choice.eligible, eligible.length);
      t.equal(choice.lowFrequency, eligible.length - ranked.length);
      t.equal(choice.overBudget, ranked.length - taken);
    }),
    { numRuns: 300 },
  );
});

t.test('the memory budget is never passed by what the matcher really holds', async (t) => {
  const list = Array.from(
    { length: 60_000 },
    (_, at): Entry => [`詞語${at.toString(36)}號${'長'.repeat(at % 9)}`, 2 + (at % 50), true],
  );
  for (const memoryBudgetBytes of [40_000, 300_000, 1_000_000, 3_000_000]) {
    const { table, choice } = choose(list, { ...ACTIVE_LIMITS, memoryBudgetBytes });
    const matcher = matcherOf(table, choice.terms);
    t.ok(matcher.byteLength <= memoryBudgetBytes, `${matcher.byteLength} of ${memoryBudgetBytes}`);
    t.ok(matcher.byteLength > 0.5 * memoryBudgetBytes || choice.overBudget === 0, 'and is used');
    t.equal(choice.terms.length + choice.overBudget, list.length);
  }
});

t.test('without a budget nothing is matched', async (t) => {
  const { choice } = choose([['甲乙', 5, true]], { ...ACTIVE_LIMITS, memoryBudgetBytes: 0 });
  t.equal(choice.terms.length, 0);
  t.equal(choice.overBudget, 1);
});
