/**
 * Turns a slot of a story into the records of one article.
 *
 * Invariants: a slot always gives the same lines; an update repeats the identity (`media`, `url`) and
 * names only the changed fields.
 */
import { localDayOf } from '../src/kernel/clock.js';
import { type ArticleLife, articleLife } from './article-life.js';
import { byline } from './bylines.js';
import { iso, isoDay } from './calendar.js';
import type { Cast } from './cast.js';
import type { EnglishWriter } from './english-writer.js';
import { JsonLine } from './json-line.js';
import type { Outlet } from './outlets.js';
import { derive, Random } from './random.js';
import type { ArticleSlot, Story } from './stories.js';
import { tagsOf } from './story-tags.js';
import { articleUrl, imageUrl } from './urls.js';
import type { TopicWords, WorldWords } from './vocabulary.js';
import { paragraphs, type Writer } from './writer.js';

const CITED_PERCENT = 16;
const DESCRIPTION_MAX = 120;
const SHORT_CHARS = 90;
const SOURCES = ['page', 'page', 'page', 'feed', 'json-ld'] as const;

interface Article {
  outlet: Outlet;
  url: string;
  title: string;
}

/** A medium that can be cited. */
interface External {
  title: string;
  alias: string;
}

type Status = 'ok' | 'short' | 'missing' | 'blocked' | 'error' | 'not_fetched';

function statusOf(random: Random): Status {
  const roll = random.below(1000);
  if (roll < 890) return 'ok';
  if (roll < 930) return 'short';
  if (roll < 950) return 'missing';
  if (roll < 970) return 'blocked';
  return roll < 980 ? 'error' : 'not_fetched';
}

export class NewsLines {
  readonly #writer: Writer;
  readonly #english: EnglishWriter;
  readonly #vocabulary: WorldWords;
  readonly #outlets: readonly Outlet[];
  readonly #externals: readonly External[];
  /** Names of media that an English text can cite. */
  readonly #latinSources: readonly string[];
  readonly #castOf: (story: Story) => Cast;

