/** What a server is started with. */
import type { Clock } from '../kernel/clock.js';
import type { Config } from '../kernel/config.js';
import type { Logger } from '../kernel/logger.js';
import type { ClockChoice } from './clock-watch.js';
import type { IngestSink, Whereabouts } from './ingest/ingest-socket.js';
import type { SetSource } from './outlet-sets.js';
import type { ThreadSettings } from './paths.js';

export interface ServeOptions extends ClockChoice {
  config: Config;
  logger: Logger;
  /** How threads are made; for tests that break them. */
  threads?: ThreadSettings;
  /** Where sets of outlets are configured. */
  sets?: SetSource;
  /** Opens what must be there before anything is crawled; gives how to close it. */
  prepare?: (clock: Clock) => Promise<() => Promise<void>>;
  /** Fills the store while queries are answered, before the first tick and the crawler. */
  fill?: (sink: FillSink, addresses: Addresses) => Promise<void>;
}

/** Base addresses on this machine. */
export interface Addresses extends Whereabouts {
  newsUrl: string;
}

/** Where a server that begins may put what it begins with. */
export type FillSink = Pick<IngestSink, 'ingest' | 'advance'>;
