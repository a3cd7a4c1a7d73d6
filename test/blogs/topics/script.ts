/**
 * Random lives of the topics index, as data that fast-check can shrink.
 *
 * Steps name articles, posts and blogs by small numbers; `Author` turns them into whole records in
 * the order of a clock that only goes forward.
 */
import fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import type { LogRecord } from '../../../src/kernel/model/records.js';
import { idOf } from './oracle.js';
import {
  blogOf,
  maskOf,
  newsOf,
  type PostEntry,
  postOf,
  revokePost,
  revokeTopic,
  tickAt,
} from './records.js';

export const START_MS = Date.UTC(2026, 0, 15, 3);
const BLOGS = 5;
const WORDS = ['核四', '核四公投', '公投', 'nba', '新北市', '新北', '藻礁', '12', '字', 'ai晶片'];
const TAGS = [...WORDS, 'NBA', '新北 市'];
const FILLERS = ['，', '的', ' ', '。', 'x', '7', '是日'];

const word = fc.constantFrom(...WORDS);
const words = fc.array(fc.oneof(word, fc.constantFrom(...FILLERS)), { maxLength: 6 });
const sentence = words.map((parts) => parts.join(''));
const agoMs = fc.oneof(
  fc.nat(3 * DAY_MS),
  fc.nat(40 * DAY_MS),
  fc.nat(150 * DAY_MS),
  fc.constant(200 * DAY_MS),
  fc.constant(-20 * MINUTE_MS),
);

interface PostStep {
  slot: number;
  blog: number;
  title: string;
  body: string;
  labels: string[];
  agoMs: number;
}

const postStep: fc.Arbitrary<PostStep> = fc.record({
  slot: fc.nat(40),
  blog: fc.integer({ min: 1, max: BLOGS }),
  title: sentence,
  body: sentence,
  labels: fc.uniqueArray(word, { maxLength: 2 }),
  agoMs,
});

const newsStep = fc.record({
  slot: fc.nat(12),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 4 }),
  agoMs: fc.oneof(fc.nat(2 * DAY_MS), fc.nat(100 * DAY_MS)),
  media: fc.constantFrom('a', 'b'),
});

type Mask = {
  kind: 'hide' | 'show' | 'erase';
  target: 'news' | 'post' | 'blog' | 'media';
  slot: number;
};

/** Something that becomes entries of the log. */
export type FactStep =
  | { type: 'news'; articles: (typeof newsStep extends fc.Arbitrary<infer T> ? T : never)[] }
  | { type: 'posts'; posts: PostStep[] }
  /** The same post with another title, its body as it was and not sent again. */
  | { type: 'retitle'; slot: number; title: string }
  /** Many articles of one blog that hold nothing. */
  | { type: 'filler'; count: number }
  | { type: 'mask'; mask: Mask }
  | { type: 'revoke'; topic: string | null; slot: number }
  | { type: 'blog'; blog: number; verified: boolean; category: string }
  | { type: 'tick'; byMs: number };

/** Something that the runtime does, which no answer may depend on. */
export type RuntimeStep = 'idle' | 'snapshot' | 'restart';

export type Step = FactStep | RuntimeStep;

const mask: fc.Arbitrary<Mask> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('hide' as const, 'show' as const, 'erase' as const),
    target: fc.constantFrom('news' as const, 'post' as const),
    slot: fc.nat(40),
  }),
  fc.record({
    kind: fc.constantFrom('hide' as const, 'show' as const),
    target: fc.constantFrom('blog' as const, 'media' as const),
    slot: fc.nat(BLOGS),
  }),
  fc.record({
    kind: fc.constant('erase' as const),
    target: fc.constant('blog' as const),
    slot: fc.constant(BLOGS),
  }),
);

const fact: fc.Arbitrary<FactStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('news' as const),
      articles: fc.array(newsStep, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('posts' as const),
      posts: fc.array(postStep, { minLength: 1, maxLength: 20 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('retitle' as const),
      slot: fc.nat(40),
      title: sentence,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('filler' as const), count: fc.constant(400) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('mask' as const), mask }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('revoke' as const),
      topic: fc.option(word),
      slot: fc.nat(40),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('blog' as const),
      blog: fc.integer({ min: 1, max: BLOGS }),
      verified: fc.boolean(),
      category: fc.constantFrom('', ...WORDS),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('tick' as const),
      byMs: fc.constantFrom(10 * MINUTE_MS, HOUR_MS, DAY_MS, DAY_MS, 5 * DAY_MS, 60 * DAY_MS),
    }),
  },
);

