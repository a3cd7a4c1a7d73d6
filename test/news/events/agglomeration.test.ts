import { ok } from 'node:assert';
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

/** Sums of single precision differ by less. */
const TIE = 1e-4;

/**
 * Whether joining the likeliest pair of groups, all pairs judged each time anew, can end with `found`.
 * Of pairs that tie any may be joined first, so every order is tried that leads there.
 */
function canEndWith(
  found: readonly (readonly number[])[],
  items: readonly Item[],
  weightOf: (hash: number) => number,
): boolean {
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
  const oddsOf = (one: readonly number[], other: readonly number[]): number | null => {
    const gaps = one.flatMap((a) =>
      other.map((b) => Math.abs(items[a]!.timeMs - items[b]!.timeMs) / DAY_MS),
    );
    const between = sum(texts, one, other);
    if (between < 0.004 * one.length * other.length) return null;
    return logOddsOf({
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
  };
  const groupOf = new Map(found.flatMap((group, at) => group.map((item) => [item, at] as const)));
  const tried = new Set<string>();
  const leadsThere = (groups: readonly (readonly number[])[]): boolean => {
    const name = JSON.stringify(groups);
    if (tried.has(name)) return false;
    tried.add(name);
    const pairs = groups.flatMap((one, i) =>
      groups.slice(i + 1).flatMap((other) => {
        const odds = oddsOf(one, other);
        return odds === null ? [] : [{ one, other, odds }];
      }),
    );
    const best = Math.max(0, ...pairs.map(({ odds }) => odds));
    if (best <= TIE && name === JSON.stringify(found)) return true;
    return pairs.some(({ one, other, odds }) => {
      // Nothing parts a group again, so what is joined is together at the end.
      const isTogether = groupOf.get(one[0]!) === groupOf.get(other[0]!);
      if (odds <= -TIE || odds < best - TIE || !isTogether) return false;
      const joined = [...one, ...other].sort((a, b) => a - b);
      const others = groups.filter((group) => group !== one && group !== other);
      return leadsThere([...others, joined].sort((a, b) => a[0]! - b[0]!));
    });
  };
  return leadsThere(items.map((_, item) => [item]));
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

const TIED = [
  {
    title: ['airline', 'budget', 'quake'],
    lead: ['minister', 'strike', 'coast', 'strike', 'quake'],
    hour: 0,
  },
  { title: ['vote', 'minister', 'airline'], lead: ['strike', 'coast', 'rescue'], hour: 10 },
  {
    title: ['rescue', 'quake'],
    lead: ['airline', 'quake', 'vote', 'strike', 'airline', 'vote'],
    hour: 0,
  },
  { title: ['strike', 'budget', 'airline'], lead: [], hour: 10 },
  { title: ['minister', 'vote', 'coast'], lead: ['coast', 'budget', 'rescue'], hour: 10 },
  {
    title: ['airline', 'vote', 'minister', 'strike'],
    lead: ['strike', 'vote', 'quake', 'airline', 'strike', 'airline'],
    hour: 6,
  },
  { title: ['budget', 'rescue'], lead: ['airline', 'minister', 'vote'], hour: 0 },
  { title: ['airline', 'rescue', 'quake'], lead: [], hour: 15 },
  { title: ['vote', 'quake'], lead: ['budget', 'rescue', 'airline'], hour: 15 },
];

t.test('groups are those of a naive search over all pairs', async (t) => {
  fc.assert(
    fc.property(press, (pieces) => {
      const items = itemsOf(pieces);
      const weightOf = weightsOf(items);
      ok(canEndWith(groupsOf(items, weightOf), items, weightOf));
    }),
    {
      numRuns: 300,
      // Pairs that tie.
      examples: [[TIED]],
    },
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
