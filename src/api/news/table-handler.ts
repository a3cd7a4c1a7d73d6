/**
 * Answers with one table over all media: made once for each state of the catalog's tables, of the
 * media index and of the minute, and compressed as long as that state lasts.
 */
import { setImmediate as frontsTurn } from 'node:timers/promises';
import { type CompressedForms, createCompressedForms } from '../../http/compressed.js';
import type { Reply } from '../../http/reply.js';
import type { CatalogDirectory } from '../../news/catalog/directory.js';
import { cacheUntilRefresh, etagOf, quantised } from '../caching.js';
import type { NewsSources } from './sources.js';

interface Known {
  directory: CatalogDirectory;
  state: string;
  forms: CompressedForms;
  etag: string;
}

const encoder = new TextEncoder();

/**
 * A handler that answers with `table` as of the minute. `alsoAt` names the state of whatever else
 * the table shows.
 */
export function tableHandler(
  { catalog, media, clock, version }: NewsSources,
  table: (nowMs: number) => unknown,
  alsoAt: () => number = () => 0,
): () => Promise<Reply> {
  let known: Known | null = null;
  return async () => {
    const nowMs = quantised(clock.nowMs());
    while (media.settle(nowMs)) await frontsTurn();
    const { directory } = catalog;
    const state = `${media.generation} ${nowMs} ${alsoAt()}`;
    if (known?.directory !== directory || known.state !== state) {
      const text = JSON.stringify(table(nowMs));
      const forms = createCompressedForms(encoder.encode(text));
      known = { directory, state, forms, etag: etagOf(version, text) };
    }
    return {
      status: 200,
      body: known.forms.identity,
      cacheControl: cacheUntilRefresh(clock.nowMs()),
      etag: known.etag,
      compressible: known.forms,
    };
  };
}
