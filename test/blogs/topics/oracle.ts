/**
 * Topics by their definitions: everything is kept as text and counted anew for each question.
 *
 * It knows nothing of columns, versions, parts or matchers. It stands for the index after its idle
 * work, so a script that lets sets change settles the index before each tick.
 */
import { createHash } from 'node:crypto';
import { slowForm } from '../../../src/blogs/topics/state/matching/match-text.js';
import { DAY_MS, HOUR_MS, ZONE_OFFSET_MS } from '../../../src/kernel/clock.js';
import type { LogRecord, NewsRecord, PostRecord } from '../../../src/kernel/model/records.js';
import { foldLetters } from '../../../src/kernel/text/tag.js';
import type { PostEntry } from './records.js';

interface Article {
  record: NewsRecord;
  hidden: boolean;
}

interface Post {
  record: PostRecord;
  title: string;
  body: string;
  blog: number;
  hidden: boolean;
  erased: boolean;
  revoked: boolean;
  /** False once its text is too old to be kept. */
  kept: boolean;
  seenMs: number;
}

interface Blog {
  id: number;
  slug: string;
  name: string;
  category: string;
  shown: boolean;
  erased: boolean;
  verified: boolean;
}

/** What is known of a term in a post. */
interface Pair {
  confirmed: boolean;
  seenMs: number;
}

export interface ExpectedTopic {
  key: string;
  score: number;
  posts: number;
  blogs: number;
  titlePosts: number;
  recentShare: number;
  baselineShare: number | null;
  frequent: boolean;
}

const WEEK_MS = 7 * DAY_MS;
const KEPT_MS = 180 * DAY_MS;
const LETTER = /[\p{Script=Latin}\p{Nd}]/u;

const dayOf = (atMs: number): number => Math.floor((atMs + ZONE_OFFSET_MS) / DAY_MS);

export function idOf(key: string): string {
  return `tag:${createHash('sha256').update(key).digest('hex')}`;
}

function holds(text: string, key: string): boolean {
  const isLetter = (unit: string | undefined): boolean => unit !== undefined && LETTER.test(unit);
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    const end = at + key.length;
    const begins = !(isLetter(text[at]) && isLetter(text[at - 1]));
    if (begins && !(isLetter(text[end - 1]) && isLetter(text[end]))) return true;
  }
  return false;
}

export class Oracle {
  readonly #articles = new Map<number, Article>();
  readonly #hiddenMedia = new Set<string>();
  readonly #blogs = new Map<string, Blog>();
  readonly #posts = new Map<number, Post>();
  readonly #pairs = new Map<string, Map<number, Pair>>();
  readonly #barred = new Map<string, number>();
  /** Articles of each term among those counted for the set. */
  counts = new Map<string, number>();
  active = new Set<string>();
  #hasSet = false;
  ready = false;
  #held = 0;
  #day = Number.NEGATIVE_INFINITY;
  #tickMs = Number.NEGATIVE_INFINITY;

  fold(entry: LogRecord | PostEntry): void {
    if ('record' in entry) this.#putPost(entry);
    else this.#fold(entry);
  }

