import { deepStrictEqual, rejects, strictEqual } from 'node:assert';
import t from 'tap';
import { blockOf } from '../../../../src/api/news/rankings/ranking-history.js';
import type { NewsSources } from '../../../../src/api/news/sources.js';
import { encodeRankingBlock } from '../../../../src/news/tags/ranking-block.js';
import type { SnapshotPlace } from '../../../../src/news/tags/reader.js';

const NO_TERMS = { texts: [], slots: new Float64Array(0) };

/** Cold chunks of some names, each a block of its own; `asked` lists what was read. */
function rankingDays(names: readonly string[]) {
  const chunks = new Map(names.map((name) => [name, encodeRankingBlock(name, NO_TERMS, [])]));
  const asked: string[] = [];
  const cold = async (_index: string, name: string): Promise<Uint8Array | null> => {
    asked.push(name);
    if (name === 'broken') throw new Error('the store is closed');
    return chunks.get(name) ?? null;
  };
  return { sources: { cold } as unknown as NewsSources, asked };
}

function placeIn(chunk: string): SnapshotPlace {
  return { hourMs: 0, block: null, chunk };
}

t.test('a block that had to be read brings those next to it', async () => {
  const { sources, asked } = rankingDays(['monday', 'tuesday', 'wednesday']);
  const next = () => [placeIn('monday'), placeIn('wednesday')];
  strictEqual((await blockOf(sources, placeIn('tuesday'), next)).category, 'tuesday');
  deepStrictEqual(asked, ['tuesday', 'monday', 'wednesday']);
  await blockOf(sources, placeIn('tuesday'), next);
  deepStrictEqual(asked.slice(3), ['tuesday'], 'the second time it is at hand');
});

t.test('what cannot be read ahead is nobody else’s trouble', async () => {
  const { sources } = rankingDays(['tuesday']);
  const next = () => [null, placeIn('missing'), placeIn('broken')];
  strictEqual((await blockOf(sources, placeIn('tuesday'), next)).category, 'tuesday');
  await new Promise((resolve) => setImmediate(resolve));
});

t.test('a block that the store cannot give is an answer of its own', async () => {
  const { sources } = rankingDays([]);
  await rejects(blockOf(sources, placeIn('gone')), { status: 503 });
});
