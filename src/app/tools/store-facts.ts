/** What a store holds, for the first line of a server's log. */
import { resolve } from 'node:path';
import { diskUsage } from '../metrics/disk-usage.js';
import type { Pipeline } from '../pipeline.js';

export async function storeFacts(data: string, pipeline: Pipeline) {
  const { bytes } = await diskUsage(data);
  const { catalog, directory } = pipeline.indices;
  const { articles, articlesOnDisk } = catalog.figures;
  const { blogs = 0, posts = 0 } = directory.figures;
  return {
    data: resolve(data),
    entries: pipeline.headSequence,
    articles: articles + articlesOnDisk,
    ...{ blogs, posts, storeBytes: bytes },
  };
}
