/**
 * What a batch knows of the items that its candidates refer to.
 */
import type { LogRecord } from '../model/records.js';
import type { Database } from '../store/database.js';
import type { Batch } from './batch.js';

/** An item as the store, or the batch before this candidate, knows it. */
export interface KnownItem {
  id: number;
  sequence: number;
  erased: boolean;
  /** Null when it was purged. */
  record: LogRecord | null;
  payloadHash: bigint;
}

/** Items by the name of their identity. */
export type KnownItems = Map<string, KnownItem>;

/** What a candidate is admitted to. */
export interface Admission {
  batch: Batch;
  database: Database;
  known: KnownItems;
  /** Items that the candidates so far have changed. */
  changed: KnownItems;
}
