/**
 * The media index as a plain list of articles: what it should answer, in the most obvious way.
 */
import { DAY_MS, HOUR_MS, isoOf, localDayStartMs, MINUTE_MS } from '../../../src/kernel/clock.js';
import type { CrawlRecord, LogRecord, NewsRecord } from '../../../src/kernel/model/records.js';
import type { ListQuery, MediaRole } from '../../../src/news/media/reader.js';

interface Article {
  record: NewsRecord;
  hidden: boolean;
}

export class Oracle {
  articles: Article[] = [];
  readonly hiddenMedia = new Set<string>();
  readonly crawls: CrawlRecord[] = [];
  readonly acquiredMs = new Map<string, number>();
  readonly foundMs = new Map<string, number>();

  apply(record: LogRecord): void {
    if (record.kind === 'news') this.#putNews(record);
    if (record.kind === 'crawl') this.crawls.push(record);
    if (record.kind !== 'hide' && record.kind !== 'show' && record.kind !== 'erase') return;
    const { kind, target, key, id } = record;
    if (target === 'news') {
      const article = this.articles.find((candidate) => candidate.record.id === id);
      if (article !== undefined) article.hidden = kind === 'hide';
      if (kind === 'erase') this.articles = this.articles.filter((one) => one.record.id !== id);
    }
    if (target !== 'media') return;
    if (kind === 'show') this.hiddenMedia.delete(key);
    else this.hiddenMedia.add(key);
    if (kind === 'erase') this.articles = this.articles.filter((one) => one.record.media !== key);
  }

  #putNews(record: NewsRecord): void {
    const { id, media, observedMs, discoveries } = record;
    this.acquiredMs.set(media, Math.min(observedMs, this.acquiredMs.get(media) ?? observedMs));
    for (const { media: finder, discoveredMs } of discoveries) {
      this.foundMs.set(finder, Math.min(discoveredMs, this.foundMs.get(finder) ?? discoveredMs));
    }
    const known = this.articles.find((candidate) => candidate.record.id === id);
    if (known === undefined) this.articles.push({ record, hidden: false });
    else known.record = record;
  }

  /** Articles of a media in a role, hidden ones left out. */
  #of(media: string, role: MediaRole): NewsRecord[] {
    return this.articles
      .filter(({ record, hidden }) => {
        if (hidden) return false;
        if (role === 'published') return record.media === media;
        const isFound = record.discoveries.some((discovery) => discovery.media === media);
        return isFound && !this.hiddenMedia.has(record.media);
      })
      .map(({ record }) => record);
  }

  figures(media: string, role: MediaRole, nowMs: number): object {
    const past = this.#of(media, role).filter(({ sortMs }) => sortMs < nowMs);
    const since = (fromMs: number): NewsRecord[] => past.filter(({ sortMs }) => sortMs >= fromMs);
    const times = past.map(({ sortMs }) => sortMs);
    return {
      today: since(localDayStartMs(nowMs)).length,
      last24h: since(nowMs - DAY_MS).length,
      last7d: since(nowMs - 7 * DAY_MS).length,
      tagged24h: since(nowMs - DAY_MS).filter(({ tags }) => tags.length > 0).length,
      pending: past.filter(({ datePending }) => datePending).length,
      lastMs: times.length === 0 ? null : Math.max(...times),
      hours: Array.from({ length: 336 }, (_, at) => {
        const hour = Math.floor(nowMs / HOUR_MS) - 335 + at;
        return times.filter((timeMs) => Math.floor(timeMs / HOUR_MS) === hour).length;
      }),
    };
  }

  months(media: string, role: MediaRole, nowMs: number): { [month: string]: number } {
    const months: { [month: string]: number } = {};
    for (const { sortMs, datePending } of this.#of(media, role)) {
      if (datePending || sortMs >= nowMs) continue;
      const month = isoOf(sortMs + 8 * HOUR_MS).slice(0, 7);
      months[month] = (months[month] ?? 0) + 1;
    }
    return months;
  }

  list({ media, role, beforeId, window, nowMs }: ListQuery): number[] {
    return this.#of(media, role)
      .filter((record) => {
        const { id, sortMs, observedMs } = record;
        if (this.hiddenMedia.has(record.media) || id >= beforeId) return false;
        if (window !== null && (sortMs < window.sinceMs || sortMs >= window.untilMs)) return false;
        return sortMs <= observedMs + 10 * MINUTE_MS || sortMs <= nowMs;
      })
      .map(({ id }) => id)
      .sort((a, b) => b - a);
  }

  crawlsOf(code: string): object {
    const mine = this.crawls.filter(({ media }) => media === code);
    const newest = (list: CrawlRecord[]): CrawlRecord | undefined =>
      list.reduce<CrawlRecord | undefined>(
        (best, one) => (best === undefined || one.atMs > best.atMs ? one : best),
        undefined,
      );
    const ok = newest(mine.filter((crawl) => crawl.ok));
    return {
      crawledMs: newest(mine)?.atMs ?? null,
      crawledOkMs: ok?.atMs ?? null,
      crawledOkMethod: ok?.method ?? null,
    };
  }
}
