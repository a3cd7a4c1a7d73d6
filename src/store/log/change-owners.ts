/**
 * Who owns what, for changes of a media or a blog that change all of its items at once.
 *
 * The column is filled when such a change is first told, by reading the newest record of every item, and
 * continued from there. Four bytes an item; nothing is in memory before.
 */
import { getOrInsert } from '../../kernel/get-or-insert.js';
import { decodeRecord } from '../../kernel/model/wire.js';
import type { Database } from '../database.js';
import { soundFrame } from './entries.js';
import { ownerOf } from './erasure.js';
import { entryKey, itemKey } from './keys.js';

/** Items read at once: the log's thread has other work in between. */
const FILL_ITEMS = 512;
/** The owner of what was erased is not known any more. */
const ERASED = 0xffff_ffff;
const INITIAL_CAPACITY = 4096;

export class ChangeOwners {
  readonly #kind: 'news' | 'post';
  readonly #numbers = new Map<string, number>();
  #column = new Uint32Array(INITIAL_CAPACITY);
  #filledTo = 0;

  constructor(kind: 'news' | 'post') {
    this.#kind = kind;
  }

  /** Reads on until every item up to an id is known. */
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
      const values = await database.getMany(sequences.map(entryKey));
      values.forEach((value, at) => {
        const frame = soundFrame(value, sequences[at]!);
        this.#set(ids[at]!, frame.purged ? ERASED : this.#numberOf(frame.payload));
      });
      this.#filledTo = ids.length < FILL_ITEMS ? lastId : ids.at(-1)!;
    }
  }

  /**
   * Ids from one on that may belong to an owner, at most `countMax`. With `erased`, those whose owner is
   * forgotten too.
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
