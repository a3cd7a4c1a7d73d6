import { rejects, strictEqual } from 'node:assert';
import t from 'tap';
import type { SnapshotPlace } from '../../../../../src/news/tags/reader.js';
import { encodeRankingBlock } from '../../../../../src/news/tags/state/ranking-block.js';
import { blockOf } from '../../../../../src/serve/api/news/rankings/ranking-history.js';
import type { NewsSources } from '../../../../../src/serve/api/news/sources.js';

const NO_TERMS = { texts: [], slots: new Float64Array(0) };

/** Cold chunks of some names, each a block of its own. */
function rankingDays(names: readonly string[]): NewsSources {
  const chunks = new Map(names.map((name) => [name, encodeRankingBlock(name, NO_TERMS, [])]));
  const cold = async (_index: string, name: string): Promise<Uint8Array | null> =>
    chunks.get(name) ?? null;
  return { cold } as unknown as NewsSources;
}

function placeIn(chunk: string): SnapshotPlace {
  return { hourMs: 0, block: null, chunk };
}

t.test('a block is opened once for as long as its bytes are cached', async () => {
  const sources = rankingDays(['monday', 'tuesday']);
  const block = await blockOf(sources, placeIn('tuesday'));
  strictEqual(block.category, 'tuesday');
  strictEqual(await blockOf(sources, placeIn('tuesday')), block);
  strictEqual((await blockOf(sources, placeIn('monday'))).category, 'monday');
});

t.test('a block that the store cannot give is an answer of its own', async () => {
  await rejects(blockOf(rankingDays([]), placeIn('gone')), { status: 503 });
});
