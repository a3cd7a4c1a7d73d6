/**
 * Look-ups in the store of the last entry that changed an item, its owner, or a mask.
 *
 * Invariant: a place is the number of an entry, or 0 for none. The look-ups have no cache.
 * Not here: which of the entries is the last change of an item (changes.ts).
 */

import { getOrInsert } from '../../kernel/collections.js';
import type { BlogRecord, MediaRecord, RecordKind } from '../../kernel/model/records.js';
import { decodeRecord } from '../../kernel/model/wire.js';
import type { Database } from '../database.js';
import { framesAt, soundFrame } from './entries.js';
import { ownerOf } from './erasure.js';
import { decodeIdentity, entryKey, identityKey, itemKey } from './keys.js';

export type OwnerKind = 'media' | 'blog';
export type Owner = MediaRecord | BlogRecord;

/** Places of the newest records of items. */
export async function recordPlaces(
  database: Database,
  kind: 'news' | 'post',
  ids: readonly number[],
): Promise<number[]> {
  const pointers = await database.getMany(ids.map((id) => itemKey(kind, id)));
  return pointers.map((pointer) => pointer?.readUIntBE(0, 6) ?? 0);
}

/** Place of the newest mask of an item or an owner, whose name includes the kind. */
export function maskPlace(database: Database, name: string): Promise<number> {
  return identityPlace(database, 'hide', name);
}

export async function maskPlaces(database: Database, names: readonly string[]): Promise<number[]> {
  const values = await database.getMany(names.map((name) => identityKey('hide', name)));
  return values.map(placeOf);
}

/** Whether any mask exists. */
export async function hasMasks(database: Database): Promise<boolean> {
  const first = identityKey('hide', '');
  const past = Buffer.from(first);
  // Long identities are stored as hashes, whose keys begin with another byte.
  const hashed = Buffer.of(first[0]!, first[1]! | 0x80);
  past[1] = first[1]! + 1;
  const ranges = [
    { gte: first, lt: past, limit: 1 },
    { gte: hashed, lt: Buffer.of(hashed[0]!, hashed[1]! + 1), limit: 1 },
  ];
  for (const range of ranges) for await (const _ of database.keys(range)) return true;
  return false;
}

/** The last entry, mask or record, that changed an owner. */
export async function ownerPlace(database: Database, kind: OwnerKind, code: string) {
  const record = await identityPlace(database, kind, code);
  return Math.max(record, await maskPlace(database, `${kind} ${code}`));
}

/** The newest entry that changed all items of an owner. */
export async function ownedPlace(database: Database, kind: OwnerKind, code: string) {
  const mask = await maskPlace(database, `${kind} ${code}`);
  return Math.max(mask, await shownPlace(database, kind, code));
}

/** The newest record of an owner that changed a field that its items show. */
async function shownPlace(database: Database, kind: OwnerKind, code: string): Promise<number> {
  let sequence = await identityPlace(database, kind, code);
  let shown: string | null = null;
  for (let later = 0; sequence > 0; ) {
    const frame = soundFrame(await database.get(entryKey(sequence)), sequence);
    if (frame.purged) return 0;
    const now = shownOf(decodeRecord(frame.payload) as Owner);
    if (shown !== null && now !== shown) return later;
    shown = now;
    later = sequence;
    sequence = frame.previous;
  }
  return 0;
}

/** The fields of an owner that its items show, and whether the items are shown at all. */
function shownOf(owner: Owner): string {
  return owner.kind === 'media'
    ? JSON.stringify([owner.title, owner.camp])
    : JSON.stringify([owner.name, owner.verified]);
}

async function identityPlace(database: Database, kind: RecordKind, identity: string) {
  return placeOf(await database.get(identityKey(kind, identity)));
}

function placeOf(value: Buffer | undefined): number {
  return value === undefined ? 0 : decodeIdentity(value).sequence;
}

/** Items read at once, so that the log's thread can do other work in between. */
const FILL_ITEMS = 512;
/** The owner of an erased item is unknown. */
const ERASED = 0xffff_ffff;
const INITIAL_CAPACITY = 4096;

/**
 * The owners of items, for changes of a media or a blog that change all of its items at once.
 *
 * The column is filled at the first read of such a change, from the newest record of every item,
 * and extended later. It takes four bytes an item, and no memory before.
 */
export class ChangeOwners {
  readonly #kind: 'news' | 'post';
  readonly #numbers = new Map<string, number>();
  #column = new Uint32Array(INITIAL_CAPACITY);
  #filledTo = 0;

  constructor(kind: 'news' | 'post') {
    this.#kind = kind;
  }

  /** Reads until every item up to an id is known. */
  async fill(database: Database, lastId: number): Promise<void> {
    while (this.#filledTo < lastId) {
      const range = {
        gte: itemKey(this.#kind, this.#filledTo + 1),
        lt: itemKey(this.#kind, lastId + 1),
        limit: FILL_ITEMS,
      };
      const ids: number[] = [];
      const sequences: number[] = [];
      for await (const [key, pointer] of database.entries(range)) {
        ids.push(key.readUIntBE(2, 6));
        sequences.push(pointer.readUIntBE(0, 6));
      }
      const frames = await framesAt(database, sequences);
      frames.forEach((frame, at) => {
        this.#set(ids[at]!, frame.purged ? ERASED : this.#numberOf(frame.payload));
      });
      this.#filledTo = ids.length < FILL_ITEMS ? lastId : ids.at(-1)!;
    }
  }

  /**
   * Ids from one on that may belong to an owner, at most `countMax`; with `erased` also ids of
   * erased items, whose owner is unknown.
   */
  idsOf(owner: string, firstId: number, countMax: number, erased: boolean): number[] {
    const number = this.#numbers.get(owner);
    const ids: number[] = [];
    for (let id = firstId; id <= this.#filledTo && ids.length < countMax; id++) {
      const known = this.#column[id]!;
      if (known !== 0 && (known === number || (erased && known === ERASED))) ids.push(id);
    }
    return ids;
  }

  #numberOf(payload: Uint8Array): number {
    const owner = ownerOf(decodeRecord(payload)) ?? '';
    return getOrInsert(this.#numbers, owner, () => this.#numbers.size + 1);
  }

  #set(id: number, number: number): void {
    if (id >= this.#column.length) {
      const wider = new Uint32Array(2 * id);
      wider.set(this.#column);
      this.#column = wider;
    }
    this.#column[id] = number;
  }
}
