import { ok } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import { finished } from '../../../../src/kernel/runtime/pause.js';
import { groupsOf, type Item, type Link } from '../../../../src/news/events/state/agglomeration.js';
import { termWeight } from '../../../../src/news/events/state/neighbours.js';
import { TermVectors } from '../../../../src/news/events/state/term-vectors.js';
import { hashOf, leadTermsOf, textTermsOf } from '../../../../src/news/events/state/text-terms.js';

type Vector = Map<number, number>;
type WeightOf = (hash: number) => number;

const WORDS = ['quake', 'coast', 'rescue', 'budget', 'vote', 'minister', 'strike', 'airline'];

const press = fc.array(
  fc.record({
    title: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }),
    lead: fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 14 },
);

/** Sums of single precision differ by less. */
const TIE = 1e-4;
/** Mean likeness from which groups are one. */
const LEAST = 0.3;

function vectorsOf(items: readonly Item[], weightOf: WeightOf): Vector[] {
  return items.map(({ terms }) => {
    const weights = Array.from(terms, (term) => termWeight(term, weightOf));
    const length = Math.hypot(...weights) || 1;
    return new Map(Array.from(terms, (term, at) => [hashOf(term), weights[at]! / length]));
  });
}

function sumOver(
  vectors: readonly Vector[],
  one: readonly number[],
  other: readonly number[],
): number {
  let total = 0;
  for (const i of one) {
    for (const j of other) {
      for (const [hash, weight] of vectors[i]!) total += weight * (vectors[j]!.get(hash) ?? 0);
    }
  }
  return total;
}

/**
 * Whether joining the most alike pair of groups, all pairs compared each time anew, can end with `found`.
 * Of pairs that tie any may be joined first, so every order is tried that leads there.
 */
function canEndWith(
  found: readonly (readonly number[])[],
  items: readonly Item[],
  weightOf: WeightOf,
): boolean {
  const vectors = vectorsOf(items, weightOf);
  const groupOf = new Map(found.flatMap((group, at) => group.map((item) => [item, at] as const)));
  const tried = new Set<string>();
  const leadsThere = (groups: readonly (readonly number[])[]): boolean => {
    const name = JSON.stringify(groups);
    if (tried.has(name)) return false;
    tried.add(name);
    const pairs = groups.flatMap((one, i) =>
      groups.slice(i + 1).map((other) => {
        const ratio = sumOver(vectors, one, other) / (one.length * other.length) / LEAST;
        return { one, other, ratio };
      }),
    );
    const best = Math.max(0, ...pairs.map(({ ratio }) => ratio));
    if (best <= 1 + TIE && name === JSON.stringify(found)) return true;
    return pairs.some(({ one, other, ratio }) => {
      // Nothing parts a group again, so what is joined is together at the end.
      const isTogether = groupOf.get(one[0]!) === groupOf.get(other[0]!);
      if (ratio <= 1 - TIE || ratio < best - TIE || !isTogether) return false;
      const joined = [...one, ...other].sort((a, b) => a - b);
      const others = groups.filter((group) => group !== one && group !== other);
      return leadsThere([...others, joined].sort((a, b) => a[0]! - b[0]!));
    });
  };
  return leadsThere(items.map((_, item) => [item]));
}

function itemsOf(pieces: readonly { title: string[]; lead: string[] }[]): Item[] {
  return pieces.map(({ title, lead }) => ({
    ...textTermsOf(title.join(' '), leadTermsOf(lead.join(' ')), []),
    weight: 1,
  }));
}

function weightsOf(items: readonly Item[]): WeightOf {
  return (hash) => {
    const holders = items.filter(({ terms }) => [...terms].some((one) => hashOf(one) === hash));
    return Math.log((items.length + 1) / Math.max(1, holders.length));
  };
}

/** The likeness of every two items. */
function allLinks(items: readonly Item[], weightOf: WeightOf): Link[] {
  const vectors = vectorsOf(items, weightOf);
  return items.flatMap((_, one) =>
    items.slice(one + 1).map((_, at): Link => {
      const other = one + 1 + at;
      return { one, other, likeness: sumOver(vectors, [one], [other]) };
    }),
  );
}

function groupsBy(items: readonly Item[], links: readonly Link[], weightOf: WeightOf): number[][] {
  return finished(groupsOf(items, links, weightOf, () => Math.log(LEAST)));
}

const TIED = [
  {
    title: ['airline', 'budget', 'quake'],
    lead: ['minister', 'strike', 'coast', 'strike', 'quake'],
  },
  { title: ['vote', 'minister', 'airline'], lead: ['strike', 'coast', 'rescue'] },
  {
    title: ['rescue', 'quake'],
    lead: ['airline', 'quake', 'vote', 'strike', 'airline', 'vote'],
  },
  { title: ['strike', 'budget', 'airline'], lead: [] },
  { title: ['minister', 'vote', 'coast'], lead: ['coast', 'budget', 'rescue'] },
  {
    title: ['airline', 'vote', 'minister', 'strike'],
    lead: ['strike', 'vote', 'quake', 'airline', 'strike', 'airline'],
  },
  { title: ['budget', 'rescue'], lead: ['airline', 'minister', 'vote'] },
  { title: ['airline', 'rescue', 'quake'], lead: [] },
  { title: ['vote', 'quake'], lead: ['budget', 'rescue', 'airline'] },
];

