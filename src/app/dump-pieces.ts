/**
 * Pieces of the dumps of both services, for commands, from the indices of this process.
 */

import type { Clock } from '../kernel/clock.js';
import { TagwireError } from '../kernel/errors.js';
import { CatalogHistory } from '../news/catalog/history.js';
import { blogDumps } from '../serve/api/blog/dumps.js';
import { createArticleLookup } from '../serve/api/news/articles/article-lookup.js';
import { newsDumps } from '../serve/api/news/dumps.js';
import { DUMP_KINDS } from '../serve/dumps/dump-kinds.js';
import type { DumpPiece, DumpRequest } from '../serve/dumps/dump-source.js';
import type { Pipeline } from './pipeline.js';

/** How a piece is read. @throws TagwireError INPUT_INVALID for a kind that there is not. */
export function dumpPieces(
  pipeline: Pipeline,
  clock: Clock,
): (request: DumpRequest) => Promise<DumpPiece> {
  const { indices } = pipeline;
  const history = new CatalogHistory(indices.catalog, (name) => pipeline.cold('catalog', name));
  const shared = {
    ...indices,
    clock,
    cold: (index: string, name: string) => pipeline.cold(index, name),
  };
  const articles = createArticleLookup(history, clock, (id) => pipeline.item('news', id));
  const sources = {
    news: newsDumps({ ...shared, ask: pipeline.ask.news, history, articles }),
    blog: blogDumps({ ...shared, ask: pipeline.ask.blogs }),
  };
  return async ({ service, kind, fromMs, untilMs, after }) => {
    if (!Object.hasOwn(DUMP_KINDS, service) || !Object.hasOwn(DUMP_KINDS[service], kind)) {
      throw new TagwireError('INPUT_INVALID', `there is no dump ${service}/${kind}`);
    }
    return sources[service].piece(kind, { fromMs, untilMs }, after);
  };
}
