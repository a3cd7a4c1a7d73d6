/** The thread of the crawler; documents are read on other threads (extract.ts). */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXTRACT_POOL } from '../src/crawler/pool-extractor.js';
import { createCrawlService } from '../src/crawler/service.js';
import { WorkPool } from '../src/engine/actor/work-pool.js';
import { takeRank } from '../src/kernel/runtime/thread-priority.js';

const filename = join(dirname(fileURLToPath(import.meta.url)), 'extract.js');

takeRank('derived');

export default createCrawlService(
  (threads) => new WorkPool({ filename, threads, ...EXTRACT_POOL }),
);
