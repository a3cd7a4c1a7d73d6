/** The index's own grouping of a window. */

import { finished } from '../../src/kernel/pauses.js';
import type { Item } from '../../src/news/events/agglomeration.js';
import { leastLnOf } from '../../src/news/events/likeness.js';
import { WEIGHTS, type Weights } from '../../src/news/events/likeness-weights.js';
import { groupsOfTexts } from '../../src/news/events/stories.js';
import { StoryGroups } from '../../src/news/events/story-groups.js';
import type { Window } from './sets.js';

/** Places of articles by group. */
export function groupsOfWindow(
  { articles, texts }: Window,
  weights: Weights = WEIGHTS,
): number[][] {
  const places = articles.map(({ timeMs }, id) => ({ id, sortMs: timeMs, voice: 1 }));
  const leastOf = ({ terms, isWide }: Item): number => leastLnOf(terms.length, isWide, weights);
  return finished(groupsOfTexts(texts, places, new StoryGroups(leastOf))).map((group) =>
    group.flatMap(({ places: mine }) => mine),
  );
}
