/**
 * Random lives of a directory: what happens, as data that fast-check can shrink.
 *
 * A step names blogs and posts by small numbers; `Author` turns it into whole records, as the log
 * would have written them.
 */
import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/clock.js';
import type {
  BlogRecord,
  LogRecord,
  MaskRecord,
  PostRecord,
} from '../../../src/kernel/model/records.js';
import type { PostQuestion } from './oracle.js';
import { blogMaskOf, blogOf, crawlOf, postMaskOf, postOf } from './records.js';

export const START_MS = Date.UTC(2026, 0, 15);

/** Something that becomes entries of the log. */
export type FactStep =
  | { type: 'blog'; blog: number; fields: Partial<BlogRecord> }
  | { type: 'post'; slot: number; blog: number; sortMs: number; dated: boolean; title: string }
  | { type: 'crawl'; blog: number; atMs: number; ok: boolean }
  | { type: 'mask'; target: { slot: number } | { blog: number }; kind: MaskRecord['kind'] };

/** Something that the runtime does, which no answer and no snapshot may depend on. */
export type RuntimeStep = 'cut' | 'acknowledge' | 'compact' | 'restart';

const BLOGS = 4;
const SLOTS = 14;

const glyph = fc.constantFrom(
  'a',
  'A',
  'Ａ',
  'b',
  'é',
  'ß',
  '台',
  '灣',
  'ｶ',
  'ﾞ',
  '😀',
  ' ',
  '１',
  '1',
);
const text = fc.string({ unit: glyph, minLength: 1, maxLength: 8 });
const blog = fc.nat({ max: BLOGS - 1 });
const slot = fc.nat({ max: SLOTS - 1 });
const kind = fc.constantFrom<MaskRecord['kind']>('hide', 'hide', 'show', 'show', 'erase');

/** Few distinct times in three segments and at their borders, so that ties and moves are common. */
const sortMs = fc
  .tuple(
    fc.integer({ min: 0, max: 2 }),
    fc.constantFrom(0, 1, HOUR_MS, 90 * HOUR_MS, 7 * DAY_MS - 1),
  )
  .map(([week, offset]) => START_MS + 7 * week * DAY_MS + offset);

const blogFields = fc.record({
  name: text,
  verified: fc.constantFrom(true, true, true, false),
});

export const factStep: fc.Arbitrary<FactStep> = fc.oneof(
  {
    arbitrary: fc
      .record({ blog, fields: blogFields })
      .map((rest): FactStep => ({ type: 'blog', ...rest })),
    weight: 2,
  },
  {
    arbitrary: fc
      .record({ slot, blog, sortMs, dated: fc.constantFrom(true, true, true, false), title: text })
      .map((rest): FactStep => ({ type: 'post', ...rest })),
    weight: 10,
  },
  {
    arbitrary: fc
      .record({ blog, atMs: sortMs, ok: fc.boolean() })
      .map((rest): FactStep => ({ type: 'crawl', ...rest })),
    weight: 1,
  },
  {
    arbitrary: fc
      .record({
        target: fc.oneof(fc.record({ slot }), fc.record({ slot }), fc.record({ blog })),
        kind,
      })
      .map((rest): FactStep => ({ type: 'mask', ...rest })),
    weight: 4,
  },
);

export const runtimeStep = fc.oneof(
  { arbitrary: fc.constant('cut' as const), weight: 4 },
  { arbitrary: fc.constant('acknowledge' as const), weight: 3 },
  { arbitrary: fc.constant('compact' as const), weight: 2 },
  { arbitrary: fc.constant('restart' as const), weight: 1 },
);

export const question: fc.Arbitrary<PostQuestion> = fc
  .record({
    window: fc.option(fc.tuple(sortMs, sortMs)),
    blog: fc.option(blog.map(slugOf), { freq: 2 }),
    q: fc.option(fc.oneof(glyph, text)),
  })
  .map(({ window, ...rest }) => ({
    ...rest,
    sinceMs: window === null ? START_MS - DAY_MS : Math.min(...window),
    untilMs: window === null ? START_MS + 30 * DAY_MS : Math.max(...window) + 1,
  }));

export function slugOf(number: number): string {
  return `blog-${number + 1}`;
}

/** Gives ids and fills in what the log knows of earlier records. */
export class Author {
  readonly #blogs = new Map<number, BlogRecord>();
  readonly #erased = new Set<number>();
  readonly #posts = new Map<number, PostRecord>();
  #nextId = 1;

  write(step: FactStep): LogRecord[] {
    switch (step.type) {
      case 'blog':
        return this.#blog(step.blog, step.fields);
      case 'post':
        return this.#writePost(step);
      case 'crawl':
        return [crawlOf(slugOf(step.blog), step.atMs, step.ok)];
      case 'mask':
        return this.#writeMask(step.target, step.kind);
    }
  }

  #writePost({
    slot: place,
    blog: number,
    sortMs: atMs,
    dated,
    title,
  }: FactStep & { type: 'post' }) {
    if (this.#erased.has(number)) return [];
    const before = this.#blogs.has(number) ? [] : this.#blog(number, {});
    const known = this.#posts.get(place);
    const post = postOf(known?.id ?? this.#nextId++, slugOf(number), atMs, {
      title,
      publishedMs: dated ? atMs : null,
      previousSortMs: known?.sortMs ?? null,
    });
    this.#posts.set(place, post);
    return [...before, post];
  }

  #writeMask(target: { slot: number } | { blog: number }, how: MaskRecord['kind']): LogRecord[] {
    if ('blog' in target) {
      if (how === 'erase') this.#forget(target.blog);
      return [blogMaskOf(how, slugOf(target.blog))];
    }
    const post = this.#posts.get(target.slot);
    if (post === undefined) return [];
    if (how === 'erase') this.#posts.delete(target.slot);
    return [postMaskOf(how, post)];
  }

  #blog(number: number, fields: Partial<BlogRecord>): LogRecord[] {
    if (this.#erased.has(number)) return [];
    // Ids are given at first sight; here the number of a blog is as good.
    const record = blogOf(number + 1, fields);
    this.#blogs.set(number, record);
    return [record];
  }

  /** What was erased comes back, if at all, as a new post; the blog itself never does. */
  #forget(number: number): void {
    this.#erased.add(number);
    for (const [place, post] of this.#posts) {
      if (post.blog === slugOf(number)) this.#posts.delete(place);
    }
  }
}
