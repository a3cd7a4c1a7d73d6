/**
 * Lists registered media, or blogs with the unverified ones, page by page, for administrators of a
 * store. Public answers do not use it.
 */

import { REGISTRY } from '../../kernel/limits.js';
import type { BlogRecord, MediaRecord, RecordKind } from '../../kernel/model/records.js';
import { decodeRecord } from '../../kernel/model/wire.js';
import type { Database } from '../database.js';
import { atPlaces, framesAt, missing } from './entries.js';
import { decodeIdentity, identityKey } from './keys.js';

/** Records of one page, to bound the time of a call of the log. */
const PAGE_MAX = 500;

export type RegisteredKind = 'media' | 'blog';

/** A registered item, and whether it is masked. */
interface RegistryEntry {
  record: MediaRecord | BlogRecord;
  hidden: boolean;
}

export interface RegistryPage {
  items: RegistryEntry[];
  /** The identity after which to continue; null at the end. */
  next: string | null;
}

/**
 * Registered items by identity, after one; erased ones are left out.
 * @throws TagwireError STORE_DAMAGED when a record is missing or unsound.
 */
export async function readRegistry(
  database: Database,
  kind: RegisteredKind,
  after: string,
): Promise<RegistryPage> {
  // Codes and slugs are short and printable, so no identity is hashed in its key.
  const gte = Buffer.concat([identityKey(kind, after), Buffer.alloc(1)]);
  const lt = Buffer.concat([identityKey(kind, ''), Buffer.of(0xff)]);
  const found: { key: string; sequence: number; erased: boolean }[] = [];
  for await (const [key, value] of database.entries({ gte, lt, limit: PAGE_MAX })) {
    const { sequence, erased } = decodeIdentity(value);
    found.push({ key: key.toString('utf8', 2), sequence, erased });
  }
  const living = found.filter(({ erased }) => !erased);
  const records = await recordsAt(
    database,
    living.map(({ sequence }) => sequence),
  );
  const masks = await database.getMany(
    living.map(({ key }) => identityKey('hide', `${kind} ${key}`)),
  );
  const maskSequences = masks.map((mask) =>
    mask === undefined ? null : decodeIdentity(mask).sequence,
  );
  const maskRecords = await atPlaces(maskSequences, (there) => recordsAt(database, there));
  const items = records.map((record, at): RegistryEntry => {
    const hidden = maskRecords[at]?.kind === 'hide';
    return { record: record as RegistryEntry['record'], hidden };
  });
  return { items, next: found.length < PAGE_MAX ? null : found.at(-1)!.key };
}

async function recordsAt(database: Database, sequences: readonly number[]) {
  const frames = await framesAt(database, sequences);
  return frames.map((frame, at) => {
    if (frame.purged) throw missing(sequences[at]!);
    return decodeRecord(frame.payload);
  });
}

/**
 * Counts media and categories: all are in every answer that lists them, so ingest bounds the
 * number.
 *
 * Invariants: a registered item may always be updated; only new items beyond the limit are refused.
 * After a failed write the counts are read from the store again.
 */
const LIMITS = { media: REGISTRY.mediaMax, category: REGISTRY.categoriesMax } as const;
const NAMES = { media: 'media', category: 'categories' } as const;

type Limited = keyof typeof LIMITS;

export class Registered {
  #counts: Record<Limited, number> | null = null;

  /** Reads unknown counts from the store. */
  async count(database: Database): Promise<void> {
    if (this.#counts !== null) return;
    const media = await countOf(database, 'media');
    this.#counts = { media, category: await countOf(database, 'category') };
  }

  /** Forgets the counts, because noted items may not be in the store. */
  doubt(): void {
    this.#counts = null;
  }

  /** Why another item cannot be registered, or null. */
  refusalOf(kind: RecordKind): string | null {
    if (!isLimited(kind) || this.#counts === null || this.#counts[kind] < LIMITS[kind]) return null;
    const what = `${LIMITS[kind]} ${NAMES[kind]} are registered`;
    return `${kind}: ${what}, which is as many as a store takes; update or reuse one of them`;
  }

  add(kind: RecordKind): void {
    if (isLimited(kind) && this.#counts !== null) this.#counts[kind] += 1;
  }
}

function isLimited(kind: RecordKind): kind is Limited {
  return kind === 'media' || kind === 'category';
}

async function countOf(database: Database, kind: Limited): Promise<number> {
  const gte = identityKey(kind, '');
  const lt = Buffer.concat([gte, Buffer.of(0xff)]);
  let count = 0;
  for await (const _ of database.keys({ gte, lt, limit: LIMITS[kind] })) count += 1;
  return count;
}
