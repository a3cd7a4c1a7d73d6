/**
 * The ranking as a plain list of articles: every number computed anew, in the most obvious way.
 */
import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../../../src/kernel/clock.js';
import { getOrInsert } from '../../../../src/kernel/collections.js';
import type { LogRecord, MediaRecord, NewsRecord } from '../../../../src/kernel/model/records.js';
import { tagKey } from '../../../../src/kernel/text/tag.js';

export interface OracleBasis {
  id: string;
  media: string[];
  coverageFromMs: number;
  validFromMs: number;
}

export interface OracleEntry {
  tag: string;
  rank: number;
  position: number;
  score: number;
  normalized: number;
  count: number;
  media: { [code: string]: number };
  burst: number | null;
  history: { [hours: string]: number | null };
  rank24h: number | null;
  new: boolean;
  related: { tag: string; count: number; share: number }[];
}

export interface OracleList {
  basis: OracleBasis;
  articleCount: number;
  mediaCount: number;
  historyAvailable: number[];
  /** By rank. */
  entries: OracleEntry[];
}

const HISTORY = [3, 6, 12, 24, 48];
const WEIGHTS = [5, 4, 3, 2, 1];

interface Outlet {
  record: MediaRecord | null;
  hidden: boolean;
  tickedMs: number;
  seenMs: number;
}

export class Oracle {
  readonly articles = new Map<number, NewsRecord>();
  readonly hidden = new Set<number>();
  readonly outlets = new Map<string, Outlet>();
  readonly categoryKeys: string[] = [];
  readonly bases = new Map<string, OracleBasis>();

  apply(record: LogRecord): void {
    if (record.kind === 'category' && !this.categoryKeys.includes(record.key)) {
      this.categoryKeys.push(record.key);
    }
    if (record.kind === 'media') this.#outlet(record.media).record = record;
    if (record.kind === 'news') {
      this.articles.set(record.id, record);
      const outlet = this.#outlet(record.media);
      outlet.seenMs = Math.min(outlet.seenMs, record.observedMs);
    }
    if (record.kind === 'tick') this.#tick(record.atMs);
    if (record.kind !== 'hide' && record.kind !== 'show' && record.kind !== 'erase') return;
    if (record.target === 'media') {
      this.#outlet(record.key).hidden = record.kind !== 'show';
      if (record.kind === 'erase') this.#drop(({ media }) => media === record.key);
    } else if (record.id !== null) {
      if (record.kind === 'hide') this.hidden.add(record.id);
      else this.hidden.delete(record.id);
      if (record.kind === 'erase') this.#drop(({ id }) => id === record.id);
    }
  }

  get categories(): string[] {
    return [...new Set(['all', ...this.categoryKeys, 'blue', 'green'])];
  }

  isVisible({ id, media }: NewsRecord): boolean {
    return !this.hidden.has(id) && !this.outlets.get(media)!.hidden;
  }

  /** Counted articles of a window of 24 hours that ends at an instant. */
  window(basis: OracleBasis, endMs: number): NewsRecord[] {
    return [...this.articles.values()].filter(
      (article) =>
        this.isVisible(article) &&
        !article.datePending &&
        basis.media.includes(article.media) &&
        article.sortMs >= endMs - DAY_MS &&
        article.sortMs < endMs,
    );
  }

