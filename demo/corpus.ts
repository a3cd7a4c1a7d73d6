/**
 * A seeded, invented world of news and blogs, as ingest lines.
 *
 * Invariants: events are a function of seed, options and time. Each UTC hour is written from day plans
 * that depend on the seed alone, so a span always gives the same lines, and neighbouring spans join
 * without gap or overlap. Plans of at most `PLANS_MAX` days and `CASTS_MAX` casts are in memory, so
 * memory does not grow with the length of a corpus.
 * Not here: files, clocks, and anything real.
 */

import { DAY_MS, HOUR_MS, localDayOf } from '../src/kernel/clock.js';
import { assert } from '../src/kernel/errors.js';
import type { OutletSet } from '../src/kernel/outlet-set.js';
import { articleLife } from './article-life.js';
import { Blogs, type PostSlot } from './blogs.js';

import { type Cast, Casting } from './cast.js';
import { catalogLines } from './catalog.js';
import { crawlsOf } from './crawls.js';
import { type DayPlan, type NewsEvent, planDay } from './day-plan.js';
import { EnglishWriter } from './english-writer.js';
import { WorldNames } from './names.js';
import { NewsLines } from './news-lines.js';
import { makeOutlets, Newsstand, type Outlet } from './outlets.js';
import { type Due, Portals } from './portals.js';
import { PostWriter } from './posts.js';
import { Recent } from './recent.js';
import { setsOfWorld } from './sets.js';
import { STORY_DAYS, type Story, Storyteller } from './stories.js';
import type { WorldWords } from './vocabulary.js';
import { Writer } from './writer.js';

export interface CorpusOptions {
  /** Integer that determines the world. */
  seed: number;
  days: number;
  /** End of the corpus; it begins `days` before. */
  endMs: number;
  /** Collected outlets, from 1 to 200; special media are added. */
  media: number;
  /** News articles on an average day, up to 100,000. */
  perDay: number;
  blogs: number;
}

/** The days that an hour needs, and one more for posts about the previous day. */
const PLANS_MAX = STORY_DAYS + 2;
/** Some days of stories at 20,000 articles a day; a cast takes some 3 KB. */
const CASTS_MAX = 8192;
const MEDIA_MAX = 200;
const PER_DAY_MAX = 100_000;
const BLOGS_MAX = 20_000;

