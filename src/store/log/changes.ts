/**
 * The log read as changes: items that were shown, changed or removed after a place, in log order.
 *
 * An item has one change, at the last entry that changed its shown fields:
 *
 *   last change of an item = the latest of  its newest record
 *                                           its newest mask
 *                                           the newest entry that changed all items of its owner
 *
 * The owner's entry is a mask of the media or blog, or a record of it that changes shown fields of
 * its items. So a reader at a place knows all decisions up to the place, for every item.
 * Not here: look-ups of last changes (last-changes.ts), fields of items, and whether an item is
 * visible now (the indices' readers).
 */
import { assert } from '../../kernel/errors.js';
import type { MaskRecord } from '../../kernel/model/records.js';
import { decodeItemHead, decodeRecord, type ItemHead, kindOf } from '../../kernel/model/wire.js';
import type { Database } from '../database.js';
import { atPlaces, chainAt, missing, soundFrame, soundPayload } from './entries.js';
import { CHAIN_START, chainOf } from './frame.js';
import { entryKey } from './keys.js';
import {
  ChangeOwners,
  hasMasks,
  maskPlace,
  maskPlaces,
  type Owner,
  type OwnerKind,
  ownedPlace,
  ownerPlace,
  recordPlaces,
} from './last-changes.js';

/** Entries and items of an owner in one call: some milliseconds of the log's thread. */
const ENTRIES_MAX = 2048;
const OWNED_MAX = 1024;
/** Bits of a chain hash in a place: as many as the number in a cursor can hold. */
const CHAIN_BITS = 45n;

export type ChangedKind = 'news' | 'post';

/**
 * All changes up to `sequence` were read. The entry after it may be of an owner: with `id` 0
 * nothing of it was read, otherwise the owner itself and its items below `id`.
 */
export interface ChangePlace {
  sequence: number;
  id: number;
  /** Part of the chain hash at `sequence`: in another store other entries may have this number. */
  chain: number;
}

export interface ChangesRequest {
  kind: ChangedKind;
  /** A null chain is not compared: the caller begins there. */
  after: Omit<ChangePlace, 'chain'> & { chain: number | null };
  untilSequence: number;
  countMax: number;
}

/** The changes. An owner has id 0, and its code in `owners`. */
export interface ChangesPart {
  /** False when the log was never at the place, or had another entry there. */
  isKnown: boolean;
  ids: Float64Array;
  sortMs: Float64Array;
  owners: string[];
  next: ChangePlace;
}

/** An entry that may be the last change of an item or owner. */
type Candidate =
  | { what: 'item'; sequence: number; item: ItemHead }
  | { what: 'item mask'; sequence: number; record: MaskRecord }
  | { what: 'owner'; sequence: number; code: string; erased: boolean };

export class Changes {
  readonly #database: Database;
  readonly #columns = { news: new ChangeOwners('news'), post: new ChangeOwners('post') };
  /** The last entry that changed all items of an owner, as of a head. */
  readonly #ownedPlaces = new Map<string, number>();
  #asOf = -1;
  /** Whether any item was ever masked, as of the same head; null when unknown. */
  #hasMasks: boolean | null = null;
  /** The end of the last call, where the next call usually begins. */
  #lastChain = { sequence: 0, chain: CHAIN_START };

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Changes after a place, a bounded part. `head`: the acknowledged head.
   * @throws TagwireError STORE_DAMAGED when an entry is missing or unreadable.
   */
  async read(
    { kind, after, untilSequence, countMax }: ChangesRequest,
    head: { sequence: number; nextIds: { news: number; post: number } },
  ): Promise<ChangesPart> {
    const until = Math.min(untilSequence, head.sequence);
    if (this.#asOf !== head.sequence) {
      this.#ownedPlaces.clear();
      this.#hasMasks = null;
    }
    this.#asOf = head.sequence;
    this.#hasMasks ??= await hasMasks(this.#database);
    const found = new Found();
    const chain = after.sequence > head.sequence ? null : await this.#chainAt(after.sequence);
    if (chain === null || (after.chain !== null && after.chain !== chain)) {
      return found.part(false, { ...after, chain: 0 });
    }
    const walk = new Walk(kind, this.#database, found, {
      ownedPlace: (code) => this.#ownedPlace(kind, code),
      hasMasks: this.#hasMasks,
      column: this.#columns[kind],
      lastId: head.nextIds[kind] - 1,
    });
    const { sequence, id } = await walk.run(after, until, countMax);
    const walked = walk.chainAt(sequence);
    if (walked !== null) this.#lastChain = { sequence, chain: walked };
    return found.part(true, { sequence, id, chain: await this.#chainAt(sequence) });
  }

  async #chainAt(sequence: number): Promise<number> {
    const last = this.#lastChain;
    const chain = last.sequence === sequence ? last.chain : await chainAt(this.#database, sequence);
    return Number(BigInt.asUintN(Number(CHAIN_BITS), chain));
  }

  /** The newest entry that changed all items of an owner; 0 for none. */
  async #ownedPlace(kind: ChangedKind, code: string): Promise<number> {
    const ownerKind = kind === 'news' ? 'media' : 'blog';
    const name = `${ownerKind} ${code}`;
    let place = this.#ownedPlaces.get(name);
    if (place === undefined) {
      place = await ownedPlace(this.#database, ownerKind, code);
      this.#ownedPlaces.set(name, place);
    }
    return place;
  }
}

/** Collects references. */
class Found {
  readonly #ids: number[] = [];
  readonly #sortMs: number[] = [];
  readonly #owners: string[] = [];

