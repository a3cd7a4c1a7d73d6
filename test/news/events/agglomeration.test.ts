import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/clock.js';
import { groupsOf, type Item } from '../../../src/news/events/agglomeration.js';
import { logOddsOf } from '../../../src/news/events/likeness.js';
import {
  countOf,
  hashOf,
  isOfTitle,
  leadTermsOf,
  textTermsOf,
} from '../../../src/news/events/text-terms.js';

type Vector = Map<number, number>;

const WORDS = ['quake', 'coast', 'rescue', 'budget', 'vote', 'minister', 'strike', 'airline'];

const press = fc.array(
  fc.record({
    title: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
    lead: fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }),
    hour: fc.nat({ max: 23 }),
  }),
  { minLength: 1, maxLength: 14 },
);

/** All pairs, each time anew. */
function naiveGroups(items: readonly Item[], weightOf: (hash: number) => number): number[][] {
  const vectors = (ofTitles: boolean): Vector[] =>
    items.map(({ text: { terms } }) => {
      const mine = [...terms].filter((term) => !ofTitles || isOfTitle(term));
      const weights = mine.map(
        (term) => weightOf(hashOf(term)) * (ofTitles ? 1 : 1 + Math.log(countOf(term))),
      );
      const length = Math.hypot(...weights) || 1;
      return new Map(mine.map((term, at) => [hashOf(term), weights[at]! / length]));
    });
  const [texts, titles] = [vectors(false), vectors(true)];
  const sum = (of: readonly Vector[], one: readonly number[], other: readonly number[]): number => {
    let total = 0;
    for (const i of one) {
      for (const j of other) {
        for (const [hash, weight] of of[i]!) total += weight * (of[j]!.get(hash) ?? 0);
      }
    }
    return total;
  };
  const groups = items.map((_, item) => [item]);
  for (;;) {
    let best = 0;
    let pair: [number, number] | null = null;
    for (let i = 0; i < groups.length; i++) {
      for (let j = i + 1; j < groups.length; j++) {
        const [one, other] = [groups[i]!, groups[j]!];
        const gaps = one.flatMap((a) =>
          other.map((b) => Math.abs(items[a]!.timeMs - items[b]!.timeMs) / DAY_MS),
        );
        const between = sum(texts, one, other);
        if (between < 0.004 * one.length * other.length) continue;
        const odds = logOddsOf({
          one: one.length,
          other: other.length,
          between,
          inOne: sum(texts, one, one),
          inOther: sum(texts, other, other),
          titles: sum(titles, one, other),
          titlesInOne: sum(titles, one, one),
          titlesInOther: sum(titles, other, other),
          gapDays: Math.min(...gaps),
          wide: 0,
        });
        // Sums of single precision tie where these do not.
        if (odds > best + 1e-4) [best, pair] = [odds, [i, j]];
      }
    }
    if (pair === null) return groups.map((one) => [...one].sort((a, b) => a - b));
    groups[pair[0]]!.push(...groups[pair[1]]!);
    groups.splice(pair[1], 1);
  }
}

function itemsOf(pieces: readonly { title: string[]; lead: string[]; hour: number }[]): Item[] {
  return pieces.map(({ title, lead, hour }) => ({
    text: textOf(title.join(' '), lead.join(' ')),
    timeMs: hour * HOUR_MS,
  }));
}

function textOf(title: string, lead: string): Item['text'] {
  const leadTerms = leadTermsOf(lead);
  const terms = textTermsOf(title, leadTerms, []);
  return { title: '', lead: leadTerms, bodyHash: '', ...terms };
}

function weightsOf(items: readonly Item[]): (hash: number) => number {
  return (hash) => {
    const holders = items.filter(({ text }) => [...text.terms].some((one) => hashOf(one) === hash));
    return Math.log((items.length + 1) / Math.max(1, holders.length));
  };
}

t.test('groups are those of a naive search over all pairs', async (t) => {
  fc.assert(
    fc.property(press, (pieces) => {
      const items = itemsOf(pieces);
      const weightOf = weightsOf(items);
      deepStrictEqual(groupsOf(items, weightOf), naiveGroups(items, weightOf));
    }),
    { numRuns: 300 },
  );
  t.pass();
});

t.test('nothing makes no group, and one article one', async (t) => {
  t.strictSame(
    groupsOf([], () => 1),
    [],
  );
  t.strictSame(
    groupsOf(itemsOf([{ title: ['quake'], lead: [], hour: 0 }]), () => 1),
    [[0]],
  );
});
