/** Extraction in threads of its own, so that a page that needs too much time or memory affects only itself. */
import type {
  DocumentFault,
  ExtractResults,
  ExtractTaskName,
  ExtractTaskOf,
} from '../documents/documents.js';
import { faultOf } from '../documents/fault.js';
import { messageOf } from '../kernel/errors.js';
import { CRAWL } from '../kernel/limits.js';
import type { Extractor } from './parts.js';

/** Limits of the extraction threads. */
export const EXTRACT_POOL = {
  waitingMax: CRAWL.extractWaitingMax,
  taskMsMax: CRAWL.extractMsMax,
  heapMb: CRAWL.extractHeapMb,
} as const;

/** The methods of a pool of threads that are used (actor/work-pool.ts). */
export interface TaskPool {
  run<T>(
    task: object,
  ): Promise<
    | { kind: 'done'; value: T }
    | { kind: 'timeout' }
    | { kind: 'memory' }
    | { kind: 'failed'; message: string }
  >;
}

export class PoolExtractor implements Extractor {
  readonly #pool: TaskPool;

  constructor(pool: TaskPool) {
    this.#pool = pool;
  }

  async extract<N extends ExtractTaskName>(
    task: ExtractTaskOf<N>,
  ): Promise<ExtractResults[N] | DocumentFault> {
    try {
      const outcome = await this.#pool.run<ExtractResults[N] | DocumentFault>(task);
      if (outcome.kind === 'done') return outcome.value;
      const { url } = task;
      if (outcome.kind === 'timeout') {
        return faultOf('timeout', `${url}: not read within ${CRAWL.extractMsMax / 1000} seconds`);
      }
      if (outcome.kind === 'memory') {
        return faultOf('memory', `${url}: needs more than ${CRAWL.extractHeapMb} MB to be read`);
      }
      return faultOf('broken', `${url}: ${outcome.message}`);
    } catch (error) {
      return faultOf('timeout', `${task.url}: ${messageOf(error)}`);
    }
  }
}