export const script: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fact },
    {
      weight: 1,
      arbitrary: fc.constantFrom<RuntimeStep>('idle', 'snapshot', 'restart'),
    },
  ),
  { minLength: 4, maxLength: 40 },
);

/** Turns steps into records, as the log would have written them. */
export class Author {
  nowMs = START_MS;
  #posts = 0;
  #news = 0;
  readonly #postBySlot = new Map<number, PostEntry>();
  readonly #newsBySlot = new Map<number, { id: number; sortMs: number }>();
  readonly #erasedPosts = new Set<number>();
  readonly #erasedBlogs = new Set<number>();

  /** The blogs, before anything else. */
  opening(): LogRecord[] {
    return Array.from({ length: BLOGS }, (_, at) => blogOf(at + 1));
  }

  write(step: FactStep): (LogRecord | PostEntry)[] {
    switch (step.type) {
      case 'news':
        return step.articles.map(({ slot, tags, agoMs, media }) => {
          const known = this.#newsBySlot.get(slot);
          const id = known?.id ?? ++this.#news;
          const sortMs = this.nowMs - agoMs;
          this.#newsBySlot.set(slot, { id, sortMs });
          return newsOf(id, sortMs, tags, { media, previousSortMs: known?.sortMs ?? null });
        });
      case 'posts':
        return step.posts.flatMap((post) => this.#post(post));
      case 'retitle':
        return this.#retitle(step.slot, step.title);
      case 'filler':
        return Array.from({ length: step.count }, () =>
          postOf(++this.#posts, 1, this.nowMs - HOUR_MS, '無', ''),
        );
      case 'mask':
        return this.#mask(step.mask);
      case 'revoke': {
        if (step.topic !== null) return [revokeTopic(idOf(step.topic))];
        const post = this.#postBySlot.get(step.slot);
        return post === undefined ? [] : [revokePost(post.record.id)];
      }
      case 'blog':
        if (this.#erasedBlogs.has(step.blog)) return [];
        return [blogOf(step.blog, { verified: step.verified, category: step.category })];
      case 'tick':
        this.nowMs += step.byMs;
        return [tickAt(this.nowMs)];
    }
  }

  #post({ slot, blog, title, body, labels, agoMs }: PostStep): PostEntry[] {
    const known = this.#postBySlot.get(slot);
    if (known !== undefined && this.#erasedPosts.has(known.record.id)) return [];
    if (this.#erasedBlogs.has(blog)) return [];
    const id = known?.record.id ?? ++this.#posts;
    const fields = {
      labels,
      observedMs: known?.record.observedMs ?? this.nowMs,
      previousSortMs: known?.record.sortMs ?? null,
    };
    const entry = postOf(id, blog, this.nowMs - agoMs, title || '題', body, fields);
    this.#postBySlot.set(slot, entry);
    return [entry];
  }

  #retitle(slot: number, title: string): PostEntry[] {
    const known = this.#postBySlot.get(slot);
    if (known === undefined || this.#erasedPosts.has(known.record.id)) return [];
    if (this.#erasedBlogs.has(Number(known.record.blog.slice(5)))) return [];
    const { sortMs } = known.record;
    const record = { ...known.record, title: title || '題', previousSortMs: sortMs };
    this.#postBySlot.set(slot, { record, body: known.body });
    return [{ record, body: null }];
  }

  #mask({ kind, target, slot }: Mask): LogRecord[] {
    if (target === 'media') return [maskOf(kind, 'media', slot % 2 === 0 ? 'a' : 'b')];
    if (target === 'blog') {
      const blog = Math.max(1, slot);
      if (this.#erasedBlogs.has(blog)) return [];
      if (kind === 'erase') this.#erasedBlogs.add(blog);
      return [maskOf(kind, 'blog', `blog-${blog}`)];
    }
    if (target === 'news') {
      const known = this.#newsBySlot.get(slot % 13);
      if (known === undefined) return [];
      if (kind === 'erase') this.#newsBySlot.delete(slot % 13);
      return [maskOf(kind, 'news', `news ${known.id}`, known.id, known.sortMs)];
    }
    const known = this.#postBySlot.get(slot)?.record;
    if (known === undefined || this.#erasedPosts.has(known.id)) return [];
    if (kind === 'erase') this.#erasedPosts.add(known.id);
    return [maskOf(kind, 'post', known.url, known.id, known.sortMs)];
  }
}