  constructor(
    vocabulary: WorldWords,
    outlets: readonly Outlet[],
    writer: Writer,
    english: EnglishWriter,
    castOf: (story: Story) => Cast,
  ) {
    this.#writer = writer;
    this.#english = english;
    this.#vocabulary = vocabulary;
    this.#outlets = outlets;
    this.#externals = vocabulary.outlets.external.map(([title, alias]) => ({ title, alias }));
    const titles = [...this.#externals, ...outlets].map(({ title }) => title);
    this.#latinSources = titles.filter((title) => /^[A-Za-z ]+$/.test(title));
    this.#castOf = castOf;
  }

  title(story: Story, slot: ArticleSlot): string {
    const outlet = this.#outlets[slot.outlet] as Outlet;
    const cast = this.#castOf(story);
    const copied = slot.base >= 0 && (slot.edit === 0 || slot.index % 3 === 0);
    const index = copied ? slot.base : slot.index;
    if (outlet.english) return this.#english.title(story, cast, index);
    return this.#writer.title(story, cast, index);
  }

  /** The record of an article's first sight. */
  first(story: Story, slot: ArticleSlot): string {
    const life = articleLife(story, slot);
    const article = this.identity(story, slot);
    const { outlet, title, url } = article;
    const random = new Random(derive(story.seed, slot.index, 32));
    const topic = this.#vocabulary.topics[story.topic] as TopicWords;
    const sections = outlet.english ? topic.sectionsEn : topic.sections;
    const line = this.#line(article, title, slot.observedMs)
      .text('section', random.pick(sections))
      .text('image', random.chance(72) ? imageUrl(outlet, story, slot) : null)
      .list('tags', this.#tags(story, slot));
    if (life.foundFirst) {
      line.raw('discovery', this.#discovery(slot.observedMs, title, url, outlet));
    }
    if (life.pending) return line.text('bodyStatus', 'not_fetched').done();
    return this.#page(line, story, slot, outlet, slot.observedMs).done();
  }

  /** The record after the page of a pending article has been read. */
  fill(story: Story, slot: ArticleSlot, life: ArticleLife): string {
    const article = this.identity(story, slot);
    const line = this.#line(article, article.title, life.fillMs);
    return this.#page(line, story, slot, article.outlet, life.fillMs).done();
  }

  /** The record of a changed headline or changed tags. */
  correction(story: Story, slot: ArticleSlot, life: ArticleLife): string {
    const article = this.identity(story, slot);
    const { outlet, title } = article;
    const random = new Random(derive(story.seed, slot.index, 33));
    if (random.chance(60)) {
      const marks = this.#vocabulary.phrases.correctedTitles;
      const mark = outlet.english ? 'UPDATED: ' : random.pick(marks);
      return this.#line(article, mark + title, life.correctMs).done();
    }
    const tags = this.#tags(story, slot);
    const cast = this.#castOf(story);
    const more = outlet.english ? 'update' : (cast.pool[cast.pool.length - 1] as string);
    const changed = [...new Set([...tags.slice(0, 6), more])];
    return this.#line(article, title, life.correctMs).list('tags', changed).done();
  }

  /** The record of a known article that the aggregator lists. */
  discovery(story: Story, slot: ArticleSlot, life: ArticleLife): string {
    const article = this.identity(story, slot);
    const { outlet, url, title } = article;
    return this.#line(article, title, life.discoverMs)
      .raw('discovery', this.#discovery(life.discoverMs, title, url, outlet))
      .done();
  }

  #line(article: Article, title: string, observedMs: number): JsonLine {
    return new JsonLine('news')
      .text('media', article.outlet.code)
      .text('url', article.url)
      .text('title', title)
      .text('observedAt', iso(observedMs));
  }

  /** The fields that identify an article in each of its records. */
  identity(story: Story, slot: ArticleSlot): Article {
    const outlet = this.#outlets[slot.outlet] as Outlet;
    const topic = this.#vocabulary.topics[story.topic] as TopicWords;
    return {
      outlet,
      url: articleUrl(outlet, story, slot, topic.key),
      title: this.title(story, slot),
    };
  }

  #tags(story: Story, slot: ArticleSlot): string[] {
    const other = story.mergesInto;
    const merged = other !== null && slot.publishedMs >= story.mergesMs ? other : null;
    return tagsOf(
      story,
      slot,
      this.#outlets[slot.outlet] as Outlet,
      this.#castOf(story),
      merged === null ? null : this.#castOf(merged),
      this.#vocabulary.names.country,
    );
  }

  #discovery(atMs: number, title: string, url: string, outlet: Outlet): string {
    const [, code] = this.#vocabulary.outlets.discovery;
    const path = url.slice(url.indexOf('/', 8) + 1).replaceAll('/', '-');
    return JSON.stringify({
      media: code,
      title: `${title} - ${outlet.title}`,
      url: `https://www.${code}.example/read/${outlet.code}-${path}`,
      discoveredAt: iso(atMs),
    });
  }

  /** Adds all fields that come from the article's page. */
  #page(
    line: JsonLine,
    story: Story,
    slot: ArticleSlot,
    outlet: Outlet,
    fetchedMs: number,
  ): JsonLine {
    const random = new Random(derive(story.seed, slot.index, 34));
    const cast = this.#castOf(story);
    const by = byline(outlet, this.#vocabulary.phrases.bylines, random);
    const status = statusOf(random);
    const writer = outlet.english ? this.#english : this.#writer;
    const sentences = writer.sentences(story, cast, slot);
    const day = outlet.dayPrecision;
    line
      .text('description', this.#description(sentences, random))
      .text('publishedAt', day ? isoDay(localDayOf(slot.publishedMs)) : iso(slot.publishedMs))
      .text('publishedPrecision', day ? 'day' : undefined)
      .list('authors', by.authors)
      .text('bodyStatus', status)
      .text('fetchedAt', status === 'not_fetched' ? undefined : iso(fetchedMs));
    if (status !== 'ok' && status !== 'short') return line;
    const text =
      status === 'short'
        ? (sentences[0] as string).slice(0, SHORT_CHARS)
        : this.#body(story, slot, outlet, sentences, by, random);
    return line.text('bodySource', random.pick(SOURCES)).text('body', text);
  }

  #description(sentences: readonly string[], random: Random): string | null {
    const roll = random.below(100);
    if (roll < 8) return null;
    if (roll < 11) return '';
    const text = roll < 30 ? sentences.slice(0, 2).join('') : (sentences[0] as string);
    const limit = roll > 95 ? 400 : random.between(55, DESCRIPTION_MAX);
    return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
  }

  #body(
    story: Story,
    slot: ArticleSlot,
    outlet: Outlet,
    sentences: string[],
    by: { name: string; spot: string },
    random: Random,
  ): string {
    const cast = this.#castOf(story);
    const identical = slot.base >= 0 && slot.edit === 0;
    const wire = this.#vocabulary.outlets.wire;
    const fromWire = outlet.index === 0 || (slot.base >= 0 && story.slots[slot.base]?.outlet === 0);
    if (!identical && random.chance(CITED_PERCENT)) {
      this.#cite(story, slot, outlet, sentences, random);
    }
    if (outlet.english) {
      const lead =
        fromWire && random.chance(70) ? this.#english.wireLead(cast, 'Meridian', random) : '';
      return lead + paragraphs(sentences, ' ', random);
    }
    let lead = '';
    if (fromWire && random.chance(80)) lead = this.#writer.wireLead(cast, wire[1], random);
    else if (outlet.bylineStyle % 3 === 0 && random.chance(60)) {
      lead = this.#writer.reporterLead(cast, by.name, by.spot, random);
    }
    return lead + paragraphs(sentences, '', random);
  }

  /** Names the source of a copy, an earlier outlet of the story, or an outside agency. */
  #cite(
    story: Story,
    slot: ArticleSlot,
    outlet: Outlet,
    sentences: string[],
    random: Random,
  ): void {
    const cast = this.#castOf(story);
    const world = this.#vocabulary.topics[story.topic]?.desk === 'world';
    const earlier = slot.base >= 0 ? slot.base : random.below(slot.index + 1);
    const other = this.#outlets[(story.slots[earlier] as ArticleSlot).outlet] as Outlet;
    const outside = world || other === outlet || other.syndicated || random.chance(12);
    if (outlet.english) {
      this.#english.cite(sentences, random.pick(this.#latinSources), cast, random);
      return;
    }
    const external = random.pick(this.#externals);
    const known = other.aliases.length > 0 && random.chance(30) ? other.aliases[0] : other.title;
    const source = outside ? random.pick([external.title, external.alias]) : (known as string);
    this.#writer.cite(sentences, source, world, cast, random);
  }
}
