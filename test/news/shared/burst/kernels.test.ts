/** The vector loops of the counter against plain ones, and against their source. */

import fc from 'fast-check';
import t from 'tap';
import { contributionOf, WINDOW_COUNT } from '../../../../src/news/shared/burst/formulas.js';
import { MEDIA_MAX } from '../../../../src/news/shared/burst/media-table.js';
import {
  GROUPS_MAX,
  RelatedKernel,
  CODE as relatedCode,
} from '../../../../src/news/shared/burst/related-kernel.js';
import {
  MARK_COUNT,
  TallyKernel,
  CODE as tallyCode,
} from '../../../../src/news/shared/burst/tally-kernel.js';
import { assembled } from '../../../tidy/assembled.js';

t.test('the bytes of the loops are their source, assembled', async (t) => {
  t.equal(tallyCode, await assembled('src/news/shared/burst/tally-kernel.wat'));
  t.equal(relatedCode, await assembled('src/news/shared/burst/related-kernel.wat'));
});

interface Pair {
  media: number;
  counts: number[];
}

const media = fc.oneof(fc.nat(12), fc.constant(MEDIA_MAX - 1));
const count = fc.oneof(fc.nat(3), fc.integer({ min: 50, max: 70 }), fc.nat(0xff_ffff));
const pair = fc.record({
  media,
  counts: fc.array(count, { minLength: WINDOW_COUNT, maxLength: WINDOW_COUNT }),
});
const tagsOfPairs = fc.array(fc.array(pair, { maxLength: 5 }), { maxLength: 6 });

function lay(kernel: TallyKernel, tags: readonly (readonly Pair[])[]): void {
  kernel.reserve(tags.length, tags.flat().length);
  let end = 0;
  tags.forEach((pairs, tag) => {
    for (const { media, counts } of pairs) {
      kernel.media[end] = media;
      kernel.counts.set(counts, WINDOW_COUNT * end);
      end += 1;
    }
    kernel.ends[tag] = end;
  });
}

t.test('sums of windows are those of a plain loop, to the last bit', async (t) => {
  const kernel = new TallyKernel();
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(tagsOfPairs, fc.uniqueArray(media), (tags, basis) => {
        lay(kernel, tags);
        kernel.tally(tags.length, basis);
        tags.forEach((pairs, tag) => {
          const mine = pairs.filter((one) => basis.includes(one.media));
          for (let window = 0; window < WINDOW_COUNT; window++) {
            const at = tag * WINDOW_COUNT + window;
            const counts = mine.map((one) => one.counts[window]!);
            const score = counts.reduce((sum, count) => sum + contributionOf(count), 0);
            const articles = counts.reduce((sum, count) => sum + count, 0);
            if (!Object.is(kernel.scores[at], score)) throw new Error(`score ${kernel.scores[at]}`);
            if (kernel.sums[at] !== articles) throw new Error(`articles ${kernel.sums[at]}`);
          }
          for (const least of [1, 2, 3]) {
            const mark = kernel.marks[tag * MARK_COUNT + least - 1];
            if (mark !== mine.filter(({ counts }) => counts[0]! >= least).length) {
              throw new Error(`mark ${mark}`);
            }
          }
        });
      }),
    ),
  );
});

interface Article {
  media: number;
  tags: number[];
}

const TAGS = 9;
const MEDIA = 5;
const article = fc.record({
  media: fc.nat(MEDIA - 1),
  tags: fc.uniqueArray(fc.nat(TAGS - 1), { maxLength: 6 }),
});
const membership = fc.array(fc.boolean(), {
  minLength: MEDIA * GROUPS_MAX,
  maxLength: MEDIA * GROUPS_MAX,
});

/** Puts articles into a kernel as the postings of one tag. */
function picture(kernel: RelatedKernel, articles: readonly Article[], isIn: boolean[]): void {
  const carried = articles.reduce((sum, { tags }) => sum + tags.length, articles.length);
  kernel.reserve({ articles: articles.length, carried, tags: TAGS, media: MEDIA });
  for (let media = 0; media < MEDIA; media++) {
    kernel.bits[media] = 0;
    for (let group = 0; group < GROUPS_MAX; group++) {
      const at = media * GROUPS_MAX + group;
      kernel.members[at] = Number(isIn[at]);
      kernel.bits[media]! |= Number(isIn[at]) << group;
    }
  }
  let end = 0;
  articles.forEach(({ media, tags }, one) => {
    kernel.postings[one] = end;
    kernel.articles.set([media, tags.length, ...tags], end);
    end += 2 + tags.length;
  });
}

t.test('shared tags are counted as by a plain loop, in every group', async (t) => {
  const kernel = new RelatedKernel();
  const few = fc.array(article, { maxLength: 12 });
  const limits = fc.array(fc.nat(4), { minLength: GROUPS_MAX, maxLength: GROUPS_MAX });
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(few, membership, fc.nat(255), limits, (articles, isIn, wanted, least) => {
        picture(kernel, articles, isIn);
        const counts = new Map<number, number[]>();
        for (const { media, tags } of articles) {
          if ((kernel.bits[media]! & wanted) === 0) continue;
          for (const tag of tags) {
            const mine = counts.get(tag) ?? new Array<number>(GROUPS_MAX).fill(0);
            counts.set(tag, mine);
            mine.forEach((_, group) => {
              mine[group]! += Number(isIn[media * GROUPS_MAX + group]);
            });
          }
        }
        // Twice: the second finds everything as clean as the first.
        for (let round = 0; round < 2; round++) {
          const length = kernel.share(0, articles.length, wanted);
          const told = Array.from({ length }, (_, at) => [
            kernel.seen[at]!,
            [...kernel.counts.subarray(at * GROUPS_MAX, (at + 1) * GROUPS_MAX)],
          ]);
          if (JSON.stringify(told) !== JSON.stringify([...counts])) throw new Error('counts');
          kernel.least.set(least);
          const passed: number[] = [];
          for (let at = kernel.next(0, length); at < length; at = kernel.next(at + 1, length)) {
            passed.push(at);
          }
          const expected = [...counts.values()].flatMap((mine, at) =>
            mine.some((count, group) => count >= least[group]!) ? [at] : [],
          );
          if (String(passed) !== String(expected)) throw new Error(`places ${passed}`);
          kernel.clear(length);
        }
      }),
    ),
  );
});
