/**
 * Writes blog posts about the stories of the day before.
 *
 * Invariants: a post depends on its slot and on the stories that were published before it; body links
 * lead to older posts of other blogs, and to articles that were published before the post. Two posts in
 * three are HTML, the rest text with a list of links.
 */
import { escapeText } from '../src/kernel/markup.js';
import type { Blog, Blogs, PostSlot } from './blogs.js';
import { iso } from './calendar.js';
import type { Cast } from './cast.js';
import { derive, Random, type Weighted, zipf } from './random.js';
import { slotId } from './slots.js';
import type { ArticleSlot, Story } from './stories.js';
import { compileAll, render, type Template } from './template.js';
import type { BlogWords } from './vocabulary.js';

const UNDATED_PERCENT = 4;
const HTML_PERCENT = 67;
const TALK_RANKS = 60;
/** Share of posts with a link to an article of their story. */
const READ_PERCENT = 50;

interface Link {
  url: string;
  anchor: string;
  location: 'body' | 'sidebar' | 'blogroll' | 'comment';
}

interface Part {
  text: string;
  link: Link | null;
  after: string;
  quote: boolean;
}

function anchorHtml(link: Link): string {
  return `<a href="${link.url}">${escapeText(link.anchor)}</a>`;
}

function partHtml(part: Part): string {
  const tag = part.quote ? 'blockquote' : 'p';
  const link = part.link === null ? '' : anchorHtml(part.link);
  return `<${tag}>${escapeText(part.text)}${link}${escapeText(part.after)}</${tag}>`;
}

function listHtml(links: readonly Link[], location: Link['location'], frame: string): string {
  const items = links.filter((link) => link.location === location).map(anchorHtml);
  if (items.length === 0) return '';
  return frame.replace('%', items.map((item) => `<li>${item}</li>`).join(''));
}

/** A whole page in the layout of a blog theme. */
function pageHtml(
  title: string,
  parts: readonly Part[],
  links: readonly Link[],
  { sidebar, blogroll }: BlogWords,
): string {
  const body = parts.map(partHtml).join('');
  return (
    `<article class="post"><h1>${escapeText(title)}</h1><div class="entry-content">${body}</div></article>` +
    listHtml(links, 'sidebar', `<aside class="sidebar"><h3>${sidebar}</h3><ul>%</ul></aside>`) +
    listHtml(links, 'blogroll', `<div class="blogroll"><h3>${blogroll}</h3><ul>%</ul></div>`) +
    listHtml(links, 'comment', '<section id="comments" class="comments"><ul>%</ul></section>')
  );
}

export class PostWriter {
  readonly #seed: number;
  readonly #blogs: Blogs;
  readonly #words: BlogWords;
  readonly #talk: Weighted = zipf(TALK_RANKS, 3);
  readonly #titles: Template[];
  readonly #openings: Template[];
  readonly #paragraphs: Template[];
  readonly #closings: Template[];
  readonly #linkLead: Template[];
  readonly #linkTail: Template[];
  readonly #talkedOn: (day: number) => readonly Story[];
  readonly #castOf: (story: Story) => Cast;
  readonly #quoteOf: (story: Story, cast: Cast) => string;
  readonly #articleOf: (story: Story, slot: ArticleSlot) => { title: string; url: string };

  constructor(
    seed: number,
    blogs: Blogs,
    words: BlogWords,
    talkedOn: (day: number) => readonly Story[],
    castOf: (story: Story) => Cast,
    quoteOf: (story: Story, cast: Cast) => string,
    articleOf: (story: Story, slot: ArticleSlot) => { title: string; url: string },
  ) {
    this.#seed = derive(seed, 0x706f7374);
    this.#blogs = blogs;
    this.#words = words;
    this.#titles = compileAll(words.titles, true);
    this.#openings = compileAll(words.openings);
    this.#paragraphs = compileAll(words.paragraphs);
    this.#closings = compileAll(words.closings);
    this.#linkLead = compileAll(words.linkLead);
    this.#linkTail = compileAll(words.linkTail);
    this.#talkedOn = talkedOn;
    this.#castOf = castOf;
    this.#quoteOf = quoteOf;
    this.#articleOf = articleOf;
  }

