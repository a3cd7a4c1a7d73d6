/**
 * Addresses of articles and images.
 *
 * Invariants: an address contains day, ordinal and index of its article and so is unique in the world;
 * every host ends in `.example`.
 */
import { localDayOf } from '../src/kernel/clock.js';
import { civil, pad } from './calendar.js';
import type { Outlet } from './outlets.js';
import type { ArticleSlot, Story } from './stories.js';

/** Short, unique, and ascending within a story. */
export function articleKey(story: Story, slot: ArticleSlot): string {
  const ordinal = story.ordinal.toString(36).padStart(3, '0');
  return `${story.day.toString(36)}${ordinal}${slot.index.toString(36).padStart(2, '0')}`;
}

export function articleUrl(outlet: Outlet, story: Story, slot: ArticleSlot, topic: string): string {
  const key = articleKey(story, slot);
  const { year, month, date } = civil(localDayOf(slot.publishedMs));
  switch (outlet.urlStyle) {
    case 0:
      return `https://www.${outlet.host}/news/${year}${pad(month)}${pad(date)}/${key}`;
    case 1:
      return `https://${outlet.host}/article/${key}.html`;
    case 2:
      return `https://www.${outlet.host}/story/${year}/${pad(month)}/${key}`;
    default:
      return `https://${outlet.host}/${topic}/${key}`;
  }
}

export function imageUrl(outlet: Outlet, story: Story, slot: ArticleSlot): string {
  return `https://img.${outlet.host}/photo/${articleKey(story, slot)}.jpg`;
}
