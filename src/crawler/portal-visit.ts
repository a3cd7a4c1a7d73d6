/**
 * Reads a media's portal: its lists of topics and features, and the stories of each.
 *
 * Portals are read hourly at minute 50, when the services judge them. A failed list leaves the known state
 * unchanged; the check says how each list went. The stories of a topic are listed on the topic's page, or
 * inside the entry of the list where the rule names no page.
 */
import type { PortalDocument, PortalStoryEntry } from '../documents/documents.js';
import { HOUR_MS, isoOf, localDateOf, MINUTE_MS } from '../kernel/clock.js';
import { CRAWL } from '../kernel/limits.js';
import type { CrawlParts } from './parts.js';
import type { IngestRecord } from './records/article-records.js';
import type { Source } from './source.js';
import type { MediaSource, PortalSource } from './sources/model.js';
import { readingOf, requestOf } from './sources/read-manner.js';

/** From the contract: portals are checked hourly at minute 50. */
const PORTAL_MINUTE_MS = 50 * MINUTE_MS;

/** Pages of topics that may time out before the visit stops, because the source does nothing else meanwhile. */
const TIMEOUTS_MAX = 3;

/** Failures without a request. */
const NO_TRIES: ReadonlySet<string> = new Set(['aborted', 'busy']);

type PortalItem = PortalDocument['items'][number];

/** The result of one list. */
interface ListReading {
  source: PortalSource;
  items: { item: PortalItem; page: number }[];
  pages: number;
  error: string | null;
  /** True when the crawler is closing, or too many requests wait for the host. */
  isBrokenOff: boolean;
}

/** When a portal that was read last at `lastMs` is due: at once, then at every minute 50. */
export function portalDueMs(lastMs: number | null): number {
  if (lastMs === null) return Number.NEGATIVE_INFINITY;
  const hourMs = Math.floor(lastMs / HOUR_MS) * HOUR_MS;
  const dueMs = hourMs + PORTAL_MINUTE_MS;
  return dueMs > lastMs ? dueMs : dueMs + HOUR_MS;
}

/**
 * Reads every list of a portal and sends the items. @throws what the sink throws.
 * @returns false where the visit was interrupted and must be repeated.
 */
export async function visitPortal(parts: CrawlParts, source: Source): Promise<boolean> {
  const entry = source.entry as MediaSource;
  const startMs = parts.clock.nowMs();
  const readings: ListReading[] = [];
  for (const one of entry.portal!.sources) readings.push(await readLists(parts, entry, one));
  if (readings.some(({ isBrokenOff }) => isBrokenOff)) return false;
  const records: IngestRecord[] = [];
  let visitsLeft: number = CRAWL.portalItemsMax;
  let timeoutsLeft = TIMEOUTS_MAX;
  const ids = new Set<string>();
  for (const { source: list, items } of readings) {
    for (const { item, page } of items) {
      if (ids.has(item.id)) continue;
      ids.add(item.id);
      const isVisited = list.rule.story !== undefined && item.stories.length === 0;
      let { stories }: { stories: readonly PortalStoryEntry[] | null } = item;
      if (isVisited) {
        const isAllowed = visitsLeft > 0 && timeoutsLeft > 0;
        const visit = isAllowed ? await readStories(parts, entry, list, item) : null;
        visitsLeft -= 1;
        if (visit === 'timeout') timeoutsLeft -= 1;
        stories = visit === 'timeout' ? null : visit;
      }
      records.push(itemRecord(entry, list, item, page, stories, startMs));
    }
  }
  records.push(checkRecord(entry, readings, ids.size, parts.clock.nowMs()));
  const { rejects } = await parts.sink.send(records);
  if (rejects.length > 0) {
    const { reason } = rejects[0]!;
    const facts = { source: source.key, items: rejects.length, reason };
    parts.logger.warn(facts, 'the log refused items of a portal');
  }
  return true;
}

async function readLists(
  { fetcher, extractor }: CrawlParts,
  entry: MediaSource,
  source: PortalSource,
): Promise<ListReading> {
  const reading: ListReading = { source, items: [], pages: 0, error: null, isBrokenOff: false };
  const seen = new Set<string>();
  let url: string | null = source.url;
  while (url !== null && reading.pages < Math.min(source.pagesMax, CRAWL.portalPagesMax)) {
    if (seen.has(url)) break;
    seen.add(url);
    const outcome = await fetcher.fetch({ url, purpose: 'page', ...requestOf(entry) });
    if (outcome.kind !== 'ok') {
      reading.error = outcome.kind === 'failed' ? outcome.message : 'unexpected 304';
      reading.isBrokenOff = outcome.kind === 'failed' && NO_TRIES.has(outcome.reason);
      break;
    }
    const { bytes, contentType } = outcome;
    const document = await extractor.extract({
      ...{ task: 'portal', bytes, contentType, url: outcome.url },
      ...{ rule: source.rule, itemsMax: CRAWL.itemsMax, ...readingOf(entry) },
    });
    if (document.kind === 'fault') {
      reading.error = document.message;
      break;
    }
    reading.pages += 1;
    for (const item of document.items) reading.items.push({ item, page: reading.pages });
    url = document.nextUrl;
  }
  return reading;
}

/** Stories on the page of a topic; none where it cannot be read. */
async function readStories(
  { fetcher, extractor, logger }: CrawlParts,
  entry: MediaSource,
  { rule }: PortalSource,
  { url }: PortalItem,
): Promise<PortalStoryEntry[] | 'timeout' | null> {
  const outcome = await fetcher.fetch({ url, purpose: 'page', ...requestOf(entry) });
  if (outcome.kind === 'failed' && outcome.reason === 'timeout') return 'timeout';
  if (outcome.kind !== 'ok') return null;
  const { bytes, contentType } = outcome;
  const document = await extractor.extract({
    ...{ task: 'stories', bytes, contentType, url: outcome.url },
    ...{ rule, itemsMax: CRAWL.itemsMax, ...readingOf(entry) },
  });
  if (document.kind !== 'fault') return document.stories;
  logger.info({ url, reason: document.message }, 'the stories of a topic could not be read');
  return null;
}

/** The record of an item; without stories where they could not be read, so that known stories stay. */
function itemRecord(
  { key }: MediaSource,
  { kind }: PortalSource,
  { id, title, url, image, sponsored }: PortalItem,
  listPage: number,
  stories: readonly PortalStoryEntry[] | null,
  nowMs: number,
): IngestRecord {
  return {
    kind: 'portal-item',
    media: key,
    ...{ id, itemKind: kind, title, url, image, sponsored, listPage },
    ...(stories === null ? {} : { stories: stories.map(storyOf) }),
    observedAt: isoOf(nowMs),
  };
}

function storyOf({ url, title, published }: PortalStoryEntry): object {
  const isDay = published?.precision === 'day';
  const date = published && (isDay ? localDateOf(published.atMs) : isoOf(published.atMs));
  return { url, title, date };
}

function checkRecord(
  { key }: MediaSource,
  readings: readonly ListReading[],
  fetched: number,
  nowMs: number,
): IngestRecord {
  const failed = readings.filter(({ error }) => error !== null).length;
  const isFailed = failed > 0 && readings.every(({ pages }) => pages === 0);
  return {
    kind: 'portal-check',
    media: key,
    checkedAt: isoOf(nowMs),
    status: isFailed ? 'failed' : failed > 0 ? 'partial' : 'ok',
    fetched,
    sources: readings.map(({ source, items, pages, error }) => ({
      ...{ url: source.url, kind: source.kind, items: items.length, pages, error },
    })),
    error: isFailed ? readings[0]!.error : null,
  };
}
