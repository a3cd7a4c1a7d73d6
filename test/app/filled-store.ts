/** Stores that a world was replayed into, as `tagwire ingest --replay` does. */

import { type CorpusOptions, generateCorpus } from '../../demo/corpus.js';
import { readVocabulary } from '../../demo/read-vocabulary.js';
import { openStore } from '../../src/app/open-store.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { silentLogger } from '../../src/kernel/logger.js';

/** Lines of one request. */
const LINES_AT_ONCE = 1000;

/** Fills a data folder with an invented world, and closes it. */
export function fillStore(data: string, world: CorpusOptions): Promise<void> {
  return replayInto(data, [...generateCorpus(world, readVocabulary())]);
}

/** Replays lines into a data folder, and closes it. */
export async function replayInto(data: string, lines: readonly string[]): Promise<void> {
  const config = resolveConfig({ flags: { data }, environment: {}, file: {} });
  const sink = await openStore(config, silentLogger);
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    const text = lines.slice(at, at + LINES_AT_ONCE).join('\n');
    await sink.ingest(new TextEncoder().encode(text), true);
  }
  await sink.settle();
  await sink.close();
}
