/**
 * One visit of a source's icon: the icon is fetched, converted to PNG, stored in the folder that the services
 * read, and named in the record of its media or blog.
 *
 * Invariants: a file is stored before a record names it. When an icon cannot be fetched, the known icon stays.
 * An icon that the source no longer names is removed from its record.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/clock.js';
import { iconHashOf } from '../kernel/model/icon.js';
import type { FetchReason } from './fetch/outcome.js';
import type { IconFolder } from './icon-folder.js';
import type { CrawlParts } from './parts.js';
import type { IngestRecord } from './records/article-records.js';
import type { Source } from './source.js';
import { requestOf } from './sources/read-manner.js';
import type { IconState } from './state/channel-state.js';

/** Icons change rarely, with a site's design. */
const FRESH_MS = 7 * DAY_MS;
const RETRY_MS = HOUR_MS;
/** Failures without a request: the crawler is closing, or too many requests wait for the host. */
const UNSENT_MS = MINUTE_MS;
const UNSENT: ReadonlySet<FetchReason> = new Set(['aborted', 'busy']);
/** Doublings of the time between attempts, up to a week. */
const DOUBLINGS_MAX = 7;

/** When a source's icon is due; infinity where the source has none and had none. */
export function iconDueMs({ entry, state }: Source, icons: IconFolder): number {
  const url = iconUrlOf(entry);
  const known = state.icon ?? null;
  if (url === null) return known === null ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  if (known === null || known.url !== url) return Number.NEGATIVE_INFINITY;
  const isLost = known.hash !== null && known.failures === 0 && !icons.has(known.hash);
  return isLost ? Number.NEGATIVE_INFINITY : known.dueMs;
}

/** Visits the icon. @throws what the sink throws. @returns the former icon, which the source no longer names. */
export async function visitIcon(parts: CrawlParts, source: Source): Promise<string | null> {
  const { entry, state } = source;
  const url = iconUrlOf(entry);
  const before = state.icon ?? null;
  const previous = before?.hash ?? null;
  const now = url === null ? null : await lookedAt(parts, source, url, before);
  const hash = now?.hash ?? null;
  if (hash !== previous) await parts.sink.send([recordOf(source, hash)]);
  state.icon = now;
  source.save();
  return previous !== null && previous !== hash ? previous : null;
}

async function lookedAt(
  { fetcher, extractor, icons, clock, logger }: CrawlParts,
  { entry, key }: Source,
  url: string,
  before: IconState | null,
): Promise<IconState> {
  const nowMs = clock.nowMs();
  const known: IconState =
    before?.url === url ? before : { ...NOTHING, hash: before?.hash ?? null, url, dueMs: nowMs };
  const isThere = known.hash !== null && icons.has(known.hash);
  const { etag, lastModified } = isThere ? known : NOTHING;
  const outcome = await fetcher.fetch({
    ...{ url, purpose: 'icon', ...requestOf(entry), etag, lastModified },
  });
  if (outcome.kind === 'unchanged') return { ...known, failures: 0, dueMs: nowMs + FRESH_MS };
  if (outcome.kind === 'failed' && UNSENT.has(outcome.reason)) {
    return { ...known, failures: known.failures + 1, dueMs: nowMs + UNSENT_MS };
  }
  const document =
    outcome.kind === 'ok'
      ? await extractor.extract({
          ...{ task: 'icon', bytes: outcome.bytes, contentType: outcome.contentType, url },
          zoneOffsetMs: 0,
        })
      : outcome;
  if (document.kind !== 'icon') {
    logger.debug({ source: key, url, reason: document.message }, 'an icon cannot be had');
    const waitMs = Math.min(RETRY_MS * 2 ** Math.min(known.failures, DOUBLINGS_MAX), FRESH_MS);
    return { ...known, failures: known.failures + 1, dueMs: nowMs + waitMs };
  }
  const hash = iconHashOf(document.png);
  icons.put(hash, document.png);
  const validators = outcome.kind === 'ok' ? outcome : NOTHING;
  return {
    ...{ url, hash, failures: 0, dueMs: nowMs + FRESH_MS },
    ...{ etag: validators.etag, lastModified: validators.lastModified },
  };
}

const NOTHING = { etag: null, lastModified: null, failures: 0 } as const;

function iconUrlOf(entry: Source['entry']): string | null {
  return entry.kind === 'media' ? entry.icon : entry.iconUrl;
}

function recordOf({ entry }: Source, iconHash: string | null): IngestRecord {
  if (entry.kind === 'media') {
    return { kind: 'media', media: entry.key, title: entry.title, iconHash };
  }
  const { key: slug, name, sourceUrl } = entry;
  return { kind: 'blog', slug, name, sourceUrl, iconHash };
}
