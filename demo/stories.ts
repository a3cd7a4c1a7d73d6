/**
 * The stories of one local day: start, outlets and articles of each.
 *
 * Invariants: a day's stories depend on the seed and the day alone; all records of a story are within
 * `STORY_DAYS` days of its first day, so the records of a time depend on few days.
 *
 *   born ── burst (minutes) ── spread (hours) ── fade (a day) ── corrections, late finds
 *     └ article 0: own text; later ones: own text, near-copy or copy of an earlier one
 */
import { HOUR_MS, localDayOf, MINUTE_MS, startMsOfLocalDay } from '../src/kernel/clock.js';
import { awaitBusy, newsMoment, weekdayPercent } from './calendar.js';
import type { Newsstand, Outlet } from './outlets.js';
import { derive, Random, Weighted, zipf } from './random.js';
import type { TopicWords } from './vocabulary.js';

/** Days after its first day in which a story may still make records. */
export const STORY_DAYS = 3;

/** Sizes of stories with their weights: most stories have one article. */
const SIZES: readonly (readonly [low: number, high: number, weight: number])[] = [
  [1, 1, 450],
  [2, 4, 250],
  [5, 12, 180],
  [13, 40, 90],
  [41, 120, 25],
  [121, 300, 5],
];
/** The most articles of one story for each outlet, on average. */
const ARTICLES_PER_OUTLET_MAX = 4;

/** Minutes from the start of a story to its articles, with weights. */
const OFFSETS: readonly (readonly [low: number, high: number, weight: number])[] = [
  [2, 60, 35],
  [60, 240, 30],
  [240, 720, 20],
  [720, 2160, 15],
];

/** Percent of sentences that a near-copy changes; 0 is an identical copy. */
const EDITS = [0, 3, 6, 10, 14, 18, 23, 28, 34, 40];

const SAGA_PERCENT = 24;
const SAGAS_PER_WEEK = 14;
const SAGA_WEEKS = 3;
const MERGE_PERCENT = 4;
/** The highest number of a story within its day. */
const ORDINALS_MAX = 1_000_000;
/** One day in this many has an outage of an outlet's crawler. */
const OUTAGE_DAYS = 50;

export interface Saga {
  seed: number;
  topic: number;
  firstDay: number;
  lastDay: number;
}

export interface ArticleSlot {
  index: number;
  outlet: number;
  publishedMs: number;
  observedMs: number;
  /** The earlier article whose text it copies; −1 for a text of its own. */
  base: number;
  /** Percent of sentences that are changed in a copied text. */
  edit: number;
}

export interface Story {
  seed: number;
  /** Number of its local day. */
  day: number;
  ordinal: number;
  /** Unique in the world; the seeds of two stories may be equal. */
  key: number;
  bornMs: number;
  topic: number;
  /** Seed of the saga to which the story belongs. */
  sagaSeed: number | null;
  skew: number;
  slots: ArticleSlot[];
  /** The story into which it merges, and the time of the merge. */
  mergesInto: Story | null;
  mergesMs: number;
}

const sizeWeights = new Weighted(SIZES.map(([, , weight]) => weight));
const offsetWeights = new Weighted(OFFSETS.map(([, , weight]) => weight));
const sagaFame = zipf(SAGAS_PER_WEEK * (SAGA_WEEKS + 1), 3);

/** Politics divides the camps; other topics hardly do. */
function skewWeights(desk: string): Weighted {
  return new Weighted(desk === 'politics' ? [48, 17, 17, 9, 9] : [86, 5, 5, 2, 2]);
}

export class Storyteller {
  readonly #seed: number;
  readonly #perDay: number;
  readonly #outlets: readonly Outlet[];
  readonly #stand: Newsstand;
  readonly #topics: Weighted;
  readonly #skews: Weighted[];
  readonly #sizeMax: number;
  /** Average articles of a story, in thousandths. */
  readonly #meanSize: number;

