/**
 * The directory as plain lists: what it should answer, computed in the most obvious way.
 */
import { HOUR_MS } from '../../../src/kernel/clock.js';
import type { BlogRecord, LogRecord, PostRecord } from '../../../src/kernel/model/records.js';
import { searchForm } from '../../../src/kernel/text/tag.js';

interface Blog {
  record: BlogRecord;
  hidden: boolean;
  crawledMs: number | null;
}

interface Post {
  record: PostRecord;
  hidden: boolean;
}

export interface PostQuestion {
  sinceMs: number;
  untilMs: number;
  blog: string | null;
  q: string | null;
}

export class Oracle {
  blogs: Blog[] = [];
  posts: Post[] = [];

  apply(record: LogRecord): void {
    if (record.kind === 'blog') {
      const known = this.#blog(record.slug);
      if (known === undefined) this.blogs.push({ record, hidden: false, crawledMs: null });
      else known.record = record;
    }
    if (record.kind === 'post' && this.#blog(record.blog) !== undefined) {
      const known = this.posts.find((post) => post.record.id === record.id);
      this.posts = this.posts.filter((post) => post !== known);
      this.posts.push({ record, hidden: known?.hidden ?? false });
    }
    if (record.kind === 'crawl' && record.ok) {
      const blog = this.#blog(record.blog ?? '');
      if (blog !== undefined) blog.crawledMs = Math.max(blog.crawledMs ?? -Infinity, record.atMs);
    }
    if (record.kind === 'hide' || record.kind === 'show' || record.kind === 'erase') {
      const { kind, target, key, id } = record;
      const isGone = kind === 'erase';
      if (target === 'blog') {
        for (const blog of this.blogs) if (blog.record.slug === key) blog.hidden = kind === 'hide';
        if (isGone) {
          this.blogs = this.blogs.filter((blog) => blog.record.slug !== key);
          this.posts = this.posts.filter((post) => post.record.blog !== key);
        }
      } else if (target === 'post') {
        for (const post of this.posts) if (post.record.id === id) post.hidden = kind === 'hide';
        if (isGone) this.posts = this.posts.filter((post) => post.record.id !== id);
      }
    }
  }

  isListed(slug: string): boolean {
    const blog = this.#blog(slug);
    if (blog === undefined) return false;
    return blog.record.verified && !blog.hidden;
  }

  /** Everything that matches, newest first. */
  list({ sinceMs, untilMs, blog, q }: PostQuestion): PostRecord[] {
    return this.posts
      .filter(({ record, hidden }) => {
        if (hidden || !this.isListed(record.blog)) return false;
        if (record.sortMs < sinceMs || record.sortMs >= untilMs) return false;
        if (blog !== null && record.blog !== blog) return false;
        const { name } = this.#blog(record.blog)!.record;
        return q === null || contains(record.title, q) || contains(name, q);
      })
      .map(({ record }) => record)
      .sort((a, b) => b.sortMs - a.sortMs || b.id - a.id);
  }

  nameOf(slug: string): string {
    return this.#blog(slug)!.record.name;
  }

  directory(q: string | null): object[] {
    return this.blogs
      .filter(({ record }) => this.isListed(record.slug))
      .filter(({ record }) => q === null || contains(record.name, q))
      .sort((a, b) => a.record.id - b.record.id)
      .map(({ record, crawledMs }) => ({
        id: record.id,
        slug: record.slug,
        name: record.name,
        lastCrawlSuccessAt: crawledMs === null ? null : new Date(crawledMs).toISOString(),
        ...this.#pace(record.slug),
      }));
  }

  #pace(slug: string): object {
    const times = this.posts
      .filter(({ record, hidden }) => record.blog === slug && !hidden)
      .flatMap(({ record }) => record.publishedMs ?? [])
      .sort((a, b) => b - a);
    const lastPublishedAt = times[0] === undefined ? null : new Date(times[0]).toISOString();
    if (times.length < 3) return { lastPublishedAt, expectedIntervalHours: 24 };
    const last = times.slice(0, 20);
    const gaps: number[] = [];
    for (let at = 1; at < last.length; at++) gaps.push(last[at - 1]! - last[at]!);
    gaps.sort((a, b) => a - b);
    const middle = gaps.length / 2;
    const median =
      gaps.length % 2 === 1 ? gaps[Math.floor(middle)]! : (gaps[middle - 1]! + gaps[middle]!) / 2;
    const hours = Math.min(720, Math.max(1, Math.round(median / HOUR_MS)));
    return { lastPublishedAt, expectedIntervalHours: hours };
  }

  #blog(slug: string): Blog | undefined {
    return this.blogs.find(({ record }) => record.slug === slug);
  }
}

function contains(text: string, q: string): boolean {
  return searchForm(text).includes(searchForm(q));
}
