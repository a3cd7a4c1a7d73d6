/**
 * What a site of the local web has published, with topics that follow its most frequent tags.
 */
import type { SiteTopic } from '../../../demo/sites/content.js';
import { Publication } from '../../../demo/sites/publication.js';
import { seedOf } from '../../../demo/sites/style.js';
import { type Clock, DAY_MS } from '../../../src/kernel/clock.js';

const TOPIC_DAYS = 3;
const TOPICS = 14;
const STORIES_MIN = 3;
const STORIES_MAX = 12;
/** One topic in so many is a feature, and one is paid for. */
const FEATURE_EVERY = 4;
const SPONSORED_AT = 9;

export class LocalPublication extends Publication {
  readonly #home: string;
  readonly #now: Clock;

  constructor(clock: Clock, home: string) {
    super(clock);
    this.#now = clock;
    this.#home = home;
  }

  override topics(): readonly SiteTopic[] {
    return this.topicsAt(this.#now.nowMs());
  }

  topicsAt(nowMs: number): SiteTopic[] {
    const byTag = new Map<string, SiteTopic['stories'][number][]>();
    for (const { url, title, publishedMs, visibleMs, tags } of this.newestAt(nowMs)) {
      if (visibleMs < nowMs - TOPIC_DAYS * DAY_MS) break;
      for (const tag of tags) {
        const stories = byTag.get(tag) ?? [];
        stories.push({ url, title, publishedMs });
        byTag.set(tag, stories);
      }
    }
    return [...byTag]
      .filter(([, stories]) => stories.length >= STORIES_MIN)
      .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
      .slice(0, TOPICS)
      .map(([tag, stories], index) => this.#topic(tag, stories.slice(0, STORIES_MAX), index));
  }

  #topic(tag: string, stories: SiteTopic['stories'], index: number): SiteTopic {
    const id = seedOf(tag).toString(36);
    return {
      id,
      kind: index % FEATURE_EVERY === FEATURE_EVERY - 1 ? 'feature' : 'topic',
      url: `${this.#home}topic/${id}`,
      title: tag,
      image: `${this.#home}img/${id}.jpg`,
      sponsored: index === SPONSORED_AT,
      stories,
    };
  }
}
