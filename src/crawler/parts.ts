/**
 * What every part of the crawler is given: the outside world, as interfaces.
 */
import type {
  DocumentFault,
  ExtractResults,
  ExtractTaskName,
  ExtractTaskOf,
} from '../documents/documents.js';
import type { Clock } from '../kernel/clock.js';
import type { Logger } from '../kernel/logger.js';
import type { BlogRecord, MediaRecord } from '../kernel/model/records.js';
import type { Fetcher } from './fetch/outcome.js';
import type { IconFolder } from './icon-folder.js';
import type { IngestRecord } from './records/article-records.js';
import type { CrawlStore } from './state/crawl-store.js';

/** What became of records that were sent. Rejects are told by the place of the record in the list. */
export interface SendSummary {
  rejects: { index: number; reason: string }[];
}

/** Something registered in the store. */
export interface RegisteredItem {
  record: MediaRecord | BlogRecord;
  hidden: boolean;
}

/** The log, as the crawler sees it. */
export interface RecordSink {
  /**
   * Makes records durable and searchable.
   * @throws whatever hinders that; the crawler then keeps what it has and tries again.
   */
  send(records: readonly IngestRecord[]): Promise<SendSummary>;
  /** Everything registered of a kind. */
  registered(kind: 'media' | 'blog'): Promise<RegisteredItem[]>;
}

export interface CrawlParts {
  clock: Clock;
  logger: Logger;
  store: CrawlStore;
  fetcher: Fetcher;
  extractor: Extractor;
  sink: RecordSink;
  icons: IconFolder;
  /** Where hubs reach us, without a final slash; null where WebSub is not configured. */
  callbackUrl: string | null;
}

/** What the crawler asks of the extraction workers. `app` gives it one that runs in a pool. */
export interface Extractor {
  /** Reads a document within limits of time and memory. Never rejects while the pool is open. */
  extract<N extends ExtractTaskName>(
    task: ExtractTaskOf<N>,
  ): Promise<ExtractResults[N] | DocumentFault>;
}
