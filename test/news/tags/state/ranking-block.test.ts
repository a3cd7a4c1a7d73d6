import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import t from 'tap';
import { HOUR_MS } from '../../../../src/kernel/clock.js';
import { compareCodePoints } from '../../../../src/news/shared/burst/order.js';
import {
  mergeRankingBlocks,
  RankingBlockView,
} from '../../../../src/news/tags/answers/ranking-block-view.js';
import type { ListColumns } from '../../../../src/news/tags/state/list-columns.js';
import {
  type BlockTerms,
  encodeRankingBlock,
  STORED_RANKS,
  slotOf,
} from '../../../../src/news/tags/state/ranking-block.js';

const MEDIA = Array.from({ length: 80 }, (_, at) => `m${String(at).padStart(2, '0')}`);

function vocabularyOf(texts: string[]): BlockTerms {
  const sorted = [...new Set(texts)].sort(compareCodePoints);
  return { texts: sorted, slots: Float64Array.from(sorted, slotOf) };
}

interface EntrySpec {
  media: [place: number, count: number][];
  history: number[];
  dayAgo: number;
  related: [term: number, part: number][];
}

/** A list of entries; the term of an entry is its place. */
function listOf(hourMs: number, specs: EntrySpec[], mediaCount = 80): ListColumns {
  const ends = (of: (spec: EntrySpec) => number) => {
    let end = 0;
    return Uint32Array.from(specs, (spec) => {
      end += of(spec);
      return end;
    });
  };
  const counts = specs.map(({ media }) => media.reduce((sum, [, count]) => sum + count, 0));
  return {
    id: hourMs / HOUR_MS + 1,
    hourMs,
    computedMs: hourMs + HOUR_MS,
    articleCount: 7,
    mediaCount: 3,
    total: specs.length,
    basis: { id: 'abc', media: MEDIA.slice(0, mediaCount), coverageFromMs: 0, validFromMs: 5 },
    terms: Uint32Array.from(specs, (_, entry) => entry),
    ranks: Uint32Array.from(specs, (_, entry) => (entry < STORED_RANKS ? entry + 1 : 2 * entry)),
    mediaEnds: ends(({ media }) => media.length),
    media: Uint16Array.from(specs.flatMap(({ media }) => media.map(([place]) => place))),
    mediaCounts: Uint32Array.from(specs.flatMap(({ media }) => media.map(([, count]) => count))),
    history: Float64Array.from(specs.flatMap(({ history }) => history)),
    ranksDayAgo: Uint32Array.from(specs, ({ dayAgo }) => dayAgo),
    relatedEnds: ends(({ related }) => related.length),
    relatedTerms: Uint32Array.from(specs.flatMap(({ related }) => related.map(([term]) => term))),
    relatedCounts: Uint32Array.from(
      // Counts fall, and are at most those of the entry.
      specs.flatMap(({ related }, entry) => {
        let count = counts[entry]!;
        return related.map(([, fall]) => {
          count = Math.max(1, count - fall);
          return count;
        });
      }),
    ),
  };
}

const entry: fc.Arbitrary<EntrySpec> = fc
  .record({
    media: fc.uniqueArray(
      fc.tuple(
        fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 79 })),
        fc.constantFrom(1, 1, 2, 3, 130, 70_000),
      ),
      { minLength: 1, maxLength: 9, selector: ([place]) => place },
    ),
    history: fc.array(fc.constantFrom(0, 1, 1.5, 2 - 2 ** -50, 77.125), {
      minLength: 5,
      maxLength: 5,
    }),
    dayAgo: fc.constantFrom(0, 1, 200, 100_000),
    related: fc.array(fc.tuple(fc.constant(0), fc.constantFrom(0, 0, 1)), { maxLength: 5 }),
  })
  .map((spec) => ({ ...spec, media: spec.media.sort(([a], [b]) => a - b) }));

const TERMS = 12;

/** Few terms, so that most are in the hour before, in the same media or others. */
const hour = fc.record({
  specs: fc.array(entry, { maxLength: TERMS }),
  terms: fc.shuffledSubarray(Array.from({ length: TERMS }, (_, term) => term)),
});

t.test('lists come back as they went in', async () => {
  fc.assert(
    fc.property(fc.array(hour, { maxLength: 10 }), fc.boolean(), (hours, isPacked) => {
      const texts = Array.from({ length: TERMS }, (_, at) => `標籤${String(at).padStart(3, '0')}`);
      const lists = hours.map(({ specs, terms }, at) => {
        const list = listOf(at * HOUR_MS, specs.slice(0, terms.length));
        return { ...list, terms: Uint32Array.from(terms.slice(0, specs.length)) };
      });
      const bytes = encodeRankingBlock('all', vocabularyOf(texts), lists, isPacked);
      const view = new RankingBlockView(bytes);
      deepStrictEqual(
        view.hours,
        [...lists.keys()].map((at) => at * HOUR_MS),
      );
      deepStrictEqual(view.lists(), lists);
      for (const list of lists) deepStrictEqual(view.list(list.hourMs), list);
      deepStrictEqual(view.list(-HOUR_MS), null);
      const nothing = { relatedTerms: new Uint32Array(0), relatedCounts: new Uint32Array(0) };
      for (const list of lists) {
        const relatedEnds = new Uint32Array(list.terms.length);
        const bare = { ...list, ...nothing, relatedEnds };
        deepStrictEqual(view.list(list.hourMs, false), bare);
      }
      // Bytes that begin anywhere are read just the same.
      const shifted = Buffer.concat([Buffer.from('x'), bytes]).subarray(1);
      deepStrictEqual(new RankingBlockView(shifted).lists(), lists);
    }),
  );
});

