/**
 * Topics counted the plain way: every question is answered from the records themselves.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import type {
  LogRecord,
  NewsRecord,
  PortalCheckRecord,
  PortalItemRecord,
} from '../../../src/kernel/model/records.js';
import { tagKey } from '../../../src/kernel/text/tag.js';

export interface PlainTopic {
  number: number;
  title: string;
  kind: string;
  isEnded: boolean;
  backlog: boolean;
  storyCount: number;
  storyFirstMs: number | null;
  storyLastMs: number | null;
  updatedMs: number | null;
  parent: number | null;
  tags: string[];
  children: number[];
}

interface PlainCheck {
  checkedMs: number;
  status: string;
  lastSuccessMs: number | null;
  isStale: boolean;
}

export class Oracle {
  readonly #noise: ReadonlySet<string>;
  readonly #items = new Map<number, PortalItemRecord[]>();
  readonly #checks = new Map<string, PortalCheckRecord[]>();
  readonly #articles = new Map<number, NewsRecord>();
  readonly #hidden = new Set<number>();
  readonly #hiddenMedia = new Set<string>();
  #tickMs: number | null = null;

  constructor(noise: readonly string[]) {
    this.#noise = new Set(noise.map(tagKey));
  }

  apply(record: LogRecord): void {
    if (record.kind === 'portal-item') {
      this.#items.set(record.number, [...(this.#items.get(record.number) ?? []), record]);
    } else if (record.kind === 'portal-check') {
      this.#checks.set(record.media, [...(this.#checks.get(record.media) ?? []), record]);
    } else if (record.kind === 'news') {
      this.#articles.set(record.id, record);
    } else if (record.kind === 'tick') {
      this.#tickMs = Math.max(this.#tickMs ?? record.atMs, record.atMs);
    } else if (record.kind === 'hide' || record.kind === 'show' || record.kind === 'erase') {
      if (record.target === 'media') this.#maskMedia(record.kind, record.key);
      else if (record.kind === 'hide') this.#hidden.add(record.id!);
      else this.#hidden.delete(record.id!);
      if (record.kind === 'erase') this.#articles.delete(record.id ?? -1);
    }
  }

  /** All topics, in the order of lists. */
  topics(nowMs: number): PlainTopic[] {
    const latest = [...this.#items.values()].map((history) => history.at(-1)!);
    const plain = [...this.#items.values()].map((history) => this.#topic(history, nowMs));
    for (const topic of plain) {
      const item = latest.find(({ number }) => number === topic.number)!;
      const top = topOf(item, latest);
      if (top === item) continue;
      topic.parent = parentOf(item, latest)!.number;
      plain.find(({ number }) => number === top.number)!.children.push(topic.number);
    }
    const seen = (topic: PlainTopic): number => this.#items.get(topic.number)![0]!.observedMs;
    const compare = (a: PlainTopic, b: PlainTopic): number =>
      (b.updatedMs ?? Number.NEGATIVE_INFINITY) - (a.updatedMs ?? Number.NEGATIVE_INFINITY) ||
      seen(b) - seen(a) ||
      b.number - a.number;
    plain.sort(compare);
    const rank = (number: number): number => plain.findIndex((one) => one.number === number);
    for (const topic of plain) topic.children.sort((a, b) => rank(a) - rank(b));
    return plain;
  }

  coverage(number: number, nowMs: number) {
    const item = this.#items.get(number)!.at(-1)!;
    const named = this.#tagsOf(item.title);
    const tags = named.length > 0 ? named : this.#pageTags(item);
    if (tags.length === 0) return null;
    const keys = new Set(tags.map(tagKey));
    const found = this.#visible()
      .filter(({ sortMs }) => sortMs < nowMs && sortMs >= nowMs - 3 * DAY_MS)
      .filter((article) => article.tags.some((tag) => keys.has(tagKey(tag))))
      .sort((a, b) => b.sortMs - a.sortMs || b.id - a.id)
      .slice(0, 500);
    return {
      tags,
      basis: named.length > 0 ? 'title' : 'page',
      count: found.length,
      mediaCount: new Set(found.map(({ media }) => media)).size,
      latest: found.slice(0, 3).map(({ id, sortMs }) => ({ id, sortMs })),
    };
  }

  check(media: string, nowMs: number): PlainCheck | null {
    const checks = this.#checks.get(media) ?? [];
    if (checks.length === 0) return null;
    const newest = checks.reduce((a, b) => (b.checkedMs >= a.checkedMs ? b : a));
    const successes = checks.filter(({ status }) => status === 'ok');
    const lastMs = Math.max(...successes.map(({ checkedMs }) => checkedMs));
    return {
      checkedMs: newest.checkedMs,
      status: newest.status,
      lastSuccessMs: successes.length === 0 ? null : lastMs,
      isStale: nowMs - lastMs > 3 * HOUR_MS,
    };
  }

  #maskMedia(kind: string, media: string): void {
    if (kind === 'show') this.#hiddenMedia.delete(media);
    else this.#hiddenMedia.add(media);
    if (kind !== 'erase') return;
    for (const [id, article] of this.#articles)
      if (article.media === media) this.#articles.delete(id);
    for (const [number, [first]] of this.#items)
      if (first!.media === media) this.#items.delete(number);
    this.#checks.delete(media);
  }

  /** Articles that the window still holds. */
  #kept(): NewsRecord[] {
    const fromMs =
      this.#tickMs === null
        ? Number.NEGATIVE_INFINITY
        : Math.floor((this.#tickMs - 31 * DAY_MS) / DAY_MS) * DAY_MS;
    return [...this.#articles.values()].filter(({ sortMs }) => sortMs >= fromMs);
  }

  #visible(): NewsRecord[] {
    return this.#kept().filter(
      ({ id, media }) => !this.#hidden.has(id) && !this.#hiddenMedia.has(media),
    );
  }

  #topic(history: readonly PortalItemRecord[], nowMs: number): PlainTopic {
    const item = history.at(-1)!;
    const { observedMs, listPage } = history[0]!;
    const dates = item.stories
      .flatMap(({ dateMs }) => dateMs ?? [])
      .filter((dateMs) => dateMs <= nowMs + 10 * MINUTE_MS);
    const storyFirstMs = dates.length === 0 ? null : Math.min(...dates);
    const storyLastMs = dates.length === 0 ? null : Math.max(...dates);
    const lists = history
      .map(({ stories }) => stories.map(({ url }) => url))
      .filter(({ length }) => length > 0);
    const grew = lists.some((list) => list.some((url) => !lists[0]!.includes(url)));
    const spans = storyLastMs !== null && storyLastMs - storyFirstMs! > 14 * DAY_MS;
    const isFresh = observedMs > this.#trackedMs(item.media) + 30 * MINUTE_MS && listPage <= 2;
    return {
      number: item.number,
      title: item.title,
      kind: item.itemKind === 'auto' ? (grew || spans ? 'topic' : 'feature') : item.itemKind,
      isEnded: storyLastMs !== null && nowMs - storyLastMs > 90 * DAY_MS,
      backlog: !isFresh,
      storyCount: new Set(item.stories.map(({ url }) => url)).size,
      storyFirstMs,
      storyLastMs,
      updatedMs: storyLastMs ?? (isFresh ? observedMs : null),
      parent: null,
      tags: this.#tagsOf(item.title),
      children: [],
    };
  }

  #trackedMs(media: string): number {
    const read = (this.#checks.get(media) ?? []).filter(({ status }) =>
      ['ok', 'partial'].includes(status),
    );
    const firsts = [...this.#items.values()].map(([first]) => first!);
    const seen = firsts.filter((first) => first.media === media);
    const times =
      read.length > 0 ? read.map((one) => one.checkedMs) : seen.map((one) => one.observedMs);
    return Math.min(...times);
  }

  #isTerm(key: string): boolean {
    return [...key].length >= 2 && !this.#noise.has(key);
  }

  #tagsOf(title: string): string[] {
    const name = tagKey(title);
    const service = new Set(this.#visible().flatMap(({ tags }) => tags.map(tagKey)));
    const places: [from: number, to: number][] = [];
    for (let from = 0; from < name.length; from++) {
      for (let to = from + 1; to <= name.length; to++) {
        const key = name.slice(from, to);
        if (service.has(key) && this.#isTerm(key) && isWholeWord(name, from, to)) {
          places.push([from, to]);
        }
      }
    }
    const maximal = places.filter(
      ([from, to]) => !places.some(([a, b]) => a <= from && b >= to && b - a > to - from),
    );
    const keys = new Set(maximal.map(([from, to]) => name.slice(from, to)));
    return [...keys].map((key) => this.#shown(key));
  }

  /** Decision 13. */
  #shown(key: string): string {
    const spellings = new Map<string, { recent: number; uses: number }>();
    const visible = new Set(this.#visible());
    for (const article of this.#kept()) {
      const text = article.tags.find((tag) => tagKey(tag) === key);
      if (text === undefined) continue;
      const counts = spellings.get(text) ?? { recent: 0, uses: 0 };
      const ageMs = this.#tickMs === null ? -1 : this.#tickMs - article.sortMs;
      const isRecent = ageMs > 0 && ageMs <= 7 * DAY_MS && visible.has(article);
      spellings.set(text, {
        recent: counts.recent + (isRecent ? 1 : 0),
        uses: counts.uses + 1,
      });
    }
    const all = [...spellings].sort(([a], [b]) => (a < b ? -1 : 1));
    const best = (by: 'recent' | 'uses'): number =>
      Math.max(...all.map(([, counts]) => counts[by]));
    const by = best('recent') > 0 ? 'recent' : 'uses';
    return all.find(([, counts]) => counts[by] === best(by))![0];
  }

  #pageTags({ media, stories }: PortalItemRecord): string[] {
    const urls = new Set(stories.map(({ url }) => url));
    const own = this.#visible().filter(
      (article) => article.media === media && urls.has(article.url) && article.tags.length > 0,
    );
    if (own.length < 2) return [];
    const uses = (key: string): number =>
      own.filter(({ tags }) => tags.some((tag) => tagKey(tag) === key)).length;
    const keys = new Set(own.flatMap(({ tags }) => tags.map(tagKey)));
    return [...keys]
      .filter((key) => this.#isTerm(key) && uses(key) * 10 >= own.length * 8)
      .map((key) => ({ text: this.#shown(key), uses: uses(key) }))
      .sort((a, b) => b.uses - a.uses || (a.text < b.text ? -1 : 1))
      .slice(0, 5)
      .map(({ text }) => text);
  }
}

function parentOf(item: PortalItemRecord, all: readonly PortalItemRecord[]) {
  return all.find(({ media, id }) => media === item.media && id === item.parentId);
}

/** Follows parents until there is none, or until the smallest number of a ring. */
function topOf(item: PortalItemRecord, all: readonly PortalItemRecord[]): PortalItemRecord {
  const above: PortalItemRecord[] = [];
  let at: PortalItemRecord | undefined = item;
  for (; at !== undefined && !above.includes(at); at = parentOf(at, all)) above.push(at);
  if (at === undefined) return above.at(-1)!;
  const ring = above.slice(above.indexOf(at));
  return ring.find(({ number }) => ring.every((other) => other.number >= number))!;
}

function isWholeWord(text: string, from: number, to: number): boolean {
  const isLetter = (at: number): boolean => /[\p{Script=Latin}\p{N}]/u.test(text[at] ?? '');
  return !(isLetter(from - 1) && isLetter(from)) && !(isLetter(to - 1) && isLetter(to));
}