  line(slot: PostSlot): string {
    const { blog, day, number } = slot;
    const random = new Random(derive(this.#seed, blog.index, day, number));
    const story = this.#story(slot, random);
    const cast = this.#castOf(story);
    const title = render(random.pick(this.#titles), cast, random);
    const parts = this.#parts(slot, story, cast, random);
    const links = [...parts.flatMap((part) => part.link ?? []), ...this.#around(slot, random)];
    const text = parts.map((part) => part.text + (part.link?.anchor ?? '') + part.after);
    const asHtml = random.chance(HTML_PERCENT);
    return JSON.stringify({
      kind: 'post',
      blog: blog.slug,
      url: this.#blogs.url(blog, day, number),
      title,
      author: random.chance(80) ? blog.author : null,
      publishedAt: random.chance(UNDATED_PERCENT) ? undefined : iso(slot.publishedMs),
      observedAt: iso(slot.observedMs),
      summary: random.chance(70) ? `${(text[0] as string).slice(0, 90)}…` : null,
      imageUrl: random.chance(30) ? `${blog.base}img/${day}-${number}.jpg` : null,
      labels: this.#labels(cast, random),
      html: asHtml ? pageHtml(title, parts, links, this.#words) : undefined,
      body: asHtml ? undefined : text.join('\n\n'),
      links: asHtml ? undefined : links,
    });
  }

  /** A story of that day or the day before. */
  #story(slot: PostSlot, random: Random): Story {
    const today = this.#talkedOn(slot.day).filter((story) => story.bornMs < slot.publishedMs);
    const stories = today.length > 0 && random.chance(60) ? today : this.#talkedOn(slot.day - 1);
    return stories[this.#talk.pick(random) % stories.length] as Story;
  }

  #parts(slot: PostSlot, story: Story, cast: Cast, random: Random): Part[] {
    const templates = random.shuffle([...this.#paragraphs]).slice(0, random.between(2, 6));
    templates.unshift(random.pick(this.#openings));
    const plain = (text: string): Part => ({ text, link: null, after: '', quote: false });
    const parts = templates.map((template) => plain(render(template, cast, random)));
    if (random.chance(55)) {
      const quote = random.pick(this.#words.quoteLead) + this.#quoteOf(story, cast);
      parts.splice(1, 0, { ...plain(quote), quote: true });
    }
    const wanted = random.chance(45) ? random.between(1, 3) : 0;
    for (let i = 0; i < wanted; i++) {
      const target = this.#blogs.older(slot.blog, slot.day, random);
      if (target === null) continue;
      parts.push({
        text: render(random.pick(this.#linkLead), cast, random),
        link: {
          url: target.url,
          anchor: this.#words.linkAnchor.replace('{name}', target.blog.name),
          location: 'body',
        },
        after: render(random.pick(this.#linkTail), cast, random),
        quote: false,
      });
    }
    const read = this.#read(slot, story);
    if (read !== null) parts.splice(1, 0, read);
    if (random.chance(55)) parts.push(plain(render(random.pick(this.#closings), cast, random)));
    return parts;
  }

  /** A link to an article of the story that was published before the post; null for some posts. */
  #read({ blog, day, number, publishedMs }: PostSlot, story: Story): Part | null {
    const random = new Random(derive(this.#seed, blog.index, day, number, 1));
    if (!random.chance(READ_PERCENT)) return null;
    const out = story.slots.filter((report) => report.observedMs < publishedMs);
    if (out.length === 0) return null;
    const { title, url } = this.#articleOf(story, random.pick(out));
    return { text: '', link: { url, anchor: title, location: 'body' }, after: '', quote: false };
  }

  /** Links around the text. */
  #around(slot: PostSlot, random: Random): Link[] {
    const links: Link[] = [];
    const { blog, day } = slot;
    if (random.chance(35)) {
      for (const url of blog.linkRoll)
        links.push({ url, anchor: this.#nameOf(url), location: 'blogroll' });
    }
    const add = (location: Link['location'], percent: number): void => {
      const target = random.chance(percent) ? this.#blogs.older(blog, day, random) : null;
      if (target === null) return;
      const anchor = location === 'comment' ? random.pick(this.#words.comments) : target.blog.name;
      links.push({ url: target.url, anchor, location });
    };
    add('sidebar', 25);
    add('comment', 20);
    return links;
  }

  #nameOf(base: string): string {
    return (this.#blogs.items.find((blog: Blog) => blog.base === base) as Blog).name;
  }

  #labels(cast: Cast, random: Random): string[] {
    const labels = new Set<string>([random.pick(this.#words.labels)]);
    if (random.chance(75)) labels.add(cast.mains[0] as string);
    if (random.chance(40)) labels.add(cast.values[slotId('city')] as string);
    if (random.chance(40)) labels.add(cast.broad[0] as string);
    return [...labels];
  }
}