const plain: EntrySpec = { media: [[3, 1]], history: [0, 0, 0, 0, 0], dayAgo: 0, related: [] };

t.test('a list longer than 5,000 keeps the ranks of those beyond', async (t) => {
  const specs = Array.from({ length: STORED_RANKS + 3 }, () => plain);
  const texts = specs.map((_, at) => `t${String(at).padStart(6, '0')}`);
  const list = listOf(0, specs);
  const view = new RankingBlockView(encodeRankingBlock('all', vocabularyOf(texts), [list]));
  t.strictSame(view.list(0), list);
  t.equal(view.rankOf(0, view.termsOf('T004999')), 5000);
  t.equal(view.rankOf(0, view.termsOf('T005001')), 10_002);
  t.equal(view.rankOf(0, view.termsOf('nobody')), null);
});

t.test('more terms than 16 bits can name take wider places', async (t) => {
  const specs = [plain, plain];
  const texts = Array.from({ length: 65_537 }, (_, at) => `t${String(at).padStart(6, '0')}`);
  const list = listOf(0, specs);
  list.terms = Uint32Array.of(65_536, 1);
  const view = new RankingBlockView(encodeRankingBlock('all', vocabularyOf(texts), [list]));
  t.strictSame(view.list(0), list);
  t.strictSame(view.termsOf('T065536'), [65_536]);
});

t.test('a tag is found in every spelling that the block knows', async (t) => {
  const texts = ['AI', 'Ai', 'ai', '台灣', '臺灣', '🦠'];
  const view = new RankingBlockView(encodeRankingBlock('all', vocabularyOf(texts), []));
  t.strictSame(
    view.termsOf('aI').map((term) => view.textOf(term)),
    ['AI', 'Ai', 'ai'],
  );
  for (const tag of ['台灣', '臺灣', '台湾']) {
    t.strictSame(
      view
        .termsOf(tag)
        .map((term) => view.textOf(term))
        .sort(),
      ['台灣', '臺灣'],
      tag,
    );
  }
  t.strictSame(view.termsOf('台'), []);
});

t.test('blocks of hours become the block of a day', async (t) => {
  const one = vocabularyOf(['b', 'd']);
  const two = vocabularyOf(['a', 'b', 'c', 'd']);
  const first = listOf(0, [
    { ...plain, media: [[1, 2]], related: [[1, 0]] },
    { ...plain, history: [1, 0, 0, 0, 0] },
  ]);
  const second = listOf(HOUR_MS, [plain, plain, plain, { ...plain, related: [[2, 0]] }], 4);
  const merged = new RankingBlockView(
    mergeRankingBlocks('all', [
      new RankingBlockView(encodeRankingBlock('all', two, [second])),
      new RankingBlockView(encodeRankingBlock('all', one, [first])),
    ]),
  );
  t.strictSame(merged.hours, [0, HOUR_MS]);
  const told = (hourMs: number) => {
    const list = merged.list(hourMs)!;
    const texts = (terms: Uint32Array) => [...terms].map((term) => merged.textOf(term));
    const { terms, relatedTerms, ...rest } = list;
    return { rest, terms: texts(terms), related: texts(relatedTerms) };
  };
  const { terms: _a, relatedTerms: _b, ...firstRest } = first;
  const { terms: _c, relatedTerms: _d, ...secondRest } = second;
  t.strictSame(told(0), { rest: firstRest, terms: ['b', 'd'], related: ['d'] });
  t.strictSame(told(HOUR_MS), {
    rest: secondRest,
    terms: ['a', 'b', 'c', 'd'],
    related: ['c'],
  });
});

t.test('past scores that two hours tell differently come back as each told them', async (t) => {
  // What hour 0 calls 3 hours ago is what hour 3 calls 6 hours ago.
  const told = [0, 3].map((hour) => {
    const specs = Array.from({ length: 3000 }, (_, at) => ({
      ...plain,
      history: [at % 7, at % 5, at % 11, (at % 50) / 8, hour],
      dayAgo: at % 50 === 0 ? 0 : 3000 - (at % 50),
    }));
    return listOf(hour * HOUR_MS, specs);
  });
  const texts = Array.from({ length: 3000 }, (_, at) => `t${String(at).padStart(6, '0')}`);
  const packed = encodeRankingBlock('all', vocabularyOf(texts), told, true);
  t.strictSame(new RankingBlockView(packed).lists(), told);
  t.ok(packed.length < encodeRankingBlock('all', vocabularyOf(texts), told).length);
  t.throws(() => new RankingBlockView(packed.slice(0, -1)), 'a block that was cut off is refused');
});

t.test('bytes that are no block are refused', async (t) => {
  t.throws(() => new RankingBlockView(new Uint8Array(64)));
  t.throws(() => new RankingBlockView(Buffer.from('this is not a block of any kind, it is text')));
});
