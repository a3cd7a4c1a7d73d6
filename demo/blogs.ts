/**
 * The blogs of a world and the times of their posts.
 *
 * Invariants: the number of a blog's posts on a day, and their addresses, are known without writing the
 * posts, so that posts can link to older ones.
 */
import { blogMoment, civil, pad } from './calendar.js';
import { derive, Random, type Weighted, zipf } from './random.js';
import type { BlogWords } from './vocabulary.js';

/** Blogs of one circle, which mostly link to each other. */
const CIRCLE = 12;
/** Posts a day of the busiest blog, in hundredths. */
const RATE_MAX = 260;
const RATE_MIN = 8;
const LINK_DAYS_MAX = 9;

export interface Blog {
  index: number;
  slug: string;
  name: string;
  /** Address of the home page, with a closing slash; posts are below it. */
  base: string;
  aliases: string[];
  category: string;
  description: string;
  author: string;
  verified: boolean;
  canonicalSlug: string | null;
  /** Hundredths of a post a day. */
  rate: number;
  linkRoll: string[];
}

export interface PostSlot {
  blog: Blog;
  day: number;
  number: number;
  publishedMs: number;
  observedMs: number;
}

function makeBlog(index: number, count: number, words: BlogWords, random: Random): Blog {
  const first = words.nameFirst[index % words.nameFirst.length] as string;
  const second = words.nameSecond[
    (index + Math.floor(index / words.nameFirst.length)) % words.nameSecond.length
  ] as string;
  const round = Math.floor(index / (words.nameFirst.length * words.nameSecond.length));
  const slug = `b${pad(index, 4)}`;
  const shared = random.chance(40);
  const category = random.pick(words.categories);
  return {
    index,
    slug,
    name: first + second + (round === 0 ? '' : ` ${round + 1}`),
    base: shared ? `https://pages.example/${slug}/` : `https://${slug}.blogs.example/`,
    aliases: random.chance(10) ? [`old-${slug}.example`] : [],
    category,
    description: random.pick(words.descriptions).replace('{category}', category),
    author: random.pick(words.authors),
    verified: !random.chance(8),
    canonicalSlug: null,
    rate: Math.max(RATE_MIN, Math.floor(RATE_MAX / (1 + Math.floor((index * 12) / count)))),
    linkRoll: [],
  };
}

export class Blogs {
  readonly items: readonly Blog[];
  readonly #seed: number;
  readonly #fame: Weighted;

  constructor(seed: number, count: number, words: BlogWords) {
    this.#seed = derive(seed, 0x626c6f67);
    const random = new Random(this.#seed);
    const blogs = Array.from({ length: count }, (_, i) => makeBlog(i, count, words, random));
    this.#fame = zipf(Math.max(1, count), 4);
    for (const blog of blogs) this.#finish(blog, blogs, random);
    this.items = blogs;
  }

  #finish(blog: Blog, blogs: readonly Blog[], random: Random): void {
    if (blog.index >= 40 && blog.index % 40 === 0) {
      blog.canonicalSlug = (blogs[blog.index - 1] as Blog).slug;
    }
    for (let i = 0; i < 3; i++) {
      const other = blogs[this.#fame.pick(random)] as Blog;
      if (other !== blog && !blog.linkRoll.includes(other.base)) blog.linkRoll.push(other.base);
    }
  }

  countOn(blog: Blog, day: number): number {
    const extra = derive(this.#seed, blog.index, day, 1) % 100;
    return Math.floor(blog.rate / 100) + (extra < blog.rate % 100 ? 1 : 0);
  }

  post(blog: Blog, day: number, number: number): PostSlot {
    const random = new Random(derive(this.#seed, blog.index, day, 2, number));
    const publishedMs = blogMoment(day, random);
    const observedMs = publishedMs + random.between(3, 360) * 60_000;
    return { blog, day, number, publishedMs, observedMs };
  }

  url(blog: Blog, day: number, number: number): string {
    const { year, month, date } = civil(day);
    return `${blog.base}${year}/${pad(month)}/${pad(date)}-${number + 1}.html`;
  }

  /** Every post written on a day, by blog. */
  postsOn(day: number): PostSlot[] {
    return this.items.flatMap((blog) =>
      Array.from({ length: this.countOn(blog, day) }, (_, n) => this.post(blog, day, n)),
    );
  }

  /** An older post of another blog, mostly of the same circle; null where none was found. */
  older(blog: Blog, day: number, random: Random): { blog: Blog; url: string } | null {
    for (let attempt = 0; attempt < 5; attempt++) {
      const near = Math.floor(blog.index / CIRCLE) * CIRCLE + random.below(CIRCLE);
      const index = random.chance(70) ? near : this.#fame.pick(random);
      const other = this.items[index];
      const then = day - random.between(1, LINK_DAYS_MAX);
      if (other === undefined || other === blog) continue;
      const count = this.countOn(other, then);
      if (count > 0) return { blog: other, url: this.url(other, then, random.below(count)) };
    }
    return null;
  }
}
