/**
 * The tags that an outlet gives to an article of a story.
 *
 * Invariants: 3 to 8 different tags of at most 40 code points, or none for outlets without tags; the
 * story's further tags change with its age, so its tag set drifts.
 */
import { HOUR_MS } from '../src/kernel/clock.js';
import type { Cast } from './cast.js';
import type { Outlet } from './outlets.js';
import { derive, Random } from './random.js';
import { slotId } from './slots.js';
import type { ArticleSlot, Story } from './stories.js';
import type { Spelled } from './vocabulary.js';

const TAGS_MIN = 3;
const TAGS_MAX = 8;
/** Time after which a story uses its next tags. */
const DRIFT_MS = 5 * HOUR_MS;

export function tagsOf(
  story: Story,
  slot: ArticleSlot,
  outlet: Outlet,
  cast: Cast,
  merged: Cast | null,
  country: Spelled,
): string[] {
  if (outlet.untagged) return [];
  const random = new Random(derive(story.seed, slot.index, 41));
  if (random.chance(4)) return [];
  const wanted = random.between(TAGS_MIN, TAGS_MAX);
  const tags = new Set<string>();
  const add = (tag: string | undefined): void => {
    if (tag !== undefined && tag !== '' && tag.length <= 40) tags.add(tag);
  };
  if (outlet.english && !cast.isEnglish) return english(cast, country, wanted, random);
  if (random.chance(95)) add(cast.mains[0]);
  if (random.chance(60)) add(cast.mains[1]);
  if (merged !== null) add(merged.mains[0]);
  add(cast.broad[random.below(cast.broad.length)]);
  if (random.chance(16)) add(country[0]);
  if (random.chance(35)) add(cast.values[slotId('city')]);
  const phase = Math.floor((slot.publishedMs - story.bornMs) / DRIFT_MS);
  const pool = cast.pool;
  for (let step = 0; tags.size < wanted && step < pool.length; step++) {
    if (random.chance(65)) add(pool[(phase * 2 + step) % pool.length]);
  }
  for (const tag of cast.broad) if (tags.size < TAGS_MIN) add(tag);
  for (const tag of pool) if (tags.size < TAGS_MIN) add(tag);
  return [...tags].slice(0, TAGS_MAX);
}

function english(cast: Cast, country: Spelled, wanted: number, random: Random): string[] {
  const all = [...cast.mainsEn];
  if (random.chance(40)) all.push(country[1]);
  all.push(cast.values[slotId('orge')] as string, cast.values[slotId('citye')] as string);
  // Some desks write their tags in capitals.
  const loud = random.chance(5);
  const tags = [...new Set(all)].filter((tag) => tag.length <= 40);
  return (loud ? tags.map((tag) => tag.toUpperCase()) : tags).slice(0, Math.max(TAGS_MIN, wanted));
}
