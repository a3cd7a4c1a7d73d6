/** The part of a tag's page that is not in lists: related tags, and long-term stats. */
import { columnFormsOf } from '../../../kernel/text/tag.js';
import type { BurstCounter } from '../../shared/burst/counter.js';
import { WINDOW_MS } from '../../shared/burst/formulas.js';
import { compareCodePoints } from '../../shared/burst/order.js';
import { MediaGroups, type Postings } from '../../shared/burst/postings.js';
import { STANDING_CATEGORY, STANDING_RELATED_MAX, type StandingAnswer } from '../codec.js';
import type { StatsTable } from '../state/stats.js';

/** The standing of a tag in any spelling, in the 24 hours before `atMs`. */
export function standingOf(
  counter: BurstCounter,
  table: StatsTable,
  text: string,
  atMs: number,
): StandingAnswer {
  const stats = table.of(columnFormsOf(text));
  const tag = counter.tags.find(text);
  return { related: tag < 0 ? [] : relatedOf(counter, tag, atMs), stats };
}

function relatedOf(counter: BurstCounter, tag: number, atMs: number): StandingAnswer['related'] {
  const { media, tags } = counter;
  const basis = media.basisOf(STANDING_CATEGORY);
  if (basis === null) return [];
  const postings = counter.postings(atMs - WINDOW_MS, atMs, tag);
  const groups = new MediaGroups([basis.media]);
  const articles = postings.countOf(tag, groups, 0);
  const ranks = textRanksOf(counter, postings);
  const related: StandingAnswer['related'] = [];
  postings.relatedTo(tag, groups, 1, STANDING_RELATED_MAX, ranks, (_, others, counts) => {
    others.forEach((other, at) => {
      const count = counts[at]!;
      related.push({ tag: tags.shownOf(other), count, share: count / articles });
    });
  });
  return related;
}

/** By tag number: position in the order of code points, for the tags of some postings. */
function textRanksOf({ tags }: BurstCounter, postings: Postings): Uint32Array {
  const ranks = new Uint32Array(tags.length);
  const listed = [...postings.tags()].sort((a, b) =>
    compareCodePoints(tags.shownOf(a), tags.shownOf(b)),
  );
  listed.forEach((tag, rank) => {
    ranks[tag] = rank;
  });
  return ranks;
}
