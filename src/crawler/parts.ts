/** The interfaces to the outside world that every part of the crawler gets. */
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

/** The result of sent records. `index` is the position of a refused record in the list. */
export interface SendSummary {
  rejects: { index: number; reason: string }[];
}

/** A registered media or blog of the store. */
export interface RegisteredItem {
  record: MediaRecord | BlogRecord;
  hidden: boolean;
}

/** The log, as the crawler sees it. */
export interface RecordSink {
  /**
   * Makes records durable and searchable.
   * @throws any failure; the crawler then keeps its state and tries again.
   */
  send(records: readonly IngestRecord[]): Promise<SendSummary>;
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
  /** The address at which hubs reach us, without a final slash; null where WebSub is not configured. */
  callbackUrl: string | null;
}

/** The extraction workers' interface. `app` provides an implementation with a pool of threads. */
export interface Extractor {
  /** Reads a document within limits of time and memory. Never rejects while the pool is open. */
  extract<N extends ExtractTaskName>(
    task: ExtractTaskOf<N>,
  ): Promise<ExtractResults[N] | DocumentFault>;
}
