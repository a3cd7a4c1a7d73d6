/**
 * A day's stories with the times of their records.
 *
 * Invariants: a plan depends on the seed and the day; events of an hour are in the order of stories and
 * slots, so a stable sort by time gives one order.
 */
import { HOUR_MS } from '../src/kernel/clock.js';
import { articleLife } from './article-life.js';
import type { ArticleSlot, Story, Storyteller } from './stories.js';

export interface NewsEvent {
  atMs: number;
  kind: 'first' | 'correction' | 'discovery' | 'fill';
  story: Story;
  slot: ArticleSlot;
}

/** Stories of a day about which bloggers may write. */
const TALKED_MAX = 60;

export interface DayPlan {
  day: number;
  byHour: Map<number, NewsEvent[]>;
  /** The stories with the most articles, in descending order. */
  talked: Story[];
  bySaga: Map<number, Story[]>;
}

function addStory(plan: DayPlan, story: Story): void {
  const add = (atMs: number, kind: NewsEvent['kind'], slot: ArticleSlot): void => {
    if (atMs === 0) return;
    const hour = Math.floor(atMs / HOUR_MS);
    const events = plan.byHour.get(hour);
    const event: NewsEvent = { atMs, kind, story, slot };
    if (events === undefined) plan.byHour.set(hour, [event]);
    else events.push(event);
  };
  for (const slot of story.slots) {
    const life = articleLife(story, slot);
    add(slot.observedMs, 'first', slot);
    add(life.fillMs, 'fill', slot);
    add(life.correctMs, 'correction', slot);
    add(life.discoverMs, 'discovery', slot);
  }
  if (story.sagaSeed !== null) {
    const chapters = plan.bySaga.get(story.sagaSeed) ?? [];
    chapters.push(story);
    plan.bySaga.set(story.sagaSeed, chapters);
  }
}

export function planDay(teller: Storyteller, day: number): DayPlan {
  const plan: DayPlan = { day, byHour: new Map(), talked: [], bySaga: new Map() };
  const stories = teller.day(day);
  for (const story of stories) addStory(plan, story);
  plan.talked = [...stories]
    .sort((a, b) => b.slots.length - a.slots.length || a.ordinal - b.ordinal)
    .slice(0, TALKED_MAX);
  return plan;
}
