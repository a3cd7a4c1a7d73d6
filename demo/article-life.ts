/**
 * The later events of an article: first sight, completion, correction, and discovery by the aggregator.
 *
 * Invariants: a life depends on the story and the index alone, so the day plan and the record writer get
 * the same life without sharing memory.
 */
import { MINUTE_MS } from '../src/kernel/clock.js';
import { derive, Random } from './random.js';
import type { ArticleSlot, Story } from './stories.js';

export interface ArticleLife {
  /** First seen in a list, without time and text. */
  pending: boolean;
  /** When the page of a pending article was read; 0 for never. */
  fillMs: number;
  /** 0 for never. */
  correctMs: number;
  /** When the aggregator's find was recorded; 0 for never. */
  discoverMs: number;
  /** The aggregator found it first, so the discovery is in the first record. */
  foundFirst: boolean;
}

const PENDING_PERCENT = 2;
const FILLED_PERCENT = 80;
const CORRECTED_PERCENT = 3;
const DISCOVERED_PERCENT = 4;
const FOUND_FIRST_PERCENT = 2;

export function articleLife(story: Story, slot: ArticleSlot): ArticleLife {
  const random = new Random(derive(story.seed, slot.index, 31));
  const after = (low: number, high: number): number =>
    slot.observedMs + random.between(low, high) * MINUTE_MS;
  const pending = random.chance(PENDING_PERCENT);
  const life: ArticleLife = {
    pending,
    fillMs: pending && random.chance(FILLED_PERCENT) ? after(4, 60) : 0,
    correctMs: 0,
    discoverMs: 0,
    foundFirst: random.chance(FOUND_FIRST_PERCENT),
  };
  if (!pending && random.chance(CORRECTED_PERCENT)) life.correctMs = after(10, 340);
  if (!life.foundFirst && random.chance(DISCOVERED_PERCENT)) life.discoverMs = after(5, 180);
  return life;
}