  #fold(entry: LogRecord): void {
    switch (entry.kind) {
      case 'news': {
        const hidden = this.#articles.get(entry.id)?.hidden ?? false;
        this.#articles.set(entry.id, { record: entry, hidden });
        return;
      }
      case 'blog': {
        const known = this.#blogs.get(entry.slug);
        const { id, slug, name, category, verified } = entry;
        const { shown = true, erased = false } = known ?? {};
        this.#blogs.set(slug, { id, slug, name, category, verified, shown, erased });
        return;
      }
      case 'hide':
      case 'show':
      case 'erase':
        this.#mask(entry.kind, entry.target, entry.key, entry.id);
        return;
      case 'revoke':
        if (entry.postId !== null) {
          const post = this.#posts.get(entry.postId);
          if (post !== undefined) post.revoked = true;
        } else this.#revoke(entry.topic!);
        return;
      case 'tick':
        this.#tick(entry.atMs);
        return;
      default:
        throw new Error(`the script has no ${entry.kind}`);
    }
  }

  /** Terms with anything to tell of. */
  get keys(): string[] {
    return [...new Set([...this.counts.keys(), ...this.#pairs.keys()])];
  }

  ranking(nowMs: number, hours: number): { topics: ExpectedTopic[]; matchedPosts: number } {
    const sinceMs = nowMs - hours * HOUR_MS;
    const shown = [...this.#posts.values()].filter((post) => this.#isShown(post, nowMs));
    const window = shown.filter(({ record }) => record.sortMs >= sinceMs);
    const before = this.#baseline(shown, sinceMs);
    const topics: ExpectedTopic[] = [];
    const matched = new Set<number>();
    for (const key of this.active) {
      const hits = window.filter((post) => this.#confirms(key, post));
      const frequent = hits.length > 0.02 * window.length;
      const counting = hits.filter((post) => !frequent || holds(post.title, key));
      for (const { record } of counting) matched.add(record.id);
      const byBlog = new Map<number, Post[]>();
      for (const post of hits) {
        byBlog.set(post.blog, [...(byBlog.get(post.blog) ?? []), post]);
      }
      const sizes = [...byBlog.values()].map(({ length }) => length);
      const isBroad =
        sizes.length >= 3 &&
        sizes.filter((size) => size >= 2).length >= 2 &&
        sizes.some((size) => size >= 3);
      // Of what stands in many articles only titles score.
      const score = [...byBlog.values()]
        .map((posts) => posts.filter((post) => counting.includes(post)))
        .reduce((sum, posts) => sum + scoreOf(posts, key), 0);
      const isCounting = (post: Post): boolean => counting.includes(post);
      if (new Set(counting.map(({ blog }) => blog)).size < 2) continue;
      if (!isBroad || !this.#passesBackground(key, before, nowMs)) continue;
      const past = before?.filter((post) => this.#confirms(key, post)) ?? [];
      const pastCounting = past.filter((post) => !frequent || holds(post.title, key));
      topics.push({
        key,
        score,
        posts: counting.length,
        blogs: [...byBlog.values()].filter((posts) => posts.some(isCounting)).length,
        titlePosts: counting.filter((post) => holds(post.title, key)).length,
        recentShare: counting.length / window.length,
        baselineShare:
          before === null || before.length === 0 ? null : pastCounting.length / before.length,
        frequent,
      });
    }
    return { topics, matchedPosts: matched.size };
  }

  /** `gone`, `nothing`, or the history of a topic, newest first. */
  history(
    key: string,
    nowMs: number,
  ): 'gone' | 'nothing' | { id: number; confirmed: boolean; seenMs: number }[] {
    const pairs = [...(this.#pairs.get(key) ?? [])].filter(([id]) => !this.#posts.get(id)!.erased);
    const left = pairs.filter(([id]) => !this.#posts.get(id)!.revoked);
    const wasRevoked = left.length < pairs.length || this.#barred.has(key);
    if (left.length === 0 && wasRevoked) return 'gone';
    const entries = left
      .filter(([id]) => this.#isPublic(this.#posts.get(id)!, nowMs))
      .map(([id, { seenMs }]) => ({
        id,
        confirmed: this.#confirms(key, this.#posts.get(id)!),
        seenMs,
      }));
    const isKnown = (this.counts.get(key) ?? 0) > 0 || entries.length > 0;
    if (!isKnown && this.#natives(key, nowMs) === 0) return 'nothing';
    const timeOf = (id: number): number => this.#posts.get(id)!.record.sortMs;
    return entries.sort((a, b) => timeOf(b.id) - timeOf(a.id) || b.id - a.id);
  }

  #baseline(shown: readonly Post[], sinceMs: number): Post[] | null {
    const firstMs = Math.min(...shown.map(({ record }) => record.sortMs));
    const fromMs = Math.max(firstMs, sinceMs - 90 * DAY_MS);
    if (!(sinceMs - fromMs >= 7 * DAY_MS)) return null;
    return shown.filter(({ record: { sortMs } }) => sortMs >= fromMs && sortMs < sinceMs);
  }

  #passesBackground(key: string, before: Post[] | null, nowMs: number): boolean {
    const past = before?.filter((post) => this.#confirms(key, post)) ?? [];
    if (before === null || past.length < 3) return true;
    const titles = past.filter((post) => holds(post.title, key)).length;
    return titles >= past.length / 3 || this.#natives(key, nowMs) >= 2;
  }

  #natives(key: string, nowMs: number): number {
    const blogs = new Set<number>();
    for (const { id, category, shown, verified, erased } of this.#blogs.values()) {
      if (foldLetters(category) === key && shown && verified && !erased) blogs.add(id);
    }
    for (const post of this.#posts.values()) {
      const labels = post.record.labels.map(foldLetters);
      if (labels.includes(key) && this.#isPublic(post, nowMs)) blogs.add(post.blog);
    }
    return blogs.size;
  }

  #isPublic(post: Post, nowMs: number): boolean {
    const blog = [...this.#blogs.values()].find(({ id }) => id === post.blog);
    const isBlog = blog?.shown === true && blog.verified && !blog.erased;
    return isBlog && !post.hidden && !post.erased && post.record.sortMs <= nowMs;
  }

  #isShown(post: Post, nowMs: number): boolean {
    return this.#isPublic(post, nowMs);
  }

  #confirms(key: string, post: Post): boolean {
    if (post.revoked || !this.active.has(key)) return false;
    return this.#pairs.get(key)?.get(post.record.id)?.confirmed ?? false;
  }

  #putPost({ record, body }: PostEntry): void {
    const blog = this.#blogs.get(record.blog);
    if (blog === undefined || blog.erased) return;
    const known = this.#posts.get(record.id);
    if (known?.erased) return;
    const text = record.bodyHash === '' ? '' : (body ?? known?.body ?? '');
    const hasText = body !== null || record.bodyHash === '' || (known?.kept ?? false);
    const isSame =
      known !== undefined &&
      known.record.bodyHash === record.bodyHash &&
      known.record.title === record.title &&
      known.record.labels.join() === record.labels.join();
    const keptBody = hasText || (isSame && known !== undefined);
    const seenMs =
      known === undefined ? record.observedMs : Math.max(record.observedMs, this.#tickMs);
    const post: Post = {
      record,
      title: slowForm(record.title),
      body: keptBody ? slowForm(text) : '',
      blog: blog.id,
      hidden: known?.hidden ?? false,
      erased: false,
      revoked: known?.revoked ?? false,
      kept: isSame ? known.kept : !this.#isTooOld(record.sortMs),
      seenMs: isSame ? Math.max(known.seenMs, seenMs) : seenMs,
    };
    if (isSame) post.body = known.body;
    this.#posts.set(record.id, post);
    for (const pairs of this.#pairs.values()) {
      const pair = pairs.get(record.id);
      if (pair === undefined) continue;
      if (!isSame) pair.confirmed = false;
      else if (pair.seenMs === known.seenMs) pair.seenMs = post.seenMs;
    }
    if (!isSame) this.#match(post, this.active);
  }

  #match(post: Post, keys: Iterable<string>): void {
    for (const key of keys) {
      if (!holds(post.title, key) && !holds(post.body, key)) continue;
      if (post.record.id <= (this.#barred.get(key) ?? 0)) continue;
      let pairs = this.#pairs.get(key);
      if (pairs === undefined) {
        pairs = new Map();
        this.#pairs.set(key, pairs);
      }
      pairs.set(post.record.id, { confirmed: true, seenMs: post.seenMs });
    }
  }

  #mask(kind: string, target: string, key: string, id: number | null): void {
    const hides = kind !== 'show';
    if (target === 'media') {
      if (hides) this.#hiddenMedia.add(key);
      else this.#hiddenMedia.delete(key);
    } else if (target === 'news') {
      const article = this.#articles.get(id!);
      if (article !== undefined) article.hidden = hides;
      if (kind === 'erase') this.#articles.delete(id!);
    } else if (target === 'post') {
      const post = this.#posts.get(id!);
      if (post === undefined) return;
      post.hidden = hides;
      post.erased ||= kind === 'erase';
    } else {
      const blog = this.#blogs.get(key);
      if (blog === undefined) return;
      blog.shown = !hides;
      if (kind !== 'erase') return;
      blog.erased = true;
      for (const post of this.#posts.values()) if (post.blog === blog.id) post.erased = true;
    }
  }

  #revoke(id: string): void {
    const key = this.keys.find((candidate) => idOf(candidate) === id)!;
    this.#pairs.delete(key);
    this.#barred.set(key, Math.max(0, ...this.#posts.keys()));
  }

  #tick(atMs: number): void {
    if (atMs <= this.#tickMs) return;
    this.#tickMs = atMs;
    const day = dayOf(atMs);
    const isNewDay = day > this.#day;
    const held = this.#articles.size;
    if (!isNewDay && held < 2 * Math.max(1, this.#held)) return;
    this.#day = Math.max(day, this.#day);
    for (const [id, { record }] of this.#articles) {
      if (dayOf(record.sortMs) < day - 90) this.#articles.delete(id);
    }
    const isDaily = isNewDay && this.#hasSet;
    const toDay = isDaily ? day : day + 1;
    const untilMs = isDaily ? day * DAY_MS - ZONE_OFFSET_MS : atMs;
    const counted = [...this.#articles.values()].filter(({ record, hidden }) => {
      const own = dayOf(record.sortMs);
      const inWindow = own >= toDay - 90 && own < toDay && record.sortMs < untilMs;
      return inWindow && !hidden && !this.#hiddenMedia.has(record.media);
    });
    this.ready = counted.length > 0;
    if (!this.ready) return;
    this.#hasSet = true;
    this.#held = this.#articles.size;
    this.counts = new Map();
    for (const { record } of counted) {
      for (const key of record.tags.map(foldLetters)) {
        this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
      }
    }
    const next = new Set(
      [...this.counts].filter(([key, count]) => count >= 2 && isSound(key)).map(([key]) => key),
    );
    for (const post of this.#posts.values()) {
      if (this.#isTooOld(post.record.sortMs)) post.kept = false;
    }
    for (const key of this.active) {
      if (next.has(key)) continue;
      for (const pair of this.#pairs.get(key)?.values() ?? []) pair.confirmed = false;
    }
    const newcomers = [...next].filter((key) => !this.active.has(key));
    this.active = next;
    for (const post of this.#posts.values()) {
      if (post.kept && !post.erased) this.#match(post, newcomers);
    }
  }

  #isTooOld(sortMs: number): boolean {
    return (Math.floor(sortMs / WEEK_MS) + 1) * WEEK_MS + KEPT_MS <= this.#tickMs;
  }
}

function isSound(key: string): boolean {
  return [...key].length >= 2 && !/^\d+$/.test(key);
}

/** Rule 2, as it is written. */
function scoreOf(posts: readonly Post[], key: string): number {
  const weights = posts.map((post) => (holds(post.title, key) ? 2 : 1)).sort((a, b) => b - a);
  return weights.reduce((sum, weight, k) => sum + weight * 0.5 ** k, 0);
}
