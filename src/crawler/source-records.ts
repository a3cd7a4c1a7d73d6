/**
 * The records of a source: those that register it with the services (categories, media and blogs), and those
 * that report how it is crawled.
 *
 * A record is sent when it differs from the one before, so manual changes of an administrator stay until
 * `sources.toml` changes. A source that leaves the file is no longer collected; its articles stay.
 */
import { isoOf, MINUTE_MS } from '../kernel/clock.js';
import { hash53 } from '../kernel/hash.js';
import { CRAWL } from '../kernel/limits.js';
import type { PollResult } from './channel-poll.js';
import { type IngestRecord, withoutUnsaid } from './records/article-records.js';
import type { Source } from './source.js';
import type { BlogSource, Channel, MediaSource, SourceEntry } from './sources/model.js';

export function registrationOf(entry: SourceEntry, sinceMs: number): IngestRecord {
  return entry.kind === 'media' ? mediaRecord(entry, sinceMs) : blogRecord(entry, sinceMs);
}

export function registrationHash(record: IngestRecord): string {
  return hash53(JSON.stringify(record)).toString(36);
}

/** A media that is no longer collected. */
export function retirementOf(media: string, title: string): IngestRecord {
  return { kind: 'media', media, title, schedule: 'off' };
}

function mediaRecord(entry: MediaSource, sinceMs: number): IngestRecord {
  const { key, title, camp, categories, sourceKind, country, countryCode, portal } = entry;
  return withoutUnsaid({
    kind: 'media',
    media: key,
    title,
    ...{ camp, categories, sourceKind, country, countryCode },
    homepage: entry.homepage,
    icon: entry.icon,
    aliases: entry.aliases,
    syndicated: entry.syndicated,
    tagging: entry.tagging,
    collectingSince: isoOf(sinceMs),
    schedule: entry.enabled ? scheduleOf(entry.channels) : 'off',
    feeds: entry.channels.map(({ url, type }) => ({ url, type })),
    portal: portal && {
      link: portal.link,
      rulesUrl: portal.rulesUrl,
      sources: portal.sources.map(({ url, kind }) => ({ url, kind })),
    },
    crawler: {
      methods: [...new Set(entry.channels.map(({ type }) => type))],
      transport: 'HTTP',
      body: bodyWords(entry.channels),
    },
  });
}

function blogRecord(entry: BlogSource, sinceMs: number): IngestRecord {
  return withoutUnsaid({
    kind: 'blog',
    slug: entry.key,
    name: entry.name,
    sourceUrl: entry.sourceUrl,
    category: entry.category,
    description: entry.description,
    aliases: entry.aliases,
    // A person who adds a blog to the list of sources has examined it.
    verified: entry.verified ?? true,
    iconUrl: entry.iconUrl,
    expectedIntervalHours: entry.expectedIntervalHours,
    discoveredAt: isoOf(sinceMs),
    feeds: entry.channels
      .filter(({ type }) => type !== 'list')
      .map(({ type, url }) => ({ url, type: type === 'sitemap' ? type : feedTypeOf(url) })),
  });
}

function feedTypeOf(url: string): 'atom' | 'rss' {
  return /atom/i.test(url) ? 'atom' : 'rss';
}

function scheduleOf(channels: readonly Channel[]): string {
  const fixed = channels.flatMap(({ everyMs }) => everyMs ?? []);
  if (fixed.length === 0 || fixed.length < channels.length) return 'by its own rhythm';
  return `every ${Math.round(Math.min(...fixed) / MINUTE_MS)} minutes`;
}

function bodyWords(channels: readonly Channel[]): string {
  const modes = new Set(channels.map(({ content }) => content));
  if (modes.has('page')) return 'from the page';
  if (modes.has('auto'))
    return 'from the feed where it carries whole texts, otherwise from the page';
  return modes.has('feed') ? 'from the feed' : 'not collected';
}

/**
 * The `crawl` record of a poll, for the services' own statistics; null where there is nothing to report.
 *
 * Every failure and every change between success and failure is reported. Repeated success is reported only
 * now and then, because the log keeps a record for ever, and polls come every two minutes.
 */
export function crawlReport(
  source: Source,
  result: PollResult,
  nowMs: number,
): IngestRecord | null {
  const { crawlRecordMs, crawlRecordOk } = source.state;
  const { ok, message, stored, method } = result;
  const isDue = crawlRecordMs === null || nowMs - crawlRecordMs >= CRAWL.crawlRecordMs;
  if (ok && crawlRecordOk && !isDue) return null;
  const { kind, key } = source.entry;
  return {
    kind: 'crawl',
    ...(kind === 'media' ? { media: key } : { blog: key }),
    at: isoOf(nowMs),
    ok,
    method,
    ...(ok ? { items: stored } : { error: message }),
  };
}