  constructor(
    seed: number,
    perDay: number,
    outlets: readonly Outlet[],
    stand: Newsstand,
    topics: readonly TopicWords[],
  ) {
    this.#seed = seed;
    this.#perDay = perDay;
    this.#outlets = outlets;
    this.#stand = stand;
    this.#topics = new Weighted(topics.map((topic) => topic.weight));
    this.#skews = topics.map((topic) => skewWeights(topic.desk));
    this.#sizeMax = Math.max(1, outlets.length * ARTICLES_PER_OUTLET_MAX);
    let sum = 0;
    for (const [low, high, weight] of SIZES) {
      for (let size = low; size <= high; size++) {
        sum += Math.floor((Math.min(size, this.#sizeMax) * weight * 1000) / (high - low + 1));
      }
    }
    this.#meanSize = Math.max(1, Math.floor(sum / sizeWeights.total));
  }

  sagasOf(week: number): Saga[] {
    const random = new Random(derive(this.#seed, 0x73616761, week));
    return Array.from({ length: SAGAS_PER_WEEK }, (_, number) => {
      const firstDay = week * 7 + random.below(7);
      const lastDay = firstDay + random.between(3, SAGA_WEEKS * 7 - 7);
      return {
        seed: derive(this.#seed, week, number, 5),
        topic: this.#topics.pick(random),
        firstDay,
        lastDay,
      };
    });
  }

  /** The sagas that run on a day, the oldest first. */
  sagasOn(day: number): Saga[] {
    const week = Math.floor(day / 7);
    const out: Saga[] = [];
    for (let w = week - SAGA_WEEKS; w <= week; w++) {
      for (const saga of this.sagasOf(w)) {
        if (saga.firstDay <= day && day <= saga.lastDay) out.push(saga);
      }
    }
    return out;
  }

  day(day: number): Story[] {
    const random = new Random(derive(this.#seed, 0x646179, day));
    const percent = weekdayPercent(day) * random.between(95, 105);
    const count = Math.max(1, Math.floor((this.#perDay * percent) / (10 * this.#meanSize)));
    const sagas = this.sagasOn(day);
    const stories: Story[] = [];
    for (let ordinal = 0; ordinal < count; ordinal++) {
      stories.push(this.#story(day, ordinal, sagas));
    }
    for (const story of stories) this.#merge(story, stories, random);
    return stories;
  }

  #story(day: number, ordinal: number, sagas: readonly Saga[]): Story {
    const seed = derive(this.#seed, 0x73746f72, day, ordinal);
    const random = new Random(seed);
    const saga =
      sagas.length > 0 && random.chance(SAGA_PERCENT)
        ? (sagas[sagaFame.pick(random) % sagas.length] as Saga)
        : null;
    const topic = saga?.topic ?? this.#topics.pick(random);
    const story: Story = {
      seed,
      day,
      ordinal,
      key: day * ORDINALS_MAX + ordinal,
      bornMs: newsMoment(day, random),
      topic,
      sagaSeed: saga?.seed ?? null,
      skew: (this.#skews[topic] as Weighted).pick(random),
      slots: [],
      mergesInto: null,
      mergesMs: 0,
    };
    this.#layOut(story, random);
    return story;
  }

  #layOut(story: Story, random: Random): void {
    const [low, high] = SIZES[sizeWeights.pick(random)] as (typeof SIZES)[number];
    const size = Math.min(this.#sizeMax, random.between(low, high));
    const times = [story.bornMs];
    for (let i = 1; i < size; i++) {
      const [from, to] = OFFSETS[offsetWeights.pick(random)] as (typeof OFFSETS)[number];
      const minutes = random.between(from, to);
      times.push(awaitBusy(story.bornMs + minutes * MINUTE_MS + random.below(60) * 1000, random));
    }
    times.sort((a, b) => a - b);
    for (const [index, publishedMs] of times.entries()) {
      story.slots.push(this.#slot(story, index, publishedMs, random));
    }
  }

  #slot(story: Story, index: number, publishedMs: number, random: Random): ArticleSlot {
    const number = this.#stand.pick(story.topic, story.skew, random);
    const outlet = this.#outlets[number] as Outlet;
    const late = random.chance(2) ? random.between(60, 720) * MINUTE_MS : 0;
    const delayMs = (outlet.delayS + random.below(240)) * 1000;
    const slot: ArticleSlot = {
      index,
      outlet: number,
      publishedMs,
      observedMs: this.afterOutage(number, publishedMs + delayMs + late),
      base: -1,
      edit: 0,
    };
    if (index > 0 && (outlet.syndicated || random.chance(34))) {
      slot.base = this.#base(story, slot, random);
      slot.edit = outlet.syndicated ? 0 : random.pick(EDITS);
    }
    return slot;
  }

  /** An earlier article of another outlet in the same language, with a text of its own. */
  #base(story: Story, slot: ArticleSlot, random: Random): number {
    const outlet = this.#outlets[slot.outlet] as Outlet;
    for (let attempt = 0; attempt < 4; attempt++) {
      const other = story.slots[random.below(Math.min(slot.index, 12))] as ArticleSlot;
      const source = this.#outlets[other.outlet] as Outlet;
      if (other.base < 0 && source !== outlet && source.english === outlet.english) {
        return other.index;
      }
    }
    return -1;
  }

  #merge(story: Story, stories: readonly Story[], random: Random): void {
    if (story.slots.length < 3 || !random.chance(MERGE_PERCENT)) return;
    const other = stories[random.below(stories.length)] as Story;
    if (other === story || other.topic !== story.topic || other.bornMs > story.bornMs) return;
    story.mergesInto = other;
    story.mergesMs = story.bornMs + random.between(2, 8) * HOUR_MS;
  }

  /** When the crawler of an outlet fails on a day; null on most days. */
  outage(outlet: number, day: number): { fromMs: number; toMs: number } | null {
    const seed = derive(this.#seed, 0x6f757467, outlet, day);
    if (seed % OUTAGE_DAYS !== 0) return null;
    const random = new Random(seed);
    const fromMs = startMsOfLocalDay(day) + random.below(18) * HOUR_MS;
    return { fromMs, toMs: fromMs + random.between(2, 5) * HOUR_MS };
  }

  /** The time of first sight: items of an outage are found after its end. */
  afterOutage(outlet: number, ms: number): number {
    const outage = this.outage(outlet, localDayOf(ms));
    if (outage === null || ms < outage.fromMs || ms >= outage.toMs) return ms;
    return outage.toMs + (ms % (5 * MINUTE_MS));
  }
}
