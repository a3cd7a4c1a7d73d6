/**
 * How many media and categories are registered: each of them stands in every answer that lists them, so
 * their number is bounded where they come in.
 *
 * Invariants: what is registered may always be updated; only one more than the limit is refused. After
 * a write that failed the store is asked again.
 */
import { REGISTRY } from '../../kernel/limits.js';
import type { RecordKind } from '../../kernel/model/records.js';
import type { Database } from '../database.js';
import { identityKey } from './keys.js';

const LIMITS = { media: REGISTRY.mediaMax, category: REGISTRY.categoriesMax } as const;
const NAMES = { media: 'media', category: 'categories' } as const;

type Limited = keyof typeof LIMITS;

export class Registered {
  #counts: Record<Limited, number> | null = null;

  /** Asks the store where that is not known. */
  async count(database: Database): Promise<void> {
    if (this.#counts !== null) return;
    const media = await countOf(database, 'media');
    this.#counts = { media, category: await countOf(database, 'category') };
  }

  /** What was noted may not have come into the store. */
  doubt(): void {
    this.#counts = null;
  }

  /** Why one more cannot be registered, or null. */
  refusalOf(kind: RecordKind): string | null {
    if (!isLimited(kind) || this.#counts === null || this.#counts[kind] < LIMITS[kind]) return null;
    const what = `${LIMITS[kind]} ${NAMES[kind]} are registered`;
    return `${kind}: ${what}, which is as many as a store takes; update or reuse one of them`;
  }

  /** Notes a new item. */
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
