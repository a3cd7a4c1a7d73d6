/**
 * The way from a command to a store that it verifies or repairs.
 */

import { DIRECTORY_READS_FROM, DIRECTORY_VERSION } from '../../blogs/directory/codec.js';
import { MENTIONS_READS_FROM, MENTIONS_VERSION } from '../../blogs/mentions/codec.js';
import { TOPICS_READS_FROM, TOPICS_VERSION } from '../../blogs/topics/codec.js';
import { systemClock } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import { CATALOG_READS_FROM, CATALOG_VERSION } from '../../news/catalog/codec.js';
import { EVENTS_READS_FROM, EVENTS_VERSION } from '../../news/events/codec.js';
import { MEDIA_READS_FROM, MEDIA_VERSION } from '../../news/media/codec.js';
import { PORTALS_READS_FROM, PORTALS_VERSION } from '../../news/portals/codec.js';
import { SIMILARITY_READS_FROM, SIMILARITY_VERSION } from '../../news/similarity/codec.js';
import { TAGS_READS_FROM, TAGS_VERSION } from '../../news/tags/codec.js';
import { readUndisturbed } from '../../store/backup/make-backup.js';
import { BackupSource } from '../../store/backup/source.js';
import { lockFolder, type Release } from '../../store/lock.js';
import { holdsStore } from '../../store/log/store-traces.js';
import { Repair } from '../../store/repair/repair.js';
import type { ReadFormats } from '../../store/repair/snapshot-check.js';
import { type Verified, verify } from '../../store/repair/verify.js';
import type { IndexName } from '../indices.js';
import { connectIngest } from '../ingest/ingest-socket.js';

export type { Plan, Repair } from '../../store/repair/repair.js';
export type { Finding, Report } from '../../store/repair/report.js';

/** A folder that cannot be written to is nobody's to lock. */
const UNWRITABLE = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT']);

/**
 * Verifies a data folder, through the server that holds it or without one.
 * @throws TagwireError INPUT_INVALID when there is no store, STORE_LOCKED while another command has it.
 */
export async function verifyFolder(data: string): Promise<Verified> {
  checkThere(data);
  const served = await verifyServed(data);
  if (served !== null) return served;
  let release: Release;
  try {
    release = lockOf(data);
  } catch (error) {
    // A server that was just starting opens its socket last.
    const late = await verifyServed(data);
    if (late === null) throw error;
    return late;
  }
  try {
    return await verify({ data, formats: INDEX_FORMATS, served: null });
  } finally {
    release();
  }
}

async function verifyServed(data: string): Promise<Verified | null> {
  const sink = await connectIngest(data);
  if (sink === null) return null;
  try {
    return await readUndisturbed(() => {
      const served = new BackupSource(data, (request) => sink.backup(request), true);
      return verify({ data, formats: INDEX_FORMATS, served });
    });
  } finally {
    await sink.close();
  }
}

function lockOf(data: string): Release {
  try {
    return lockFolder(data);
  } catch (error) {
    if (UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? '')) return () => undefined;
    throw error;
  }
}

/**
 * Does some work with the plan of a repair, while nobody else holds the folder.
 * @throws TagwireError STORE_LOCKED while a server runs on it.
 */
export async function withRepair<T>(
  data: string,
  backup: string | null,
  work: (repair: Repair) => Promise<T>,
): Promise<T> {
  checkThere(data);
  const release = lockFolder(data);
  try {
    const options = { data, formats: INDEX_FORMATS, backup, clock: systemClock };
    const repair = await Repair.plan(options);
    return await work(repair).finally(() => repair.close());
  } finally {
    release();
  }
}

function checkThere(data: string): void {
  if (holdsStore(data)) return;
  throw new TagwireError(
    'INPUT_INVALID',
    `there is no store in ${data}; give its folder as --data`,
  );
}

/**
 * The formats of every index's snapshots that this version reads, for commands that look at a store without
 * opening its indices.
 */
const VERSIONS: { readonly [N in IndexName]: readonly [number, number] } = {
  catalog: [CATALOG_READS_FROM, CATALOG_VERSION],
  media: [MEDIA_READS_FROM, MEDIA_VERSION],
  tags: [TAGS_READS_FROM, TAGS_VERSION],
  events: [EVENTS_READS_FROM, EVENTS_VERSION],
  portals: [PORTALS_READS_FROM, PORTALS_VERSION],
  similarity: [SIMILARITY_READS_FROM, SIMILARITY_VERSION],
  directory: [DIRECTORY_READS_FROM, DIRECTORY_VERSION],
  mentions: [MENTIONS_READS_FROM, MENTIONS_VERSION],
  topics: [TOPICS_READS_FROM, TOPICS_VERSION],
};

/** Indices that need bodies, as their writers say (`bodies`). */
const NEEDING_BODIES: ReadonlySet<string> = new Set(['similarity', 'directory', 'topics']);

export const INDEX_FORMATS: readonly ReadFormats[] = Object.entries(VERSIONS).map(
  ([actor, [readsFrom, version]]) => ({
    actor,
    readsFrom,
    version,
    needsBodies: NEEDING_BODIES.has(actor),
  }),
);
