/**
 * The articles and topics that a site has published, as a function of time.
 *
 * Invariants: an article shows the newest of its versions that has begun; articles are ordered by
 * `visibleMs`, and only the newest `articlesMax` are in memory; topics are hidden when they are not
 * confirmed for `TOPIC_MS`, and at most `TOPICS_MAX` are in memory.
 */

import { type Clock, DAY_MS } from '../../src/kernel/clock.js';
import { firstPlace } from '../../src/kernel/collections.js';
import type { SiteArticle, SiteContent, SiteTopic } from './content.js';

/** More than portals show at a time. */
const TOPICS_MAX = 60;
const TOPIC_MS = DAY_MS;

interface Version<T> {
  fromMs: number;
  value: T;
}

export class Publication implements SiteContent {
  readonly #clock: Clock;
  readonly #articlesMax: number;
  /** Versions of each article, oldest first; articles in the order of `visibleMs`. */
  #articles: Version<SiteArticle>[][] = [];
  readonly #byUrl = new Map<string, Version<SiteArticle>[]>();
  readonly #topics = new Map<string, Version<SiteTopic>[]>();

  constructor(clock: Clock, articlesMax = Number.POSITIVE_INFINITY) {
    this.#clock = clock;
    this.#articlesMax = articlesMax;
  }

  /** Adds an article, or a version of it from `fromMs` on, no earlier than its other versions. */
  put(article: SiteArticle, fromMs: number): void {
    const versions = this.#byUrl.get(article.url);
    if (versions !== undefined) {
      versions.push({ fromMs, value: article });
      return;
    }
    const first = [{ fromMs: article.visibleMs, value: article }];
    this.#byUrl.set(article.url, first);
    this.#articles.splice(this.#visible(article.visibleMs), 0, first);
    this.#trim();
  }

  /** The newest version of an article, whether it has begun or not. */
  latest(url: string): SiteArticle | null {
    return this.#byUrl.get(url)?.at(-1)?.value ?? null;
  }

  putTopic(topic: SiteTopic, fromMs: number): void {
    const versions = this.#topics.get(topic.id) ?? [];
    versions.push({ fromMs, value: topic });
    // Versions that are no longer shown are dropped.
    while (versions.length > 1 && (versions[1]?.fromMs ?? 0) <= this.#clock.nowMs())
      versions.shift();
    this.#topics.delete(topic.id);
    this.#topics.set(topic.id, versions);
    const [oldest] = this.#topics.keys();
    if (this.#topics.size > TOPICS_MAX && oldest !== undefined) this.#topics.delete(oldest);
  }

  get count(): number {
    return this.#visible(this.#clock.nowMs());
  }

  newest(count: number, skipped = 0): readonly SiteArticle[] {
    return this.newestAt(this.#clock.nowMs(), count, skipped);
  }

  /** The result of `newest` at another time. */
  newestAt(nowMs: number, count = Number.POSITIVE_INFINITY, skipped = 0): readonly SiteArticle[] {
    const end = Math.max(0, this.#visible(nowMs) - skipped);
    const start = Math.max(0, end - count);
    return this.#articles
      .slice(start, end)
      .reverse()
      .map((versions) => shown(versions, nowMs) as SiteArticle);
  }

  at(url: string): SiteArticle | undefined {
    const versions = this.#byUrl.get(url);
    return versions === undefined ? undefined : shown(versions, this.#clock.nowMs());
  }

  topics(): readonly SiteTopic[] {
    const nowMs = this.#clock.nowMs();
    return [...this.#topics.values()]
      .flatMap((versions) => {
        const begun = versions.filter(({ fromMs }) => fromMs <= nowMs && fromMs > nowMs - TOPIC_MS);
        return begun.at(-1)?.value ?? [];
      })
      .reverse();
  }

  /** The number of articles that are visible at a time. */
  #visible(nowMs: number): number {
    return firstPlace(
      0,
      this.#articles.length,
      (at) => (this.#articles[at]?.[0]?.value.visibleMs ?? 0) <= nowMs,
    );
  }

  #trim(): void {
    // Rarely, because `splice` moves the whole list.
    if (this.#articles.length < 1.25 * this.#articlesMax) return;
    const dropped = this.#articles.splice(0, this.#articles.length - this.#articlesMax);
    for (const versions of dropped) this.#byUrl.delete(versions[0]?.value.url ?? '');
  }
}

/** The version that is shown; undefined before the first has begun. */
function shown<T>(versions: readonly Version<T>[], nowMs: number): T | undefined {
  for (let at = versions.length - 1; at >= 0; at--) {
    const version = versions[at];
    if (version !== undefined && version.fromMs <= nowMs) return version.value;
  }
  return undefined;
}
