/**
 * Recounts of events in the most obvious way: coverage from a plain list of articles, threads from
 * nothing but the snapshots of hours.
 */
import { DAY_MS, HOUR_MS } from '../../../src/kernel/clock.js';
import type { LogRecord, MediaRecord, NewsRecord } from '../../../src/kernel/model/records.js';
import type { Snapshot } from '../../../src/news/events/chunks.js';

export interface NaiveCoverage {
  articles: number;
  outlets: { media: string; camp: string }[];
}

export class Oracle {
  readonly articles = new Map<number, NewsRecord>();
  readonly hidden = new Set<number>();
  readonly hiddenMedia = new Set<string>();
  readonly media = new Map<string, MediaRecord>();

  apply(record: LogRecord): void {
    if (record.kind === 'news') this.articles.set(record.id, record);
    if (record.kind === 'media') this.media.set(record.media, record);
    if (record.kind === 'hide' || record.kind === 'show' || record.kind === 'erase') {
      this.#mask(record.kind, record.target, record.key, record.id);
    }
  }

  /** Of those of the articles that count. */
  coverage(ids: Iterable<number>, fromMs: number, untilMs: number): NaiveCoverage {
    const mine = new Set(ids);
    const counts = new Map<string, number>();
    for (const { id, media, sortMs } of this.articles.values()) {
      if (sortMs < fromMs || sortMs >= untilMs) continue;
      if (this.hidden.has(id) || this.hiddenMedia.has(media)) continue;
      if (!this.media.get(media)!.categories.includes('news')) continue;
      if (!mine.has(id)) continue;
      counts.set(media, (counts.get(media) ?? 0) + 1);
    }
    const order = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    return {
      articles: order.reduce((sum, [, count]) => sum + count, 0),
      outlets: order.map(([media]) => ({ media, camp: this.media.get(media)!.camp })),
    };
  }

  baseline(fromMs: number, untilMs: number) {
    const baseline: { outlets: Record<string, number>; articles: Record<string, number> } = {
      outlets: { blue: 0, green: 0, other: 0 },
      articles: { blue: 0, green: 0, other: 0 },
    };
    for (const { media, camp } of this.media.values()) {
      const mine = [...this.articles.values()].filter(
        (article) => article.media === media && this.#counts(article, fromMs, untilMs),
      );
      if (mine.length > 0) baseline.outlets[camp]! += 1;
      baseline.articles[camp]! += mine.length;
    }
    return baseline;
  }

  #counts({ id, media, sortMs }: NewsRecord, fromMs: number, untilMs: number): boolean {
    const isVisible = !this.hidden.has(id) && !this.hiddenMedia.has(media);
    const isNews = this.media.get(media)!.categories.includes('news');
    return isVisible && isNews && sortMs >= fromMs && sortMs < untilMs;
  }

  #mask(kind: string, target: string, key: string, id: number | null): void {
    if (target === 'media') {
      if (kind === 'show') this.hiddenMedia.delete(key);
      else this.hiddenMedia.add(key);
      if (kind === 'erase') {
        for (const [other, { media }] of this.articles) {
          if (media === key) this.articles.delete(other);
        }
      }
      return;
    }
    if (id === null) return;
    if (kind === 'erase') this.articles.delete(id);
    if (kind === 'hide') this.hidden.add(id);
    else this.hidden.delete(id);
  }
}

/** What threads are, from the snapshots alone. */
export function threadsIn(history: readonly Snapshot[]) {
  const threads = new Map<
    number,
    { hoursMs: number[]; maxScore: number; weights: Map<string, number> }
  >();
  for (const { hourMs, events } of history) {
    for (const { thread, score, tags } of events) {
      const weights = new Map<string, number>();
      const known = threads.get(thread) ?? { hoursMs: [], maxScore: 0, weights };
      threads.set(thread, known);
      known.hoursMs.push(hourMs);
      known.maxScore = Math.max(known.maxScore, score);
      for (const { tag, burst } of tags) {
        known.weights.set(tag, (known.weights.get(tag) ?? 0) + burst);
      }
    }
  }
  return threads;
}

/** The articles of a thread's events. */
export function membersIn(history: readonly Snapshot[], thread: number): Set<number> {
  const events = history.flatMap((snapshot) => snapshot.events);
  return new Set(events.filter((one) => one.thread === thread).flatMap(({ articles }) => articles));
}

/** The rank of a thread in each of the 24 hours up to one; 0 where it was off the ranking. */
export function trailIn(history: readonly Snapshot[], thread: number, hourMs: number): number[] {
  const trail: number[] = [];
  for (let thenMs = hourMs - DAY_MS + HOUR_MS; thenMs <= hourMs; thenMs += HOUR_MS) {
    const then = history.find((snapshot) => snapshot.hourMs === thenMs);
    trail.push((then?.events.findIndex((event) => event.thread === thread) ?? -1) + 1);
  }
  return trail;
}
