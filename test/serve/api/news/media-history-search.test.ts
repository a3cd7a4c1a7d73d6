import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { NewsRecord } from '../../../../src/kernel/model/records.js';
import type { ListQuery } from '../../../../src/news/media/reader.js';
import { searchHistory } from '../../../../src/serve/api/news/media/media-content.js';
import type { NewsSources } from '../../../../src/serve/api/news/sources.js';
import { mediaOf, newsOf } from '../../../news/catalog/records.js';

interface Article {
  record: NewsRecord;
  /** The catalog has it in memory. */
  isHot: boolean;
  /** Hidden while something is read: 1 by the first reading, and so on; 0 never. */
  hiddenBy: number;
}

const glyph = fc.constantFrom('a', 'Ａ', '台', '灣', 'b');
const text = fc.string({ unit: glyph, minLength: 1, maxLength: 3 });
const article = fc.record({
  title: text,
  description: fc.option(text),
  tags: fc.constantFrom<string[]>([], ['a'], ['台灣']),
  isHot: fc.boolean(),
  hiddenBy: fc.constantFrom(0, 0, 0, 0, 1, 2, 3),
});

/** Plain folding is enough for these glyphs. */
function fold(value: string): string {
  return value.replaceAll('Ａ', 'a').toLowerCase();
}

function has({ title, description, tags }: NewsRecord, q: string): boolean {
  const form = fold(q);
  const isInside = [title, description ?? ''].some((field) => fold(field).includes(form));
  return isInside || tags.some((tag) => fold(tag) === form);
}

/** What handlers are given, over a plain list. `isFrequent`: the catalog gives up listing matches. */
function sourcesOver(articles: readonly Article[], isFrequent: boolean) {
  let readings = 0;
  const isShown = ({ hiddenBy }: Article): boolean => hiddenBy === 0 || hiddenBy > readings;
  const of = (id: number): Article => articles[id - 1]!;
  let asked = '';
  const sources = {
    catalog: {
      directory: { mediaMask: () => new Uint8Array(1), mediaOf: () => mediaOf('m') },
      needleOf: (q: string) => {
        asked = q;
        return null;
      },
      idsOf: () => {
        const matching = articles.filter(({ record, isHot }) => isHot && has(record, asked));
        return isFrequent ? null : new Set(matching.map(({ record }) => record.id));
      },
      find: (id: number) => (of(id).isHot ? new Uint8Array(1) : null),
    },
    media: {
      list: ({ beforeId }: ListQuery, max: number) =>
        articles
          .filter((one) => isShown(one) && one.record.id < beforeId)
          .reverse()
          .slice(0, max)
          .map(({ record: { id, sortMs } }) => ({ id, sortMs })),
      sightOf: (id: number) => (isShown(of(id)) ? of(id).record : null),
    },
    articlesById: async (ids: readonly number[]) => {
      readings += 1;
      return ids.map((id) => ({ record: of(id).record, hasBody: false }));
    },
  };
  return { sources: sources as unknown as NewsSources, isShown };
}

t.test('pages are full, exact and without what was hidden meanwhile', async (t) => {
  const property = fc.asyncProperty(
    fc.array(article, { maxLength: 40, size: 'max' }),
    fc.option(fc.oneof(glyph, text)),
    fc.integer({ min: 1, max: 6 }),
    fc.boolean(),
    async (drafts, q, limit, isFrequent) => {
      const articles = drafts.map(({ isHot, hiddenBy, ...fields }, at) => ({
        record: newsOf(at + 1, 'm', at, fields),
        isHot,
        hiddenBy,
      }));
      const { sources, isShown } = sourcesOver(articles, isFrequent);
      const query: ListQuery = {
        media: 'm',
        role: 'published',
        beforeId: Number.POSITIVE_INFINITY,
        window: null,
        nowMs: 0,
      };
      const page = await searchHistory(sources, query, q, limit);
      const wanted = articles
        .filter((one) => isShown(one) && (q === null || has(one.record, q)))
        .map(({ record }) => record.id)
        .reverse();
      assert.deepEqual(
        page.articles.map(({ record }) => record.id),
        wanted.slice(0, limit),
      );
      const next = wanted.length > limit ? wanted[limit - 1] : null;
      assert.equal(page.nextBeforeId, next, 'another page follows exactly if there is more');
    },
  );
  await fc.assert(property, { numRuns: 500 });
  t.pass();
});
