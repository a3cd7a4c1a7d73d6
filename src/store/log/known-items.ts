/**
 * The items that lines of a request refer to, as stored, or as the request has changed them since.
 *
 * Invariant: a later change wins over a look-up, whenever that began. So the next lines may be
 * looked up while the current ones are admitted, and while the batch before is being written.
 */
import type { LogRecord } from '../../kernel/model/records.js';
import { decodeRecord } from '../../kernel/model/wire.js';
import type { Database } from '../database.js';
import type { Batch, Packed } from './batch.js';
import { framesAt } from './entries.js';
import { decodeIdentity, type Identity } from './keys.js';
import type { ValidLine } from './lines.js';
import type { Registered } from './registry.js';
import type { TaggingLink } from './tagging-link.js';

/** An item in the store, or admitted before. */
export interface AdmittedItem extends Packed {
  id: number;
  sequence: number;
  /** The sequence of the item's record before that one; 0 for the first. */
  previous: number;
  erased: boolean;
}

/** The state for the admission of a candidate. */
export interface AdmissionView {
  batch: Batch;
  database: Database;
  known: KnownItems;
  registered: Registered;
  tagging: TaggingLink;
  /** Waits until an entry is in the store; commits its batch if necessary. */
  settle: (sequence: number) => Promise<void>;
}

/** The newest record of an item; null when there is none. */
export function recordOf(item: AdmittedItem | null): LogRecord | null {
  return item === null || item.payload === null ? null : decodeRecord(item.payload);
}

export class KnownItems {
  readonly #database: Database;
  readonly #items = new Map<string, AdmittedItem>();
  readonly #before: ReadonlyMap<string, AdmittedItem> | null;

  /** `before`: items of the request whose batch may not be in the store yet. */
  constructor(database: Database, before: KnownItems | null) {
    this.#database = database;
    this.#before = before === null ? null : before.#items;
  }

  /** The item, after a look-up; null when there is none. */
  find(identity: Identity | null): AdmittedItem | null {
    return identity === null ? null : (this.#items.get(identity.name) ?? null);
  }

  /** Notes the new state of an item. */
  set(name: string, item: AdmittedItem): void {
    this.#items.set(name, item);
  }

  /**
   * Looks up all items that the candidates refer to, in two rounds of reading.
   * @throws TagwireError STORE_DAMAGED when an item's newest record is missing or unsound.
   */
  async look(candidates: readonly ValidLine[]): Promise<void> {
    const wanted = new Map<string, Buffer>();
    for (const { own, referred } of candidates) {
      this.#want(own, wanted);
      if (referred !== null) this.#want(referred, wanted);
    }
    const names = [...wanted.keys()];
    const values = await this.#database.getMany([...wanted.values()]);
    const hits: { name: string; id: number; sequence: number; erased: boolean }[] = [];
    values.forEach((value, at) => {
      if (value !== undefined) hits.push({ name: names[at]!, ...decodeIdentity(value) });
    });
    const sequences = hits.map(({ sequence }) => sequence);
    const frames = await framesAt(this.#database, sequences);
    hits.forEach(({ name, id, sequence, erased }, at) => {
      // Changed since the look-up began.
      if (this.#items.has(name)) return;
      const { previous, payloadHash, purged, payload: whole } = frames[at]!;
      const payload = purged ? null : whole;
      this.#items.set(name, { id, sequence, previous, erased, payload, payloadHash });
    });
  }

  #want({ name, key }: Identity, wanted: Map<string, Buffer>): void {
    if (this.#items.has(name)) return;
    const item = this.#before?.get(name);
    if (item === undefined) wanted.set(name, key);
    else this.#items.set(name, item);
  }
}
