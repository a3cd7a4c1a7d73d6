/** Options of a server. */
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
  /** Settings of threads; tests use them to break threads. */
  threads?: ThreadSettings;
  /** Where sets of outlets are configured. */
  sets?: SetSource;
  /** Opens resources that must exist before anything is crawled; returns the function that closes them. */
  prepare?: (clock: Clock) => Promise<() => Promise<void>>;
  /** Fills the store while queries are answered, before the first tick and the crawler. */
  fill?: (sink: FillSink, addresses: Addresses) => Promise<void>;
}

/** Base addresses on this machine. */
export interface Addresses extends Whereabouts {
  newsUrl: string;
}

/** The part of the store that fills a new server. */
export type FillSink = Pick<IngestSink, 'ingest' | 'advance'>;
