/** A store that an invented world was replayed into, as `tagwire ingest --replay` does. */
import { openStore } from '../../src/app/app.js';
import { readVocabulary } from '../../src/cli/vocabulary-files.js';
import { type CorpusOptions, generateCorpus } from '../../src/generator/corpus.js';
import { resolveConfig } from '../../src/kernel/config.js';
import { silentLogger } from '../../src/kernel/logger.js';

/** Lines of one request. */
const LINES_AT_ONCE = 1000;

/** Fills a data folder, and closes it. */
export async function fillStore(data: string, world: CorpusOptions): Promise<void> {
  const config = resolveConfig({ flags: { data }, environment: {}, file: {} });
  const sink = await openStore(config, silentLogger);
  const lines = [...generateCorpus(world, readVocabulary())];
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    const text = lines.slice(at, at + LINES_AT_ONCE).join('\n');
    await sink.ingest(new TextEncoder().encode(text), true);
  }
  await sink.settle();
  await sink.close();
}
