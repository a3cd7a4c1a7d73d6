/** Plain average link over every two articles of a window, with the threshold that is best. */
import { averageLinks } from '../truth-baselines.js';
import { scoreOf } from './score.js';
import type { Sample } from './sets.js';

const LEASTS = [0.03, 0.04, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25];
/** A matrix of 50 MB. */
const ARTICLES_MAX = 3500;

/** The mean F1 over the windows of a sample; null where one is too large. */
export function bestAverageLink({ windows }: Sample): number | null {
  if (windows.some(({ articles }) => articles.length > ARTICLES_MAX)) return null;
  const sums = new Map(LEASTS.map((least) => [least, 0]));
  for (const window of windows) {
    const articles = window.articles.map(({ title, body }, id) => ({
      ...{ record: { id, title }, body },
    }));
    for (const [least, groups] of averageLinks(articles, LEASTS)) {
      sums.set(least, sums.get(least)! + scoreOf(window, groups).f1 / windows.length);
    }
  }
  return Math.max(...sums.values());
}