  /** Articles by media that carry a tag. */
  mediaCounts(articles: NewsRecord[], key: string): { [code: string]: number } {
    const counts: { [code: string]: number } = {};
    for (const { media, tags } of articles) {
      if (tags.some((tag) => keyOf(tag) === key)) counts[media] = (counts[media] ?? 0) + 1;
    }
    return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  score(counts: { [code: string]: number }): number {
    let score = 0;
    for (const code of Object.keys(counts).sort()) score += 2 * (1 - 0.5 ** counts[code]!);
    return score;
  }

  /** True for the name of an outlet from which half of the articles now with it come, or more. */
  isOwnName(basis: OracleBasis, key: string, atMs: number): boolean {
    const counts = this.mediaCounts(this.window(basis, atMs), key);
    const owners = Object.keys(counts).filter((code) => {
      const record = this.outlets.get(code)!.record;
      return [code, record?.title ?? code, ...(record?.aliases ?? [])].map(keyOf).includes(key);
    });
    const own = owners.reduce((total, code) => total + counts[code]!, 0);
    return own > 0 && own >= sum(counts) / 2;
  }

  /** Keys of tags by rank in a window. */
  ranking(basis: OracleBasis, endMs: number, atMs: number): string[] {
    const articles = this.window(basis, endMs);
    const keys = new Set(articles.flatMap(({ tags }) => tags.map(keyOf)));
    const ranked = [...keys].filter((key) => !this.isOwnName(basis, key, atMs));
    const rows = ranked.map((key) => {
      const counts = this.mediaCounts(articles, key);
      return { key, shown: this.shown(key, atMs), score: this.score(counts), count: sum(counts) };
    });
    rows.sort((a, b) => b.score - a.score || b.count - a.count || byCodePoints(a.shown, b.shown));
    return rows.map(({ key }) => key);
  }

  list(
    category: string,
    atMs: number,
    basis: OracleBasis | undefined = this.bases.get(category),
  ): OracleList | null {
    if (basis === undefined) return null;
    const articles = this.window(basis, atMs);
    const weight = basis.media.length;
    const known = HISTORY.filter((hours) => basis.validFromMs <= atMs - hours * HOUR_MS);
    const past = new Map(HISTORY.map((h) => [h, this.window(basis, atMs - h * HOUR_MS)]));
    const dayAgo = this.ranking(basis, atMs - DAY_MS, atMs);
    const entries = this.ranking(basis, atMs, atMs).map((key, index): OracleEntry => {
      const media = this.mediaCounts(articles, key);
      const score = this.score(media);
      const history = Object.fromEntries(
        HISTORY.map((h) => [
          h,
          known.includes(h)
            ? (this.score(this.mediaCounts(past.get(h)!, key)) / weight) * 50
            : null,
        ]),
      );
      const normalized = (score / weight) * 50;
      let rise = 0;
      HISTORY.forEach((h, step) => {
        rise += WEIGHTS[step]! * (normalized - history[h]!);
      });
      const wasAt = dayAgo.indexOf(key);
      return {
        tag: this.shown(key, atMs),
        rank: index + 1,
        position: 0,
        score,
        normalized,
        count: sum(media),
        media,
        burst: known.length === HISTORY.length ? rise / 15 : null,
        history,
        rank24h: known.includes(24) && wasAt >= 0 ? wasAt + 1 : null,
        new: known.includes(24) && wasAt < 0,
        related: this.related(articles, key, atMs, 5),
      };
    });
    const byBurst = [...entries].sort(
      (a, b) =>
        (b.burst ?? -1e9) - (a.burst ?? -1e9) || b.count - a.count || byCodePoints(a.tag, b.tag),
    );
    byBurst.forEach((entry, place) => {
      entry.position = place + 1;
    });
    return {
      basis,
      articleCount: articles.length,
      mediaCount: new Set(articles.map(({ media }) => media)).size,
      historyAvailable: known,
      entries,
    };
  }

  related(
    articles: NewsRecord[],
    key: string,
    atMs: number,
    most: number,
  ): { tag: string; count: number; share: number }[] {
    const counts = new Map<string, number>();
    const mine = articles.filter(({ tags }) => tags.some((tag) => keyOf(tag) === key));
    for (const { tags } of mine) {
      for (const other of new Set(tags.map(keyOf))) {
        if (other !== key) counts.set(other, (counts.get(other) ?? 0) + 1);
      }
    }
    return [...counts]
      .map(([other, count]) => ({
        tag: this.shown(other, atMs),
        count,
        share: count / mine.length,
      }))
      .sort((a, b) => b.count - a.count || byCodePoints(a.tag, b.tag))
      .slice(0, most);
  }

  /** The spelling most used in the last 7 days, or else in everything. */
  shown(key: string, atMs: number): string {
    const recent = new Map<string, number>();
    const ever = new Map<string, number>();
    for (const article of this.articles.values()) {
      const spelling = article.tags.find((tag) => keyOf(tag) === key);
      if (spelling === undefined) continue;
      ever.set(spelling, (ever.get(spelling) ?? 0) + 1);
      const isRecent = article.sortMs < atMs && article.sortMs >= atMs - 7 * DAY_MS;
      if (isRecent && this.isVisible(article)) {
        recent.set(spelling, (recent.get(spelling) ?? 0) + 1);
      }
    }
    const counts = recent.size > 0 ? recent : ever;
    return [...counts].sort(([a, x], [b, y]) => y - x || byCodePoints(a, b))[0]![0];
  }

  #outlet(code: string): Outlet {
    let outlet = this.outlets.get(code);
    if (outlet === undefined) {
      const never = Number.POSITIVE_INFINITY;
      outlet = { record: null, hidden: false, tickedMs: never, seenMs: never };
      this.outlets.set(code, outlet);
    }
    return outlet;
  }

  #drop(isGone: (article: NewsRecord) => boolean): void {
    for (const article of this.articles.values()) {
      if (isGone(article)) this.articles.delete(article.id);
    }
  }

  #tick(atMs: number): void {
    for (const outlet of this.outlets.values()) {
      if (outlet.record !== null) outlet.tickedMs = Math.min(outlet.tickedMs, atMs);
    }
    for (const category of this.categories) {
      const before = this.bases.get(category)?.media ?? [];
      const media = [...this.outlets.keys()].sort().filter((code) => {
        if (!this.#isRanked(code, category)) return false;
        if (before.length === 0 || before.includes(code)) return true;
        return this.#startMs(code) + 72 * HOUR_MS <= atMs;
      });
      if (media.length === 0) {
        this.bases.delete(category);
        continue;
      }
      const latestMs = Math.max(...media.map((code) => this.#startMs(code)));
      const coverageFromMs = Math.ceil(latestMs / HOUR_MS) * HOUR_MS;
      const id = createHash('sha256').update(media.join(',')).digest('hex').slice(0, 12);
      this.bases.set(category, {
        id,
        media,
        coverageFromMs,
        validFromMs: coverageFromMs + DAY_MS,
      });
    }
  }

  #startMs(code: string): number {
    const { record, tickedMs, seenMs } = this.outlets.get(code)!;
    return record!.collectingSinceMs ?? Math.min(tickedMs, seenMs);
  }

  #isRanked(code: string, category: string): boolean {
    const { record, hidden } = this.outlets.get(code)!;
    if (record === null || hidden || !record.enabled) return false;
    if (record.syndicated || record.external || record.sourceKind !== 'publisher') return false;
    if (category === 'all') return true;
    if (category === 'blue' || category === 'green') return record.camp === category;
    return record.categories.includes(category);
  }
}

export function byCodePoints(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = left[at]!.codePointAt(0)! - right[at]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function sum(counts: { [code: string]: number }): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

/** Keys of tags by what was written: the oracle counts the same articles again and again. */
const keys = new Map<string, string>();

function keyOf(tag: string): string {
  return getOrInsert(keys, tag, () => tagKey(tag));
}