t.test('items of little weight join stories, and no stories by way of them', async (t) => {
  // Two reports of a quake, two of a budget, and many that tell of both.
  const titles = [
    ['quake', 'coast'],
    ['quake', 'island'],
    ['budget', 'vote'],
    ['budget', 'tax'],
  ];
  const both = Array.from({ length: 6 }, () => ['quake', 'budget']);
  const pieces = [...titles, ...both].map((title) => ({ title, lead: [] }));
  const items = itemsOf(pieces).map((item, at) => ({ ...item, weight: at < 4 ? 1 : 0.001 }));
  const weightOf = () => 1;
  const groups = groupsBy(items, allLinks(items, weightOf), weightOf);
  const isTogether = (one: number, other: number): boolean =>
    groups.some((places) => places.includes(one) && places.includes(other));
  t.ok(isTogether(0, 1) && isTogether(2, 3));
  t.notOk(isTogether(0, 2));
  t.ok([0, 2].some((place) => isTogether(place, 4)));
  const heavy = items.map((item) => ({ ...item, weight: 1 }));
  t.equal(groupsBy(heavy, allLinks(heavy, weightOf), weightOf).length, 1, 'of full weight they do');
});

t.test('groups are those of a naive search over all pairs, when all are linked', async (t) => {
  fc.assert(
    fc.property(press, (pieces) => {
      const items = itemsOf(pieces);
      const weightOf = weightsOf(items);
      const groups = groupsBy(items, allLinks(items, weightOf), weightOf);
      ok(canEndWith(groups, items, weightOf));
    }),
    {
      numRuns: 300,
      // Pairs that tie.
      examples: [[TIED]],
    },
  );
  t.pass();
});

t.test('where few are linked, what is joined is alike as a whole', async (t) => {
  fc.assert(
    fc.property(
      press,
      fc.array(fc.nat({ max: 12 }), { minLength: 13, maxLength: 13 }),
      (pieces, to) => {
        const items = itemsOf(pieces);
        const weightOf = weightsOf(items);
        const vectors = vectorsOf(items, weightOf);
        const all = allLinks(items, weightOf);
        const few = all.filter(({ one, other }) => to[one] === other || to[one] === other - 1);
        for (const group of groupsBy(items, few, weightOf)) {
          // Joins of the last two parts took a mean above the least, and those of parts before as well.
          const pairs = (group.length * (group.length - 1)) / 2;
          const sum = (sumOver(vectors, group, group) - group.length) / 2;
          ok(group.length === 1 || sum / pairs > LEAST - TIE);
        }
      },
    ),
    { numRuns: 300 },
  );
  t.pass();
});

t.test('a group that doubles is compared with all of its neighbours', async (t) => {
  // Seven alike, and one that is linked to the least alike of them alone.
  const words = ['quake', 'coast', 'rescue', 'budget'];
  const pieces = [
    ...Array.from({ length: 8 }, () => ({ title: words, lead: [] })),
    { title: ['quake', 'coast', 'rescue'], lead: ['vote'] },
  ];
  const items = itemsOf(pieces);
  const links = [
    ...Array.from({ length: 7 }, (_, at): Link => ({ one: at, other: at + 1, likeness: 1 })),
    { one: 7, other: 8, likeness: LEAST - 0.1 },
  ];
  t.strictSame(
    groupsBy(items, links, () => 1),
    [[0, 1, 2, 3, 4, 5, 6, 7, 8]],
  );
});

t.test('products of vectors are sums over all pairs', async (t) => {
  fc.assert(
    fc.property(press, fc.nat(), (pieces, cut) => {
      const items = itemsOf(pieces);
      const weightOf = weightsOf(items);
      const places = items.map((_, at) => at);
      const [one, other] = [places.slice(0, cut % items.length), places.slice(cut % items.length)];
      if (one.length === 0) return;
      const expected = sumOver(vectorsOf(items, weightOf), one, other);
      const isNear = (product: number): boolean =>
        Math.abs(product - expected) < TIE * items.length ** 2;
      const groups = finished(TermVectors.of(items, [one, other], weightOf));
      ok(isNear(groups.product(groups.of(0), groups.of(1))), 'made at once');
      const singles = places.map((at) => [at]);
      const vectors = finished(TermVectors.of(items, singles, weightOf));
      const sumOf = ([first, ...others]: readonly number[]) => {
        const sum = vectors.of(first!);
        for (const at of others) sum.add(vectors.of(at));
        return sum;
      };
      ok(isNear(vectors.product(sumOf(one), sumOf(other))), 'added up');
    }),
  );
  t.pass();
});

t.test('nothing makes no group, and one article one', async (t) => {
  t.strictSame(finished(groupsOf([], [], () => 1)), []);
  t.strictSame(finished(groupsOf(itemsOf([{ title: ['quake'], lead: [] }]), [], () => 1)), [[0]]);
});
