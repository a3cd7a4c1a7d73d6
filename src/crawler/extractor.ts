/**
 * What the crawler asks of the extraction workers. `app` gives it one that runs in a pool.
 */
import type {
  DocumentFault,
  ExtractResults,
  ExtractTaskName,
  ExtractTaskOf,
} from '../documents/documents.js';

export interface Extractor {
  /** Reads a document within limits of time and memory. Never rejects while the pool is open. */
  extract<N extends ExtractTaskName>(
    task: ExtractTaskOf<N>,
  ): Promise<ExtractResults[N] | DocumentFault>;
}