function checkOptions(options: CorpusOptions): void {
  const integers: [keyof CorpusOptions, number, number][] = [
    ['seed', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['endMs', 0, Number.MAX_SAFE_INTEGER],
    ['media', 1, MEDIA_MAX],
    ['perDay', 1, PER_DAY_MAX],
    ['blogs', 0, BLOGS_MAX],
  ];
  for (const [name, low, high] of integers) {
    const value = options[name];
    const sound = Number.isInteger(value) && value >= low && value <= high;
    assert(sound, `${name} must be an integer from ${low} to ${high}`);
  }
  assert(options.days > 0 && Number.isFinite(options.days), 'days must be a positive number');
}

/** Orders by time; the sort is stable, so equal times keep their order. */
function byTime(a: { atMs: number }, b: { atMs: number }): number {
  return a.atMs - b.atMs;
}

/** All events of the world, at any time. */
export class World {
  readonly #startMs: number;
  readonly #vocabulary: WorldWords;
  readonly #outlets: readonly Outlet[];
  readonly #blogs: Blogs;
  readonly #teller: Storyteller;
  readonly #casting: Casting;
  readonly #lines: NewsLines;
  readonly #portals: Portals;
  readonly #posts: PostWriter;
  readonly #plans: Recent<number, DayPlan>;
  readonly #casts = new Recent<number, Cast>(CASTS_MAX);
  readonly #postDays: Recent<number, PostSlot[]>;

  /** Sets of its outlets, by name. */
  sets(): Map<string, OutletSet> {
    return setsOfWorld(this.#outlets, this.#vocabulary.language, this.#startMs);
  }

  constructor(options: CorpusOptions, vocabulary: WorldWords) {
    checkOptions(options);
    const { seed, media, perDay, blogs } = options;
    // Records have times in whole seconds.
    this.#startMs = Math.floor((options.endMs - options.days * DAY_MS) / 1000) * 1000;
    this.#vocabulary = vocabulary;
    const worldNames = new WorldNames(seed, vocabulary.names, vocabulary.language === 'en');
    this.#outlets = makeOutlets(seed, media, vocabulary, worldNames);
    const stand = new Newsstand(this.#outlets, vocabulary.topics);
    this.#teller = new Storyteller(seed, perDay, this.#outlets, stand, vocabulary.topics);
    this.#casting = new Casting(vocabulary, worldNames);
    this.#plans = new Recent(PLANS_MAX);
    this.#postDays = new Recent(2);
    const castOf = (story: Story): Cast => this.#castOf(story);
    const writer = new Writer(vocabulary);
    const english = new EnglishWriter(vocabulary);
    this.#lines = new NewsLines(vocabulary, this.#outlets, writer, english, castOf);
    this.#portals = new Portals(
      this.#outlets,
      vocabulary.outlets,
      vocabulary.topics,
      this.#teller,
      this.#lines,
      castOf,
    );
    this.#blogs = new Blogs(seed, blogs, vocabulary.blogs);
    this.#posts = new PostWriter(
      seed,
      this.#blogs,
      vocabulary.blogs,
      (day) => this.#plan(day).talked,
      castOf,
      (story, cast) =>
        vocabulary.language === 'en'
          ? (english.ownSentences(story, cast, 0)[0] as string)
          : writer.lead(story, cast, 0),
      (story, slot) => this.#lines.identity(story, slot),
    );
  }

  catalog(): string[] {
    const { outlets } = this.#vocabulary;
    return catalogLines(outlets, this.#outlets, this.#blogs.items, this.#startMs);
  }

  /** Lines with `fromMs` ≤ observed < `toMs`, in order. */
  *span(fromMs: number, toMs: number): Generator<string> {
    for (let hour = Math.floor(fromMs / HOUR_MS); hour * HOUR_MS < toMs; hour++) {
      for (const due of this.#hour(hour)) {
        if (due.atMs >= fromMs && due.atMs < toMs) yield due.write();
      }
    }
  }

  /** The posts among the lines of `span`, without the work of writing the others. */
  *posts(fromMs: number, toMs: number): Generator<string> {
    for (let day = localDayOf(fromMs) - 1; day <= localDayOf(toMs); day++) {
      for (const post of this.#postsOn(day)) {
        if (post.observedMs >= fromMs && post.observedMs < toMs) yield this.#posts.line(post);
      }
    }
  }

  #hour(hour: number): Due[] {
    const day = localDayOf(hour * HOUR_MS);
    const plans: DayPlan[] = [];
    for (let d = day - STORY_DAYS; d <= day; d++) plans.push(this.#plan(d));
    const due: Due[] = plans.flatMap((plan) =>
      (plan.byHour.get(hour) ?? []).map((event) => ({
        atMs: event.atMs,
        write: () => this.#newsLine(event),
      })),
    );
    due.push(...crawlsOf(hour, this.#outlets, this.#blogs.items, this.#teller));
    due.push(...this.#portals.hour(hour, plans));
    for (const d of [day - 1, day]) {
      for (const post of this.#postsOn(d)) {
        if (Math.floor(post.observedMs / HOUR_MS) !== hour) continue;
        due.push({ atMs: post.observedMs, write: () => this.#posts.line(post) });
      }
    }
    return due.sort(byTime);
  }

  #newsLine({ kind, story, slot }: NewsEvent): string {
    if (kind === 'first') return this.#lines.first(story, slot);
    const life = articleLife(story, slot);
    return this.#lines[kind](story, slot, life);
  }

  #plan(day: number): DayPlan {
    return this.#plans.get(day, () => planDay(this.#teller, day));
  }

  #postsOn(day: number): PostSlot[] {
    return this.#postDays.get(day, () => this.#blogs.postsOn(day));
  }

  #castOf(story: Story): Cast {
    return this.#casts.get(story.key, () => this.#casting.cast(story));
  }
}

/** A whole corpus: catalog records first, then all other records in order of observation. */
export function* generateCorpus(options: CorpusOptions, vocabulary: WorldWords): Generator<string> {
  const world = new World(options, vocabulary);
  yield* world.catalog();
  yield* world.span(options.endMs - options.days * DAY_MS, options.endMs);
}