  get count(): number {
    return this.#ids.length;
  }

  add(id: number, sortMs: number): void {
    assert(id > 0, 'items have ids from 1 on');
    this.#ids.push(id);
    this.#sortMs.push(sortMs);
  }

  addOwner(code: string): void {
    this.#ids.push(0);
    this.#sortMs.push(0);
    this.#owners.push(code);
  }

  part(isKnown: boolean, next: ChangePlace): ChangesPart {
    // The constructor copies a list many times as fast as `from`.
    const [ids, sortMs] = [new Float64Array(this.#ids), new Float64Array(this.#sortMs)];
    return { isKnown, ids, sortMs, owners: this.#owners, next };
  }
}

interface Owners {
  ownedPlace(code: string): Promise<number>;
  hasMasks: boolean;
  column: ChangeOwners;
  lastId: number;
}

class Walk {
  readonly #kind: ChangedKind;
  readonly #ownerKind: OwnerKind;
  readonly #database: Database;
  readonly #found: Found;
  readonly #owners: Owners;
  /** Entries that were read, as values of the database. */
  #firstSequence = 0;
  #values: Buffer[] = [];

  constructor(kind: ChangedKind, database: Database, found: Found, owners: Owners) {
    this.#kind = kind;
    this.#ownerKind = kind === 'news' ? 'media' : 'blog';
    this.#database = database;
    this.#found = found;
    this.#owners = owners;
  }

  /** Reads entries; returns the place of the end. */
  async run(
    { sequence, id }: Pick<ChangePlace, 'sequence' | 'id'>,
    until: number,
    countMax: number,
  ): Promise<{ sequence: number; id: number }> {
    const last = Math.min(until, sequence + Math.min(ENTRIES_MAX, countMax));
    if (last <= sequence) return { sequence, id };
    const candidates = await this.#candidates(sequence + 1, last);
    const [newest, masked] = await this.#lookUp(candidates);
    const ownedPlaces = await this.#ownedPlaces(candidates);
    for (const [at, candidate] of candidates.entries()) {
      if (candidate.what === 'item') {
        const { item } = candidate;
        const isLast = newest[at] === candidate.sequence && masked[at]! < candidate.sequence;
        if (isLast && ownedPlaces.get(item.owner)! < candidate.sequence) {
          this.#found.add(item.id, item.sortMs);
        }
      } else if (candidate.what === 'item mask') {
        await this.#itemMask(candidate);
      } else {
        const from = candidate.sequence === sequence + 1 ? id : 0;
        const rest = await this.#owner(candidate, from, countMax);
        if (rest !== null) return { sequence: candidate.sequence - 1, id: rest };
      }
      if (this.#found.count >= countMax) return { sequence: candidate.sequence, id: 0 };
    }
    return { sequence: last, id: 0 };
  }

  /** Chain hash at an entry that was read; null for any other. */
  chainAt(sequence: number): bigint | null {
    const value = this.#values[sequence - this.#firstSequence];
    return value === undefined ? null : chainOf(value);
  }

  /** For each owner of items, the newest entry that changed all of them, looked up once. */
  async #ownedPlaces(candidates: readonly Candidate[]): Promise<Map<string, number>> {
    const places = new Map<string, number>();
    for (const candidate of candidates) {
      if (candidate.what !== 'item' || places.has(candidate.item.owner)) continue;
      const { owner } = candidate.item;
      places.set(owner, await this.#owners.ownedPlace(owner));
    }
    return places;
  }

  async #candidates(from: number, until: number): Promise<Candidate[]> {
    const candidates: Candidate[] = [];
    this.#firstSequence = from;
    const range = { gte: entryKey(from), lt: entryKey(until + 1) };
    for await (const batch of this.#database.batches(range)) {
      for (const [key, value] of batch) {
        const sequence = key.readUIntBE(1, 6);
        if (sequence !== from + this.#values.length) throw missing(from + this.#values.length);
        const payload = soundPayload(value, sequence);
        this.#values.push(value);
        if (payload === null) continue;
        const candidate = this.#candidateOf(sequence, payload);
        if (candidate !== null) candidates.push(candidate);
      }
    }
    return candidates;
  }

  #candidateOf(sequence: number, payload: Buffer): Candidate | null {
    const kind = kindOf(payload, 0);
    if (kind === this.#kind) {
      return { what: 'item', sequence, item: decodeItemHead(payload, this.#kind) };
    }
    if (kind === this.#ownerKind) {
      const owner = decodeRecord(payload) as Owner;
      const code = owner.kind === 'media' ? owner.media : owner.slug;
      return { what: 'owner', sequence, code, erased: false };
    }
    if (kind !== 'hide' && kind !== 'show' && kind !== 'erase') return null;
    const record = decodeRecord(payload) as MaskRecord;
    if (record.target === this.#kind) return { what: 'item mask', sequence, record };
    if (record.target !== this.#ownerKind) return null;
    return { what: 'owner', sequence, code: record.key, erased: kind === 'erase' };
  }

  /** For each item, the newest record and the newest mask; 0 for none, and for other candidates. */
  async #lookUp(candidates: readonly Candidate[]): Promise<[number[], number[]]> {
    const items = candidates.map((one) => (one.what === 'item' ? one.item : null));
    const newest = await atPlaces(items, (wanted) => {
      const ids = wanted.map(({ id }) => id);
      return recordPlaces(this.#database, this.#kind, ids);
    });
    const masked = await atPlaces(items, (wanted) => this.#maskPlaces(wanted));
    return [newest.map((place) => place ?? 0), masked.map((place) => place ?? 0)];
  }

  /** Newest masks of items. Most stores have none, which is checked once. */
  async #maskPlaces(items: readonly ItemHead[]): Promise<number[]> {
    if (!this.#owners.hasMasks || items.length === 0) return items.map(() => 0);
    const names = items.map(({ url }) => `${this.#kind} ${url}`);
    return maskPlaces(this.#database, names);
  }

  async #itemMask({ sequence, record }: Candidate & { what: 'item mask' }): Promise<void> {
    const { id, sortMs, key } = record;
    if (id === null) return;
    if ((await maskPlace(this.#database, `${this.#kind} ${key}`)) !== sequence) return;
    const [newest] = await recordPlaces(this.#database, this.#kind, [id]);
    if (newest! > sequence) return;
    const item = await this.#itemAt(newest!);
    if (item !== null && (await this.#owners.ownedPlace(item.owner)) > sequence) return;
    this.#found.add(id, item?.sortMs ?? sortMs ?? 0);
  }

  /** Adds an owner and its items from an id on; returns the next id, or null at the end. */
  async #owner(
    { sequence, code, erased }: Candidate & { what: 'owner' },
    fromId: number,
    countMax: number,
  ): Promise<number | null> {
    if (fromId === 0 && (await ownerPlace(this.#database, this.#ownerKind, code)) === sequence) {
      this.#found.addOwner(code);
    }
    if ((await this.#owners.ownedPlace(code)) !== sequence) return null;
    const { column, lastId } = this.#owners;
    await column.fill(this.#database, lastId);
    const itemsLeft = Math.min(OWNED_MAX, countMax - this.#found.count);
    const firstId = Math.max(1, fromId);
    if (itemsLeft <= 0) return firstId;
    const ids = column.idsOf(code, firstId, itemsLeft, erased);
    const newest = await recordPlaces(this.#database, this.#kind, ids);
    const items = await Promise.all(newest.map((place) => this.#itemAt(place)));
    const masks = await atPlaces(items, (living) => this.#maskPlaces(living));
    ids.forEach((id, place) => {
      const item = items[place] ?? null;
      const isOurs = item === null ? erased : item.owner === code;
      const isLast = newest[place]! < sequence && (masks[place] ?? 0) < sequence;
      if (isOurs && isLast) this.#found.add(id, item?.sortMs ?? 0);
    });
    return ids.length < itemsLeft ? null : ids.at(-1)! + 1;
  }

  async #itemAt(sequence: number): Promise<ItemHead | null> {
    if (sequence === 0) return null;
    const frame = soundFrame(await this.#database.get(entryKey(sequence)), sequence);
    return frame.purged ? null : decodeItemHead(frame.payload, this.#kind);
  }
}
